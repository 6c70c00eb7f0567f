import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Screens of containers being opened, refreshed, previewed and read.
struct ContainerScreenTests {
  private static let medium = Size(columns: 80, rows: 24)
  private static let large = Size(columns: 120, rows: 40)
  private static let huge = Size(columns: 200, rows: 60)

  private static let stale = [
    "container default plist", "container saved v7.json age=13h", "publish v8.json",
  ]
  private static let slow =
    stale + [
      "network slow latency=3s", "settle off", "launch open=prefer-fresh",
    ]
  private static let frozen = [
    "container default plist", "network slow latency=3s", "launch", "close", "settle off",
    "open prefer-fresh timeout=2s blocking", "screen \"Home Screen\"", "push event=\"impatient\"",
    "wait 400ms",
  ]
  private static let refused =
    stale + [
      "set log-level info", "set boolean-as-integer on", "launch", "draft v8.json version=9",
      "preview v9", "refresh",
    ]

  private static let worlds: [(name: String, lines: [String], keys: String)] = [
    ("race-waiting", slow + ["wait 1200ms"], ""),
    ("race-timed-out", slow + ["wait 2s"], ""),
    (
      "race-won",
      ["container default plist", "publish v8.json", "settle off", "launch", "wait 200ms"], ""
    ),
    ("frozen", frozen, ""),
    ("device", refused, "8"),
    ("explain-refused", refused, "0"),
    ("explain-closed", refused + ["close"], "0"),
    ("log-plain", refused + ["set wording plain"], "6"),
    ("menu-network", refused, "W"),
    ("menu-preview", refused, "V"),
  ]

  @Test(arguments: worlds, [medium, large])
  func world(_ world: (name: String, lines: [String], keys: String), _ size: Size) throws {
    var monitor = try Shown.played(world.lines, size: size)
    monitor.press(world.keys)
    try Golden.compare(monitor.screen, "\(world.name)-\(size.columns)x\(size.rows)")
  }

  private static let hugeWorlds: [(name: String, lines: [String], keys: String)] = [
    ("race-waiting", slow + ["wait 1200ms"], ""), ("device", refused, "8"),
  ]

  @Test(arguments: hugeWorlds)
  func hugeScreen(_ world: (name: String, lines: [String], keys: String)) throws {
    var monitor = try Shown.played(world.lines, size: Self.huge)
    monitor.press(world.keys)
    try Golden.compare(monitor.screen, "\(world.name)-200x60")
  }

  @Test(arguments: [medium, large])
  func provenance(_ size: Size) throws {
    var monitor = try Shown.played(
      [
        "publish v8.json", "container default plist id=GTM-CD34", "launch", "screen \"Home\"",
        "unregister macro discount", "set refresh-mode default-container", "refresh",
      ], appText: Shown.twoContainers, size: size)
    monitor.press("3+")
    try Golden.compare(monitor.screen, "provenance-\(size.columns)x\(size.rows)")
  }

  @Test func raceInASCII() throws {
    var monitor = try Shown.played(Self.slow + ["wait 1200ms"], size: Self.medium)
    monitor.borders = .ascii
    try Golden.compare(monitor.screen, "race-ascii")
    let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
  }
}
