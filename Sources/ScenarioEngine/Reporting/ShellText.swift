/// Words for the command line of a shell. Nothing in them is more to it than a text.
package enum ShellText {
  /// A word as a shell reads it back: in quotes where it needs them.
  package static func word(_ text: String) -> String {
    let isBare = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+=:,@%".contains(Character(scalar))
    }
    return isBare && !text.isEmpty ? text : quoted(text)
  }

  /// The word of a file, which is not to be taken for an option.
  package static func path(_ file: String) -> String { word(argument(file)) }

  /// A file as an argument that is not taken for an option.
  package static func argument(_ file: String) -> String {
    file.hasPrefix("-") ? "./" + file : file
  }

  /// A text in single quotes, or where it has line ends or hidden characters in `$'…'`, which
  /// bash, zsh and ksh read.
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

  /// What stands in a comment, which does not go on in the next line.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
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
