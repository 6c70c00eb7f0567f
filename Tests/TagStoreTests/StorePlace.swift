import Foundation
import GRDB
import TagRuntime
import TagStore

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
  func filled(_ changes: [StoreChange]) throws {
    let store = try open()
    try store.write(changes)
    try store.close()
  }

  /// What a fresh program would read.
  func reopened() throws -> StoredDevice {
    let store = try open()
    defer { try? store.close() }
    return try store.load()
  }

  /// Does to a closed file what no store does.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
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
