import OrderedCollections
package import TagRuntime

/// The content of a store: the data on a phone's disk.
package typealias StoredDevice = DiskContent<[StoredHit], StoredContainer>

/// A container as it was saved.
package struct StoredContainer: Sendable, Hashable {
  /// The time at which it came from the network, by the wall clock.
  package var refreshed: WallTime
  /// Its file, in a format that the caller chooses.
  package var bytes: [UInt8]

  /// Creates a stored container from its file and the time of its download.
  package init(refreshed: WallTime, bytes: [UInt8]) {
    self.refreshed = refreshed
    self.bytes = bytes
  }
}

// MARK: - Tables

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

/// The rows of all tables, in one pass that reads or writes a file.
///
/// A new part of a `StoredDevice` needs a value in ``device``, its rows here, its table in the
/// initializer, and in the table the conversion between a device and its rows. A missing part does
/// not compile.
struct StoredRows {
  let hits: [StoredHit]
  let containers: [NamedRow<StoredContainer>]
  let lastingKeys: [LastingKey]
  let clickReferrers: [NamedRow<String>]
  let unrepeatableIDs: [String]
  let firebase: [FirebaseMemory]
  let phone: [StoredPhoneRow]
  let analytics: [AnalyticsRow]

  /// Runs a pass through all tables.
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

  /// The device that the rows represent.
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

  /// Converts rows to a dictionary; if two have the same name, the later one counts.
  private static func dictionary<Content>(
    _ rows: [NamedRow<Content>]
  ) -> OrderedDictionary<String, Content> {
    OrderedDictionary(rows.map { ($0.name, $0.content) }) { $1 }
  }
}

/// An operation on every table in turn; it returns the rows that the table holds afterwards.
enum TablePass {
  /// Reads its rows; damaged ones are moved to the quarantine.
  case read(Database)
  /// Changes it from the rows of one device to those of another.
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
  /// Reads the whole file; damaged rows are moved to the quarantine.
  static func read(_ tables: StoreTables, _ database: Database) throws -> StoredDevice {
    try StoredRows(tables, .read(database)).device
  }

  /// Changes the tables from their content to this device.
  func write(over old: StoredDevice, _ tables: StoreTables, _ database: Database) throws {
    _ = try StoredRows(tables, .write(self, over: old, database))
  }
}
