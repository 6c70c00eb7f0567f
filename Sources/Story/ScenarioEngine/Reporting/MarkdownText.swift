package enum MarkdownText {
  /// Returns a text on one line in which nothing has a meaning for Markdown or GitHub.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func plain(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : " "
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      // Prevents mentions and numbers of issues.
      case "@", "#": escaped += "\\\(scalar)" + (isWord(next) ? "<!-- -->" : "")
      // Prevents links.
      case ":" where next == "/": escaped += "\\:"
      case "." where endsInW(scalars[..<place]) || isNumber(scalars[..<place]): escaped += "\\."
      case ")" where isNumber(scalars[..<place]): escaped += "\\)"
      case "+", "-", "=": escaped += (place == 0 ? "\\" : "") + String(scalar)
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$": escaped += "\\\(scalar)"
      case "\n", "\r": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func endsInW(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.count >= 3 && scalars.suffix(3).allSatisfy { $0 == "w" || $0 == "W" }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Whether the text could be the number of a list entry.
  private static func isNumber(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    !scalars.isEmpty && scalars.allSatisfy { ("0"..."9").contains($0) }
  }
}
