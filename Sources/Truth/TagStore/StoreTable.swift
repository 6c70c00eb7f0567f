import OrderedCollections
import TagRuntime

/// A table that stores the elements of a list, in order, with a checksum in every row.
final class StoreTable<Element: Hashable & Sendable>: Sendable {
  let name: String
  /// The columns that the checksum covers; the first one is the key.
  let columns: [String]
  /// Whether its rows are written even if they seem unchanged: a row in the quarantine is missing,
  /// though its new value may equal the one that was read.
  let isWrittenAlways: Bool
  let rows: @Sendable (StoredDevice) -> [Element]
  let key: @Sendable (Element) -> ColumnValue
  /// The columns of an element after its key.
  let values: @Sendable (Element) -> [ColumnValue]
  /// Converts the columns of a row to an element; nil if it is invalid.
  let meaning: @Sendable ([ColumnValue]) -> Element?
  /// The statements that write a row, and delete one.
  private let putting: String
  private let deleting: String

  init(
    name: String, columns: [String], isWrittenAlways: Bool = false,
    rows: @escaping @Sendable (StoredDevice) -> [Element],
    key: @escaping @Sendable (Element) -> ColumnValue,
    values: @escaping @Sendable (Element) -> [ColumnValue],
    meaning: @escaping @Sendable ([ColumnValue]) -> Element?
  ) {
    (self.name, self.columns, self.isWrittenAlways) = (name, columns, isWrittenAlways)
    (self.rows, self.key, self.values, self.meaning) = (rows, key, values, meaning)
    let names = (columns + ["checksum"]).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let changes = (columns.dropFirst() + ["checksum"]).map { "\($0) = excluded.\($0)" }
    putting =
      "INSERT INTO \(name) (\(names)) VALUES (\(marks)) "
      + "ON CONFLICT (\(columns[0])) DO UPDATE SET \(changes.joined(separator: ", "))"
    deleting = "DELETE FROM \(name) WHERE \(columns[0]) = ?"
  }

  // MARK: Writing

  /// Changes the table from its elements of one device to those of another: only rows that differ
  /// are written.
  ///
  /// - Complexity: O(n) in the elements of both.
  func write(_ new: StoredDevice, over old: StoredDevice, _ database: Database) throws {
    let (new, old) = (rows(new), rows(old))
    guard new != old || isWrittenAlways else { return }
    let before = Dictionary(old.map { (key($0), $0) }) { $1 }
    let after = new.map(key)
    let wanted = Set(after)
    let kept = old.lazy.map(key).filter(wanted.contains)
    // Rows are in the order in which they were first written, so a new one is after them.
    let isInOrder = kept.elementsEqual(after.prefix(kept.count))
    if isInOrder {
      for element in old where !wanted.contains(key(element)) {
        try delete(key(element), database)
      }
    } else {
      try database.execute("DELETE FROM \(name)")
    }
    for element in new where isWrittenAlways || !isInOrder || before[key(element)] != element {
      try put(element, database)
    }
  }

  /// Writes a row; a row with the same key gets new values and keeps its place.
  func put(_ element: Element, _ database: Database) throws {
    var row = [key(element)]
    row += values(element)
    row.append(.integer(RowChecksum.of(row, in: name)))
    try database.rows(putting, row)
  }

  /// Deletes the row of a key, if there is one.
  func delete(_ key: ColumnValue, _ database: Database) throws {
    try database.rows(deleting, [key])
  }

  // MARK: Reading

  /// Reads its elements, in order. A row with a wrong checksum, or an invalid one, is moved to the
  /// quarantine, so that it does not affect the others.
  func read(_ database: Database) throws -> [Element] {
    let names = (columns + ["checksum", "rowid"]).joined(separator: ", ")
    let rows = try database.rows("SELECT \(names) FROM \(name) ORDER BY rowid")
    var elements: [Element] = []
    for all in rows {
      let values = Array(all[..<columns.count])
      let isWhole = all[columns.count] == .integer(RowChecksum.of(values, in: name))
      if isWhole, let element = meaning(values) {
        elements.append(element)
      } else {
        try quarantine(all[columns.count + 1], database)
      }
    }
    return elements
  }

  /// Stores a row as the values of an SQL statement that would restore it.
  private func quarantine(_ row: ColumnValue, _ database: Database) throws {
    let quoted = (columns + ["checksum"]).map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let content = try database.value("SELECT \(quoted) FROM \(name) WHERE rowid = ?", [row])
    // First, so that a full store has room for it.
    try database.rows("DELETE FROM \(name) WHERE rowid = ?", [row])
    try database.rows(
      "INSERT INTO quarantine (source, content) VALUES (?, ?)", [.text(name), content ?? .null])
  }
}

/// A value under a name, in the form of a row.
struct NamedRow<Content: Hashable & Sendable>: Sendable, Hashable {
  var name: String
  var content: Content
}

/// The only row with the phone's data besides lists.
struct StoredPhoneRow: Sendable, Hashable {
  static let id: Int64 = 1

  var clientID: String
  var isOptedOut: Bool
  var nextHitID: Int64
}

// MARK: - Containers

extension StoreTable where Element == NamedRow<StoredContainer> {
  static var containers: StoreTable {
    StoreTable(
      name: "container", columns: ["name", "refreshed", "bytes"],
      rows: { $0.containers.elements.map(NamedRow.init) },
      key: { RowText.json($0.name) },
      values: {
        [RowText.column($0.content.refreshed), .blob($0.content.bytes)]
      },
      meaning: { columns in
        guard let name = RowText.text(columns[0]) else { return nil }
        guard let refreshed = RowText.time(columns[1]) else { return nil }
        guard case .blob(let bytes) = columns[2] else { return nil }
        return NamedRow(name: name, content: .init(refreshed: refreshed, bytes: bytes))
      })
  }
}

// MARK: - Firebase

extension StoreTable where Element == FirebaseMemory {
  /// Firebase's data about the installation: one row, missing if there is none yet.
  static var firebase: StoreTable {
    StoreTable(
      name: "firebase", columns: ["id", "memory"], rows: { [$0.lasting.firebase] },
      key: { _ in .integer(StoredPhoneRow.id) },
      values: { [RowText.json($0.value)] },
      meaning: { RowText.value($0[1]).flatMap(FirebaseMemory.init) })
  }
}

// MARK: - Hits

extension StoreTable where Element == StoredHit {
  /// The waiting hits of all queues.
  static var hits: StoreTable {
    StoreTable(
      name: "hit",
      columns: ["id", "queue", "body", "created", "tries", "firstTried", "lastTried"],
      rows: { $0.hits },
      key: { .integer($0.id) }, values: Self.columns, meaning: Self.stored)
  }

  private static func columns(of stored: StoredHit) -> [ColumnValue] {
    let hit = stored.hit
    return [
      .text(hit.queue.rawValue), RowText.json(HitBody.value(of: hit)),
      RowText.column(hit.created), .integer(Int64(stored.tries)),
      stored.firstTried.map(RowText.column) ?? .null,
      stored.lastTried.map(RowText.column) ?? .null,
    ]
  }

  private static func stored(_ columns: [ColumnValue]) -> StoredHit? {
    guard let id = RowText.number(columns[0], from: 1) else { return nil }
    guard let tries = RowText.number(columns[4], from: 0) else { return nil }
    guard let hit = hit(columns) else { return nil }
    var stored = StoredHit(id: id, hit: hit)
    stored.tries = Int(tries)
    stored.firstTried = RowText.time(columns[5])
    stored.lastTried = RowText.time(columns[6])
    return stored
  }

  private static func hit(_ columns: [ColumnValue]) -> Hit? {
    guard let body = RowText.value(columns[2]) else { return nil }
    guard let created = RowText.time(columns[3]) else { return nil }
    guard let hit = HitBody.hit(body, created: created) else { return nil }
    return columns[1] == .text(hit.queue.rawValue) ? hit : nil
  }
}

// MARK: - Lasting

extension StoreTable where Element == LastingKey {
  /// Values of the data layer that last.
  static var lastingKeys: StoreTable {
    StoreTable(
      name: "lastingKey", columns: ["id", "key", "value", "expires"],
      rows: { $0.lasting.keys },
      key: { .integer($0.id) },
      values: { [RowText.json($0.key), RowText.json($0.value), RowText.column($0.expires)] },
      meaning: { columns in
        guard let id = RowText.number(columns[0], from: 1) else { return nil }
        guard let key = RowText.text(columns[1]) else { return nil }
        guard let value = RowText.value(columns[2]) else { return nil }
        guard let expires = RowText.time(columns[3]) else { return nil }
        return LastingKey(id: id, key: key, value: value, expires: expires)
      })
  }
}

extension StoreTable where Element == NamedRow<String> {
  /// Referrers of clicks by conversion id.
  static var clickReferrers: StoreTable {
    StoreTable(
      name: "clickReferrer", columns: ["name", "referrer"],
      rows: { $0.lasting.clickReferrers.elements.map(NamedRow.init) },
      key: { RowText.json($0.name) }, values: { [RowText.json($0.content)] },
      meaning: { columns in
        guard let name = RowText.text(columns[0]) else { return nil }
        guard let referrer = RowText.text(columns[1]) else { return nil }
        return NamedRow(name: name, content: referrer)
      })
  }
}

extension StoreTable where Element == String {
  /// Unrepeatable ids whose pixel was sent.
  static var unrepeatableIDs: StoreTable {
    StoreTable(
      name: "unrepeatableID", columns: ["name"], rows: { Array($0.lasting.unrepeatableIDs) },
      key: { RowText.json($0) }, values: { _ in [] },
      meaning: { RowText.text($0[0]) })
  }
}

// MARK: - Phone

extension StoreTable where Element == StoredPhoneRow {
  /// The phone's data besides lists: one row.
  static var phone: StoreTable {
    StoreTable(
      name: "phone", columns: ["id", "clientID", "isOptedOut", "nextHitID"],
      isWrittenAlways: true,
      rows: {
        [StoredPhoneRow(clientID: $0.clientID, isOptedOut: $0.isOptedOut, nextHitID: $0.nextHitID)]
      },
      key: { _ in .integer(StoredPhoneRow.id) },
      values: {
        [
          RowText.json($0.clientID), .integer($0.isOptedOut ? 1 : 0),
          .integer($0.nextHitID),
        ]
      },
      meaning: { columns in
        guard let clientID = RowText.text(columns[1]) else { return nil }
        guard let flag = columns[2].integer else { return nil }
        guard let next = RowText.number(columns[3], from: 1) else { return nil }
        return StoredPhoneRow(clientID: clientID, isOptedOut: flag != 0, nextHitID: next)
      })
  }
}

extension StoreTable where Element == Int64 {
  /// The counts of Analytics: one row, missing if nothing has been counted yet.
  static var analytics: StoreTable {
    StoreTable(
      name: "analytics", columns: ["id", "hitCount"],
      rows: { [$0.hitCount] },
      key: { _ in .integer(StoredPhoneRow.id) }, values: { [.integer($0)] },
      meaning: { RowText.number($0[1], from: 0) })
  }
}
