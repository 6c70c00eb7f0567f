import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// Lets time pass until an entry of the agenda.
  mutating func passTime(toEntry place: Int) {
    let entries = DeviceAgenda(context).entries
    guard !entries.isEmpty else {
      message = Message(kind: .hint, text: "nothing is due by itself: t lets time pass")
      return
    }
    let entry = entries[min(place, entries.count - 1)]
    overlay = nil
    let before = run.timeline.rows.count
    perform(line: "wait \(entry.left.wholeMilliseconds)ms")
    guard message?.kind == .ok else { return }
    let made = run.timeline.rows[before...].prefix(3).map(\.event.summary)
    let what = made.isEmpty ? entry.title : made.joined(separator: "; ")
    message?.said = "\(entry.left.shortText) passed: \(what)"
  }
}
