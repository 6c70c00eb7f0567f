import CSQLite
import Foundation
import TagRuntime

/// The file of a store: finds out whether it can be used, and moves away what cannot.
struct StoreFile {
  /// How many files may be kept aside for one reason.
  static let asideLimit = 1000
  /// Pages in the log after which it is worked into the file. The rest of its room, 256 KB, is for
  /// one more save.
  private static let logPageLimit = 48
  /// Links that are followed from a name to its file.
  private static let linkLimit = 40

  /// A file that can be used, with what it holds.
  struct Opened {
    var database: Database
    @Boxed var device: StoredDevice
    var damagedRows: Int
    /// Bytes of a page.
    var pageSize: Int
    var moved: MovedAside?
  }

  /// What came of an attempt to use the file.
  private enum Attempt {
    case opened(Opened)
    case unusable(MovedAside.Reason)
  }

  /// What people call it.
  let name: String
  /// Where it is: behind all links, for a link to it stays one.
  let path: String
  let limit: Int
  /// By which name SQLite knows the way to the disk; nil for that of the system.
  let layer: String?

  /// Finds a file by a name.
  init(_ name: String, limit: Int, layer: String? = nil) throws(StoreError) {
    (self.name, self.limit, self.layer) = (name, limit, layer)
    path = try Self.place(behind: name)
  }

  private static func place(behind name: String) throws(StoreError) -> String {
    var place = name
    for _ in 0..<linkLimit {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        return place
      }
      let folder = place.prefix(through: place.lastIndex(of: "/") ?? place.startIndex)
      place = next.hasPrefix("/") ? next : folder + next
    }
    throw .isEndlessLink(name)
  }

  /// Opens it, or a fresh one once what stood there has been moved aside.
  func open() throws(StoreError) -> Opened {
    try checkPlace()
    let file = FoundFile(path: path, limit: limit, layer: layer)
    var reason: MovedAside.Reason?
    switch try found(file) {
    case .foreign: throw .foreign(name)
    case .nothing: file.clear()
    case .store: file.keepLog()
    case .damaged(let detail): reason = .damaged(detail: detail)
    case .strangeLog: reason = .strangeLog
    }
    if reason == nil {
      switch try connect() {
      case .opened(let opened): return opened
      case .unusable(.damaged(let detail)):
        reason = try isWholeAlone(file) ? .strangeLog : .damaged(detail: detail)
      case .unusable(let found): reason = found
      }
    }
    let moved = try reason.map { reason throws(StoreError) in try moveAside(reason) }
    guard case .opened(var opened) = try connect() else {
      throw .failed(name, detail: "a fresh file is damaged at once")
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
      throw .noFolder(name)
    }
    guard files.isWritableFile(atPath: folder) else { throw .notWritable(name) }
    guard files.fileExists(atPath: path) else { return }
    let attributes = try? files.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { throw .isNoFile(name) }
    guard files.isReadableFile(atPath: path) else { throw .notReadable(name) }
    guard files.isWritableFile(atPath: path) else { throw .notWritable(name) }
  }

  private func found(_ file: FoundFile) throws(StoreError) -> FoundFile.Verdict {
    try looked { try file.verdict() }
  }

  private func isWholeAlone(_ file: FoundFile) throws(StoreError) -> Bool {
    try looked { try file.hasLog && file.isWholeAlone() }
  }

  /// A disk that fails says nothing of the file, which stays as it is.
  private func looked<Result>(_ look: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try look()
    } catch {
      throw .failed(name, detail: "it cannot be read, or copied to be looked at")
    }
  }

  // MARK: Moving aside

  private func moveAside(_ reason: MovedAside.Reason) throws(StoreError) -> MovedAside {
    let word = reason == .newer ? "newer" : "damaged"
    let candidates = (1...Self.asideLimit).lazy.map { "\(path).\(word)-\($0)" }
    guard let newPath = candidates.first(where: isFree) else { throw .notMoved(name) }
    // The log first: a file without its log would be taken for a whole one after a crash here.
    let ends = FoundFile.companions + (reason == .strangeLog ? [] : [""])
    var moved: [String] = []
    do {
      for end in ends where FileManager.default.fileExists(atPath: path + end) {
        // An empty one may be of the attempt to open the file.
        if !end.isEmpty, FoundFile(path: path + end, limit: limit, layer: layer).count == 0 {
          try FileManager.default.removeItem(atPath: path + end)
          continue
        }
        try FileManager.default.moveItem(atPath: path + end, toPath: newPath + end)
        moved.append(newPath + end)
      }
    } catch {
      throw .notMoved(name)
    }
    let isLogAlone = reason == .strangeLog
    return MovedAside(
      reason: reason, path: name, newPath: isLogAlone ? moved.first ?? newPath : newPath)
  }

  private func isFree(_ candidate: String) -> Bool {
    (FoundFile.companions + [""]).allSatisfy {
      !FileManager.default.fileExists(atPath: candidate + $0)
    }
  }

  // MARK: Connecting

  private func connect() throws(StoreError) -> Attempt {
    do {
      let database = try Database(path: path, layer: layer)
      do {
        // Until it is known that the log is of this file.
        database.keepLogOnClose(true)
        try configure(database)
        let attempt = try check(database)
        if case .opened = attempt { database.keepLogOnClose(false) }
        return attempt
      } catch {
        database.close()
        throw error
      }
    } catch {
      switch StoreError(error, name, limit: limit) {
      case .damaged(_, let detail): return .unusable(.damaged(detail: detail))
      case .full: throw .noRoom(name)
      case let error: throw error
      }
    }
  }

  private func configure(_ database: Database) throws {
    // Two programs that number hits on their own would write over each other. It comes first, so
    // that the index of the log needs no room on the disk.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    switch try StoreSchema.owner(of: database) {
    case .tagsim: break
    // Before the log is there, so that it stands in the file from the beginning.
    case .nobody, .tagsimByItsTables:
      try database.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
    case .somebody: throw StoreError.damaged(name, detail: StoreError.strangeTables)
    }
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = FULL")
    let pageSize = try database.pageSize
    try database.execute("PRAGMA max_page_count = \(max(1, limit / pageSize))")
    try database.execute("PRAGMA wal_autocheckpoint = \(Self.logPageLimit)")
    // What a large save has taken of the disk is given back.
    try database.execute("PRAGMA journal_size_limit = \(TagStore.reservedBytes)")
  }

  /// Looks through the whole file once: what it reads here can be read later.
  private func check(_ database: Database) throws -> Attempt {
    if try StoreSchema.isNewer(database) {
      database.close()
      return .unusable(.newer)
    }
    guard try database.isWhole else {
      database.close()
      return .unusable(.damaged(detail: StoreError.brokenPages))
    }
    try StoreSchema.migrate(database)
    let device = try database.transaction { try StoredDevice.read(StoreTables(), database) }
    let damagedRows = try database.value("SELECT count(*) FROM quarantine")?.integer ?? 0
    return .opened(
      Opened(
        database: database, device: device, damagedRows: Int(damagedRows),
        pageSize: try database.pageSize))
  }
}

extension Database {
  /// Bytes of a page.
  fileprivate var pageSize: Int {
    get throws(DatabaseError) { Int(try value("PRAGMA page_size")?.integer ?? 4096) }
  }

  /// Whether its pages fit together, as far as a quick look through all of them tells.
  var isWhole: Bool {
    get throws(DatabaseError) {
      let answer = try value("PRAGMA quick_check(1)")?.text ?? ""
      // SQLite tells of a page that the disk did not give as of one that is damaged.
      if Self.tellsOfTheDisk(answer) {
        throw DatabaseError(code: SQLITE_IOERR, message: answer)
      }
      return answer == "ok"
    }
  }

  private static func tellsOfTheDisk(_ answer: String) -> Bool {
    if answer.contains("failed to get page") { return true }
    guard let code = answer.split(separator: "error code=").dropFirst().first else { return false }
    return Int32(code.prefix { $0.isNumber }).map { $0 & 0xFF == SQLITE_IOERR } ?? false
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

  /// The names of the migrations, which every store has in it.
  static var names: [String] { migrations.map(\.name) }

  /// Where a file keeps the names of the migrations that made it. The first files were made through
  /// a library, after which the table is called.
  private static let table = "grdb_migrations"

  /// Whose file it is.
  enum Owner {
    case tagsim
    /// The header does not say so, and the tables do.
    case tagsimByItsTables
    /// There is nothing in it.
    case nobody
    case somebody
  }

  /// Whose file it is, by its header and its tables.
  static func owner(of database: Database) throws -> Owner {
    let id = try database.value("PRAGMA application_id")?.integer ?? 0
    let isEmpty = try database.value("SELECT 1 FROM sqlite_master") == nil
    if id == Int64(applicationID) { return .tagsim }
    if isEmpty { return id == 0 ? .nobody : .somebody }
    let isOurs = try done(database).contains { name in migrations.contains { $0.name == name } }
    return isOurs ? .tagsimByItsTables : .somebody
  }

  /// Whether a file has tables of ours.
  static func isMade(_ database: Database) throws -> Bool { try !done(database).isEmpty }

  /// What the first page or the log of a store says in plain bytes.
  static let traces = [Array("CREATE TABLE \(table) ".utf8), Array("CREATE TABLE \(table)(".utf8)]

  /// Whether a migration made the file that this release does not know.
  static func isNewer(_ database: Database) throws -> Bool {
    try done(database).contains { name in !migrations.contains { $0.name == name } }
  }

  /// Brings a file to the tables of this release.
  static func migrate(_ database: Database) throws {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS \(table) (identifier TEXT NOT NULL PRIMARY KEY)")
    let done = try done(database)
    for migration in migrations where !done.contains(migration.name) {
      try database.transaction {
        try database.execute(migration.sql)
        try database.rows("INSERT INTO \(table) VALUES (?)", [.text(migration.name)])
      }
    }
  }

  /// The names of the migrations that made a file. One that is no text is damage.
  private static func done(_ database: Database) throws -> [String] {
    let isThere = try database.value(
      "SELECT 1 FROM sqlite_master WHERE name = ?", [.text(table)])
    guard isThere != nil else { return [] }
    return try database.rows("SELECT identifier FROM \(table)").map { row in
      guard let name = row.first?.text else {
        throw DatabaseError(code: SQLITE_MISMATCH, message: "a migration without a name")
      }
      return name
    }
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
    /// The file is whole; what stood beside it is not of it.
    case strangeLog
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
    switch reason {
    case .damaged(let detail): "\(path): is damaged (\(detail)); \(keptAside)"
    case .newer: "\(path): was written by a newer release; \(keptAside)"
    case .strangeLog:
      "\(path): what stood beside it is of another file, or damaged; it is kept as \(newPath), and "
        + "the phone goes on with the file as it is"
    }
  }

  private var keptAside: String {
    "it is kept as \(newPath), and the phone begins with an empty disk"
  }
}
