import Foundation
import GRDB

/// The file of a store: finds out whether it can be used, and moves away what cannot.
struct StoreFile {
  /// How many files may be kept aside for one reason.
  static let asideLimit = 1000
  /// Bytes of the log that stay on the disk once their content is in the file.
  private static let logLimit = 1 << 20
  /// What SQLite keeps beside its file.
  private static let companions = ["-wal", "-shm", "-journal"]
  /// Bytes of the header of every SQLite file.
  private static let headerCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Where the header holds the id of the program that made it.
  private static let applicationIDBytes = 68..<72

  /// A file that can be used, with what it holds.
  struct Opened {
    var queue: DatabaseQueue
    var device: StoredDevice
    var damagedRows: Int
    var moved: MovedAside?
  }

  /// What came of an attempt to use the file.
  private enum Attempt {
    case opened(Opened)
    case unusable(MovedAside.Reason)
  }

  let path: String
  let limit: Int

  /// Opens it, or a fresh one once what stood there has been moved aside.
  func open() throws(StoreError) -> Opened {
    try checkPlace()
    var reason = try reasonInHeader()
    if reason == nil {
      switch try connect() {
      case .opened(let opened): return opened
      case .unusable(let found): reason = found
      }
    }
    let moved = try reason.map { reason throws(StoreError) in try moveAside(reason) }
    guard case .opened(var opened) = try connect() else {
      throw .failed(path, detail: "a fresh file is damaged at once")
    }
    opened.moved = moved
    return opened
  }

  // MARK: What stands there

  private func checkPlace() throws(StoreError) {
    let files = FileManager.default
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw .noFolder(path)
    }
    guard files.isWritableFile(atPath: folder) else { throw .notWritable(path) }
    guard files.fileExists(atPath: path) else { return }
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? files.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { throw .isNoFile(path) }
    guard files.isWritableFile(atPath: path) else { throw .notWritable(path) }
  }

  /// What is the matter with it, as far as its first bytes tell. It is looked for without SQLite,
  /// which would write to the file of another program where that has left a log beside it.
  private func reasonInHeader() throws(StoreError) -> MovedAside.Reason? {
    let header = try self.header()
    if header.isEmpty {
      // SQLite would delete a log whose file is empty.
      return hasLog ? .damaged(detail: "its log is there, and it is empty") : nil
    }
    // Somebody may have named a file of theirs by mistake: it stays where it is.
    guard Array(header.prefix(Self.magic.count)) == Self.magic else { throw .foreign(path) }
    guard header.count == Self.headerCount else {
      return .damaged(detail: "it ends after \(header.count) bytes")
    }
    let id = header[Self.applicationIDBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard id == StoreSchema.applicationID else { throw .foreign(path) }
    return nil
  }

  private func header() throws(StoreError) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      return try Array(file.read(upToCount: Self.headerCount) ?? Data())
    } catch {
      throw .failed(path, detail: "it cannot be read")
    }
  }

  private var hasLog: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
  }

  // MARK: Moving aside

  private func moveAside(_ reason: MovedAside.Reason) throws(StoreError) -> MovedAside {
    let word = reason == .newer ? "newer" : "damaged"
    let candidates = (1...Self.asideLimit).lazy.map { "\(path).\(word)-\($0)" }
    guard let newPath = candidates.first(where: isFree) else { throw .notMoved(path) }
    do {
      // The log first: a file without its log would be taken for a whole one after a crash here.
      for end in Self.companions + [""] {
        guard FileManager.default.fileExists(atPath: path + end) else { continue }
        try FileManager.default.moveItem(atPath: path + end, toPath: newPath + end)
      }
    } catch {
      throw .notMoved(path)
    }
    return MovedAside(reason: reason, path: path, newPath: newPath)
  }

  private func isFree(_ candidate: String) -> Bool {
    (Self.companions + [""]).allSatisfy {
      !FileManager.default.fileExists(atPath: candidate + $0)
    }
  }

  // MARK: Connecting

  private func connect() throws(StoreError) -> Attempt {
    do {
      let isFresh = try header().isEmpty
      let queue = try DatabaseQueue(path: path, configuration: configuration(isFresh: isFresh))
      return try check(queue)
    } catch {
      switch StoreError(error, path, limit: limit) {
      case .damaged(_, let detail): return .unusable(.damaged(detail: detail))
      case let error: throw error
      }
    }
  }

  /// Looks through the whole file once: what it reads here can be read later.
  private func check(_ queue: DatabaseQueue) throws -> Attempt {
    do {
      let migrator = StoreSchema.migrator
      if try queue.read(migrator.hasBeenSuperseded) {
        try queue.close()
        return .unusable(.newer)
      }
      let verdict = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      guard verdict == "ok" else {
        try queue.close()
        return .unusable(.damaged(detail: verdict ?? "no answer"))
      }
      try migrator.migrate(queue)
      let device = try queue.write(StoredDevice.read)
      let damagedRows = try queue.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM quarantine") ?? 0
      }
      return .opened(Opened(queue: queue, device: device, damagedRows: damagedRows))
    } catch {
      try? queue.close()
      throw error
    }
  }

  private func configuration(isFresh: Bool) -> Configuration {
    let limit = limit
    var configuration = Configuration()
    configuration.label = "TagStore"
    configuration.prepareDatabase { database in
      // Two programs that number hits on their own would write over each other.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      if isFresh {
        // Before the log is there, so that it stands in the file from the beginning.
        try database.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
      }
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, limit / pageSize))")
      try database.execute(sql: "PRAGMA journal_size_limit = \(Self.logLimit)")
    }
    return configuration
  }
}

/// The tables of the store. A change of them is a further migration under a name of its own; those
/// that were shipped stay as they are.
///
/// The two views are for people: times are UTC, and texts stay JSON, so that no data of a hit
/// reaches a terminal as a command.
enum StoreSchema {
  /// "tags", by which the store knows its own files.
  static let applicationID: UInt32 = 0x7461_6773

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("hits, containers, lasting values") { database in
      try database.execute(sql: first)
    }
    return migrator
  }

  private static let first = """
    CREATE TABLE hit (
      id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL,
      tries INTEGER NOT NULL, firstTried INTEGER, lastTried INTEGER, checksum INTEGER NOT NULL);
    CREATE TABLE container (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, refreshed INTEGER NOT NULL,
      bytes BLOB NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE lastingKey (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE clickReferrer (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, referrer TEXT NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE unrepeatableID (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum INTEGER NOT NULL);
    CREATE TABLE phone (
      id INTEGER PRIMARY KEY CHECK (id = 1), clientID TEXT NOT NULL, isOptedOut INTEGER NOT NULL,
      nextHitID INTEGER NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE firebase (
      id INTEGER PRIMARY KEY CHECK (id = 1), memory TEXT NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE quarantine (id INTEGER PRIMARY KEY, source TEXT NOT NULL, content TEXT);
    CREATE VIEW waiting AS
      SELECT id, queue, datetime(created / 1000.0, 'unixepoch') AS made,
        json_remove(body, '$.tag', '$.tracker', '$.added') AS hit,
        body -> '$.tag' AS tag, tries,
        datetime(lastTried / 1000.0, 'unixepoch') AS tried
      FROM hit ORDER BY id;
    CREATE VIEW saved AS
      SELECT name, datetime(refreshed / 1000.0, 'unixepoch') AS fetched, length(bytes) AS size
      FROM container ORDER BY place;
    """
}

/// A file that was found in the place of a store, could not be used, and was kept under another
/// name.
public struct MovedAside: Sendable, Hashable {
  /// What was the matter with it.
  public enum Reason: Sendable, Hashable {
    /// It cannot be read.
    case damaged(detail: String)
    /// A newer release wrote it.
    case newer
  }

  /// Why it was moved.
  public var reason: Reason
  /// Where it was.
  public var path: String
  /// Where it is.
  public var newPath: String
}

extension MovedAside: CustomStringConvertible {
  /// One sentence: what, where, what was done.
  public var description: String {
    let what =
      switch reason {
      case .damaged(let detail): "is damaged (\(detail))"
      case .newer: "was written by a newer release"
      }
    return "\(path): \(what); it is kept as \(newPath), and the phone begins with an empty disk"
  }
}
