import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What a workshop does first: it goes back in a lesson and tries something else there.
struct PastActTests {
  static let lessons = [
    "android", "background", "delivery", "demo", "filter-and-block", "first-run",
    "midnight-abroad", "midnight", "moving", "offline", "open-race", "played-song", "preview",
    "stale", "types", "v5-batch", "why-not",
  ]

  /// The keys of acts, with the number of lines to try in what they open.
  private static let acts: [(keys: String, lines: Int)] = [
    ("s", 2), ("x", 3), ("7<enter>", 0), ("pseen<enter>", 0), ("w", 0), ("b", 0), ("K", 0),
    (":refresh<enter>", 0), (":dispatch<enter>", 0), (":network<enter>", 2), ("P", 2), ("t", 3),
    ("B", 0), ("4B", 0),
    ("4a<enter>", 0), (":wait 3h<enter>", 0), (":kill<enter>", 0),
  ]

  /// All acts, with each line of what they open.
  private static var keys: [String] {
    acts.flatMap { keys, lines in
      lines == 0
        ? [keys]
        : (0..<lines).map { keys + String(repeating: "<down>", count: $0) + "<enter>" }
    }
  }

  /// A monitor at the start and in the middle of a lesson that is over.
  private static func places(_ name: String) throws -> [Monitor] {
    let rows = try Shown.over(name).run.timeline.rowCount
    return try [1, rows / 2].map { try Shown.over(name, at: $0) }
  }

  @Test(arguments: lessons)
  func anActAtAnEarlierPlaceBeginsABranch(_ name: String) throws {
    for start in try Self.places(name) {
      let rows = start.run.timeline.rowCount
      var branches = 0
      for keys in Self.keys {
        var monitor = start
        monitor.press(keys)
        let place = "\(name) at \(start.cursor ?? 0), \(keys)"
        guard !monitor.comparing.branches.isAtFirst else {
          #expect(monitor.run.timeline.rowCount == rows, "\(place)")
          continue
        }
        branches += 1
        let made = monitor.run.numbersOfLastAct
        #expect(
          made.last == monitor.run.timeline.rowCount || made.isEmpty, "\(place)")
        #expect(monitor.comparing.branches.all[0].run?.timeline.rowCount == rows, "\(place)")
        _ = monitor.frame(size: monitor.display.size)
      }
      #expect(branches > Self.keys.count / 3, "\(name)")
    }
  }

  /// The message is about what was done there, not about rows of the run that was left.
  @Test(arguments: [
    ("midnight", nil, "[x1", "pushed tapBuy:"),
    ("midnight", nil, "[7<enter>", "pushed tapBuy:"),
    ("midnight", 20, "t<enter>", "30 s later: nothing happened"),
    ("v5-batch", 33, "x<enter>", "logged play_station:"),
  ])
  func theMessageSaysWhatWasDoneThere(
    _ name: String, _ row: Int?, _ keys: String, _ words: String
  ) throws {
    var monitor = try Shown.over(name, at: row)
    monitor.press(keys)
    let text = monitor.message?.text ?? ""
    let isOnBranch = !monitor.comparing.branches.isAtFirst
    #expect(isOnBranch && text.hasPrefix(words), "\(text)")
  }
}
