import Foundation
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Keys, then the expected screen: one text file for each, beside this test. A few whole screens
/// only: how panes stand together, and what lies over them. What is in a pane is the matter of
/// `PaneTests`.
///
/// `TAGSIM_RECORD=1 swift test` writes the files anew; one that was just written fails once, so
/// that nobody commits a screen unseen.
struct ScreenTests {
  private static let small = Size(columns: 60, rows: 20)
  private static let medium = Size(columns: 80, rows: 24)
  private static let large = Size(columns: 120, rows: 40)
  private static let huge = Size(columns: 200, rows: 60)

  /// A screen by its name, with the keys that lead to it from the demo.
  private static let fromDemo: [(name: String, keys: String, size: Size)] = [
    ("start", "", medium),
    ("start", "", large),
    ("scrubbed-to-first", "s1<home>", large),
    ("zoomed-values", "s13+", medium),
    ("help", "?", medium),
    ("menu-buttons", "s1x", medium),
    ("prompt", ":push event=\"openScreen\"", large),
    ("failed-expectation", ":expect sent 3<enter>", medium),
    ("sizes", "s1s24", small),
    ("sizes", "s1s24", huge),
    ("sizes", "s1s24", Size(columns: 39, rows: 10)),
    ("sizes", "s1s24", Size(columns: 40, rows: 10)),
    ("sizes", "s1s24", Size(columns: 120, rows: 30)),
  ]

  @Test(arguments: fromDemo)
  func demo(_ screen: (name: String, keys: String, size: Size)) throws {
    try compare(Shown.shipped("demo", size: screen.size), screen.keys, screen.name)
  }

  /// The first screen of the demo, which newcomers see.
  @Test(arguments: [medium, large, huge])
  func theDemoBegins(_ size: Size) throws {
    try compare(Shown.demo(size: size), "", "demo")
  }

  /// What is nearest to firing a tag, tried on a branch and beside the run that it came from.
  @Test func aTrialIsCompared() throws {
    let monitor = try Shown.demo(size: Self.large)
    try compare(monitor, "BC", "trial")
  }

  private static let worlds: [(name: String, lines: [String], keys: String, size: Size)] = [
    ("scenario-over", Worlds.over, "", large),
    ("race-waiting", Worlds.slow + ["wait 1200ms"], "", large),
    ("frozen", Worlds.frozen, "", large),
  ]

  @Test(arguments: worlds)
  func world(_ world: (name: String, lines: [String], keys: String, size: Size)) throws {
    try compare(Shown.played(world.lines, size: world.size), world.keys, world.name)
  }

  @Test(arguments: [medium, huge])
  func firebase(_ size: Size) throws {
    try compare(
      RadioShown.played(["wait 5s", "tap \"Play\""], size: size), "", "firebase-passed")
  }

  /// A finished lesson, looked at where the purchase did not count.
  @Test(arguments: [medium, large, huge])
  func whyAdsConversionDidNotFire(_ size: Size) throws {
    var monitor = try Shown.over("offline", at: 12, size: size)
    monitor.press("4")
    while monitor.view.tags[monitor.selection.tag].name != "Ads conversion" { monitor.press("j") }
    try compare(monitor, "", "story")
  }

  @Test func aHitOverItsQueue() throws {
    try compare(Worlds.queue(Worlds.late, Self.medium), "5<enter>", "hit-late")
  }

  @Test func brazeInThePlaceOfTwoPanes() throws {
    try compare(Worlds.braze(Worlds.brazeLines, size: Self.large), ":focus braze<enter>", "braze")
  }

  @Test(arguments: [
    ("phone-trial", "", large), ("phone-trial-editing", "jp<bs><bs>", small),
  ])
  func phone(_ name: String, _ keys: String, _ size: Size) throws {
    try compare(Worlds.trial(size), keys, name)
  }

  @Test(arguments: [Borders.ascii, .none])
  func otherBorders(_ borders: Borders) throws {
    var monitor = try Shown.shipped("demo", size: Self.medium)
    monitor.display.borders = borders
    monitor.display.hasColors = false
    monitor.press("s14")
    try Golden.compare(monitor.screen, "borders-\(borders)")
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }

  @Test func raceInASCII() throws {
    var monitor = try Shown.played(Worlds.slow + ["wait 1200ms"], size: Self.medium)
    monitor.display.borders = .ascii
    monitor.display.hasColors = false
    try Golden.compare(monitor.screen, "race-ascii")
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }

  private func compare(_ monitor: Monitor, _ keys: String, _ name: String) throws {
    var monitor = monitor.withoutColours
    monitor.press(keys)
    let size = monitor.display.size
    try Frames.check(monitor.frame(size: size), size, name)
    try Golden.compare(monitor.screen, "\(name)-\(size.columns)x\(size.rows)")
  }
}
