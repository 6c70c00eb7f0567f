import ScenarioEngine
import TerminalKit
import Testing

@testable import TagMonitor

/// What is seen of an app of the second generation.
@Suite struct FirebaseScreenTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private static let play = ["wait 5s", "tap \"Play\""]

  private static let worlds: [(name: String, lines: [String], keys: String)] = [
    ("firebase-started", [], ""),
    ("firebase-passed", play, ""),
    ("firebase-filtered", ["tap \"Subscribe\""], ""),
    ("firebase-dropped", ["tap \"Share\""], ""),
    ("firebase-warned", ["set firebase-validation warn", "tap \"Share\""], ""),
    ("firebase-suppressed", ["tap \"Whisper\""], ""),
    ("firebase-event", play, "0"),
    ("firebase-event-dropped", ["tap \"Share\""], "<enter>"),
    ("firebase-tag", play, "40"),
    ("firebase-data", play + ["default-parameters shop=\"A\"", "user-property tier=null"], "2"),
    ("firebase-values", play, "3"),
    ("firebase-queue", play + ["log-event paid", "wait 10m"], "5"),
    ("firebase-hit", play, "5jj<enter>"),
    ("firebase-device", play + ["debug-mode on"], "8"),
    ("firebase-phone", play, "7"),
  ]

  @Test(arguments: worlds, sizes)
  func screen(_ world: (name: String, lines: [String], keys: String), _ size: Size) throws {
    let isUnset = world.lines.contains { $0.hasPrefix("set ") }
    let lines =
      isUnset ? [world.lines[0]] + RadioShown.start + world.lines.dropFirst() : world.lines
    var monitor = try RadioShown.played(lines, isStarted: !isUnset, size: size)
    monitor.press(world.keys)
    try Frames.check(monitor.frame(size: size), size, world.name)
    try Golden.compare(monitor.screen, "\(world.name)-\(size.columns)x\(size.rows)")
  }

  /// Users of v5 know variables and triggers, and have no data layer.
  @Test(arguments: worlds)
  func theWordsAreThoseOfTheGeneration(_ world: (name: String, lines: [String], keys: String))
    throws
  {
    var monitor = try RadioShown.played(Self.play)
    monitor.press(world.keys)
    let texts =
      Pane.allCases.filter { $0 != .log && $0 != .events }
      .flatMap { $0.view(in: monitor.context).lines(columns: 100) }.map(\.text)
      + ExplainPane(monitor.context).lines(columns: 100).map(\.text) + [
        monitor.status(columns: 200).text
      ]
    for text in texts {
      for word in ["macro", " rule", "data layer", "v3"] {
        #expect(!text.lowercased().contains(word), "\(text)")
      }
    }
  }

  @Test func asciiIsEnough() throws {
    var monitor = try RadioShown.played(Self.play + ["tap \"Share\"", "tap \"Whisper\""])
    monitor.borders = .ascii
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }
}

extension Line {
  fileprivate var text: String { pieces.map(\.text).joined() }
}
