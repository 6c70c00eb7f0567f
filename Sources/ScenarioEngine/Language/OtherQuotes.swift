/// Quotes that word processors and other languages write; the scenario language has only `"`.
enum OtherQuotes {
  private static let double: [Unicode.Scalar] = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}"]
  private static let single: [Unicode.Scalar] = [
    "'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}",
  ]

  /// The quote that a text has at an offset, or nil where something else stands there.
  static func scalar(in bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    // The typographic ones have three bytes.
    let text = String(decoding: bytes[offset...].prefix(3), as: UTF8.self)
    return text.unicodeScalars.first.flatMap { (double + single).contains($0) ? $0 : nil }
  }

  /// The part of a text that such quotes close, with them and without; without a second quote the
  /// first word.
  static func split(
    _ text: String, openedBy quote: Unicode.Scalar
  ) -> (quoted: String, inside: String) {
    let closing = double.contains(quote) ? double + ["\""] : single
    let scalars = Array(text.unicodeScalars)
    for index in scalars.indices.dropFirst() where closing.contains(scalars[index]) {
      // The sign in "it's" is no end.
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if after.properties.isAlphabetic { continue }
      return (string(scalars[...index]), string(scalars[1..<index]))
    }
    let word = scalars.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
    return (string(word), string(word.dropFirst()))
  }

  /// What stands before the first typographic closing quote of a text, or nil without one.
  static func closed(_ text: Substring) -> String? {
    guard let end = text.unicodeScalars.firstIndex(where: double.contains) else { return nil }
    return String(text[..<end])
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
