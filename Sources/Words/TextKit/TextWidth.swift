/// The number of columns that text takes on a terminal.
///
/// The widths come from a built-in table, so that a frame is the same on every machine. For
/// ordinary text they agree with `wcwidth` and tmux. Terminals disagree on emoji of several
/// scalars; these are drawn one by one, so that every terminal agrees again.
///
/// Every function measures text as it is drawn: after ``TerminalText/visible(_:)``, and with such
/// emoji taken apart. Cutting and padding keep them whole: only drawing takes them apart, so that a
/// copy from a screen matches the data.
package enum TextWidth {
  /// The columns that the text takes when it is drawn.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func columns(of text: String) -> Int {
    if TerminalText.isPrintableASCII(text) { return text.utf8.count }
    return TextClusters(visible: TerminalText.visible(text)).reduce(0) { $0 + $1.width }
  }

  /// The columns that the character takes when it is drawn.
  ///
  /// One or two for ordinary text; more for controls that are spelled out and for conjuncts.
  ///
  /// - Complexity: O(n) in the scalars of the character.
  package static func columns(of character: Character) -> Int {
    columns(of: String(character))
  }

  /// Returns the text with those emoji taken apart that a screen takes apart.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func drawn(_ text: String) -> String {
    TextClusters(visible: TerminalText.visible(text)).reduce(into: "") { drawn, cluster in
      if cluster.isApart {
        for piece in DrawnPieces(of: cluster.text) { drawn += piece.text }
      } else {
        drawn += cluster.text
      }
    }
  }

  /// The visible text, cut to at most `columns` columns, including the ellipsis at the end.
  ///
  /// A wide character that would be cut in half is left out entirely. Without room for the ellipsis
  /// (0 columns), the result is empty.
  ///
  /// - Complexity: O(n) in the part that is kept.
  package static func truncate(
    _ text: String, to columns: Int, ellipsis: Ellipsis = .utf8
  ) -> String {
    guard columns > 0 else { return "" }
    if TerminalText.isPrintableASCII(text) {
      if text.utf8.count <= columns { return text }
      return String(text.unicodeScalars.prefix(columns - 1)) + ellipsis.rawValue
    }
    let visible = TerminalText.visible(text, maximumScalars: scalarBound(columns: columns))
    var kept = ""
    var used = 0
    var shorter = ""
    for cluster in TextClusters(visible: visible) {
      if used + cluster.width > columns { return shorter + ellipsis.rawValue }
      kept += cluster.text
      used += cluster.width
      if used < columns { shorter = kept }
    }
    return kept
  }

  /// The beginning of a text, in at most this many columns.
  ///
  /// - Complexity: O(n) in the columns.
  package static func prefix(_ text: String, columns: Int) -> String {
    var (kept, used) = ("", 0)
    for character in text {
      used += Self.columns(of: character)
      if used > columns { break }
      kept.append(character)
    }
    return kept
  }

  /// The end of a text, in at most this many columns.
  ///
  /// - Complexity: O(n) in the columns.
  package static func suffix(_ text: String, columns: Int) -> String {
    var (kept, used) = ([Character](), 0)
    for character in text.reversed() {
      used += Self.columns(of: character)
      if used > columns { break }
      kept.append(character)
    }
    return String(kept.reversed())
  }

  /// The visible text in exactly `columns` columns: truncated, or filled with spaces.
  ///
  /// - Complexity: O(n) in `columns` and the part of the text that is kept.
  package static func padded(
    _ text: String, to columns: Int, alignment: Alignment = .leading, ellipsis: Ellipsis = .utf8
  ) -> String {
    let kept = truncate(text, to: columns, ellipsis: ellipsis)
    let missing = max(0, columns - self.columns(of: kept))
    let left =
      switch alignment {
      case .leading: 0
      case .trailing: missing
      }
    return String(repeating: " ", count: left) + kept
      + String(repeating: " ", count: missing - left)
  }

  /// The text with blanks after or before it, up to `columns` columns; a wider one is unchanged.
  ///
  /// - Complexity: O(n) in the text.
  package static func filled(
    _ text: String, to columns: Int, alignment: Alignment = .leading
  ) -> String {
    self.columns(of: text) >= columns ? text : padded(text, to: columns, alignment: alignment)
  }

  /// The most columns that a text is cut or padded to.
  package static let columnLimit = 1_000_000

  /// A number of scalars of visible text that is certain to fill `columns` columns.
  ///
  /// The longest piece is a base with all marks.
  package static func scalarBound(columns: Int) -> Int {
    (min(max(columns, 0), columnLimit) + 2) * (1 + TerminalText.maximumMarks)
  }

  package static func ofScalar(_ scalar: Unicode.Scalar) -> Int {
    // The first mark is U+0300 and the first wide character U+1100.
    if scalar.value < 0x300 { return scalar.value >= 0x20 ? 1 : 0 }
    if contains(WidthTable.zero, scalar.value) { return 0 }
    return scalar.value >= 0x1100 && contains(WidthTable.wide, scalar.value) ? 2 : 1
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

/// Splits visible text into clusters, at whose ends it may be cut.
///
/// They follow what terminals do, not what a font could do: every scalar with a width of its own
/// starts one. So a conjunct of two Devanagari consonants is two clusters, although it is one
/// `Character`. Three things are kept together: emoji joined by U+200D or coloured by a skin tone,
/// a base with its marks and selectors, and two regional indicators.
package struct TextClusters: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  package init(visible text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  package mutating func next() -> TextCluster? {
    guard let first = following else { return nil }
    following = scalars.next()
    var cluster = TextCluster(text: String(first), width: TextWidth.ofScalar(first))
    var isApart = first.isTakenApart
    var last = first
    while let scalar = following, belongs(scalar, to: first, after: last) {
      cluster.text.unicodeScalars.append(scalar)
      isApart = isApart || scalar.isTakenApart
      // A third indicator starts another flag.
      last = scalar.isRegionalIndicator ? "\u{0}" : scalar
      following = scalars.next()
    }
    if isApart {
      cluster.isApart = true
      cluster.width = DrawnPieces(of: cluster.text).reduce(0) { $0 + $1.width }
    }
    return cluster
  }

  private func belongs(
    _ scalar: Unicode.Scalar, to first: Unicode.Scalar, after last: Unicode.Scalar
  ) -> Bool {
    if TextWidth.ofScalar(scalar) == 0 || last == .joiner { return true }
    if scalar.isSkinTone { return first.value > 0xFF && first.properties.isEmoji }
    return last.isRegionalIndicator && scalar.isRegionalIndicator
  }
}

/// A part of visible text that is never cut: a base with its combining marks.
package struct TextCluster: Sendable, Hashable {
  /// The scalars as in the text.
  package var text: String
  /// The columns that it takes when drawn; 0 only for marks without a base.
  package var width: Int
  /// Whether it is drawn as ``DrawnPieces`` instead of as it is.
  package var isApart = false
}

/// The drawn form of a cluster, as a sequence of pieces of one or two columns.
///
/// Some terminals draw an emoji of several scalars as one picture, others draw the parts side by
/// side. Such an emoji is taken apart, so that it takes the same columns on all terminals:
///
/// | in the text | as drawn |
/// |---|---|
/// | emoji joined by U+200D | each separately, with `‿` between them |
/// | regional indicators, two or one | their letters: `[DE]`, `[D]` |
/// | a skin tone | `[U+1F3FD]` |
/// | U+FE0E or U+FE0F, which select another look of the same sign | nothing |
///
/// A piece is drawn as it is: there is nothing more to take apart.
package struct DrawnPieces: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?
  /// The remaining letters of a scalar that is drawn as several letters.
  private var spelled = "".unicodeScalars[...]

  package init(of text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  package mutating func next() -> TextCluster? {
    guard let base = nextBase() else { return nil }
    var piece = TextCluster(text: String(base), width: TextWidth.ofScalar(base))
    // A mark on a word in brackets goes onto its last letter.
    guard spelled.isEmpty else { return piece }
    while let mark = following, TextWidth.ofScalar(mark) == 0, mark != .joiner {
      if !mark.isSelector { piece.text.unicodeScalars.append(mark) }
      following = scalars.next()
    }
    return piece
  }

  private mutating func nextBase() -> Unicode.Scalar? {
    if let letter = spelled.popFirst() { return letter }
    while let scalar = following, scalar.isSelector { following = scalars.next() }
    guard let scalar = following else { return nil }
    following = scalars.next()
    if scalar == .joiner { return "\u{203F}" }
    guard let letters = letters(of: scalar) else { return scalar }
    spelled = letters.unicodeScalars[...]
    return spelled.popFirst()
  }

  private mutating func letters(of scalar: Unicode.Scalar) -> String? {
    if scalar.isSkinTone { return TerminalText.spelling(of: scalar) }
    guard let first = scalar.regionalLetter else { return nil }
    guard let second = following?.regionalLetter else { return "[\(first)]" }
    following = scalars.next()
    return "[\(first)\(second)]"
  }
}

extension Unicode.Scalar {
  /// Joins the emoji before and after it.
  package static let joiner: Unicode.Scalar = "\u{200D}"

  /// Whether it is one of the two indicators of a flag.
  package var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether it colours the emoji before it.
  package var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Whether it selects one of two looks of the sign before it.
  package var isSelector: Bool { value == 0xFE0E || value == 0xFE0F }

  /// Whether terminals disagree about its effect on the scalars beside it.
  fileprivate var isTakenApart: Bool {
    self == .joiner || isSelector || isSkinTone || isRegionalIndicator
  }

  /// The letter of a country code that it represents.
  fileprivate var regionalLetter: Unicode.Scalar? {
    isRegionalIndicator ? Unicode.Scalar(value - 0x1F1E6 + 0x41) : nil
  }
}

/// The alignment of text in a field that is wider than the text.
package enum Alignment: Sendable, Hashable {
  /// At the left.
  case leading
  /// At the right.
  case trailing
}

/// The sign for cut text, one column wide.
package enum Ellipsis: String, Sendable, Hashable {
  /// `…`, for terminals that show UTF-8.
  case utf8 = "…"
  /// `~`, for terminals that may not.
  case ascii = "~"
}
