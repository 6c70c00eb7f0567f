import Foundation
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

extension StoreTable where Element == NamedRow<StoredDevice.Container> {
  /// Saved containers.
  static var containers: StoreTable {
    StoreTable(
      name: "container", columns: ["name", "refreshed", "bytes"],
      key: { RowText.json($0.name) },
      values: {
        [RowText.column($0.content.refreshed), Data($0.content.bytes).databaseValue]
      },
      meaning: { columns in
        guard let name = RowText.text(columns[0]) else { return nil }
        guard let refreshed = RowText.time(columns[1]) else { return nil }
        guard case .blob(let bytes) = columns[2].storage else { return nil }
        return NamedRow(name: name, content: .init(refreshed: refreshed, bytes: Array(bytes)))
      })
  }
}
