import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The demo, which is told in steps.
extension Monitor {
  /// Begins the demo with its first step, so that nobody begins with an empty list.
  package mutating func beginDemo() {
    let tour = DemoTour(of: run.scenario)
    run = ScenarioRun(tour.opening, inputs: run.inputs)
    takeStory(of: tour.opening)
    telling.playback.tour = tour
    runToEnd()
    close()
    goOnWithTour()
    // None of this counts as the user's action.
    comparing.branches.begin(after: run.record.count)
    settle()
  }

  /// Does the next step of the demo.
  mutating func goOnWithTour() {
    guard var tour = telling.playback.tour else { return }
    close()
    guard !tour.steps.isEmpty else {
      return say(
        .hint("That was the demo. Next: tagsim YOUR-CONTAINER.json, or tagsim demo offline"))
    }
    let step = tour.steps.removeFirst()
    telling.playback.tour = tour
    cursor = nil
    let acts = run.record.count
    let isLed = step.statements.contains { if case .view = $0.command { true } else { false } }
    for statement in step.statements {
      perform(statement)
      if message?.kind == .failure { return }
    }
    if !isLed {
      move(to: .tags)
      selectNearestMiss()
    }
    message = nil
    if acts == run.record.count { explain() }
    tour.told = step.sentence
    tour.moment = run.record.count
    telling.playback.tour = tour
  }

  /// Returns the hint about the current world, at a width; nil if the world has changed.
  func tourHint(columns: Int) -> String? {
    guard let tour = telling.playback.tour, tour.moment == run.record.count, cursor == nil else {
      return nil
    }
    let next =
      tour.steps.first.map { "Space: \($0.title)" } ?? "Now yours: tagsim YOUR-CONTAINER.json"
    let whole = tour.told + "   " + next
    return TextWidth.columns(of: whole) <= columns ? whole : tour.told
  }

  /// Selects the first tag that did not fire and could have, otherwise the first that did not.
  mutating func selectNearestMiss() {
    let missed = view.tags.firstIndex { !$0.didFire && $0.neverReason == nil }
    selection.tag = missed ?? view.tags.firstIndex { !$0.didFire } ?? 0
  }
}
