import CSQLite
import Foundation

/// Room on the disk that a store is sure of, so that what was sent can be removed from it on a full
/// disk, too.
///
/// Every change is written to the log first, also a removal, and from there into the file. So the
/// log has a room, and the file has room for every page that a completed save has given it: a save
/// that finds none for its pages is refused before it is complete. The room is behind the end of a
/// file, and makes it no longer. When the store is closed the log goes, and the file keeps the
/// log's room for the next one. Where a file system knows no such room, and in a copy, there is
/// none.
final class StoreRoom {
  /// Bytes by which the file's room grows where the disk has them: not for every page anew.
  private static let stride = 64 << 10

  /// The file of the store, which is open in this process alone.
  private let path: String
  /// Bytes of the log's room; 0 for no room at all.
  private let count: Int
  /// The file, once more: one that is opened and closed gives up the locks that SQLite has on it,
  /// so this one is closed last. -1 where it is not open.
  private var file: Int32 = -1
  /// Bytes of the file, from its start, that the disk is known to have for it.
  private var end = 0

  init(path: String, count: Int) {
    (self.path, self.count) = (path, count)
    guard count > 0 else { return }
    file = open(path, O_RDWR | O_CLOEXEC)
    moveToLog()
    end = length
  }

  deinit { close() }

  /// Gives the log its room; where the disk has no other, that of the file.
  private func moveToLog() {
    guard !reserveLog() else { return }
    ftruncate(file, off_t(length))
    _ = reserveLog()
  }

  private func reserveLog() -> Bool {
    let log = open(path + "-wal", O_RDWR | O_CLOEXEC)
    guard log >= 0 else { return false }
    defer { _ = Foundation.close(log) }
    return csqlite_reserve(log, 0, Int64(count)) == 0
  }

  /// Whether the file can grow to a length, in bytes. It can for sure where it was asked before.
  func holds(_ length: Int) -> Bool {
    guard file >= 0, length > end else { return true }
    for more in [Self.stride, 0] {
      switch csqlite_reserve(file, Int64(end), Int64(length + more - end)) {
      case 0:
        end = length + more
        return true
      case ENOSPC, EDQUOT, EFBIG: continue
      // The file system knows no such room.
      default: return true
      }
    }
    return false
  }

  /// Gives the closed file the log's room.
  func close() {
    guard file >= 0 else { return }
    let length = length
    if length > 0 { _ = csqlite_reserve(file, Int64(length), Int64(count)) }
    _ = Foundation.close(file)
    file = -1
  }

  private var length: Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
