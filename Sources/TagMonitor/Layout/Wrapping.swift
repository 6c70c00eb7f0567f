import TerminalKit

/// Breaks text into lines between words.
public enum Wrapping {
  /// The lines of a text, none wider than a number of columns.
  ///
  /// A word that is wider than a line is cut. Data is made safe first, so that its width is known.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func lines(_ text: String, columns: Int) -> [String] {
    let columns = max(1, columns)
    var lines: [String] = []
    var line = ""
    for word in TerminalText.visible(text).split(separator: " ", omittingEmptySubsequences: false) {
      let extended = line.isEmpty ? String(word) : line + " " + word
      if TextWidth.columns(of: extended) <= columns {
        line = extended
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while TextWidth.columns(of: line) > columns {
        let (head, tail) = cut(line, columns)
        lines.append(head)
        line = tail
      }
    }
    lines.append(line)
    return lines
  }

  private static func cut(_ text: String, _ columns: Int) -> (head: String, tail: String) {
    var head = ""
    var used = 0
    for character in text {
      let width = TextWidth.columns(of: character)
      if used + width > columns, !head.isEmpty { break }
      head.append(character)
      used += width
    }
    return (head, String(text.dropFirst(head.count)))
  }
}
