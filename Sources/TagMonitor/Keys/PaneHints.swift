import ScenarioEngine
import TagSimulation
import TerminalKit

/// The material for panes' hints: keys that several panes share, and the actions possible at the
/// current position.
struct PaneHints {
  let monitor: Monitor

  init(of monitor: Monitor) { self.monitor = monitor }

  var live: Simulation { monitor.run.timeline.live }

  /// The hint for `/`, or for `n` while a search is active.
  var find: KeyHint {
    monitor.finding.find == nil ? KeyHint("/", "find") : KeyHint("n", "next match")
  }

  var copy: [KeyHint] { [KeyHint("y", "copy"), KeyHint("Y", "copy as")] }

  var filter: KeyHint { KeyHint("f", "filter") }

  var differences: KeyHint {
    let isOn = monitor.finding.differences.contains(monitor.focus)
    return KeyHint("D", isOn ? "all rows" : "differences")
  }

  /// The key that tries the selection on a branch, if possible.
  var tries: [KeyHint] { monitor.canTry ? [KeyHint("B", "try it")] : [] }

  /// Returns the hint for Enter if there is something to explain.
  func explain(_ words: String) -> [KeyHint] { canExplain ? [.enter(words)] : [] }

  /// Whether Enter has something to explain.
  var canExplain: Bool {
    if case .nothing = monitor.context.explained { false } else { true }
  }

  /// Returns the key that edits a part of a container, if the subject is one.
  func alter(_ subject: Explained) -> [KeyHint] {
    switch subject {
    case .tag, .rule, .value: monitor.hidesAnswers ? [] : [KeyHint("a", "change in a draft")]
    default: []
    }
  }
}
