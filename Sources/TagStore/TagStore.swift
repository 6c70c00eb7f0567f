import Foundation
import GRDB
public import OrderedCollections
public import TagRuntime

/// What is on a phone's disk, kept in a SQLite file: hits that wait, saved containers, and what
/// else outlasts the app's process.
///
/// Whatever ``save(_:)`` has written when it returns survives a crash of the program and a loss of
/// power: the log is written ahead and flushed with every change. One call is written all or not at
/// all. One program has a file open at a time.
///
/// <doc:TagStore> describes the tables, and what becomes of damage.
public final class TagStore {
  /// Bytes that the file may grow to.
  public static let byteLimit = 64 << 20

  /// Where the file is.
  public let path: String
  /// The file that stood in its place and could not be used; nil where it could.
  public let movedAside: MovedAside?
  /// How many rows were found damaged and are set aside, now and earlier.
  public let damagedRows: Int
  /// What it holds.
  public private(set) var device: StoredDevice
  let queue: DatabaseQueue
  private let limit: Int

  /// Opens a store, or makes one where no file is.
  ///
  /// - Parameter byteLimit: bytes that the file may grow to.
  /// - Throws: `StoreError` where the place cannot hold one, or holds the file of another program,
  ///   or where another program has it open.
  /// - Complexity: O(n) in the size of the file, which is checked.
  public init(_ path: String, byteLimit: Int = TagStore.byteLimit) throws(StoreError) {
    // SQLite gives some relative names a meaning of their own, such as ":memory:".
    self.path = URL(fileURLWithPath: path).path
    limit = byteLimit
    let opened = try StoreFile(path: self.path, limit: byteLimit).open()
    (queue, movedAside, device, damagedRows) = (
      opened.queue, opened.moved, opened.device, opened.damagedRows
    )
  }

  /// Brings the file to what a device holds: all of it or, where it fails, nothing. Rows that have
  /// not changed are not written.
  ///
  /// - Throws: `StoreError`; nothing has changed then, and the next call writes what is missing.
  /// - Complexity: O(n) in what it holds.
  public func save(_ device: StoredDevice) throws(StoreError) {
    guard device != self.device else { return }
    do {
      try queue.write { try device.write(over: self.device, $0) }
    } catch {
      throw StoreError(error, path, limit: limit)
    }
    self.device = device
  }

  /// Closes the file; nothing can be saved afterwards.
  ///
  /// - Throws: `StoreError`; what was saved is on the disk all the same.
  public func close() throws(StoreError) {
    do {
      try queue.close()
    } catch {
      throw StoreError(error, path, limit: limit)
    }
  }
}

/// Everything that a store holds: what is on a phone's disk.
public struct StoredDevice: Sendable, Hashable {
  /// A container as it was saved.
  public struct Container: Sendable, Hashable {
    /// When it came from the network, by the wall clock.
    public var refreshed: WallTime
    /// Its file, in a format of the caller's.
    public var bytes: [UInt8]

    /// Creates one.
    public init(refreshed: WallTime, bytes: [UInt8]) {
      self.refreshed = refreshed
      self.bytes = bytes
    }
  }

  /// Hits that wait, oldest first.
  public var hits: [StoredHit] = []
  /// Saved containers by id.
  public var containers: OrderedDictionary<String, Container> = [:]
  /// Everything else that lasts.
  public var lasting = Lasting()
  /// The id by which Analytics knows this installation; empty before one was made.
  public var clientID = ""
  /// Whether the user has opted out.
  public var isOptedOut = false
  /// The id that the next hit gets.
  public var nextHitID: Int64 = 1

  /// Creates an empty one, as of a new phone.
  public init() {}
}

// MARK: - Tables

/// How everything stands in the tables.
extension StoredDevice {
  /// Reads all of it; rows that are damaged go to the quarantine.
  static func read(_ database: Database) throws -> StoredDevice {
    var device = StoredDevice()
    device.hits = try StoreTable.hits.read(database)
    for row in try StoreTable.containers.read(database) {
      device.containers[row.name] = row.content
    }
    device.lasting.apply(.keepKeys(try StoreTable.lastingKeys.read(database)))
    for row in try StoreTable.clickReferrers.read(database) {
      device.lasting.apply(.keepReferrer(conversionID: row.name, referrer: row.content))
    }
    for id in try StoreTable.unrepeatableIDs.read(database) {
      device.lasting.apply(.keepUnrepeatable(id: id))
    }
    if let memory = try StoreTable.firebase.read(database).first {
      device.lasting.apply(.keepFirebase(memory))
    }
    let phone = try StoreTable.phone.read(database).first
    device.clientID = phone?.clientID ?? ""
    device.isOptedOut = phone?.isOptedOut ?? false
    // Also where the row that knew it is in the quarantine, no number is used again.
    device.nextHitID = max(phone?.nextHitID ?? 1, (device.hits.last?.id ?? 0) + 1)
    return device
  }

  /// Brings the tables from what they hold to this.
  func write(over old: StoredDevice, _ database: Database) throws {
    try StoreTable.hits.write(hits, over: old.hits, database)
    try StoreTable.containers.write(
      containers.elements.map(NamedRow.init), over: old.containers.elements.map(NamedRow.init),
      database)
    try StoreTable.lastingKeys.write(lasting.keys, over: old.lasting.keys, database)
    try StoreTable.clickReferrers.write(
      lasting.clickReferrers.elements.map(NamedRow.init),
      over: old.lasting.clickReferrers.elements.map(NamedRow.init), database)
    try StoreTable.unrepeatableIDs.write(
      Array(lasting.unrepeatableIDs), over: Array(old.lasting.unrepeatableIDs), database)
    try StoreTable.firebase.write(
      [lasting.firebase], over: [old.lasting.firebase], database)
    // Always, because the row may be missing where what was read is what is to be written.
    try StoreTable.phone.put(
      PhoneRow(clientID: clientID, isOptedOut: isOptedOut, nextHitID: nextHitID), database)
  }
}
