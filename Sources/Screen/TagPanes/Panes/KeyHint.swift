package import TerminalKit
import TextKit

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
