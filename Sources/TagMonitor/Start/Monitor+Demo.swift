import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// Stands after the first screen view, so that nobody's first sight is an empty list: the
  /// scenario was played, the app's first screen is seen, and a hint says what to press.
  package mutating func standAfterFirstScreen() {
    runToEnd()
    overlay = nil
    let live = run.timeline.live
    guard live.isRunning, let screen = live.world.app.screens.first else { return }
    perform(.screen(screen.name, at: .keys))
    let tags = view.tags
    let fired = tags.count(where: \.didFire)
    let isIdle = tags.contains { view.fate(of: $0).isTrouble }
    // The user has done nothing yet.
    branches.begin(after: run.record.count)
    move(to: .tags)
    selectNearestMiss()
    message = nil
    let did = "\(fired) of \(tags.count) tags fired"
    let idle = isIdle ? "; one of them did nothing" : ""
    let name = tags.indices.contains(selection.tag) ? tags[selection.tag].name : "a tag"
    let why = "why \(name) \(fired < tags.count ? "did not fire" : "fired")"
    playback.tour = DemoTour(
      of: live.world.app, at: run.record.count,
      hints: [
        "\(did)\(idle).   Enter: \(why)   Space: the next thing",
        "\(did).   Enter: \(why)   Space: next", "\(did)   Enter: why   Space: next",
      ])
  }

  /// Selects the first tag that did not fire and might have, or else the first that did not.
  mutating func selectNearestMiss() {
    let missed = view.tags.firstIndex { !$0.didFire && $0.neverReason == nil }
    selection.tag = missed ?? view.tags.firstIndex { !$0.didFire } ?? 0
  }
}
