import Foundation
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Keys, then the expected screen: one text file for each, beside this test.
///
/// `TAGSIM_RECORD=1 swift test` writes the files anew; one that was just written fails once, so
/// that nobody commits a screen unseen.
struct ScreenTests {
  private static let medium = Size(columns: 80, rows: 24)
  private static let large = Size(columns: 120, rows: 40)

  /// A screen by its name, with the keys that lead to it from the demo.
  private static let fromDemo: [(name: String, keys: String)] = [
    ("start", ""),
    ("screen-viewed", "s<enter>"),
    ("offline-waiting", "ws1s2x1"),
    ("scrubbed-to-first", "s1<"),
    ("zoomed-values", "s13+"),
    ("help", "?"),
    ("explain", "s14j0"),
    ("menu-screens", "s"),
    ("menu-buttons", "s1x"),
    ("prompt", ":push event=\"openScreen\""),
    ("failed-expectation", ":expect sent 3<enter>"),
    ("log", "w6v"),
  ]

  @Test(arguments: fromDemo, [medium, large])
  func demo(_ screen: (name: String, keys: String), _ size: Size) throws {
    var monitor = try Shown.shipped("demo", size: size)
    monitor.press(screen.keys)
    try Golden.compare(monitor.screen, "\(screen.name)-\(size.columns)x\(size.rows)")
  }

  private static let sizes = [
    Size(columns: 60, rows: 20), Size(columns: 200, rows: 60), Size(columns: 39, rows: 10),
    Size(columns: 40, rows: 10), Size(columns: 120, rows: 30),
  ]

  @Test(arguments: sizes)
  func otherSizes(_ size: Size) throws {
    var monitor = try Shown.shipped("demo", size: size)
    monitor.press("s1s24")
    try Golden.compare(monitor.screen, "sizes-\(size.columns)x\(size.rows)")
  }

  private static let worlds: [(name: String, lines: [String])] = [
    (
      "no-tags", ["container default plist", "network offline", "launch", "screen \"Home Screen\""]
    ),
    ("before-any-container", ["settle off", "launch", "screen \"Home Screen\""]),
    ("nothing-yet", []),
    (
      "scenario-over",
      [
        "chapter \"1 Late\"", "caption \"Too late for the tunnel.\"", "container saved v7.json",
        "launch", "screen \"Cart\"", "expect tag \"Ads conversion\" fired", "wait 130s",
        "expect sent 1", "kill",
      ]
    ),
  ]

  @Test(arguments: worlds, [medium, large])
  func playedWorld(_ world: (name: String, lines: [String]), _ size: Size) throws {
    let monitor = try Shown.played(world.lines, size: size)
    try Golden.compare(monitor.screen, "\(world.name)-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Borders.ascii, .none])
  func otherBorders(_ borders: Borders) throws {
    var monitor = try Shown.shipped("demo", size: Self.medium)
    monitor.borders = borders
    monitor.press("s14")
    try Golden.compare(monitor.screen, "borders-\(borders)")
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }
}
