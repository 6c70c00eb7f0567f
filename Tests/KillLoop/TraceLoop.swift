import Foundation
import TagRuntime

/// Kills the monitor without a phone's file: what was done in it is in a trace, which the next one
/// names and opens.
struct TraceLoop {
  /// Milliseconds that one lives at most once it has a trace.
  private static let lifetime: Int64 = 600
  /// Milliseconds after which one is killed that has none.
  private static let patience: Int64 = 30_000

  private let program: URL
  private let folder: URL
  /// Traces that a kill has left, all of which were named and opened.
  private(set) var traces = 0
  private(set) var kills = 0

  init(_ program: URL, in folder: URL) throws {
    (self.program, self.folder) = (program, folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var names: Set<String> {
    let place = folder.appendingPathComponent("state/tagsim/traces").path
    return Set((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [])
  }

  /// Kills one monitor.
  ///
  /// - Returns: what is wrong with its trace; nil where nothing is.
  mutating func cycle(_ number: Int, _ random: inout RandomSource) throws -> String? {
    let before = names
    let killed = try start()
    // One in four is killed at any time, mostly before there is a trace.
    let isEarly = random.integer(in: 0...3) == 0
    var left = isEarly ? random.integer(in: 1...Self.lifetime) : nil
    var typed: Int64 = 0
    let begun = Date()
    while killed.isRunning {
      _ = killed.lines(within: 10)
      let age = Int64(Date().timeIntervalSince(begun) * 1000)
      if left == nil, names != before || age > Self.patience {
        left = age + random.integer(in: 1...Self.lifetime)
      }
      if killed.isShown, age >= typed + 50 {
        killed.type(":push event=\"e\(age)\"\r")
        typed = age
      }
      if let left, age >= left { break }
    }
    guard killed.kill().code == nil else {
      throw KilledProgram.Trouble(description: "the monitor ended by itself: \(folder.path)")
    }
    kills += 1
    guard let name = names.subtracting(before).first else { return nil }
    traces += 1
    guard try isNamed(name) else { return "kill \(number): nobody is told of \(name)" }
    let place = folder.appendingPathComponent("state/tagsim/traces/" + name).path
    let render = try KilledProgram(
      program, ["render", place, "--size", "80x24"], folder: folder, notes: nil)
    let code = render.end(within: 60_000)
    return code == 0 ? nil : "kill \(number): \(place) cannot be opened (\(code ?? -1))"
  }

  private func start() throws -> KilledProgram {
    try KilledProgram(
      program, ["open", "--config", "none", "--history", "16MB"], folder: folder,
      notes: folder.appendingPathComponent("notes").path)
  }

  /// Whether the next monitor names a trace.
  private func isNamed(_ name: String) throws -> Bool {
    let next = try start()
    let begun = Date()
    while next.isRunning, !next.isShown, Date().timeIntervalSince(begun) < 30 {
      _ = next.lines(within: 10)
    }
    next.type("q")
    _ = next.end(within: 30_000)
    return Data(next.drawn).range(of: Data(name.utf8)) != nil
  }
}
