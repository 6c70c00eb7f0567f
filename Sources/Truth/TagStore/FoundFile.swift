import Foundation

/// The file found at the path of a store, before anything is done to it.
///
/// SQLite decides, because it can recover from a log or a journal what the file itself has lost. It
/// would write to the file of another program that has left a log beside it, so it opens a copy
/// unless the first bytes identify the file as a store.
struct FoundFile {
  enum Verdict {
    /// A store, or a file that SQLite can restore to one.
    case store
    /// No content: no file, or one of zeros.
    case nothing
    /// The remains of a store.
    case damaged(detail: String)
    /// A whole store with a log beside it that does not belong to it.
    case strangeLog
    /// The file of another program, or not one of SQLite's.
    case foreign
  }

  /// SQLite's judgement on a file together with its companions.
  private enum Judgement {
    case store
    case empty
    case somebodys
    case unreadable
  }

  /// The files that SQLite keeps beside its file.
  static let companions = ["-wal", "-shm", "-journal"]
  /// The maximum size of a copy for inspection, in files of the largest size.
  private static let copiedFiles = 4
  /// The number of bytes that are read without SQLite: a page, and the first frames of a log.
  private static let startCount = 1 << 16
  /// SQLite's default page size in bytes.
  private static let pageCount = 4096
  /// The size of the header of every SQLite file in bytes.
  private static let headerCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// The position of the id of the program that made it in the header.
  private static let applicationIDBytes = 68..<72

  let path: String
  let limit: Int
  /// The VFS through which SQLite accesses the disk; nil for the system's.
  let layer: String?

  /// Finds out what the file is. No file is changed.
  ///
  /// - Complexity: O(n) in the bytes of the file and its companions, unless its header identifies
  ///   it as a store and there is no journal.
  func verdict() throws -> Verdict {
    let start = try Self.start(of: path)
    if Self.isOurs(start), !hasJournal { return .store }
    let isNothing = try count <= limit && Self.isBlank(path)
    guard hasLog || hasJournal else {
      if isNothing { return .nothing }
      return try verdictAlone(start)
    }
    // A database that is too large for a store is not one, and is not copied.
    guard count + count(of: "-wal") + count(of: "-journal") <= limit * Self.copiedFiles else {
      return .foreign
    }
    switch try judgedAsCopy() {
    case .store: return .store
    case .empty where isNothing || !hasLog: return .store
    case .unreadable where isNothing && !hasLog: return .nothing
    case .somebodys where !Self.isOurs(start), .empty where !Self.isOurs(start): return .foreign
    case .unreadable, .somebodys, .empty:
      if try isWholeAlone() { return .strangeLog }
      let isKnown = try isNothing || hasTraces(start)
      return isKnown
        ? .damaged(
          detail: "it cannot be read together with the files beside it") : .foreign
    }
  }

  /// Truncates a file of zeros to an empty one.
  func clear() {
    if count > 0 { truncate(path, 0) }
  }

  /// Prevents SQLite from deleting a log whose file is empty.
  func keepLog() {
    if count == 0, hasLog { try? Self.pad(path) }
  }

  /// Whether the file is a whole store without its companions.
  func isWholeAlone() throws -> Bool {
    guard count > 0 else { return false }
    do {
      let database = try Database(path: path, .fileAlone, layer: layer)
      defer { database.close() }
      switch try StoreSchema.owner(of: database) {
      // A store that was never written beyond its first page has everything in its log.
      case .tagsim: return try database.isWhole && StoreSchema.isMade(database)
      case .tagsimByItsTables: return try database.isWhole
      case .nobody, .somebody: return false
      }
    } catch {
      guard isDamage(error) else { throw error }
      return false
    }
  }

  /// Whether an error concerns the file, and not the disk.
  private func isDamage(_ error: any Error) -> Bool {
    if case .damaged = StoreError(error, path, limit: limit) { true } else { false }
  }

  // MARK: Without SQLite

  /// Whether a log is beside it that is not only zeros.
  var hasLog: Bool { holdsAnything("-wal") }

  private var hasJournal: Bool { holdsAnything("-journal") }

  private func holdsAnything(_ end: String) -> Bool {
    guard count(of: end) > 0 else { return false }
    return (try? Self.isBlank(path + end)) != true
  }

  /// The size of the file in bytes.
  var count: Int { count(of: "") }

  private func count(of end: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + end)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private static func isOurs(_ start: [UInt8]) -> Bool {
    start.count >= headerCount && start.starts(with: magic) && hasOurID(start)
  }

  private static func hasOurID(_ start: [UInt8]) -> Bool {
    guard start.count >= headerCount else { return false }
    let id = start[applicationIDBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return id == StoreSchema.applicationID
  }

  private static func start(of path: String) throws -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    return try Array(file.read(upToCount: startCount) ?? Data())
  }

  /// Whether a file is missing, empty or only zeros.
  private static func isBlank(_ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    while let part = try file.read(upToCount: startCount), !part.isEmpty {
      guard part.allSatisfy({ $0 == 0 }) else { return false }
    }
    return true
  }

  /// Whether its first page, or its log, begins as only a store does; if nothing is left of the
  /// first page, whether the other pages are from one.
  private func hasTraces(_ start: [UInt8]) throws -> Bool {
    if Self.hasOurID(start) { return true }
    let page = start.prefix(Self.pageCount)
    let parts = try [Data(page), Data(Self.start(of: path + "-wal"))]
    let isOurs = parts.contains { part in
      StoreSchema.traces.contains { part.range(of: Data($0)) != nil }
    }
    guard !isOurs, page.count == Self.pageCount, page.allSatisfy({ $0 == 0 }), count <= limit else {
      return isOurs
    }
    let all = try Data(contentsOf: URL(fileURLWithPath: path))
    return StoreSchema.names.contains { all.range(of: Data($0.utf8)) != nil }
  }

  // MARK: By SQLite

  /// Returns the verdict on a file without companions.
  private func verdictAlone(_ start: [UInt8]) throws -> Verdict {
    if try isWholeAlone() { return .store }
    if start.starts(with: Self.magic), start.count < Self.headerCount {
      return .damaged(detail: "it ends after \(start.count) bytes")
    }
    // The user may have named a wrong file by mistake: it stays in its place.
    return try hasTraces(start)
      ? .damaged(detail: "its first page is not that of a database") : .foreign
  }

  /// Returns SQLite's judgement, found on a copy.
  private func judgedAsCopy() throws -> Judgement {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("tagsim-" + UUID().uuidString)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("copy").path
    for end in ["", "-wal", "-journal"] where files.fileExists(atPath: path + end) {
      try files.copyItem(atPath: path + end, toPath: copy + end)
    }
    if count == 0, hasLog { try Self.pad(copy) }
    return try judgement(of: copy)
  }

  /// Pads an empty file to the smallest page.
  private static func pad(_ path: String) throws {
    try Data(count: 512).write(to: URL(fileURLWithPath: path))
  }

  private func judgement(of path: String) throws -> Judgement {
    do {
      let database = try Database(path: path, layer: layer)
      defer { database.close() }
      try database.execute("PRAGMA locking_mode = EXCLUSIVE")
      switch try StoreSchema.owner(of: database) {
      case .tagsim, .tagsimByItsTables: return try database.isWhole ? .store : .unreadable
      case .nobody: return .empty
      case .somebody: return .somebodys
      }
    } catch {
      guard isDamage(error) else { throw error }
      return .unreadable
    }
  }
}
