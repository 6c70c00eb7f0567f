import ScenarioEngine
import TagRuntime
import TagSimulation

extension Monitor {
  /// Stands after the first screen view, so that nobody's first sight is an empty list: the
  /// scenario was played, the app's first screen is seen, and a caption says what to press.
  package mutating func standAfterFirstScreen() {
    runToEnd()
    overlay = nil
    let live = run.timeline.live
    guard live.isRunning, let screen = live.world.app.screens.first else { return }
    perform(.screen(screen.name, at: Self.keys))
    let fired = view.tags.count(where: \.didFire)
    perform(
      line: "caption \"\(fired) of \(view.tags.count) tags fired, and not all did something: "
        + "Enter says why the selected one did not. s views another screen, w loses the network.\"")
    move(to: .tags)
    selectNearestMiss()
    message = nil
  }

  /// Selects the first tag that did not fire and might have, or else the first that did not.
  mutating func selectNearestMiss() {
    let missed = view.tags.firstIndex { !$0.didFire && $0.neverReason == nil }
    selection.tag = missed ?? view.tags.firstIndex { !$0.didFire } ?? 0
  }
}
