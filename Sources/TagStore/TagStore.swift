import Foundation
import TagRuntime

/// What is on a phone's disk, kept in a SQLite file: hits that wait, saved containers, and what
/// else outlasts the app's process.
///
/// Whatever a save has written when it returns survives a crash of the program and a loss of power:
/// the log is written ahead and flushed with every change. One call is written all or not at all.
/// One program has a file open at a time.
///
/// <doc:TagStore> describes the tables, and what becomes of damage.
package final class TagStore {
  /// Bytes that the file may grow to.
  package static let byteLimit = 64 << 20

  /// Bytes of the disk that the log is sure of, also where the disk is full.
  package static let reservedBytes = 256 << 10

  /// Where the file is.
  package let path: String
  /// The file that stood in its place and could not be used; nil where it could.
  package let movedAside: MovedAside?
  /// How many rows were found damaged and are set aside, now and earlier.
  package let damagedRows: Int
  /// What it holds.
  package private(set) var device: StoredDevice
  let database: Database
  private let tables = StoreTables()
  private let limit: Int
  /// Bytes of a page of the file.
  private let pageSize: Int
  private let room: StoreRoom

  /// Opens a store, or makes one where no file is.
  ///
  /// `byteLimit` are the bytes that the file may grow to, `reserve` those of the disk that its log
  /// is sure of. `layer` names another way of SQLite to the disk than the system's: tests have one
  /// that fails.
  ///
  /// - Throws: `StoreError` where the place cannot hold one, or holds the file of another program,
  ///   or where another program has it open.
  /// - Complexity: O(n) in the size of the file, which is checked.
  package init(
    _ path: String, byteLimit: Int = TagStore.byteLimit, reserve: Int = TagStore.reservedBytes,
    layer: String? = nil
  ) throws(StoreError) {
    // SQLite gives some relative names a meaning of their own, such as ":memory:".
    self.path = URL(fileURLWithPath: path).path
    limit = byteLimit
    let file = try StoreFile(self.path, limit: byteLimit, layer: layer)
    let opened = try file.open()
    room = StoreRoom(path: file.path, count: reserve)
    (database, movedAside, device, damagedRows) = (
      opened.database, opened.moved, opened.device, opened.damagedRows
    )
    pageSize = opened.pageSize
  }

  /// Makes changes: all of them or, where it fails, none. Nothing is compared: whatever they name
  /// is written once.
  ///
  /// - Throws: `StoreError`; what a device holds has to be saved then. Nothing has changed, or,
  ///   where it is full, what has room: see ``save(_:)-(StoredDevice)``.
  /// - Complexity: O(n) in the changes; where hits are removed, in what it holds.
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

  /// Brings the file to what a device holds: all of it or, where it fails, nothing. The two are
  /// compared, and rows that have not changed are not written.
  ///
  /// Where it is full, what is gone from the device is removed, and hits are kept in their order up
  /// to the first that has no room.
  ///
  /// - Throws: `StoreError`; the next call writes what is missing.
  /// - Complexity: O(n) in what it holds.
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

  /// Saves of a device what there is room for, and says what is missing.
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

  /// Saves changes in their order, as many at a time as there is room for.
  ///
  /// `device` is what is on the disk after so many of them.
  ///
  /// - Returns: how many are saved.
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

  /// Writes a device; false where it is full.
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

  /// Changes that are complete have room in the file: the log can always be worked into it.
  private func attempt(_ body: () throws -> Void) throws {
    try database.transaction {
      try body()
      let pages = Int(try database.value("PRAGMA page_count")?.integer ?? 0)
      guard room.holds(pages * pageSize) else { throw StoreError.full(path, limit: limit) }
    }
  }

  /// What the log holds goes into the file, and the log begins again in the room that it has.
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
