/// Text inside the tags of SVG, HTML and XML.
package enum MarkupText {
  /// Escapes a text, so that it contains no tags, attribute ends or entities; for XML 1.0, also no
  /// characters that it does not allow.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func escaped(_ text: String, isXML: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t" where isXML, "\n" where isXML, "\r" where isXML: escaped += "&#\(scalar.value);"
      case "\u{0}"..<" " where isXML, "\u{7F}"..."\u{9F}" where isXML,
        "\u{FFFE}" where isXML, "\u{FFFF}" where isXML:
        escaped += "\u{FFFD}"
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'" where !isXML: escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Escapes a text and makes it visible, so that it contains no markup and nothing hidden.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func visible(_ text: String) -> String { escaped(TerminalText.visible(text)) }

  /// Returns a text as a part of an address, with all but letters and digits as bytes.
  package static func address(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (48...57).contains(byte))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain || "-_.".unicodeScalars.contains(scalar)
        ? String(scalar) : "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// Escapes a text for XML, with nothing hidden.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func xml(_ text: String) -> String {
    TerminalText.visible(escaped(text, isXML: true))
  }
}
