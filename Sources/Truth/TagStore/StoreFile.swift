import CSQLite
import Foundation
import TagRuntime

/// The file of a store: checks whether it is usable, and moves an unusable file aside.
struct StoreFile {
  /// The maximum number of files that are kept aside for one reason.
  static let asideLimit = 1000
  /// The number of links that are followed from a name to its file.
  private static let linkLimit = 40

  /// A usable file with its content.
  struct Opened {
    var database: Database
    @Boxed var device: StoredDevice
    var damagedRows: Int
    /// The size of a page in bytes.
    var pageSize: Int
    var moved: MovedAside?
  }

  /// The result of an attempt to use the file.
  private enum Attempt {
    case opened(Opened)
    case unusable(MovedAside.Reason)
  }

  /// The name that the user gave.
  let name: String
  /// Its path, with all links resolved, so that a link to it stays a link.
  let path: String
  let limit: Int
  /// The VFS through which SQLite accesses the disk; nil for the system's.
  let layer: String?

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

  /// Opens it, or a new file after the unusable one was moved aside.
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

  // MARK: Checking

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

  /// Runs a check. A failing disk says nothing about the file, which stays as it is.
  private func looked<Result>(_ look: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try look()
    } catch {
      throw .failed(name, detail: "it cannot be read, or copied for a check")
    }
  }

  // MARK: Moving aside

  private func moveAside(_ reason: MovedAside.Reason) throws(StoreError) -> MovedAside {
    let word = reason == .newer ? "newer" : "damaged"
    let candidates = (1...Self.asideLimit).lazy.map { "\(path).\(word)-\($0)" }
    guard let newPath = candidates.first(where: isFree) else { throw .notMoved(name) }
    // The log first: a file without its log would count as whole after a crash here.
    let ends = FoundFile.companions + (reason == .strangeLog ? [] : [""])
    var moved: [String] = []
    do {
      for end in ends where FileManager.default.fileExists(atPath: path + end) {
        // The attempt to open the file may have created an empty one.
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
        // Until the log is known to belong to this file.
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
    // Two programs that number hits independently would overwrite each other. It comes first, so
    // that the index of the log needs no room on the disk.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    switch try StoreSchema.owner(of: database) {
    case .tagsim: break
    // Before the log exists, so that it is in the file from the beginning.
    case .nobody, .tagsimByItsTables:
      try database.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
    case .somebody: throw StoreError.damaged(name, detail: StoreError.strangeTables)
    }
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = FULL")
    let pageSize = try database.pageSize
    try database.execute("PRAGMA max_page_count = \(max(1, limit / pageSize))")
  }

  /// Reads the whole file once: anything that it reads here can be read later.
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
  /// The size of a page in bytes.
  fileprivate var pageSize: Int {
    get throws(DatabaseError) { Int(try value("PRAGMA page_size")?.integer ?? 4096) }
  }

  /// Whether its pages are consistent, as far as a quick check of all of them shows.
  var isWhole: Bool {
    get throws(DatabaseError) {
      let answer = try value("PRAGMA quick_check(1)")?.text ?? ""
      // SQLite reports a page that the disk could not read as a damaged one.
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

/// The tables of the store. A change of them is a further migration under a new name; released
/// migrations stay as they are.
///
/// The two views are for readers: times are UTC, and texts stay JSON, so that no data of a hit
/// reaches a terminal as a command.
enum StoreSchema {
  /// "tags", by which the store recognises its own files.
  static let applicationID: UInt32 = 0x7461_6773

  private static let migrations = [
    (name: "hits, containers, lasting values", sql: first),
    (name: "what Analytics counts", sql: second),
  ]

  /// The names of the migrations, which every store contains.
  static var names: [String] { migrations.map(\.name) }

  /// The table with the names of the migrations that made a file. It is named after the library
  /// that made the first files.
  private static let table = "grdb_migrations"

  enum Owner {
    case tagsim
    /// The tables show it, but not the header.
    case tagsimByItsTables
    case nobody
    case somebody
  }

  /// Finds the owner of a file, by its header and its tables.
  static func owner(of database: Database) throws -> Owner {
    let id = try database.value("PRAGMA application_id")?.integer ?? 0
    let isEmpty = try database.value("SELECT 1 FROM sqlite_master") == nil
    if id == Int64(applicationID) { return .tagsim }
    if isEmpty { return id == 0 ? .nobody : .somebody }
    let isOurs = try done(database).contains { name in migrations.contains { $0.name == name } }
    return isOurs ? .tagsimByItsTables : .somebody
  }

  static func isMade(_ database: Database) throws -> Bool { try !done(database).isEmpty }

  /// The plain bytes that identify the first page or the log of a store.
  static let traces = [Array("CREATE TABLE \(table) ".utf8), Array("CREATE TABLE \(table)(".utf8)]

  /// Whether a migration that this release does not know made the file.
  static func isNewer(_ database: Database) throws -> Bool {
    try done(database).contains { name in !migrations.contains { $0.name == name } }
  }

  /// Migrates a file to the tables of this release.
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

  /// Returns the names of the migrations that made a file. A name that is not a text is damage.
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
  /// The reason why it was moved.
  package enum Reason: Sendable, Hashable {
    /// It cannot be read.
    case damaged(detail: String)
    /// A newer release wrote it.
    case newer
    /// The file is whole, but the log beside it does not belong to it.
    case strangeLog
  }

  /// The reason why it was moved.
  package var reason: Reason
  /// Its old path.
  package var path: String
  package var newPath: String
}

extension MovedAside: CustomStringConvertible {
  /// One sentence: the file, its place, and the action taken.
  package var description: String {
    switch reason {
    case .damaged(let detail): "\(path): is damaged (\(detail)); \(keptAside)"
    case .newer: "\(path): was written by a newer release; \(keptAside)"
    case .strangeLog:
      "\(path): the files beside it belong to another file or are damaged; they were moved to "
        + "\(newPath), and the phone continues with the file as it is"
    }
  }

  private var keptAside: String {
    "it was moved to \(newPath), and the phone starts with an empty disk"
  }
}
