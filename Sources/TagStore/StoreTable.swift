import GRDB

/// A table whose rows carry a checksum. Rows keep the order in which they were first written.
struct StoreTable: Sendable {
  static let hits = StoreTable(
    name: "hit",
    columns: ["id", "queue", "body", "created", "tries", "firstTried", "lastTried"])
  static let containers = StoreTable(name: "container", columns: ["name", "refreshed", "bytes"])
  static let lastingKeys = StoreTable(
    name: "lastingKey", columns: ["id", "key", "value", "expires"])
  static let clickReferrers = StoreTable(name: "clickReferrer", columns: ["name", "referrer"])
  static let unrepeatableIDs = StoreTable(name: "unrepeatableID", columns: ["name"])
  static let phone = StoreTable(
    name: "phone", columns: ["id", "clientID", "isOptedOut", "nextHitID"])

  let name: String
  /// What the checksum covers; the first one is the key.
  let columns: [String]

  private var key: String { columns[0] }

  /// Writes a row; one with the same key gives up its values and keeps its place.
  func put(_ values: [DatabaseValue], _ database: Database) throws {
    let names = (columns + ["checksum"]).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let changes = (columns.dropFirst() + ["checksum"]).map { "\($0) = excluded.\($0)" }
    let checksum = RowChecksum.of(values, in: name).databaseValue
    try database.cachedStatement(
      sql: "INSERT INTO \(name) (\(names)) VALUES (\(marks)) "
        + "ON CONFLICT (\(key)) DO UPDATE SET \(changes.joined(separator: ", "))"
    ).execute(arguments: StatementArguments(values + [checksum]))
  }

  func has(_ value: some DatabaseValueConvertible, _ database: Database) throws -> Bool {
    let sql = "SELECT 1 FROM \(name) WHERE \(key) = ?"
    return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [value]) != nil
  }

  func delete(_ value: some DatabaseValueConvertible, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM \(name) WHERE \(key) = ?")
      .execute(arguments: [value])
  }

  func deleteAll(_ database: Database) throws { try database.execute(sql: "DELETE FROM \(name)") }

  /// Rows as what they mean, in their order. A row whose checksum is wrong, or that means
  /// nothing, goes to the quarantine, so that it never stands in the way of the others.
  func read<Element>(
    _ database: Database, of condition: String = "1", _ arguments: StatementArguments = [],
    limit: Int = -1, as meaning: ([DatabaseValue]) -> Element?
  ) throws -> [Element] {
    let names = (columns + ["checksum", "rowid"]).joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "SELECT \(names) FROM \(name) WHERE \(condition) ORDER BY rowid LIMIT \(limit)")
    let rows = try Row.fetchAll(statement, arguments: arguments)
    var elements: [Element] = []
    for row in rows {
      let all = Array(row.databaseValues)
      let values = Array(all[..<columns.count])
      let isWhole = all[columns.count] == RowChecksum.of(values, in: name).databaseValue
      if isWhole, let element = meaning(values) {
        elements.append(element)
      } else {
        try quarantine(all[columns.count + 1], database)
      }
    }
    return elements
  }

  /// Keeps a row as the values of an SQL statement that would put it back.
  private func quarantine(_ row: DatabaseValue, _ database: Database) throws {
    let quoted = (columns + ["checksum"]).map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let content = try String.fetchOne(
      database, sql: "SELECT \(quoted) FROM \(name) WHERE rowid = ?", arguments: [row])
    // First, so that a store which is full has room for it.
    try database.execute(sql: "DELETE FROM \(name) WHERE rowid = ?", arguments: [row])
    try database.execute(
      sql: "INSERT INTO quarantine (source, content) VALUES (?, ?)", arguments: [name, content])
  }
}
