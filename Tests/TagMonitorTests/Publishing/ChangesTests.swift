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
    monitor.changesLines(columns: 200).map(\.text).joined(separator: "\n")
  }

  /// A phone that previews the draft would show no difference: both are as other phones are.
  @Test(arguments: [[], ["preview v8"]])
  func itTellsWhatTheDraftDoesOtherwise(_ lines: [String]) throws {
    let monitor = try Self.told(lines)
    #expect(monitor.comparing.changes?.title == "What changes if v8 is published")
    let text = Self.text(monitor)
    #expect(text.contains("v7 → v8"), "\(text)")
    #expect(text.contains("value \"title_string\""), "\(text)")
    #expect(monitor.keyPlace == .text)
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
    #expect(!text.contains("Nothing is different") && !text.contains(" 0 events"), "\(text)")
    #expect(text.contains("tried events"), "\(text)")
  }

  /// The lines of what was done lead to its event, those of what was tried to the prompt.
  @Test func linesAreOpened() throws {
    let monitor = try Self.told(["tap \"Buy\""], "O")
    let changes = try #require(monitor.comparing.changes)
    let done = try #require(changes.places.values.firstIndex { $0.row != nil })
    monitor.walk([
      String(repeating: "j", count: done): [.is(\.comparing.changes?.selected, done)],
      "<enter>": [.closed, .at(changes.places.values[done].row), .focus(.tags)],
    ])
    var other = try Shown.played(["publish v7.json", "draft v8.json"])
    other.answer(other.press("O"))
    let tried = try #require(other.comparing.changes?.places.values.firstIndex { $0.row == nil })
    other.press(String(repeating: "j", count: tried) + "<enter>")
    #expect(other.typed?.isEmpty == false && other.typed == other.typedChange)
  }

  @Test func theSelectedLineIsSeen() throws {
    var monitor = try Self.told(["tap \"Buy\""], "O")
    let count = try #require(monitor.comparing.changes?.places.count)
    #expect(count > 1)
    for _ in 1..<count {
      monitor.press("j")
      let words = monitor.comparing.changes.map { $0.page[$0.places.keys[$0.selected]].text } ?? ""
      #expect(monitor.screen.contains(words.prefix(40)), "\(words)\n\(monitor.screen)")
    }
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
      "": [.is(\.comparing.changes?.title, "What changes if v8 is published")], "<esc>": [.closed],
      "O": [.is(\.top, "\(TextPage(.changes))")],
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
    #expect(monitor.comparing.changes?.title == "What changes if v8 is published")
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
    let places = comparison.laidOut.changes.mapValues { change in
      ChangePlace(
        row: change.scenario == BehaviourComparison.doneName
          ? change.row.split(separator: "/").first.flatMap { Int($0.dropFirst()) } : nil,
        tag: change.kind == .tag ? change.subject : nil, line: change.line)
    }
    showChanges(ofPublishing: comparison.new.name, comparison.laidOut.lines, places: places)
  }

  /// The line of the selected change.
  fileprivate var typedChange: String? { changes.map { $0.places.values[$0.selected].line } }
}
