/// Texts in a page of Markdown.
package enum MarkdownText {
  /// A text in which nothing means anything to Markdown.
  package static func plain(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n", "\r": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
