import CSQLite
import Foundation
import Synchronization

/// Disks on which no byte is free: what SQLite writes into a folder that is full is refused, unless
/// it lies in what the file has on the disk already.
enum SmallDisk {
  private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
  private typealias WriteAt = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int

  private static let fullFolders = Mutex<Set<String>>([])

  /// The calls that SQLite makes without us; which of them it uses was decided when it was built.
  private static let originals: (write: Write?, pwrite: WriteAt?, pwrite64: WriteAt?) = {
    let system = sqlite3_vfs_find(nil)
    func original<Call>(_ name: String, _ type: Call.Type) -> Call? {
      system?.pointee.xGetSystemCall(system, name).map { unsafeBitCast($0, to: type) }
    }
    return (
      original("write", Write.self), original("pwrite", WriteAt.self),
      original("pwrite64", WriteAt.self)
    )
  }()

  private static let isInstalled: Bool = {
    guard let system = sqlite3_vfs_find(nil), let set = system.pointee.xSetSystemCall else {
      return false
    }
    _ = originals
    let write: Write = { file, bytes, count in
      if SmallDisk.refuses(file, at: Int(lseek(file, 0, SEEK_CUR)), count) { return -1 }
      return SmallDisk.originals.write?(file, bytes, count) ?? -1
    }
    let pwrite: WriteAt = { file, bytes, count, offset in
      if SmallDisk.refuses(file, at: Int(offset), count) { return -1 }
      return SmallDisk.originals.pwrite?(file, bytes, count, offset) ?? -1
    }
    let pwrite64: WriteAt = { file, bytes, count, offset in
      if SmallDisk.refuses(file, at: Int(offset), count) { return -1 }
      return SmallDisk.originals.pwrite64?(file, bytes, count, offset) ?? -1
    }
    let calls: [(String, sqlite3_syscall_ptr, Bool)] = [
      ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self), originals.write != nil),
      ("pwrite", unsafeBitCast(pwrite, to: sqlite3_syscall_ptr.self), originals.pwrite != nil),
      (
        "pwrite64", unsafeBitCast(pwrite64, to: sqlite3_syscall_ptr.self), originals.pwrite64 != nil
      ),
    ]
    return calls.allSatisfy { name, call, isUsed in
      !isUsed || set(system, name, call) == SQLITE_OK
    }
  }()

  /// Leaves no byte free in a folder, or frees it again.
  static func fill(_ folder: URL, _ isFull: Bool = true) -> Bool {
    let path = folder.resolvingSymlinksInPath().path
    fullFolders.withLock { folders in
      if isFull { folders.insert(path) } else { folders.remove(path) }
    }
    return isInstalled
  }

  /// Whether files can have room on the disk behind their end here.
  static let knowsReserves: Bool = {
    guard let place = try? StorePlace(), (try? place.put([1])) != nil else { return false }
    var status = stat()
    let file = open(place.path, O_RDWR)
    guard file >= 0 else { return false }
    defer { close(file) }
    return csqlite_reserve(file, 0, 65_536) == 0 && stat(place.path, &status) == 0
      && status.st_blocks >= 128
  }()

  private static func refuses(_ file: Int32, at offset: Int, _ count: Int) -> Bool {
    guard let folder = folder(of: file), fullFolders.withLock({ $0.contains(folder) }) else {
      return false
    }
    var status = stat()
    guard fstat(file, &status) == 0, offset + count > Int(status.st_blocks) * 512 else {
      return false
    }
    errno = ENOSPC
    return true
  }

  private static func folder(of file: Int32) -> String? {
    var path = [CChar](repeating: 0, count: 4096)
    #if os(Linux)
      guard readlink("/proc/self/fd/\(file)", &path, path.count - 1) > 0 else { return nil }
    #else
      guard fcntl(file, F_GETPATH, &path) != -1 else { return nil }
    #endif
    let text = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
  }
}
