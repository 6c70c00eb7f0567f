import CSQLite
import Foundation

/// Room on the disk that is reserved for a store, so that sent hits can be removed from it even on
/// a full disk.
///
/// Every change is first written to the log, even a removal, and from there into the file. So the
/// log has a reserve, and the file has room for every page that a completed save has given it: a
/// save without room for its pages is refused before it is complete. The reserve is allocated
/// beyond the end of a file and does not change its length. On a small disk it is at most a third
/// of what is free. When the store is closed, the log is deleted, and the file keeps the log's room
/// for the next one. On a file system without such allocations, and in a copy, there is no reserve.
final class StoreRoom {
  /// The bytes by which the file's room grows, if the disk has them: not for every page separately.
  private static let stride = 64 << 10
  /// The log of a small disk gets one of so many parts of what is free.
  private static let share = 3

  /// The size of the log's room in bytes; 0 for no room at all.
  private(set) var count: Int
  /// A second handle of the file: closing one drops the locks that SQLite has on the file, so this
  /// one is closed last. -1 if it is not open.
  private var file: Int32 = -1
  /// The bytes of the file, from its start, that are known to be allocated on the disk.
  private var end = 0

  init(path: String, count: Int) {
    self.count = count
    guard count > 0 else { return }
    file = open(path, O_RDWR | O_CLOEXEC)
    let log = open(path + "-wal", O_RDWR | O_CLOEXEC)
    if log >= 0 {
      reserve(for: log)
      _ = Foundation.close(log)
    }
    end = length
  }

  deinit { close() }

  /// Gives the log its room; if the disk has no more, that of the file.
  private func reserve(for log: Int32) {
    let kept = max(Self.allocated(file) - length, Self.allocated(log))
    count = min(count, max((free + kept) / Self.share, kept))
    guard csqlite_reserve(log, 0, Int64(count)) != 0 else { return }
    ftruncate(file, off_t(length))
    if csqlite_reserve(log, 0, Int64(count)) != 0 { _ = csqlite_reserve(log, 0, Int64(kept)) }
  }

  /// The bytes that are free on the disk for this user.
  private var free: Int {
    var status = statvfs()
    return fstatvfs(file, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : .max / 2
  }

  private static func allocated(_ file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_blocks) * 512 : 0
  }

  /// Whether the file can grow to a length in bytes. It certainly can if that was allocated before.
  func holds(_ length: Int) -> Bool {
    guard file >= 0, length > end else { return true }
    for more in [Self.stride, 0] {
      switch csqlite_reserve(file, Int64(end), Int64(length + more - end)) {
      case 0:
        end = length + more
        return true
      case ENOSPC, EDQUOT, EFBIG: continue
      // The file system has no such allocations.
      default: return true
      }
    }
    return false
  }

  /// Gives the log's room to the closed file.
  func close() {
    guard file >= 0 else { return }
    let length = length
    if length > 0 {
      // What it has beyond that would be more than the log's share the next time.
      ftruncate(file, off_t(length))
      _ = csqlite_reserve(file, Int64(length), Int64(count))
    }
    _ = Foundation.close(file)
    file = -1
  }

  private var length: Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
