/// Formats the longer text of a command's help for a terminal of 80 columns.
///
/// Lines without indentation are prose: each paragraph is joined and wrapped again. Indented lines
/// are examples: a command and, after two or more spaces, its meaning, which appears in a separate
/// column, or on the line below if there is no room.
package enum HelpText {
  /// The number of columns of a page.
  package static let pageColumns = 78
  /// The parser wraps a line that is as long as the page, or one shorter.
  private static let columns = pageColumns - 2
  private static let indentation = "  "
  /// The indentation of a meaning on a separate line.
  private static let hanging = "      "

  /// Returns the formatted text.
  ///
  /// - Complexity: O(n) in its length.
  package static func laidOut(_ text: String) -> String {
    var blocks: [String] = []
    var prose: [Substring] = []
    var examples: [Substring] = []
    func close() {
      if !prose.isEmpty {
        blocks.append(wrapped(prose.joined(separator: " ")).joined(separator: "\n"))
      }
      if !examples.isEmpty { blocks.append(columnsOf(examples).joined(separator: "\n")) }
      (prose, examples) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        close()
        blocks.append("")
      } else if line.hasPrefix(indentation) {
        if !prose.isEmpty { close() }
        examples.append(line)
      } else {
        if !examples.isEmpty { close() }
        prose.append(line)
        // A line that announces examples is a paragraph.
        if line.hasSuffix(":") { close() }
      }
    }
    close()
    return blocks.joined(separator: "\n")
  }

  /// Returns examples with their meanings in one column, if they fit.
  private static func columnsOf(_ lines: [Substring]) -> [String] {
    let examples = lines.map(parted)
    let meant = examples.filter { !$0.meaning.isEmpty }
    let width = meant.map { TextWidth.columns(of: $0.command) }.max() ?? 0
    let fits = meant.allSatisfy {
      indentation.count + width + 2 + TextWidth.columns(of: $0.meaning) <= columns
    }
    return examples.flatMap { example -> [String] in
      let command = indentation + example.command
      if example.meaning.isEmpty { return [command] }
      if fits {
        return [indentation + TextWidth.filled(example.command, to: width + 2) + example.meaning]
      }
      let meaning = wrapped(example.meaning, indentation: hanging)
      return example.command.isEmpty ? meaning : [command] + meaning
    }
  }

  private static func parted(_ line: Substring) -> (command: String, meaning: String) {
    let text = line.drop { $0 == " " }
    // A line that is indented far to the right continues the meaning above.
    if line.count - text.count > hanging.count { return ("", String(text)) }
    guard let gap = text.firstRange(of: "  ") else { return (String(text), "") }
    return (String(text[..<gap.lowerBound]), String(text[gap.upperBound...].drop { $0 == " " }))
  }

  /// Wraps a text to the width of help, or another one; a word that is longer is not broken.
  package static func wrapped(
    _ text: String, indentation: String = "", columns: Int = pageColumns - 2
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let width = TextWidth.columns(of: line) + 1 + TextWidth.columns(of: String(word))
      if !line.isEmpty, indentation.count + width > columns {
        lines.append(indentation + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [indentation + line]
  }
}
