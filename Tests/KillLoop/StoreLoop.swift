import Foundation
import TagRuntime
import TagStore

/// Kills a program that does nothing but write to a store.
struct StoreLoop {
  /// Milliseconds that a program lives, at most; opening takes a part of them.
  private static let lifetime: Int64 = 400

  private let path: String
  private var journal = Journal()
  private var kills = 0
  private var idle = 0

  init(in folder: URL) { path = folder.appendingPathComponent("store.sqlite").path }

  /// Kills one program.
  ///
  /// - Returns: what is wrong with its file; nil where nothing is.
  mutating func cycle(_ number: Int, _ random: inout RandomSource) throws -> String? {
    let output = try outputOfKilled(after: random.integer(in: 1...Self.lifetime))
    kills += 1
    if output.isEmpty { idle += 1 }
    journal.read(output)
    let store = try TagStore(path)
    defer { store.close() }
    let hits = store.device.hits
    let ids = Set(hits.map(\.id))
    let lost = journal.lost(ids)
    let risen = journal.risen(ids)
    let wrong = hits.count { $0.hit != Worker.hit($0.id) }
    guard lost + risen + wrong + store.damagedRows > 0 || store.movedAside != nil else {
      return nil
    }
    return "kill \(number): \(lost) lost, \(risen) back again, \(wrong) changed, "
      + "\(store.damagedRows) damaged; \(store.movedAside?.description ?? "the file is whole")"
  }

  /// What was done.
  var report: String {
    "killed: \(kills) (\(idle) before the first hit); \(journal.kept.count) hits acknowledged, "
      + "0 lost; \(journal.removed.count) removed, 0 back again; 0 changed, 0 damaged"
  }

  private func outputOfKilled(after milliseconds: Int64) throws -> String {
    let output = path + ".output"
    guard FileManager.default.createFile(atPath: output, contents: nil) else { return "" }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["work", path]
    process.standardOutput = FileHandle(forWritingAtPath: output)
    try process.run()
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else {
      throw KilledProgram.Trouble(description: "\(path): the program ended by itself")
    }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
  }
}
