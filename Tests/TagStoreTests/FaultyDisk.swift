import CSQLite
import Foundation

/// A layer between SQLite and the disk. It notes what is done to the files of a folder, so that a
/// ``PowerLoss`` can tell what would be left of them, and fails as a test tells it.
///
/// Nothing is flushed to the real disk: what a loss of power leaves is worked out of what it noted.
/// A layer is never taken away, because SQLite may still hold a file of it.
final class FaultyDisk {
  /// What is asked of a disk, and can fail.
  enum Call: CaseIterable, Hashable {
    case open
    case read
    case write
    case sync
    case truncate
    case delete
    case size
    case access

    /// What SQLite calls its failure; Swift does not import the macros.
    fileprivate var failure: Int32 {
      switch self {
      case .open: SQLITE_CANTOPEN
      case .read: SQLITE_IOERR | 1 << 8
      case .write: SQLITE_IOERR | 3 << 8
      case .sync: SQLITE_IOERR | 4 << 8
      case .truncate: SQLITE_IOERR | 6 << 8
      case .size: SQLITE_IOERR | 7 << 8
      case .delete: SQLITE_IOERR | 10 << 8
      case .access: SQLITE_IOERR | 13 << 8
      }
    }
  }

  /// What is the matter with it.
  enum Fault: Hashable {
    case nothing
    /// The call of a number, counted from 1, fails, and all later ones where it `lasts`.
    case failing(at: Int, lasts: Bool)
    /// From the call of a number on no file gets more of the disk than it has.
    case full(from: Int)
    /// From the call of a number on nothing can be written, wherever it lies.
    case refusing(from: Int)
  }

  /// What has been done to a file.
  enum Change {
    case made
    case wrote([UInt8], at: Int)
    case cut(to: Int)
    case synced
    /// A flush that failed: what was to be flushed will never be on the disk.
    case notSynced
    case deleted(isFlushed: Bool)
    /// It was changed by other means than SQLite's.
    case replaced([UInt8])
  }

  /// By which name SQLite knows it.
  let name = "faulty-" + UUID().uuidString
  /// Bytes that the disk writes at once.
  let sector: Int
  /// The folder whose files are noted, and hold what was written.
  var folder: URL
  var fault = Fault.nothing
  /// Calls that may fail, since the last ``reset()``.
  private(set) var calls = 0
  /// Those that did.
  private(set) var failures: [Call] = []
  /// What was done to files of the folder, by their names.
  private(set) var changes: [(file: String, change: Change)] = []
  /// What files hold, as far as it was noted.
  private var noted: [String: [UInt8]] = [:]
  fileprivate let system: UnsafeMutablePointer<sqlite3_vfs>
  fileprivate let methods: UnsafeMutablePointer<sqlite3_io_methods>

  init?(folder: URL, sector: Int = 4096) {
    guard let system = sqlite3_vfs_find(nil) else { return nil }
    (self.folder, self.sector, self.system) = (folder, sector, system)
    methods = .allocate(capacity: 1)
    methods.initialize(to: LayerCalls.methods)
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: LayerCalls.layer(over: system))
    layer.pointee.zName = UnsafePointer(strdup(name))
    layer.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
    guard sqlite3_vfs_register(layer, 0) == SQLITE_OK else { return nil }
  }

  /// Begins again, with another folder, what its files hold, and another fault.
  func reset(folder: URL, holding files: [String: [UInt8]] = [:], _ fault: Fault = .nothing) {
    (self.folder, self.fault) = (folder, fault)
    (calls, failures, changes, noted) = (0, [], [], files)
  }

  // MARK: Faults

  /// Counts a call, and tells whether it fails.
  fileprivate func fails(_ call: Call) -> Bool {
    calls += 1
    guard case .failing(let number, let lasts) = fault, calls == number || (lasts && calls > number)
    else { return false }
    failures.append(call)
    return true
  }

  /// Whether there is no room for what is written; the call was counted before.
  fileprivate func hasNoRoom(_ path: String, upTo end: Int) -> Bool {
    switch fault {
    case .nothing, .failing: return false
    case .refusing(let number):
      guard calls >= number else { return false }
    case .full(let number):
      var status = stat()
      guard calls >= number, stat(path, &status) == 0, end > Int(status.st_blocks) * 512 else {
        return false
      }
    }
    failures.append(.write)
    return true
  }

  // MARK: Notes

  /// The name of a file whose changes are noted; nil for others.
  fileprivate func file(_ path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let isHere =
      url.deletingLastPathComponent().resolvingSymlinksInPath().path
      == folder.resolvingSymlinksInPath().path
    return isHere ? url.lastPathComponent : nil
  }

  /// Notes that a file is opened, which may have been changed or made by others before.
  fileprivate func noteOpening(_ file: String, _ before: [UInt8]?) {
    guard let before else {
      noted[file] = []
      return changes.append((file, .made))
    }
    guard noted[file] != before else { return }
    if noted[file] == nil { changes.append((file, .made)) }
    changes.append((file, .replaced(before)))
    noted[file] = before
  }

  fileprivate func note(_ change: Change, of file: String?) {
    guard let file else { return }
    changes.append((file, change))
    switch change {
    case .wrote, .cut, .replaced: change.apply(to: &noted[file, default: []])
    case .deleted: noted[file] = nil
    case .made, .synced, .notSynced: break
    }
  }
}

extension FaultyDisk.Change {
  /// What it makes of the bytes of a file.
  func apply(to bytes: inout [UInt8]) {
    switch self {
    case .wrote(let new, let offset):
      let missing = offset + new.count - bytes.count
      if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
      bytes.withUnsafeMutableBytes { old in
        UnsafeMutableRawBufferPointer(rebasing: old[offset...]).copyBytes(from: new)
      }
    case .cut(let count):
      let missing = count - bytes.count
      if missing > 0 {
        bytes += [UInt8](repeating: 0, count: missing)
      } else {
        bytes.removeLast(-missing)
      }
    case .replaced(let new): bytes = new
    case .made, .synced, .notSynced, .deleted: break
    }
  }
}

// MARK: - What SQLite calls

/// A file as SQLite holds it: ours first, and the system's behind it.
private struct LayerFile {
  var base = sqlite3_file()
  var owner: Unmanaged<FileOwner>?
}

/// To whom an open file belongs.
private final class FileOwner {
  let disk: FaultyDisk
  let path: String
  let file: String?
  let system: UnsafeMutablePointer<sqlite3_file>

  init(
    _ disk: FaultyDisk, _ path: String, _ file: String?,
    _ system: UnsafeMutablePointer<sqlite3_file>
  ) {
    (self.disk, self.path, self.file, self.system) = (disk, path, file, system)
  }

  var calls: sqlite3_io_methods { system.pointee.pMethods.pointee }
}

/// The functions that SQLite calls, as C knows them.
private enum LayerCalls {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Where the system's file begins behind ours.
  static let systemOffset = (MemoryLayout<LayerFile>.size + 15) / 16 * 16

  static func layer(over system: UnsafeMutablePointer<sqlite3_vfs>) -> sqlite3_vfs {
    var layer = system.pointee
    layer.iVersion = 1
    layer.pNext = nil
    layer.szOsFile = Int32(systemOffset) + system.pointee.szOsFile
    layer.xOpen = open
    layer.xDelete = { layer, path, flush in
      guard let disk = LayerCalls.disk(layer), let path else { return SQLITE_MISUSE }
      if disk.fails(.delete) { return FaultyDisk.Call.delete.failure }
      let code = disk.system.pointee.xDelete(disk.system, path, 0)
      if code == SQLITE_OK {
        let path = String(cString: path)
        disk.note(.deleted(isFlushed: flush != 0), of: disk.file(path))
      }
      return code
    }
    layer.xAccess = { layer, path, flags, result in
      guard let disk = LayerCalls.disk(layer) else { return SQLITE_MISUSE }
      if disk.fails(.access) { return FaultyDisk.Call.access.failure }
      return disk.system.pointee.xAccess(disk.system, path, flags, result)
    }
    return layer
  }

  private static func disk(_ layer: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk? {
    layer?.pointee.pAppData.map {
      Unmanaged<FaultyDisk>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func owner(_ file: File?) -> FileOwner? {
    guard let file else { return nil }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: LayerFile.self).pointee.owner?
      .takeUnretainedValue()
  }

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, sqlite3_filename?, File?, Int32,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { layer, name, file, flags, outFlags in
      guard let disk = LayerCalls.disk(layer), let file else { return SQLITE_MISUSE }
      let raw = UnsafeMutableRawPointer(file)
      let ours = raw.bindMemory(to: LayerFile.self, capacity: 1)
      ours.initialize(to: LayerFile())
      if disk.fails(.open) { return FaultyDisk.Call.open.failure }
      let path = name.map { String(cString: $0) } ?? ""
      let noted = name == nil ? nil : disk.file(path)
      let before = noted == nil ? nil : try? Data(contentsOf: URL(fileURLWithPath: path))
      let system = (raw + systemOffset).bindMemory(to: sqlite3_file.self, capacity: 1)
      system.initialize(to: sqlite3_file())
      let code = disk.system.pointee.xOpen(disk.system, name, system, flags, outFlags)
      guard code == SQLITE_OK else { return code }
      if let noted { disk.noteOpening(noted, before.map(Array.init)) }
      ours.pointee.owner = .passRetained(FileOwner(disk, path, noted, system))
      ours.pointee.base.pMethods = UnsafePointer(disk.methods)
      return SQLITE_OK
    }

  /// What is done with an open file.
  static let methods: sqlite3_io_methods = {
    var methods = sqlite3_io_methods()
    // No file is mapped into memory, and the index of the log is not shared.
    methods.iVersion = 1
    addContent(&methods)
    addLength(&methods)
    addRest(&methods)
    return methods
  }()

  private static func addContent(_ methods: inout sqlite3_io_methods) {
    methods.xRead = { file, bytes, count, offset in
      guard let owner = LayerCalls.owner(file) else { return SQLITE_MISUSE }
      if owner.disk.fails(.read) { return FaultyDisk.Call.read.failure }
      return owner.calls.xRead(owner.system, bytes, count, offset)
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let owner = LayerCalls.owner(file), let bytes else { return SQLITE_MISUSE }
      if owner.disk.fails(.write) {
        // What fails may have done a part of it.
        LayerCalls.write(bytes, count / 2, offset, owner)
        return FaultyDisk.Call.write.failure
      }
      if owner.disk.hasNoRoom(owner.path, upTo: Int(offset) + Int(count)) { return SQLITE_FULL }
      return LayerCalls.write(bytes, count, offset, owner)
    }
  }

  @discardableResult
  private static func write(
    _ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Int64, _ owner: FileOwner
  ) -> Int32 {
    guard count > 0 else { return SQLITE_OK }
    let code = owner.calls.xWrite(owner.system, bytes, count, offset)
    if code == SQLITE_OK {
      let bytes = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      owner.disk.note(.wrote(bytes, at: Int(offset)), of: owner.file)
    }
    return code
  }

  private static func addLength(_ methods: inout sqlite3_io_methods) {
    methods.xTruncate = { file, count in
      guard let owner = LayerCalls.owner(file) else { return SQLITE_MISUSE }
      if owner.disk.fails(.truncate) { return FaultyDisk.Call.truncate.failure }
      let code = owner.calls.xTruncate(owner.system, count)
      if code == SQLITE_OK { owner.disk.note(.cut(to: Int(count)), of: owner.file) }
      return code
    }
    methods.xSync = { file, _ in
      guard let owner = LayerCalls.owner(file) else { return SQLITE_MISUSE }
      let fails = owner.disk.fails(.sync)
      owner.disk.note(fails ? .notSynced : .synced, of: owner.file)
      return fails ? FaultyDisk.Call.sync.failure : SQLITE_OK
    }
    methods.xFileSize = { file, count in
      guard let owner = LayerCalls.owner(file) else { return SQLITE_MISUSE }
      if owner.disk.fails(.size) { return FaultyDisk.Call.size.failure }
      return owner.calls.xFileSize(owner.system, count)
    }
  }

  private static func addRest(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file, let owner = LayerCalls.owner(file) else { return SQLITE_OK }
      let code = owner.calls.xClose(owner.system)
      let ours = UnsafeMutableRawPointer(file).assumingMemoryBound(to: LayerFile.self)
      ours.pointee.owner?.release()
      ours.pointee.owner = nil
      return code
    }
    methods.xLock = { file, kind in
      LayerCalls.owner(file).map { $0.calls.xLock($0.system, kind) } ?? SQLITE_MISUSE
    }
    methods.xUnlock = { file, kind in
      LayerCalls.owner(file).map { $0.calls.xUnlock($0.system, kind) } ?? SQLITE_MISUSE
    }
    methods.xCheckReservedLock = { file, result in
      LayerCalls.owner(file).map { $0.calls.xCheckReservedLock($0.system, result) } ?? SQLITE_MISUSE
    }
    methods.xFileControl = { file, what, value in
      LayerCalls.owner(file).map { $0.calls.xFileControl($0.system, what, value) } ?? SQLITE_MISUSE
    }
    methods.xSectorSize = { file in Int32(LayerCalls.owner(file)?.disk.sector ?? 4096) }
    methods.xDeviceCharacteristics = { file in
      LayerCalls.owner(file).map { $0.calls.xDeviceCharacteristics($0.system) } ?? 0
    }
  }
}
