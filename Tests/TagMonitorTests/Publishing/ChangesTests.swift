import OrderedCollections
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// `:changes`: what would change if a draft were published.
struct ChangesTests {
  private static let start = [
    "publish v7.json", "draft v8.json", "launch", "screen \"Home Screen\"",
  ]

  private static func told(_ lines: [String], _ keys: String = ":changes<enter>") throws -> Monitor
  {
    var monitor = try Shown.played(start + lines)
    monitor.answer(monitor.press(keys))
    return monitor
  }

  private static func text(_ monitor: Monitor) -> String {
    monitor.shownChanges?.text.joined(separator: "\n") ?? ""
  }

  /// A phone that previews the draft would show no difference: both are as other phones are.
  @Test(arguments: [[], ["preview v8"]])
  func itTellsWhatTheDraftDoesOtherwise(_ lines: [String]) throws {
    let monitor = try Self.told(lines)
    #expect(monitor.screen.contains("What changes if v8 is published"))
    let text = Self.text(monitor)
    #expect(text.contains("v7 → v8"), "\(text)")
    #expect(text.contains("≠ title_string: \"Welcome back\" instead of \"Welcome\""), "\(text)")
    #expect(monitor.keyPlace == .changes)
  }

  /// Nothing of it is done to the run at hand.
  @Test func theRunStaysAsItIs() throws {
    let before = try Shown.played(Self.start)
    let after = try Self.told([])
    #expect(before.run.timeline.stepCount == after.run.timeline.stepCount)
    #expect(before.run.acts.count == after.run.acts.count)
  }

  private static let refusals: [(lines: [String], said: String)] = [
    (["launch"], "there is no draft"),
    (["publish v8.json", "draft v8.json", "launch"], "the draft equals"),
    (["draft v8.json", "launch"], "GTM-AB12 is not published yet"),
  ]

  @Test(arguments: refusals)
  func refusal(_ lines: [String], _ said: String) throws {
    try Shown.played(lines).walk([":changes<enter>": [.leads(), .says(said), .closed]])
  }

  /// What nobody did is tried, so that there is always something to be said.
  @Test func whatNobodyDidIsTried() throws {
    var monitor = try Shown.played(["publish v7.json", "draft v8.json"])
    monitor.answer(monitor.press("O"))
    let text = Self.text(monitor)
    #expect(!text.contains("No difference") && !text.contains(" 0 events"), "\(text)")
    #expect(text.contains("2 events that either version listens for"), "\(text)")
  }

  // MARK: What is seen

  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

  /// `tagsim OLD NEW`: the changes cover the panes.
  static func opened(
    _ old: String, _ new: String, size: Size = sizes[1]
  ) throws -> Monitor {
    let files = [old, new].map { "containers/GTM-" + $0 + ".json" }
    let containers = try files.map { try Shown.container($0) }
    var monitor = try Shown.trial(of: containers[0], size: size)
    var comparison = BehaviourComparison(
      .init(file: files[0], container: containers[0]),
      .init(file: files[1], container: containers[1]))
    comparison.tryEvents()
    monitor.showChanges(PublishedChanges(comparison), at: files[1])
    return monitor
  }

  @Test(arguments: sizes)
  func page(_ size: Size) throws {
    for (name, old, new) in [
      ("shop", "AB12-v7", "AB12-v9-fix"), ("radio", "SB20-v1", "SB20-v2"),
    ] {
      let monitor = try Self.opened(old, new, size: size)
      try Golden.compare(
        monitor.withoutColours.screen, "changes-\(name)-\(size.columns)x\(size.rows)")
    }
  }

  private static let pairs = [
    ("AB12-v7", "AB12-v8"), ("AB12-v8", "AB12-v9-fix"), ("AB12-v9-fix", "AB12-v7"),
    ("AB12-v8", "AN40-v1"), ("RD10-v1", "RD10-v2"), ("SB20-v1", "SB20-v2"),
    ("SB20-v2", "RD10-v1"), ("MV50-v1", "SB20-v1"), ("TYPE-v3", "AB12-v8"),
  ]

  /// The text, the Markdown and the screen are made of the same rows, and none has what a trial
  /// made up.
  @Test(arguments: pairs)
  func everyFormHasTheSameRows(_ old: String, _ new: String) throws {
    let files = try [old, new].map { try Shown.container("containers/GTM-\($0).json") }
    var comparison = BehaviourComparison(
      .init(file: "old.json", container: files[0]), .init(file: "new.json", container: files[1]))
    comparison.tryEvents()
    let causes = comparison.causes
    let changes = PublishedChanges(comparison)
    let rows = causes.map(\.sentence)
    #expect(!rows.isEmpty)
    let text = comparison.page.lines(.human).filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
    #expect(text.dropFirst().map(String.init) == rows)
    let items = comparison.page.lines(.md).filter { $0.hasPrefix("- ") }
    #expect(items == rows.map { "- " + MarkdownText.plain($0) })
    #expect(changes.text.filter { $0.hasPrefix("  ") } == rows.map { "  " + $0 })
    let monitor = try Shown.demo()
    for columns in [38, 78, 118] {
      let lines = changes.lines(columns: columns, monitor)
      for (place, cause) in causes.enumerated() {
        let own = lines.filter { $0.cause == place }.map(\.line)
        #expect(own.allSatisfy { $0.width <= columns })
        let letters = own.map(\.text).joined().filter { !" ▌".contains($0) }.sorted()
        let words = cause.sign == .remark ? [cause.text] : [cause.sign.rawValue, cause.text]
        let all = (words + [cause.subject, cause.counted]).joined()
        #expect(
          letters.filter { $0 != "·" } == all.filter { !" ·".contains($0) }.sorted(), "\(own)")
      }
    }
    for madeUp in ["Trial of", "com.example.trial", "anyEvent", "no_", "tried events"] {
      #expect(!rows.contains { $0.contains(madeUp) }, "\(madeUp): \(rows)")
    }
  }

  // MARK: What keys do

  /// Enter shows the event in both versions, an arrow opens it in one of them, O comes back.
  @Test(arguments: sizes)
  func enterOpensBothVersions(_ size: Size) throws {
    var monitor = try Self.opened("AB12-v8", "AB12-v9-fix", size: size)
    monitor.press("<enter>")
    let state = try #require(monitor.compared)
    #expect(state.names == ["v8", "v9"])
    #expect(state.entry.differs)
    #expect(monitor.screen.contains("Ads conversion"))
    monitor.walk([
      "<esc>": [.is(\.keyPlace, .changes)],
      "<left>": [.is(\.keyPlace, .pane(.tags)), .sees("O shows what changes again")],
      "O": [.is(\.keyPlace, .changes)], "<right>": [.is(\.branches.currentName, "v9")],
      "O<esc>": [.is(\.keyPlace, .pane(.tags))],
    ])
  }

  /// P publishes the new version, and what changes is over then.
  @Test func publishing() throws {
    var monitor = try Self.opened("AB12-v8", "AB12-v9-fix")
    #expect(monitor.keyLine.line(columns: 120).text.contains("P publish v9"))
    monitor.press("P")
    #expect(
      monitor.run.timeline.live.world.server.published.values.first?.container.version.version
        == "9")
    #expect(monitor.shownChanges == nil)
  }

  @Test func theSelectedCauseIsSeen() throws {
    var monitor = try Self.opened("AB12-v8", "AN40-v1", size: Self.sizes[0])
    let causes = try #require(monitor.changes?.causes)
    #expect(causes.count > 20)
    for cause in causes.dropFirst() {
      monitor.press("j")
      #expect(monitor.screen.contains("▌"), "\(cause.sentence)")
    }
    monitor.walk([
      "j": [.is(\.changes?.selected, causes.count - 1)], "g": [.is(\.changes?.selected, 0)],
    ])
  }

  /// A file that was not read is read, and compared then; one key shows it again, until something
  /// happens.
  @Test func aFileIsReadAndCompared() throws {
    var monitor = try Shown.played(["publish v7.json", "launch"]).walk([
      "O": [.is(\.typed, "changes ")],
      "<esc>:changes new.json<enter>": [.leads(to: .load(path: "new.json"))],
    ])
    let new = try Shown.container("containers/GTM-AB12-v8.json")
    monitor.answer(monitor.loaded(new, path: "new.json"))
    monitor.walk([
      "": [.sees("What changes if v8 is published")], "<esc>": [.closed],
      "O": [.is(\.keyPlace, .changes)],
      "<esc>:screen \"Cart\"<enter>O": [.is(\.typed, "changes ")],
    ])
  }

  /// The menu of versions compares, too.
  @Test func aVersionIsCompared() throws {
    var monitor = try Shown.played(Self.start)
    monitor.press("P")
    guard let menu = monitor.overlay as? OpenMenu else {
      Issue.record("no menu")
      return
    }
    let draft = try #require(menu.lines.firstIndex { $0.title.contains("draft") })
    monitor.answer(monitor.press(String(repeating: "<down>", count: draft) + "O"))
    #expect(monitor.screen.contains("What changes if v8 is published"))
    #expect(menu.lines.contains { $0.title.contains("compare with a file") })
  }

  /// Whoever listens is told the lines.
  @Test func plain() throws {
    var monitor = try Shown.played(Self.start)
    var session = PlainSession(on: &monitor)
    _ = session.tell(&monitor)
    monitor.answer(session.take("changes", on: &monitor))
    let facts = session.tell(&monitor).facts
    #expect(facts.contains { $0.contains("v7 → v8") }, "\(facts)")
  }
}

extension Monitor {
  /// Compares what is to be compared, as the program around the monitor does.
  fileprivate mutating func answer(_ effects: [MonitorEffect]) {
    guard case .compare(let draft)? = effects.first else { return }
    let comparison = BehaviourComparison(
      redoing: run, published: draft.published, draft: draft.draft)
    showChanges(PublishedChanges(comparison))
  }
}

extension PublishedChanges {
  /// The changes as the program around the monitor passes them on.
  fileprivate init(_ comparison: BehaviourComparison) {
    self.init(
      id: comparison.id, of: [comparison.old.name, comparison.new.name],
      played: comparison.noChange ?? "played: " + comparison.playedWords, comparison.causes,
      runs: comparison.runs, draft: comparison.new.container)
  }
}
