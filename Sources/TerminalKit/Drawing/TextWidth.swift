/// How many columns text takes on a terminal.
///
/// The answer comes from a table of our own, so that a frame is the same on every machine. For
/// ordinary text it agrees with `wcwidth` and tmux; where terminals disagree (emoji of several
/// scalars) it takes the width that current terminals show and the screen fills what is missing.
///
/// Every function measures text as it is drawn, which is after ``TerminalText/visible(_:)``.
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

  /// The visible text, cut to at most `columns` columns and then ended by the ellipsis.
  ///
  /// A wide character that would be cut in half is left out whole. Without room for the ellipsis
  /// (0 columns) the result is empty.
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

  /// The beginning of a text in so many columns at most.
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

  /// The end of a text in so many columns at most.
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
      case .center: missing / 2
      case .trailing: missing
      }
    return String(repeating: " ", count: left) + kept
      + String(repeating: " ", count: missing - left)
  }

  /// A number of scalars of visible text that certainly fills `columns` columns.
  ///
  /// The longest piece is an emoji with every joiner, each part carrying all marks.
  static func scalarBound(columns: Int) -> Int {
    let parts = TerminalText.maximumJoiners + 1
    let longestPiece = parts * (2 + TerminalText.maximumMarks)
    return (min(max(columns, 0), Point.limit) + 2) * longestPiece
  }

  static func ofScalar(_ scalar: Unicode.Scalar) -> Int {
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

/// Cuts visible text into pieces of one or two columns.
///
/// The pieces follow what terminals do, not what a font could do: every scalar with a width of its
/// own starts a piece. So a conjunct of two Devanagari consonants is two pieces although it is one
/// `Character`. Three things are taken together and are two columns wide: emoji joined by U+200D or
/// coloured by a skin tone, a base with the emoji selector U+FE0F, and two regional indicators.
struct TextClusters: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  init(visible text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  mutating func next() -> TextCluster? {
    guard let first = following else { return nil }
    following = scalars.next()
    var cluster = TextCluster(text: String(first), width: TextWidth.ofScalar(first))
    var last = first
    while let scalar = following, belongs(scalar, to: first, after: last) {
      cluster.text.unicodeScalars.append(scalar)
      if widens(scalar) { cluster.width = 2 }
      last = scalar
      following = scalars.next()
    }
    return cluster
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  private func belongs(
    _ scalar: Unicode.Scalar, to first: Unicode.Scalar, after last: Unicode.Scalar
  ) -> Bool {
    if TextWidth.ofScalar(scalar) == 0 || last.value == 0x200D { return true }
    if Self.isSkinTone(scalar) { return first.value > 0xFF && first.properties.isEmoji }
    return last == first && Self.isRegionalIndicator(first) && Self.isRegionalIndicator(scalar)
  }

  private func widens(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || TextWidth.ofScalar(scalar) > 0
  }
}

/// A piece of visible text that is drawn as one: a base with what combines with it.
struct TextCluster: Sendable, Hashable {
  /// The scalars of the piece.
  var text: String
  /// The columns it takes, 1 or 2; 0 only for marks that have no base.
  var width: Int
}

/// Where text stands in a field that is wider than it.
package enum Alignment: Sendable, Hashable {
  /// At the left.
  case leading
  /// In the middle; an odd space goes to the right.
  case center
  /// At the right.
  case trailing
}

/// The sign for text that has been cut off, one column wide.
package enum Ellipsis: String, Sendable, Hashable {
  /// `…`, for terminals that show UTF-8.
  case utf8 = "…"
  /// `~`, for those that may not.
  case ascii = "~"
}
