import GRDB

/// The one row of what the phone knows besides lists.
struct PhoneRow {
  private static let id: Int64 = 1

  var clientID = ""
  var isOptedOut = false
  var nextHitID: Int64 = 1

  static func read(_ database: Database) throws -> PhoneRow? {
    try StoreTable.phone.read(database) { columns -> PhoneRow? in
      guard let clientID = RowText.text(columns[1]), let flag = RowText.integer(columns[2]),
        let nextHitID = RowText.integer(columns[3])
      else { return nil }
      return PhoneRow(clientID: clientID, isOptedOut: flag != 0, nextHitID: nextHitID)
    }.first
  }

  func put(_ database: Database) throws {
    try StoreTable.phone.put(
      [
        Self.id.databaseValue, RowText.json(clientID), (isOptedOut ? 1 : 0).databaseValue,
        nextHitID.databaseValue,
      ], database)
  }

  /// The id of the next hit, also where the row that knew it is in the quarantine.
  static func nextHitID(_ database: Database) throws -> Int64 {
    let highest = try Int64.fetchOne(database, sql: "SELECT max(id) FROM hit") ?? 0
    return max(try read(database)?.nextHitID ?? 1, highest.saturatingSuccessor)
  }

  static func change(_ database: Database, _ change: (inout PhoneRow) -> Void) throws {
    var row = try read(database) ?? PhoneRow()
    change(&row)
    try row.put(database)
  }
}
