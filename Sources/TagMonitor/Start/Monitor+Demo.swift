import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// Stands after the first screen view, so that nobody's first sight is an empty list: the
  /// scenario was played, the app's first screen is seen, and a caption says what to press.
  package mutating func standAfterFirstScreen() {
    runToEnd()
    overlay = nil
    let live = run.timeline.live
    guard live.isRunning, let screen = live.world.app.screens.first else { return }
    perform(.screen(screen.name, at: .keys))
    let tags = view.tags
    let fired = tags.count(where: \.didFire)
    let isIdle = tags.contains { view.fate(of: $0).isTrouble }
    let did = "\(fired) of \(tags.count) tags fired" + (isIdle ? ", and not all did something" : "")
    let why = fired < tags.count ? "why the selected one did not" : "why the selected one did"
    perform(
      line: "caption \"\(did): Enter says \(why). s views another screen, w loses the network.\"")
    // The user has done nothing yet.
    branches.begin(after: run.record.count)
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
