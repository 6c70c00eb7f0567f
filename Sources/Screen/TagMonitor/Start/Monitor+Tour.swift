import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

extension Monitor {
  /// Executes the next possible step of the demo.
  mutating func goOnWithTour() {
    guard var tour = telling.playback.tour else { return }
    while !tour.lines.isEmpty {
      let line = tour.lines.removeFirst()
      telling.playback.tour = tour
      // A button may have shown the next screen already.
      let shown = run.timeline.live.screen.map { "screen " + $0.name.quoted }
      if line == shown, run.timeline.live.world.isOnline { continue }
      perform(line: line)
      guard message?.kind == .failure else {
        move(to: .tags)
        selectNearestMiss()
        message?.remark = "Space: next step   z: undo"
        return
      }
    }
    message = .hint("That was the demo. s: a screen, p: a push, : any line, ?: all keys")
  }

  /// Returns the hint about the current world, at a width; nil if the world has changed.
  func tourHint(columns: Int) -> String? {
    guard let tour = telling.playback.tour, tour.moment == run.record.count, cursor == nil else {
      return nil
    }
    let hints = tourHints
    return hints.first { TextWidth.columns(of: $0) <= columns } ?? hints.last
  }

  /// The forms of the hint, the longest first. They name Enter only if it explains the selected
  /// tag.
  private var tourHints: [String] {
    let tags = view.tags
    let did = "\(tags.count(where: \.didFire)) of \(tags.count) tags fired"
    let idle =
      tags.contains { view.fate(of: $0).isTrouble } ? "; one of them did nothing" : ""
    guard focus == .tags, tags.indices.contains(selection.tag) else {
      return ["\(did)\(idle).   Space: next step", "\(did).   Space: next"]
    }
    let tag = tags[selection.tag]
    let why = "why \(tag.name) \(tag.didFire ? "fired" : "did not fire")"
    return [
      "\(did)\(idle).   Enter: \(why)   Space: next step",
      "\(did).   Enter: \(why)   Space: next", "\(did)   Enter: why   Space: next",
    ]
  }
}

extension Monitor {
  /// Starts after the first screen view, so that nobody begins with an empty list: the scenario was
  /// played, the app's first screen is visible, and a hint names a key to press.
  package mutating func standAfterFirstScreen() {
    runToEnd()
    close()
    let live = run.timeline.live
    guard live.isRunning, let screen = live.world.app.screens.first else { return }
    perform(.screen(screen.name, at: .keys))
    // None of this counts as the user's action.
    comparing.branches.begin(after: run.record.count)
    move(to: .tags)
    selectNearestMiss()
    message = nil
    telling.playback.tour = DemoTour(of: live.world.app, at: run.record.count)
    settle()
  }

  /// Selects the first tag that did not fire and could have, otherwise the first that did not.
  mutating func selectNearestMiss() {
    let missed = view.tags.firstIndex { !$0.didFire && $0.neverReason == nil }
    selection.tag = missed ?? view.tags.firstIndex { !$0.didFire } ?? 0
  }
}
