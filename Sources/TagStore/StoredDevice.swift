import OrderedCollections
package import TagRuntime

/// Everything that a store holds: what is on a phone's disk.
package typealias StoredDevice = DiskContent<[StoredHit], StoredContainer>

/// A container as it was saved.
package struct StoredContainer: Sendable, Hashable {
  /// When it came from the network, by the wall clock.
  package var refreshed: WallTime
  /// Its file, in a format of the caller's.
  package var bytes: [UInt8]

  /// Creates one.
  package init(refreshed: WallTime, bytes: [UInt8]) {
    self.refreshed = refreshed
    self.bytes = bytes
  }
}

// MARK: - Tables

/// All tables.
struct StoreTables: Sendable {
  let hits = StoreTable.hits
  let containers = StoreTable.containers
  let lastingKeys = StoreTable.lastingKeys
  let clickReferrers = StoreTable.clickReferrers
  let unrepeatableIDs = StoreTable.unrepeatableIDs
  let firebase = StoreTable.firebase
  let phone = StoreTable.phone
  let analytics = StoreTable.analytics
}

/// The rows of all tables, gone through to read a file and to write it.
///
/// A further part of a `StoredDevice` asks ``device`` for its value, that asks for rows here, rows
/// ask the initializer for their table, and the table says how a row is made of a device, written
/// and read. What is missing on the way does not compile.
struct StoredRows {
  let hits: [StoredHit]
  let containers: [NamedRow<StoredContainer>]
  let lastingKeys: [LastingKey]
  let clickReferrers: [NamedRow<String>]
  let unrepeatableIDs: [String]
  let firebase: [FirebaseMemory]
  let phone: [StoredPhoneRow]
  let analytics: [AnalyticsRow]

  /// Goes through all tables.
  init(_ tables: StoreTables, _ pass: TablePass) throws {
    hits = try pass(tables.hits)
    containers = try pass(tables.containers)
    lastingKeys = try pass(tables.lastingKeys)
    clickReferrers = try pass(tables.clickReferrers)
    unrepeatableIDs = try pass(tables.unrepeatableIDs)
    firebase = try pass(tables.firebase)
    phone = try pass(tables.phone)
    analytics = try pass(tables.analytics)
  }

  /// What the rows mean together.
  var device: StoredDevice {
    let phone = phone.first
    return StoredDevice(
      hits: hits, containers: Self.dictionary(containers),
      lasting: Lasting(
        keys: lastingKeys, clickReferrers: Self.dictionary(clickReferrers),
        unrepeatableIDs: OrderedSet(unrepeatableIDs),
        firebase: firebase.first ?? FirebaseMemory()),
      clientID: phone?.clientID ?? "", isOptedOut: phone?.isOptedOut ?? false,
      nextHitID: phone?.nextHitID ?? 1,
      hitCount: analytics.first?.hitCount ?? 0)
  }

  /// Of two rows of one name the later one counts.
  private static func dictionary<Content>(
    _ rows: [NamedRow<Content>]
  ) -> OrderedDictionary<String, Content> {
    OrderedDictionary(rows.map { ($0.name, $0.content) }) { $1 }
  }
}

/// What is done with every table in turn; the rows that it holds afterwards come back.
enum TablePass {
  /// Its rows are read; those that are damaged go to the quarantine.
  case read(Database)
  /// It is brought from the rows of one device to those of another.
  indirect case write(StoredDevice, over: StoredDevice, Database)

  func callAsFunction<Element>(_ table: StoreTable<Element>) throws -> [Element] {
    switch self {
    case .read(let database): return try table.read(database)
    case .write(let new, let old, let database):
      let rows = table.rows(new)
      try table.write(rows, over: table.rows(old), database)
      return rows
    }
  }
}

extension StoredDevice {
  /// Reads all of it; rows that are damaged go to the quarantine.
  static func read(_ tables: StoreTables, _ database: Database) throws -> StoredDevice {
    try StoredRows(tables, .read(database)).device
  }

  /// Brings the tables from what they hold to this.
  func write(over old: StoredDevice, _ tables: StoreTables, _ database: Database) throws {
    _ = try StoredRows(tables, .write(self, over: old, database))
  }
}
