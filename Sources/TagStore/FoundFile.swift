import Foundation

/// What stands in the place of a store, before anything is done to it.
///
/// SQLite judges, because it can bring back from a log or a journal what the file itself has lost.
/// It would write to the file of another program where that has left a log beside it, so it looks
/// at a copy wherever the first bytes do not say that the file is ours.
struct FoundFile {
  /// What it is.
  enum Verdict {
    /// A store, or what SQLite makes one of again.
    case store
    /// Nothing that anybody has written: no file, or one of zeros.
    case nothing
    /// What is left of a store.
    case damaged(detail: String)
    /// A whole store beside which stands what is not of it.
    case strangeLog
    /// The file of another program, or none of SQLite's.
    case foreign
  }

  /// What SQLite makes of a file together with what stands beside it.
  private enum Judgement {
    case store
    case empty
    case somebodys
    case unreadable
  }

  /// What SQLite keeps beside its file.
  static let companions = ["-wal", "-shm", "-journal"]
  /// How much may be copied to be looked at, in files of the largest size.
  private static let copiedFiles = 4
  /// The bytes that are looked at without SQLite: a page, and the first frames of a log.
  private static let startCount = 1 << 16
  /// Bytes of a page, as SQLite makes them unless told.
  private static let pageCount = 4096
  /// Bytes of the header of every SQLite file.
  private static let headerCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Where the header holds the id of the program that made it.
  private static let applicationIDBytes = 68..<72

  let path: String
  let limit: Int
  /// By which name SQLite knows the way to the disk; nil for that of the system.
  let layer: String?

  /// Finds out what it is. Nothing in its place is changed.
  ///
  /// - Complexity: O(n) in the bytes of the file and of what stands beside it, unless its header
  ///   says that it is ours and no journal is there.
  func verdict() throws -> Verdict {
    let start = try Self.start(of: path)
    if Self.isOurs(start), !hasJournal { return .store }
    let isNothing = try count <= limit && Self.isBlank(path)
    guard hasLog || hasJournal else {
      if isNothing { return .nothing }
      return try verdictAlone(start)
    }
    // A database that is too large for a store is not ours, and is not copied.
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
      return isKnown ? .damaged(detail: "with what stands beside it, it cannot be read") : .foreign
    }
  }

  /// Makes a file of zeros an empty one.
  func clear() {
    if count > 0 { truncate(path, 0) }
  }

  /// Keeps SQLite from deleting a log whose file is empty.
  func keepLog() {
    if count == 0, hasLog { try? Self.pad(path) }
  }

  /// Whether the file is a whole store without what stands beside it.
  func isWholeAlone() throws -> Bool {
    guard count > 0 else { return false }
    do {
      let database = try Database(path: path, .fileAlone, layer: layer)
      defer { database.close() }
      switch try StoreSchema.owner(of: database) {
      // What has never got further than its first page has everything in its log.
      case .tagsim: return try database.isWhole && StoreSchema.isMade(database)
      case .tagsimByItsTables: return try database.isWhole
      case .nobody, .somebody: return false
      }
    } catch {
      guard isDamage(error) else { throw error }
      return false
    }
  }

  /// Whether an error says something of the file, and not of the disk.
  private func isDamage(_ error: any Error) -> Bool {
    if case .damaged = StoreError(error, path, limit: limit) { true } else { false }
  }

  // MARK: Without SQLite

  /// Whether a log stands beside it that is not of zeros.
  var hasLog: Bool { holdsAnything("-wal") }

  private var hasJournal: Bool { holdsAnything("-journal") }

  private func holdsAnything(_ end: String) -> Bool {
    guard count(of: end) > 0 else { return false }
    return (try? Self.isBlank(path + end)) != true
  }

  /// Its bytes.
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

  /// Whether a file is missing, empty or nothing but zeros.
  private static func isBlank(_ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    while let part = try file.read(upToCount: startCount), !part.isEmpty {
      guard part.allSatisfy({ $0 == 0 }) else { return false }
    }
    return true
  }

  /// Whether its first page, or its log, is what only a store begins with; where nothing is left of
  /// the first page, whether the others are of one.
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

  /// What a file is beside which nothing stands.
  private func verdictAlone(_ start: [UInt8]) throws -> Verdict {
    if try isWholeAlone() { return .store }
    if start.starts(with: Self.magic), start.count < Self.headerCount {
      return .damaged(detail: "it ends after \(start.count) bytes")
    }
    // Somebody may have named a file of theirs by mistake: it stays where it is.
    return try hasTraces(start)
      ? .damaged(detail: "its first page is that of no database") : .foreign
  }

  /// What SQLite makes of it, found out on a copy.
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

  /// Makes an empty file one of the smallest page.
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
