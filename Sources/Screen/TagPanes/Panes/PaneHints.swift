package import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// The material for panes' hints: keys that several panes share, and the actions possible at the
/// current position.
package struct PaneHints {
  package let context: ScreenContext
  /// Whether the selection can be tried on a branch.
  package let canTry: Bool
  /// The row of the phone that receives the keys; nil if it has none.
  package let phoneRow: PhoneRow?

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

/// A key with its effect, in the line at the bottom.
package struct KeyHint: Sendable, Hashable {
  /// The key that a click presses.
  package var key: Key
  /// The key as written on screen.
  package var shown: String
  /// Its effect here.
  package var words: String

  package init(_ key: Key, _ shown: String, _ words: String) {
    self.key = key
    self.shown = shown
    self.words = words
  }

  package init(_ character: Character, _ words: String) {
    self.init(.character(character), String(character), words)
  }

  package static func enter(_ words: String) -> KeyHint { KeyHint(.enter, "Enter", words) }
  package static func space(_ words: String) -> KeyHint { KeyHint(.character(" "), "Space", words) }
  package static func escape(_ words: String) -> KeyHint { KeyHint(.escape, "Esc", words) }

  package var columns: Int { TextWidth.columns(of: shown) + 1 + TextWidth.columns(of: words) }
}
