import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// Moves the focus to the firings of the run, or from these to the tags of the event.
  mutating func toggleFirings() { move(to: focus == .firings ? .tags : .firings) }

  /// Selects the event of the selected firing, and its tag.
  mutating func goToFiring() {
    let firings = run.timeline.firings
    guard let number = FiringsPane(context).selectedNumber else { return }
    let firing = firings[number]
    let name = firings.name(of: firing)
    go(to: firing.row)
    selection.firing = FiringsPane(context).entries.firstIndex { $0.number == number }
    selection.tag = view.tags.firstIndex { $0.name == name } ?? selection.tag
    message = Message(
      kind: .ok, text: "event \(firing.row) of \(run.timeline.rows.count); T shows its tags")
  }
}
