/// Texts within tags of SVG and HTML.
package enum MarkupText {
  /// A text in which nothing is a tag, an end of an attribute or an entity.
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

  /// A text in which nothing is markup, and nothing is hidden.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func visible(_ text: String) -> String { escaped(TerminalText.visible(text)) }
}
