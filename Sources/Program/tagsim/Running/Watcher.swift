import CommandKit
import Foundation
import ScenarioEngine
import TagRuntime

/// Repeats work whenever one of its files is saved, until Ctrl-C ends the process.
struct Watcher {
  /// The most files that are watched.
  static let fileLimit = 10_000
  /// How often they are checked.
  static let period = Duration.milliseconds(300)

  /// The state of a file when it was checked.
  struct Stamp: Sendable, Hashable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int64
    private let number: UInt64

    /// Reads the stamp of a file; nil if it does not exist.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
      size = Int64(status.st_size)
      // An editor that writes a new file and renames it changes this number.
      number = UInt64(status.st_ino)
    }
  }

  /// Files with their stamps.
  struct Look: Sendable, Hashable {
    private let stamps: [String: Stamp?]
    /// The number of files that are not watched, because there are too many.
    let left: Int

    /// Checks files. Files in `before` keep their earlier stamps, so that changes made in between
    /// are noticed.
    init(at files: Set<String>, before: Look? = nil) {
      let chosen = files.sorted().prefix(Watcher.fileLimit)
      left = files.count - chosen.count
      let now = chosen.map { ($0, before?.stamps[$0] ?? Stamp(of: $0)) }
      stamps = Dictionary(now) { first, _ in first }
    }

    /// Returns the names of the files that changed, including those that appeared or disappeared.
    func changes(since last: Look) -> [String] {
      Set(stamps.keys).union(last.stamps.keys).filter { path in
        stamps[path].flatMap { $0 } != last.stamps[path].flatMap { $0 }
      }.sorted()
    }
  }

  let paths: [String]

  /// Does the work, and repeats it after each save. `work` returns the files that it involved.
  func repeatedly(_ work: () throws(CommandFailure) -> Set<String>) throws(CommandFailure) -> Never
  {
    var files = scenarios
    while true {
      let before = Look(at: files)
      files = try work().union(scenarios)
      let look = Look(at: files, before: before)
      tellWaiting(look, of: files.count)
      tell(waitForChange(of: files, since: look))
    }
  }

  /// The current scenarios, including new ones.
  private var scenarios: Set<String> {
    Set((try? ScenarioFinder.scenarios(at: paths, asTests: true)) ?? [])
  }

  private func waitForChange(of files: Set<String>, since last: Look) -> [String] {
    while true {
      Thread.sleep(forTimeInterval: Double(Self.period.components.attoseconds) / 1e18)
      let changes = Look(at: files.union(scenarios)).changes(since: last)
      if !changes.isEmpty { return changes }
    }
  }

  private func tellWaiting(_ look: Look, of count: Int) {
    let left = look.left > 0 ? "; \(look.left) more are not watched" : ""
    Console.complain(
      ["watching \(Counted.text(count - look.left, "file"))\(left): Ctrl-C ends"])
  }

  private func tell(_ changes: [String]) {
    if Console.isTerminal { Console.printScreen(["\u{1B}[2J\u{1B}[3J\u{1B}[H"]) }
    let more = changes.count - 1
    let others = more > 0 ? " and \(Counted.text(more, "other file"))" : ""
    Console.complain(["changed: \(changes[0])\(others)"])
  }
}
