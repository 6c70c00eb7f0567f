/// The languages in which graphs are written.
public enum GraphSyntax: String, Sendable, CaseIterable {
  /// The language of Graphviz.
  case dot
  /// The language of Mermaid, which many Markdown viewers draw.
  case mermaid

  /// A text as the content of a quoted label. Whatever is in it, it ends neither the label nor the
  /// line, and is not read as a command, an entity or markup.
  func label(_ text: String) -> String {
    var label = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: label.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F: label.append("\u{2421}")
      case 0x80...: label.append(scalar)
      default: label.append(contentsOf: escaped(scalar).unicodeScalars)
      }
    }
    return String(label)
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .dot:
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      // Graphviz reads entities such as &quot; in labels.
      case "&": "&amp;"
      default: String(scalar)
      }
    case .mermaid:
      // Mermaid looks for directives, comments, styles and markup inside of labels too.
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,_-=()'/".unicodeScalars.contains(scalar)
        ? String(scalar) : "#\(scalar.value);"
    }
  }

  /// What parts two lines of a label.
  var lineBreak: String { self == .dot ? "\\n" : "<br/>" }
}
