import Foundation
import TagRuntime
import TagStore

/// Kills a program that writes to a store, again and again at moments of chance, and looks each
/// time whether anything is missing of which the store had said that it was there.
@main enum KillLoop {
  /// Milliseconds that a program lives, at most; opening takes a part of them.
  private static let lifetime: Int64 = 400
  private static let seed: UInt64 = 1

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "work" { return try Worker.work(arguments[2]) }
    guard arguments.count == 2, let count = Int(arguments[1]), count > 0 else {
      print("usage: kill-loop COUNT")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tagsim-kill-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let isGood = try run(count, folder.appendingPathComponent("phone.sqlite").path)
    if isGood {
      try FileManager.default.removeItem(at: folder)
    } else {
      print("kept: \(folder.path)")
    }
    exit(isGood ? 0 : 1)
  }

  private static func run(_ count: Int, _ path: String) throws -> Bool {
    var random = RandomSource(seed: seed)
    var journal = Journal()
    var idle = 0
    for cycle in 1...count {
      let output = try outputOfKilled(path, after: random.integer(in: 1...lifetime))
      if output.isEmpty { idle += 1 }
      journal.read(output)
      let store = try TagStore(path)
      let hits = store.device.hits
      let ids = Set(hits.map(\.id))
      let lost = journal.lost(ids)
      let risen = journal.risen(ids)
      let wrong = hits.count { $0.hit != Worker.hit($0.id) }
      let damaged = store.damagedRows
      store.close()
      if lost + risen + wrong + damaged > 0 || store.movedAside != nil {
        print(
          "kill \(cycle): \(lost) lost, \(risen) back again, \(wrong) changed,", terminator: " ")
        print("\(damaged) damaged; \(store.movedAside?.description ?? "the file is whole")")
        return false
      }
    }
    print("\(count) kills, \(idle) of them before the first hit;", terminator: " ")
    print("\(journal.kept.count) hits acknowledged, 0 lost;", terminator: " ")
    print("\(journal.removed.count) removed, 0 back again; 0 changed, 0 damaged")
    return journal.kept.count > 0
  }

  private static func outputOfKilled(_ path: String, after milliseconds: Int64) throws -> String {
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
      throw StoreError.failed(path, detail: "the program ended by itself")
    }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
  }
}
