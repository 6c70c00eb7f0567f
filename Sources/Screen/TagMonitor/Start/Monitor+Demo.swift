import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// Starts after the first screen view, so that nobody begins with an empty list: the scenario was
  /// played, the app's first screen is visible, and a hint names a key to press.
  package mutating func standAfterFirstScreen() {
    runToEnd()
    overlay = nil
    let live = run.timeline.live
    guard live.isRunning, let screen = live.world.app.screens.first else { return }
    perform(.screen(screen.name, at: .keys))
    // None of this counts as the user's action.
    branches.begin(after: run.record.count)
    move(to: .tags)
    selectNearestMiss()
    message = nil
    playback.tour = DemoTour(of: live.world.app, at: run.record.count)
    settle()
  }

  /// Selects the first tag that did not fire and could have, otherwise the first that did not.
  mutating func selectNearestMiss() {
    let missed = view.tags.firstIndex { !$0.didFire && $0.neverReason == nil }
    selection.tag = missed ?? view.tags.firstIndex { !$0.didFire } ?? 0
  }
}
