import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// Each pane alone, at the widths at which it stands: one text file for each pane in each state, so
/// that a change of a pane rewrites its own files and no others.
@Suite struct PaneTests {
  /// A pane in a world.
  struct State: Sendable, CustomTestStringConvertible {
    var pane: Pane
    var name: String
    /// The world, with the keys that were pressed in it.
    var monitor: @Sendable () throws -> Monitor

    var testDescription: String { "\(pane.rawValue)-\(name)" }

    init(_ pane: Pane, _ name: String, _ monitor: @escaping @Sendable () throws -> Monitor) {
      self.pane = pane
      self.name = name
      self.monitor = monitor
    }
  }

  /// The widths with the most rows that a pane has there; where it needs less it has less.
  private static let sizes = [
    Size(columns: 40, rows: 16), Size(columns: 58, rows: 24), Size(columns: 116, rows: 60),
  ]

  @Test(
    arguments: events + data + values + tags + firebaseTags + queue + log + phone + device
      + braze + explain)
  func pane(_ state: State) throws {
    var monitor = try state.monitor().withoutColours
    monitor.display.size = .zero
    monitor.selection.tops = [:]
    let context = monitor.context
    let pane = state.pane.view(in: context)
    let shown = try Self.sizes.map { most in
      let items = pane.items(columns: most.columns - 2)
      for item in items {
        #expect(item.lines().count == item.height, "\(item.lines().map(\.text))")
      }
      let rows =
        state.pane == .events ? min(24, most.rows) : min(max(3, items.height + 2), most.rows)
      let size = Size(columns: most.columns, rows: rows)
      var buffer = CellBuffer(size: size)
      let isLit = monitor.focus == state.pane
      var grid = BorderGrid(size: size, borders: .utf8, hasColors: false)
      grid.add(Rect(size), isFocused: isLit)
      grid.draw(on: &buffer)
      let place = Layout.Place(pane: state.pane, rect: Rect(size))
      let cursor = monitor.draw(place, Layout(), context, isLit: isLit, on: &buffer)
      try Frames.check(
        Frame(buffer: buffer, cursor: cursor, title: ""), size, state.testDescription)
      return buffer.trimmedText
    }
    try Golden.compare(shown.joined(separator: "\n"), "Panes/\(state.testDescription)")
  }

  // MARK: Worlds

  private static func demo(_ keys: String) -> @Sendable () throws -> Monitor {
    { try pressed(Shown.shipped("demo"), keys) }
  }

  private static func played(
    _ lines: [String], _ keys: String = ""
  ) -> @Sendable () throws -> Monitor {
    { try pressed(Shown.played(lines), keys) }
  }

  private static func hits(_ lines: [String], _ keys: String) -> @Sendable () throws -> Monitor {
    { try pressed(Worlds.queue(lines), keys) }
  }

  private static func radio(
    _ lines: [String], _ keys: String = ""
  ) -> @Sendable () throws -> Monitor {
    { try pressed(RadioShown.played(lines), keys) }
  }

  private static func trial(_ keys: String) -> @Sendable () throws -> Monitor {
    { try pressed(Worlds.trial(), keys) }
  }

  private static func warned(_ keys: String) -> @Sendable () throws -> Monitor {
    {
      let lines = ["set firebase-validation warn"] + RadioShown.start + ["tap \"Share\""]
      return try pressed(RadioShown.played(lines, isStarted: false), keys)
    }
  }

  private static func pressed(_ monitor: Monitor, _ keys: String) -> Monitor {
    var monitor = monitor
    monitor.press(keys)
    return monitor
  }

  private static let play = ["wait 5s", "tap \"Play\""]
  private static let taps = play + ["tap \"Subscribe\"", "tap \"Share\"", "tap \"Whisper\""]

  // MARK: States

  static let events = [
    State(.events, "demo", demo("ws1s2x1")), State(.events, "back", demo("s1s2<")),
    State(.events, "nothing-yet", played([])), State(.events, "scenario-over", played(Worlds.over)),
    State(.events, "frozen", played(Worlds.frozen)), State(.events, "hits", hits(Worlds.late, "")),
    State(.events, "firebase", radio(taps)), State(.events, "firebase-warned", warned("")),
  ]

  static let data = [
    State(.data, "demo", demo("s12")), State(.data, "nothing-yet", played([])),
    State(.data, "firebase-started", radio([])),
    State(
      .data, "firebase",
      radio(play + ["default-parameters shop=\"A\"", "user-property tier=null"], "2")),
    State(.data, "firebase-killed", radio(["kill"])),
  ]

  static let values = [
    State(.values, "demo", demo("s13")), State(.values, "nothing-yet", played([])),
    State(.values, "refused", played(Worlds.refused)),
    State(.values, "provenance", Worlds.provenance), State(.values, "firebase", radio(play, "3")),
  ]

  static let tags = [
    State(.tags, "demo", demo("s1")), State(.tags, "selected", demo("ws1s2x14j")),
    State(.tags, "no-tags", played(Worlds.noTags)), State(.tags, "nothing-yet", played([])),
    State(.tags, "before-any-container", played(Worlds.beforeAnyContainer)),
    State(.tags, "scenario-over", played(Worlds.over)),
  ]

  static let firebaseTags = [
    State(.tags, "firebase-passed", radio(play)),
    State(.tags, "firebase-filtered", radio(["tap \"Subscribe\""], "4j")),
    State(.tags, "firebase-dropped", radio(["tap \"Share\""])),
    State(.tags, "firebase-warned", warned("")),
    State(.tags, "firebase-suppressed", radio(["tap \"Whisper\""])),
  ]

  static let queue = [
    State(.queue, "demo", demo("ws1s2x15")), State(.queue, "nothing-yet", played([])),
    State(.queue, "offline", hits(Worlds.offline, "5")),
    State(.queue, "late", hits(Worlds.late, "5")), State(.queue, "task", hits(Worlds.task, "5")),
    State(.queue, "interval-off", hits(Worlds.intervalOff, "5")),
    State(.queue, "duplicates", hits(Worlds.duplicates, "5")),
    State(.queue, "lost", hits(Worlds.lost, "5j")), State(.queue, "retry", hits(Worlds.retry, "5")),
    State(.queue, "firebase", radio(play + ["log-event paid", "wait 10m"], "5")),
  ]

  static let log = [
    State(.log, "demo", demo("w6v")), State(.log, "nothing-yet", played([])),
    State(.log, "plain", played(Worlds.refused + ["set wording plain"], "6")),
    State(.log, "firebase", radio(taps)),
  ]

  static let phone = [
    State(.phone, "shop", demo("s17")), State(.phone, "nothing-yet", played([], "7")),
    State(.phone, "trial", trial("")), State(.phone, "pressed", trial("xtjjpsku-1<enter>")),
    State(.phone, "editing", trial("jp<bs><bs>")), State(.phone, "left", trial("xo<esc>")),
    State(.phone, "hostile") { try pressed(Shown.trial(of: Worlds.hostile), "x1") },
    State(.phone, "firebase", radio(play, "7")),
  ]

  static let device = [
    State(.device, "refused", played(Worlds.refused)), State(.device, "nothing-yet", played([])),
    State(.device, "frozen", played(Worlds.frozen)),
    State(.device, "hits", hits(Worlds.offline + ["opt-out on"], "")),
    State(.device, "two-containers", Worlds.provenance),
    State(.device, "firebase", radio(play + ["debug-mode on"])),
  ]

  static let braze = [
    State(.braze, "guide") { try Worlds.braze(Worlds.brazeLines) },
    State(.braze, "nothing-yet") { try Worlds.braze([]) },
  ]

  static let explain = [
    State(.explain, "tag", demo("s14j")), State(.explain, "nothing-yet", played([])),
    State(.explain, "refused", played(Worlds.refused)),
    State(.explain, "closed", played(Worlds.refused + ["close"])),
    State(.explain, "hit-waiting", hits(Worlds.offline, "5jj")),
    State(.explain, "hit-late", hits(Worlds.late, "5")),
    State(.explain, "hit-clock", hits(Worlds.clock, "5")),
    State(.explain, "firebase-event", radio(play)),
    State(.explain, "firebase-dropped", radio(["tap \"Share\""])),
    State(.explain, "firebase-tag", radio(play, "4")),
    State(.explain, "firebase-hit", radio(play, "5jj")),
  ]
}
