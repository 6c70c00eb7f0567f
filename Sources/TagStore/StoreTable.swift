import GRDB

/// A table that keeps the elements of a list, in their order, with a checksum in every row.
struct StoreTable<Element: Hashable & Sendable>: Sendable {
  let name: String
  /// What the checksum covers; the first one is the key.
  let columns: [String]
  let key: @Sendable (Element) -> DatabaseValue
  /// The columns of an element behind its key.
  let values: @Sendable (Element) -> [DatabaseValue]
  /// What all the columns of a row mean; nil for nothing.
  let meaning: @Sendable ([DatabaseValue]) -> Element?

  // MARK: Writing

  /// Brings the table from the elements that it holds to others: only rows that differ are written.
  ///
  /// - Complexity: O(n) in the elements of both.
  func write(_ new: [Element], over old: [Element], _ database: Database) throws {
    guard new != old else { return }
    let before = Dictionary(old.map { (key($0), $0) }) { $1 }
    let after = new.map(key)
    let wanted = Set(after)
    let kept = old.lazy.map(key).filter(wanted.contains)
    // Rows stand in the order in which they were first written, so a new one stands behind them.
    let isInOrder = kept.elementsEqual(after.prefix(kept.count))
    if isInOrder {
      for element in old where !wanted.contains(key(element)) {
        try delete(key(element), database)
      }
    } else {
      try database.execute(sql: "DELETE FROM \(name)")
    }
    for element in new where !isInOrder || before[key(element)] != element {
      try put(element, database)
    }
  }

  /// Writes a row; one with the same key gives up its values and keeps its place.
  func put(_ element: Element, _ database: Database) throws {
    let row = [key(element)] + values(element)
    let names = (columns + ["checksum"]).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let changes = (columns.dropFirst() + ["checksum"]).map { "\($0) = excluded.\($0)" }
    let checksum = RowChecksum.of(row, in: name).databaseValue
    try database.cachedStatement(
      sql: "INSERT INTO \(name) (\(names)) VALUES (\(marks)) "
        + "ON CONFLICT (\(columns[0])) DO UPDATE SET \(changes.joined(separator: ", "))"
    ).execute(arguments: StatementArguments(row + [checksum]))
  }

  private func delete(_ key: DatabaseValue, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM \(name) WHERE \(columns[0]) = ?")
      .execute(arguments: [key])
  }

  // MARK: Reading

  /// Its elements, in their order. A row whose checksum is wrong, or that means nothing, goes to
  /// the quarantine, so that it never stands in the way of the others.
  func read(_ database: Database) throws -> [Element] {
    let names = (columns + ["checksum", "rowid"]).joined(separator: ", ")
    let rows = try Row.fetchAll(database, sql: "SELECT \(names) FROM \(name) ORDER BY rowid")
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
