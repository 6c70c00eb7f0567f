package import TagSimulation
import TagWords
import TerminalKit

/// The material for panes' hints: keys that several panes share, and the actions possible at the
/// current position.
package struct PaneHints {
  package let context: ScreenContext
  /// Whether the selection can be tried on a branch.
  package let canTry: Bool
  /// The row of the phone that receives the keys; nil if it has none.
  package let phoneRow: PhoneRow?

  /// Creates it from its parts.
  package init(context: ScreenContext, canTry: Bool, phoneRow: PhoneRow?) {
    self.context = context
    self.canTry = canTry
    self.phoneRow = phoneRow
  }

  package var live: Simulation { context.timeline.live }

  /// The hint for `/`, or for `n` while a search is active.
  package var find: KeyHint {
    context.finding.find == nil ? KeyHint("/", "find") : KeyHint("n", "next match")
  }

  package var copy: [KeyHint] { [KeyHint("y", "copy"), KeyHint("Y", "copy as")] }

  package var filter: KeyHint { KeyHint("f", "filter") }

  package var differences: KeyHint {
    let isOn = context.finding.differences.contains(context.focus)
    return KeyHint("D", isOn ? "all rows" : "differences")
  }

  /// The key that tries the selection on a branch, if possible.
  package var tries: [KeyHint] { canTry ? [KeyHint("B", "try it")] : [] }

  /// Returns the hint for Enter if there is something to explain.
  package func explain(_ words: String) -> [KeyHint] { canExplain ? [.enter(words)] : [] }

  /// Whether Enter has something to explain.
  package var canExplain: Bool {
    if case .nothing = context.explained { false } else { true }
  }

  /// Returns the key that edits a part of a container, if the subject is one.
  package func alter(_ subject: Explained) -> [KeyHint] {
    switch subject {
    case .tag, .rule, .value: context.isAsking ? [] : [KeyHint("a", "change in a draft")]
    default: []
    }
  }
}
