import Foundation

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
  private let reserve: LogReserve

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
    self.reserve = LogReserve(path: file.path, count: reserve)
    self.reserve.moveToLog()
    (database, movedAside, device, damagedRows) = (
      opened.database, opened.moved, opened.device, opened.damagedRows
    )
  }

  /// Makes changes: all of them or, where it fails, none. Nothing is compared: whatever they name
  /// is written once.
  ///
  /// - Throws: `StoreError`; nothing has changed then, and what a device holds has to be saved.
  /// - Complexity: O(n) in the changes; where hits are removed, in what it holds.
  package func save(_ changes: StoredChanges) throws(StoreError) {
    guard !changes.isEmpty(on: device) else { return }
    let rows = RowChanges(changes, on: device)
    try transaction { try rows.write(tables, database) }
    rows.apply(to: &device)
  }

  /// Brings the file to what a device holds: all of it or, where it fails, nothing. The two are
  /// compared, and rows that have not changed are not written.
  ///
  /// - Throws: `StoreError`; nothing has changed then, and the next call writes what is missing.
  /// - Complexity: O(n) in what it holds.
  package func save(_ device: StoredDevice) throws(StoreError) {
    guard device != self.device else { return }
    try transaction { try device.write(over: self.device, tables, database) }
    self.device = device
  }

  private func transaction(_ body: () throws -> Void) throws(StoreError) {
    do {
      try database.transaction(body)
    } catch {
      let error = StoreError(error, path, limit: limit)
      guard case .full = error else { throw error }
      try repeatInTheRoomThatThereIs(body, error)
    }
  }

  /// What the log holds goes into the file, and the log begins again in the room that it has.
  private func repeatInTheRoomThatThereIs(
    _ body: () throws -> Void, _ error: StoreError
  ) throws(StoreError) {
    do {
      try database.rows("PRAGMA wal_checkpoint(RESTART)")
      try database.transaction(body)
    } catch _ {
      throw error
    }
  }

  /// Closes the file; nothing can be saved afterwards.
  package func close() {
    database.close()
    reserve.moveToFile()
  }
}
