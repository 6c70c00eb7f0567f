import Foundation
import TagRuntime

@testable import TagStore

/// A folder with the file of one store, which goes away with its test.
final class StorePlace {
  let folder: URL
  var path: String { folder.appendingPathComponent("phone.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tagsim-store-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A place whose file holds a device and is closed.
  convenience init(holding device: StoredDevice) throws {
    try self.init()
    try fill(device)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open(byteLimit: Int = TagStore.byteLimit) throws -> TagStore {
    try TagStore(path, byteLimit: byteLimit)
  }

  /// Fills a store and closes it.
  func fill(_ device: StoredDevice) throws {
    let store = try open()
    try store.save(device)
    store.close()
  }

  /// What a fresh program would read.
  func reopened() throws -> StoredDevice {
    let store = try open()
    defer { store.close() }
    return store.device
  }

  /// What people read in a closed file.
  func rows(_ sql: String) throws -> [String] {
    let database = try Database(path: path)
    defer { database.close() }
    return try database.rows(sql).map { row in row.map(\.shown).joined(separator: "|") }
  }

  /// Does to a closed file what no store does.
  func execute(_ sql: String) throws {
    let database = try Database(path: path)
    defer { database.close() }
    try database.execute(sql)
  }

  /// Leaves in the folder what statements have written when their program is killed.
  func executeAndCopy(_ sql: String) throws {
    let place = try StorePlace()
    let database = try Database(path: place.path)
    try database.execute(sql)
    try place.copy(to: self)
    database.close()
  }

  /// Copies the file amid a change whose journal stands beside it, as a kill leaves the two.
  func copyAmidAChange(to other: StorePlace) throws {
    let database = try Database(path: path)
    defer { database.close() }
    try database.execute(
      """
      PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN;
      PRAGMA user_version = 7; DELETE FROM hit;
      INSERT INTO quarantine (source, content) VALUES ('x', zeroblob(200000))
      """)
    try copy(to: other)
  }

  /// Copies the file with all that SQLite keeps beside it, open or not.
  func copy(to other: StorePlace) throws {
    for name in try allNames() {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: other.folder.appendingPathComponent(name))
    }
  }

  /// Gives all rows of a table the checksum that their values have.
  func correctChecksums(of table: String) throws {
    let database = try Database(path: path)
    defer { database.close() }
    let names = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
      .compactMap { $0.first?.text }.filter { !["place", "checksum"].contains($0) }
    let columns = (["rowid"] + names).joined(separator: ", ")
    for row in try database.rows("SELECT \(columns) FROM \(table)") {
      try database.rows(
        "UPDATE \(table) SET checksum = ? WHERE rowid = ?",
        [.integer(RowChecksum.of(Array(row.dropFirst()), in: table)), row[0]])
    }
  }

  func bytes(_ end: String = "") throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path + end)))
  }

  func put(_ bytes: [UInt8], _ end: String = "") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + end))
  }

  func allNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The names in the folder, without those that SQLite keeps beside an open file.
  func names() throws -> [String] {
    try allNames().filter { !$0.hasSuffix(".sqlite-wal") && !$0.hasSuffix(".sqlite-shm") }
  }
}

extension ColumnValue {
  /// As people see it in SQLite's own shell.
  fileprivate var shown: String {
    switch self {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
