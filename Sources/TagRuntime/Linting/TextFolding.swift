/// What two texts have in common that look the same to people and are different to the SDK.
enum TextFolding {
  /// The text without regard to case, white space at its ends and the kinds of quotes and spaces.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2018}", "\u{2019}": scalars.append("'")
      case "\u{201C}", "\u{201D}": scalars.append("\"")
      case _ where isInvisible(scalar): break
      case _ where scalar.properties.isWhitespace: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return trimmed(String(scalars)).lowercased()
  }

  /// The letters and digits of a key in lower case: `screen_name`, `screen-name` and `screenName`
  /// are one.
  static func letters(of key: String) -> String {
    String(
      String.UnicodeScalarView(
        key.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "."
        })
    ).lowercased()
  }

  /// What is odd about a text that is compared, in words; nil where nothing is.
  static func oddity(of text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return nil }
    if let hidden = scalars.first(where: isInvisible) {
      return "holds an invisible character (\(name(of: hidden)))"
    }
    if let space = scalars.first(where: {
      $0 != " " && $0.properties.generalCategory == .spaceSeparator
    }) {
      return "holds a space that is not the one of the keyboard (\(name(of: space)))"
    }
    if first.properties.isWhitespace { return "begins with white space" }
    if last.properties.isWhitespace { return "ends with white space" }
    guard scalars.count > 2 else { return nil }
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("'", "'"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]
    if pairs.contains(where: { $0.0 == first && $0.1 == last }) {
      return "stands in quotes, which belong to the text and are compared, too"
    }
    return nil
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    // Joiners make emoji and the letters of some scripts what they are.
    scalar != "\u{200D}" && scalar != "\u{200C}" && scalar.properties.generalCategory == .format
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    let end = start.reversed().drop { $0 == " " }
    return String(end.reversed())
  }
}
