import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TextKit

/// The steps that Space takes in the demo, one after the other, and the hints about them.
struct DemoTour: Sendable, Hashable {
  /// The remaining lines of the language.
  var lines: [String]
  /// The moment of the hint: the number of statements executed by then.
  var moment: Int

  /// Creates a tour of everything of interest in an app, beginning on its first screen.
  ///
  /// - Complexity: O(n) in the buttons of the app.
  init(of app: App, at moment: Int) {
    var lines: [String] = []
    for (index, screen) in app.screens.enumerated() {
      if index > 0 { lines.append("screen " + screen.name.quoted) }
      lines += screen.buttons.prefix(1).map { "tap " + $0.title.quoted }
    }
    if let last = app.screens.last {
      lines += ["network offline", "screen " + last.name.quoted, "network online"]
    }
    self.lines = lines + ["wait 2m30s", "kill", "launch"]
    self.moment = moment
  }
}

extension Monitor {
  /// Executes the next possible step of the demo.
  mutating func goOnWithTour() {
    guard var tour = playback.tour else { return }
    while !tour.lines.isEmpty {
      let line = tour.lines.removeFirst()
      playback.tour = tour
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
    guard let tour = playback.tour, tour.moment == run.record.count, cursor == nil else {
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
