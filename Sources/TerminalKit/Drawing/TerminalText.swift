/// The one place where text from outside becomes text that may reach a terminal.
///
/// Data may hold escape sequences, reordering marks and characters that take no room. All of them
/// are made visible instead of being obeyed, and nothing is silently left out:
///
/// | in the data | on the screen |
/// |---|---|
/// | C0 controls and DEL | their Control Pictures: `␛` `␍` `␉` `␊` `␡` |
/// | C1 controls | U+FFFD |
/// | private use, unassigned, noncharacters | U+FFFD |
/// | bidi controls, zero-width, tag and other invisible characters | `[U+202E]` |
/// | a zero-width joiner or emoji selector inside of an emoji | kept |
/// | more than four combining marks on one character | four, then `[+996]` for the others |
/// | a skin tone without an emoji | `[U+1F3FD]` |
/// | a combining mark with nothing to stand on | on a dotted circle `◌` |
///
/// The result is a fixed point: making it visible once more changes nothing.
public enum TerminalText {
  /// How many combining marks one character may carry.
  public static let maximumMarks = 4
  /// How many zero-width joiners one emoji may hold; the longest in the standard have three.
  public static let maximumJoiners = 4

  /// The text as it may be drawn.
  ///
  /// - Complexity: O(n) in the length of the text; printable ASCII is returned as it is.
  public static func visible(_ raw: String) -> String {
    visible(raw, maximumScalars: .max)
  }

  /// Whether the text is drawn exactly as it stands.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func isSafe(_ text: String) -> Bool {
    if isPrintableASCII(text) { return true }
    // Not `==`, for which different spellings of one character are equal.
    return visible(text).unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// The beginning of the visible text, cut soon after `maximumScalars` scalars.
  ///
  /// - Complexity: O(m) in the scalars kept, plus the combining marks left out between them.
  static func visible(_ raw: String, maximumScalars: Int) -> String {
    if maximumScalars == .max, isPrintableASCII(raw) { return raw }
    var filter = VisibleFilter()
    var scalars = raw.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next, filter.count < maximumScalars {
      next = scalars.next()
      filter.take(scalar, before: next)
    }
    return filter.finish()
  }

  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
