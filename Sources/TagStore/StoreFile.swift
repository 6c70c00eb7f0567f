import Foundation

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
    var database: Database
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
      let database = try Database(path: path)
      do {
        try configure(database, isFresh: isFresh)
        return try check(database)
      } catch {
        database.close()
        throw error
      }
    } catch {
      switch StoreError(error, path, limit: limit) {
      case .damaged(_, let detail): return .unusable(.damaged(detail: detail))
      case let error: throw error
      }
    }
  }

  private func configure(_ database: Database, isFresh: Bool) throws(DatabaseError) {
    // Two programs that number hits on their own would write over each other.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    if isFresh {
      // Before the log is there, so that it stands in the file from the beginning.
      try database.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
    }
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = FULL")
    let pageSize = try database.value("PRAGMA page_size")?.integer ?? 4096
    try database.execute("PRAGMA max_page_count = \(max(1, limit / Int(pageSize)))")
    try database.execute("PRAGMA journal_size_limit = \(Self.logLimit)")
  }

  /// Looks through the whole file once: what it reads here can be read later.
  private func check(_ database: Database) throws -> Attempt {
    if try StoreSchema.isNewer(database) {
      database.close()
      return .unusable(.newer)
    }
    let verdict = try database.value("PRAGMA quick_check(1)")?.text
    guard verdict == "ok" else {
      database.close()
      return .unusable(.damaged(detail: verdict ?? "no answer"))
    }
    try StoreSchema.migrate(database)
    let device = try database.transaction { try StoredDevice.read(StoreTables(), database) }
    let damagedRows = try database.value("SELECT count(*) FROM quarantine")?.integer ?? 0
    return .opened(
      Opened(database: database, device: device, damagedRows: Int(damagedRows)))
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

  /// The migrations, in their order, by their names.
  private static let migrations = [
    (name: "hits, containers, lasting values", sql: first),
    (name: "what Analytics counts", sql: second),
  ]

  /// Where a file keeps the names of the migrations that made it. The first files were made through
  /// a library, after which the table is called.
  private static let table = "grdb_migrations"

  /// Whether a migration made the file that this release does not know.
  static func isNewer(_ database: Database) throws(DatabaseError) -> Bool {
    let known = migrations.map { ColumnValue.text($0.name) }
    return try done(database).contains { !known.contains($0) }
  }

  /// Brings a file to the tables of this release.
  static func migrate(_ database: Database) throws {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS \(table) (identifier TEXT NOT NULL PRIMARY KEY)")
    let done = try done(database)
    for migration in migrations where !done.contains(.text(migration.name)) {
      try database.transaction {
        try database.execute(migration.sql)
        try database.rows("INSERT INTO \(table) VALUES (?)", [.text(migration.name)])
      }
    }
  }

  private static func done(_ database: Database) throws(DatabaseError) -> [ColumnValue] {
    let isThere = try database.value(
      "SELECT 1 FROM sqlite_master WHERE name = ?", [.text(table)])
    guard isThere != nil else { return [] }
    return try database.rows("SELECT identifier FROM \(table)").compactMap(\.first)
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

  private static let second = """
    CREATE TABLE analytics (
      id INTEGER PRIMARY KEY CHECK (id = 1), hitCount INTEGER NOT NULL, checksum INTEGER NOT NULL);
    """
}

/// A file that was found in the place of a store, could not be used, and was kept under another
/// name.
package struct MovedAside: Sendable, Hashable {
  /// What was the matter with it.
  package enum Reason: Sendable, Hashable {
    /// It cannot be read.
    case damaged(detail: String)
    /// A newer release wrote it.
    case newer
  }

  /// Why it was moved.
  package var reason: Reason
  /// Where it was.
  package var path: String
  /// Where it is.
  package var newPath: String
}

extension MovedAside: CustomStringConvertible {
  /// One sentence: what, where, what was done.
  package var description: String {
    let what =
      switch reason {
      case .damaged(let detail): "is damaged (\(detail))"
      case .newer: "was written by a newer release"
      }
    return "\(path): \(what); it is kept as \(newPath), and the phone begins with an empty disk"
  }
}
