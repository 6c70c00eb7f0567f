import Foundation
import GRDB
public import TagRuntime

/// What is on a phone's disk, kept in a SQLite file: hits that wait, saved containers, and what
/// else outlasts the app's process.
///
/// Whatever a call has written when it returns survives a crash of the program and a loss of power:
/// the log is written ahead and flushed with every change. Changes of one call are written all or
/// not at all. One program has a file open at a time.
///
/// Every row carries a checksum. Rows that are damaged go to a table `quarantine`, from which
/// nothing is deleted, and the others are read without them. A file that cannot be read at all,
/// belongs to another program or was written by a newer release is moved aside and never deleted;
/// an empty store begins in its place.
public final class TagStore: Sendable {
  /// Bytes that the file may grow to.
  public static let byteLimit = 64 << 20

  /// Where the file is.
  public let path: String
  /// The file that stood in its place and could not be used; nil where it could.
  public let movedAside: MovedAside?
  private let queue: DatabaseQueue
  private let limit: Int

  /// Opens a store, or makes one where no file is.
  ///
  /// - Parameter byteLimit: bytes that the file may grow to.
  /// - Throws: `StoreError` where the place cannot hold one, or another program has it open.
  /// - Complexity: O(n) in the size of the file, which is checked.
  public init(_ path: String, byteLimit: Int = TagStore.byteLimit) throws(StoreError) {
    // SQLite gives some relative names a meaning of their own, such as ":memory:".
    self.path = URL(fileURLWithPath: path).path
    limit = byteLimit
    (queue, movedAside) = try StoreFile(path: self.path, limit: byteLimit).open()
  }

  /// Everything that it holds.
  ///
  /// - Throws: `StoreError`.
  /// - Complexity: O(n) in what it holds.
  public func load() throws(StoreError) -> StoredDevice { try write(StoredDevice.read) }

  /// How many rows are in the quarantine.
  ///
  /// - Throws: `StoreError`.
  public func quarantineCount() throws(StoreError) -> Int {
    try write { try Int.fetchOne($0, sql: "SELECT count(*) FROM quarantine") ?? 0 }
  }

  /// Stores a hit under a new id; gives back the oldest one of its queue where it had to make room.
  ///
  /// - Throws: `StoreError`; the hit is not stored then, and nothing else has changed.
  /// - Complexity: O(n) in the hits of its queue.
  public func append(
    _ hit: Hit
  ) throws(StoreError) -> (stored: StoredHit, dropped: StoredHit?) {
    try write { database in
      let stored = StoredHit(id: try PhoneRow.nextHitID(database), hit: hit)
      let dropped = try Self.makeRoom(for: hit.queue, database)
      try StoreChange.keepHit(stored).write(database)
      return (stored, dropped)
    }
  }

  private static func makeRoom(for queue: HitQueue, _ database: Database) throws -> StoredHit? {
    let count = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM hit WHERE queue = ?"),
      arguments: [queue.rawValue])
    guard count ?? 0 >= Limits.storedHits else { return nil }
    let oldest = try StoreTable.hits.read(
      database, of: "queue = ?", [queue.rawValue], limit: 1, as: RowText.hit
    ).first
    guard let oldest else { return nil }
    try StoreTable.hits.delete(oldest.id, database)
    return oldest
  }

  /// Writes changes, in their order: all of them or none.
  ///
  /// - Throws: `StoreError`; nothing has changed then.
  public func write(_ changes: [StoreChange]) throws(StoreError) {
    try write { database in
      for change in changes { try change.write(database) }
    }
  }

  /// Closes the file; nothing can be read or written afterwards.
  ///
  /// - Throws: `StoreError`; what was written is on the disk all the same.
  public func close() throws(StoreError) {
    do {
      try queue.close()
    } catch {
      throw StoreError(error, path, limit: limit)
    }
  }

  private func write<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try queue.write(body)
    } catch {
      throw StoreError(error, path, limit: limit)
    }
  }
}
