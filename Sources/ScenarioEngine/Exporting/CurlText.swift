import TagRuntime
import TagSimulation

/// Requests as commands of curl, each with a line that says what it is.
///
/// Nothing in them is more to a shell than a text: every word stands in single quotes, or where a
/// text has line ends or hidden characters in `$'…'`, which bash, zsh and ksh read.
package enum CurlText {
  /// What stands before commands, so that nobody pastes them unawares.
  package static let warning = [
    "# tagsim only simulates: nothing was sent. curl would send these hits to the real servers,",
    "# where they count as traffic of the property that they name.",
  ]

  /// A command for a request.
  package static func lines(of sent: SentRequest, time: String) -> [String] {
    let said = "\(sent.title), sent \(time): \(sent.answer)"
    return ["# " + oneLine(said)] + [command(for: sent)]
  }

  private static func command(for sent: SentRequest) -> String {
    let request = sent.entry.request
    // Addresses may have brackets, which curl would take for a list of them.
    var words = ["curl", "--globoff", "--url", quoted(sent.url)]
    for header in sent.headers where header.name != "Host" && header.name != "Content-Length" {
      words += ["-H", quoted("\(header.name): \(header.value)")]
    }
    // Not --data, for which an @ names a file.
    if request.method == .post { words += ["--data-raw", quoted(request.body)] }
    return words.joined(separator: " ")
  }

  /// A comment must not go on in the next line.
  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
  }

  /// A text as a word of a shell.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func quoted(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isPlain) {
      let parts = text.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + parts.joined(separator: "'\\''") + "'"
    }
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": word += "\\n"
      case "'": word += "\\'"
      case "\\": word += "\\\\"
      case _ where isPlain(scalar): word.unicodeScalars.append(scalar)
      default:
        for byte in String(scalar).utf8 { word += "\\x" + hex(byte) }
      }
    }
    return word + "'"
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  /// Whether a character is seen as what it is: no control, and nothing that hides or turns others.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
