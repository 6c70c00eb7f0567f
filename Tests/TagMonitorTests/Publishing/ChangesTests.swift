import ScenarioEngine
import TagRuntime
import TagSimulation
import TagTrials
import TerminalKit
import Testing

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

  @Test func itTellsWhatTheDraftDoesOtherwise() throws {
    let monitor = try Self.told([])
    #expect(monitor.changes?.title == "What changes if v8 is published")
    let text = Self.text(monitor)
    #expect(text.contains("v7 → v8"), "\(text)")
    #expect(text.contains("value \"title_string\""), "\(text)")
    #expect(monitor.keyPlace == .text)
  }

  /// A phone that previews the draft would show no difference: both are as other phones are.
  @Test func aPreviewIsLeftOut() throws {
    let (with, without) = (try Self.told(["preview v8"]), try Self.told([]))
    #expect(with.changes?.title == without.changes?.title)
    #expect(Self.text(with).contains("value \"title_string\""))
  }

  /// Nothing of it is done to the run at hand.
  @Test func theRunStaysAsItIs() throws {
    let before = try Shown.played(Self.start)
    let after = try Self.told([])
    #expect(before.run.timeline.stepCount == after.run.timeline.stepCount)
    #expect(before.run.acts.count == after.run.acts.count)
  }

  private static let refusals: [(lines: [String], keys: String, said: String)] = [
    (["launch"], ":changes<enter>", "there is no draft: P makes a version one"),
    (
      ["publish v8.json", "draft v8.json", "launch"], ":changes<enter>",
      "the draft is what is published"
    ),
    (["draft v8.json", "launch"], ":changes<enter>", "nothing of GTM-AB12 is published yet"),
    (
      ["publish v7.json", "launch"], ":changes gone.json<enter>",
      "gone.json was not read here: 'draft gone.json' reads it"
    ),
  ]

  @Test(arguments: refusals)
  func refusal(_ lines: [String], _ keys: String, _ said: String) throws {
    var monitor = try Shown.played(lines)
    #expect(monitor.press(keys).isEmpty)
    #expect(monitor.message?.text.hasPrefix(said) == true, "\(monitor.message?.text ?? "")")
    #expect(monitor.overlay == nil)
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
    showChanges(ofPublishing: comparison.new.name, comparison.page)
  }
}
