import ScenarioEngine
import TagSimulation
import TerminalKit

/// What panes make their hints of: keys that several have, and what can be done where the monitor
/// looks.
struct PaneHints {
  let monitor: Monitor

  init(of monitor: Monitor) { self.monitor = monitor }

  /// The present world.
  var live: Simulation { monitor.run.timeline.live }

  /// What `/` does, or where something is looked for, what `n` does.
  var find: KeyHint {
    monitor.finding.find == nil ? KeyHint("/", "find") : KeyHint("n", "next match")
  }

  var copy: [KeyHint] { [KeyHint("y", "copy"), KeyHint("Y", "copy as")] }

  var filter: KeyHint { KeyHint("f", "filter") }

  var differences: KeyHint {
    let isOn = monitor.finding.differences.contains(monitor.focus)
    return KeyHint("D", isOn ? "all rows" : "differences")
  }

  /// The key that tries what is selected on a branch, where that can be tried.
  var tries: [KeyHint] { monitor.canTry ? [KeyHint("B", "try it")] : [] }

  /// Enter, where there is something that it explains.
  func explain(_ words: String) -> [KeyHint] { canExplain ? [.enter(words)] : [] }

  /// Whether there is something that Enter explains.
  var canExplain: Bool {
    if case .nothing = monitor.context.explained { false } else { true }
  }

  /// The key that alters a part of a container by hand, where the subject is one.
  func alter(_ subject: Explained) -> [KeyHint] {
    switch subject {
    case .tag, .rule, .value: monitor.hidesAnswers ? [] : [KeyHint("a", "alter in a draft")]
    default: []
    }
  }
}
