import GRDB
import TagRuntime

extension StoreTable where Element == PhoneRow {
  /// What the phone knows besides lists: one row.
  static var phone: StoreTable {
    StoreTable(
      name: "phone", columns: ["id", "clientID", "isOptedOut", "nextHitID"],
      key: { _ in PhoneRow.id.databaseValue },
      values: {
        [
          RowText.json($0.clientID), ($0.isOptedOut ? 1 : 0).databaseValue,
          $0.nextHitID.databaseValue,
        ]
      },
      meaning: { columns in
        guard let clientID = RowText.text(columns[1]) else { return nil }
        guard let flag = RowText.integer(columns[2]) else { return nil }
        guard let next = RowText.number(columns[3], from: 1) else { return nil }
        return PhoneRow(clientID: clientID, isOptedOut: flag != 0, nextHitID: next)
      })
  }
}
