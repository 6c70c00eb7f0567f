/// Text inside the tags of SVG and HTML.
package enum MarkupText {
  /// Escapes a text, so that it contains no tags, attribute ends or entities.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Escapes a text and makes it visible, so that it contains no markup and nothing hidden.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func visible(_ text: String) -> String { escaped(TerminalText.visible(text)) }
}
