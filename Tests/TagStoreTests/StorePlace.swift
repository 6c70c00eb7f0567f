import Foundation
import GRDB
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

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open(byteLimit: Int = TagStore.byteLimit) throws -> TagStore {
    try TagStore(path, byteLimit: byteLimit)
  }

  /// Fills a store and closes it.
  func fill(_ device: StoredDevice) throws {
    let store = try open()
    try store.save(device)
    try store.close()
  }

  /// What a fresh program would read.
  func reopened() throws -> StoredDevice {
    let store = try open()
    defer { try? store.close() }
    return store.device
  }

  /// What people read in a closed file.
  func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? "" : "\($0.storage.value ?? "")" }
          .joined(separator: "|")
      }
    }
  }

  /// Does to a closed file what no store does.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Gives all rows of a table the checksum that their values have.
  func correctChecksums(of table: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      for row in try Row.fetchAll(database, sql: "SELECT rowid AS place, * FROM \(table)") {
        let names = Array(row.columnNames).filter { !["place", "checksum"].contains($0) }
        let values = names.map { row[$0] as DatabaseValue }
        try database.execute(
          sql: "UPDATE \(table) SET checksum = ? WHERE rowid = ?",
          arguments: [RowChecksum.of(values, in: table), row["place"] as DatabaseValue])
      }
    }
    try queue.close()
  }

  func bytes() throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

  func put(_ bytes: [UInt8], _ end: String = "") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + end))
  }

  /// The names in the folder, without those that SQLite keeps beside an open file.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { !$0.hasSuffix(".sqlite-wal") && !$0.hasSuffix(".sqlite-shm") }
  }
}
