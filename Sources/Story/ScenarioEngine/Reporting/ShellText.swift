import TagRuntime

/// Texts for the command line of a shell, quoted so that it reads them literally.
package enum ShellText {
  /// Returns a text as a word of a shell: in quotes if it needs them.
  package static func word(_ text: String) -> String {
    let isBare = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+=:,@%".contains(Character(scalar))
    }
    return isBare && !text.isEmpty ? text : quoted(text)
  }

  /// Returns the word for a file that is not read as an option.
  package static func path(_ file: String) -> String { word(argument(file)) }

  /// Returns a file as an argument that is not read as an option.
  package static func argument(_ file: String) -> String {
    file.hasPrefix("-") ? "./" + file : file
  }

  /// Returns a text in single quotes or, if it has line ends or hidden characters, in `$'…'`, which
  /// bash, zsh and ksh understand.
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
        for byte in String(scalar).utf8 {
          word += "\\x" + NumberText.padded(byte, radix: 16, uppercase: true)
        }
      }
    }
    return word + "'"
  }

  /// Returns a text for a comment, which must not continue in the next line.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
  }

  /// Whether a character is visible: not a control character, and not one that hides or reorders
  /// others.
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
