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

extension StoredDevice {
  /// Reads the whole file; damaged rows are moved to the quarantine.
  static func read(_ tables: StoreTables, _ database: Database) throws -> StoredDevice {
    let hits = try tables.hits.read(database)
    let containers = try tables.containers.read(database)
    let lasting = Lasting(
      keys: try tables.lastingKeys.read(database),
      clickReferrers: dictionary(try tables.clickReferrers.read(database)),
      unrepeatableIDs: OrderedSet(try tables.unrepeatableIDs.read(database)),
      firebase: try tables.firebase.read(database).first ?? FirebaseMemory())
    let phone = try tables.phone.read(database).first
    return StoredDevice(
      hits: hits, containers: dictionary(containers), lasting: lasting,
      clientID: phone?.clientID ?? "", isOptedOut: phone?.isOptedOut ?? false,
      nextHitID: phone?.nextHitID ?? 1,
      hitCount: try tables.analytics.read(database).first ?? 0)
  }

  /// Converts rows to a dictionary; if two have the same name, the later one counts.
  private static func dictionary<Content>(
    _ rows: [NamedRow<Content>]
  ) -> OrderedDictionary<String, Content> {
    OrderedDictionary(rows.map { ($0.name, $0.content) }) { $1 }
  }

  /// Changes the tables from their content to this device.
  func write(over old: StoredDevice, _ tables: StoreTables, _ database: Database) throws {
    try tables.hits.write(self, over: old, database)
    try tables.containers.write(self, over: old, database)
    try tables.lastingKeys.write(self, over: old, database)
    try tables.clickReferrers.write(self, over: old, database)
    try tables.unrepeatableIDs.write(self, over: old, database)
    try tables.firebase.write(self, over: old, database)
    try tables.phone.write(self, over: old, database)
    try tables.analytics.write(self, over: old, database)
  }
}
