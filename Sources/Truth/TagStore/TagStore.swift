import Foundation
import TagRuntime

/// The data on a phone's disk in a SQLite file: waiting hits, saved containers, and everything else
/// that outlasts the app's process.
///
/// The result of a completed save survives a crash of the program and a power loss: the log is
/// written ahead and flushed with every change. One call is written completely or not at all. Only
/// one program has a file open at a time.
///
/// <doc:TagStore> describes the tables, and the treatment of damage.
package final class TagStore {
  /// The maximum size of the file in bytes.
  package static let byteLimit = 64 << 20

  /// The bytes of the disk that are reserved for the log, even on a full disk.
  package static let reservedBytes = 256 << 10
  /// The number of pages in the log at which it is written into the file. The rest of its room is
  /// for one more save.
  private static let logPageLimit = 48

  package let path: String
  /// The unusable file that was in its place; nil if there was none.
  package let movedAside: MovedAside?
  /// The number of rows that were found damaged and set aside, now and earlier.
  package let damagedRows: Int
  package private(set) var device: StoredDevice
  let database: Database
  private let tables = StoreTables()
  private let limit: Int
  /// The size of a page of the file in bytes.
  private let pageSize: Int
  private let room: StoreRoom

  /// Opens a store, or creates one if there is no file.
  ///
  /// `byteLimit` is the maximum size of the file, `reserve` the number of bytes of the disk that
  /// are reserved for its log, at most a third of what is free. `layer` names another VFS than the
  /// system's, through which SQLite accesses the disk: tests have one that fails.
  ///
  /// - Throws: `StoreError` if the place cannot hold one, if it holds the file of another program,
  ///   or if another program has it open.
  /// - Complexity: O(n) in the size of the file, which is checked.
  package init(
    _ path: String, byteLimit: Int = TagStore.byteLimit, reserve: Int = TagStore.reservedBytes,
    layer: String? = nil
  ) throws(StoreError) {
    // SQLite gives some relative names a special meaning, such as ":memory:".
    self.path = URL(fileURLWithPath: path).path
    limit = byteLimit
    let file = try StoreFile(self.path, limit: byteLimit, layer: layer)
    let opened = try file.open()
    room = StoreRoom(path: file.path, count: reserve)
    (database, movedAside, device, damagedRows) = (
      opened.database, opened.moved, opened.device, opened.damagedRows
    )
    pageSize = opened.pageSize
    do {
      // A small disk has a smaller log, in the same proportion.
      let bytes = room.count > 0 ? room.count : Self.reservedBytes
      let pages = max(1, Self.logPageLimit * bytes / Self.reservedBytes)
      try database.execute("PRAGMA wal_autocheckpoint = \(pages)")
      // Disk space that a large save has used is returned.
      try database.execute("PRAGMA journal_size_limit = \(bytes)")
    } catch {
      throw StoreError(error, self.path, limit: byteLimit)
    }
  }

  /// Writes changes: all of them or, if it fails, none. Nothing is compared: everything that they
  /// name is written once.
  ///
  /// - Throws: `StoreError`; save the whole device then. Nothing has changed, or, if it is full,
  ///   only as much as fits: see ``save(_:)-(StoredDevice)``.
  /// - Complexity: O(n) in the changes; if hits are removed, in the content.
  package func save(_ changes: StoredChanges) throws(StoreError) {
    guard !changes.isEmpty(on: device) else { return }
    let rows = RowChanges(changes, on: device)
    do throws(StoreError) {
      try transaction { try rows.write(tables, database) }
      rows.apply(to: &device)
    } catch .full {
      var wanted = device
      rows.apply(to: &wanted)
      try saveWhatFits(of: wanted)
    }
  }

  /// Saves the content of a device: all of it or, if it fails, nothing. The two are compared, and
  /// unchanged rows are not written.
  ///
  /// If it is full, hits that the device no longer has are removed, and new ones are stored in
  /// order up to the first one without room.
  ///
  /// - Throws: `StoreError`; the next call writes the missing part.
  /// - Complexity: O(n) in the content.
  package func save(_ device: StoredDevice) throws(StoreError) {
    guard device != self.device else { return }
    do throws(StoreError) {
      try write(device)
    } catch .full {
      try saveWhatFits(of: device)
    }
  }

  private func write(_ device: StoredDevice) throws(StoreError) {
    try transaction { try device.write(over: self.device, tables, database) }
    self.device = device
  }

  // MARK: A full disk

  /// Saves as much of a device as fits, and reports what is missing.
  private func saveWhatFits(of device: StoredDevice) throws(StoreError) {
    let save = PartialSave(of: device, over: self.device)
    _ = try fits(save.device(removed: 0))
    let removed = try saveInParts(save.gone.count) { save.device(removed: $0) }
    let changed =
      removed < save.gone.count
      ? 0 : try saveInParts(save.kept.count) { save.device(removed: removed, changed: $0) }
    let added =
      changed < save.kept.count
      ? 0
      : try saveInParts(save.new.count) {
        save.device(removed: removed, changed: changed, added: $0)
      }
    guard added == save.new.count else {
      throw .full(path, limit: limit, missing: save.new.count - added, of: device.hits.count)
    }
    guard removed == save.gone.count, changed == save.kept.count, try fits(device) else {
      throw .full(path, limit: limit)
    }
  }

  /// Saves changes in order, as many at a time as there is room for.
  ///
  /// `device` returns the content of the disk after the given number of them.
  ///
  /// - Returns: the number of saved changes.
  private func saveInParts(
    _ count: Int, _ device: (_ count: Int) -> StoredDevice
  ) throws(StoreError) -> Int {
    var (saved, part) = (0, count)
    while saved < count, part > 0 {
      let next = min(saved + part, count)
      if try fits(device(next)) { saved = next } else { part /= 2 }
    }
    return saved
  }

  /// Writes a device; returns false if it is full.
  private func fits(_ device: StoredDevice) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try write(device)
      return true
    } catch .full {
      return false
    }
  }

  private func transaction(_ body: () throws -> Void) throws(StoreError) {
    do {
      try attempt(body)
    } catch {
      let error = StoreError(error, path, limit: limit)
      guard case .full = error else { throw error }
      try repeatInTheRoomThatThereIs(body, error)
    }
  }

  /// Runs a change. A completed one has room in the file: the log can always be written into it.
  private func attempt(_ body: () throws -> Void) throws {
    try database.transaction {
      try body()
      let pages = Int(try database.value("PRAGMA page_count")?.integer ?? 0)
      guard room.holds(pages * pageSize) else { throw StoreError.full(path, limit: limit) }
    }
  }

  /// Writes the log into the file; the log begins again in its existing room.
  private func repeatInTheRoomThatThereIs(
    _ body: () throws -> Void, _ error: StoreError
  ) throws(StoreError) {
    do {
      try database.rows("PRAGMA wal_checkpoint(RESTART)")
      try attempt(body)
    } catch _ {
      throw error
    }
  }

  deinit { close() }

  /// Closes the file; nothing can be saved afterwards.
  package func close() {
    database.close()
    room.close()
  }
}
