import CSQLite
import Foundation

/// Room on the disk that the log of a store is sure of. Every change is written to the log first,
/// also a removal: without it a full disk would keep what was sent in the file.
///
/// The room stands behind the end of a file, and makes it no longer. While a store is open it is
/// that of the log; the log goes when the store is closed, and the file keeps the room for the next
/// one. Where a file system knows no such room, and in a copy, there is none.
struct LogReserve {
  /// The file of the store, which is open in this process alone.
  let path: String
  let count: Int

  /// Gives the log its room; where the disk has no other, that of the file.
  func moveToLog() {
    guard count > 0, !reserve(path + "-wal", from: 0) else { return }
    // By its name: a file that is opened and closed gives up the locks that SQLite has on it.
    truncate(path, off_t(length))
    _ = reserve(path + "-wal", from: 0)
  }

  /// Gives the closed file the room.
  func moveToFile() {
    guard count > 0, length > 0 else { return }
    _ = reserve(path, from: length)
  }

  private func reserve(_ path: String, from offset: Int) -> Bool {
    csqlite_reserve(path, Int64(offset), Int64(count)) != 0
  }

  private var length: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}
