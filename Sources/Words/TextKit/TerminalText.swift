/// The one place where external text becomes text that may be sent to a terminal.
///
/// Data may contain escape sequences, reordering marks and invisible characters. All of them are
/// made visible instead of being obeyed, and nothing is left out silently:
///
/// | in the data | on the screen |
/// |---|---|
/// | C0 controls and DEL | their Control Pictures: `␛` `␍` `␉` `␊` `␡` |
/// | C1 controls | U+FFFD |
/// | private use, unassigned, noncharacters | U+FFFD |
/// | bidi controls, zero-width, tag and other invisible characters | `[U+202E]` |
/// | a zero-width joiner or emoji selector inside an emoji | kept |
/// | more than four combining marks on one character | four, then `[+996]` for the others |
/// | a skin tone without an emoji | `[U+1F3FD]` |
/// | a combining mark without a base | on a dotted circle `◌` |
///
/// The result is a fixed point: making it visible again changes nothing.
///
/// An emoji of several scalars stays whole here, because reports and copies also use this text. On
/// a screen it is taken apart when it is drawn, as ``TextWidth`` measures it.
package enum TerminalText {
  /// The most combining marks on one character.
  package static let maximumMarks = 4
  /// The most zero-width joiners in one emoji; the longest in the standard have three.
  package static let maximumJoiners = 4

  /// Returns the text with everything made visible.
  ///
  /// - Complexity: O(n) in the length of the text; printable ASCII is returned as it is.
  package static func visible(_ raw: String) -> String {
    visible(raw, maximumScalars: .max)
  }

  /// Whether the text is drawn exactly as it is.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func isSafe(_ text: String) -> Bool {
    if isPrintableASCII(text) { return true }
    // Not `==`, for which different spellings of one character are equal.
    return visible(text).unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// The beginning of the visible text, cut soon after `maximumScalars` scalars.
  ///
  /// - Complexity: O(m) in the scalars kept, plus the combining marks left out between them.
  package static func visible(_ raw: String, maximumScalars: Int) -> String {
    let length = raw.utf8.count
    if length <= maximumScalars {
      if isPrintableASCII(raw) { return raw }
    } else if raw.utf8.prefix(maximumScalars).allSatisfy(isPrintableASCII) {
      return String(raw.unicodeScalars.prefix(maximumScalars))
    }
    var filter = VisibleFilter()
    var scalars = raw.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next, filter.count < maximumScalars {
      next = scalars.next()
      filter.take(scalar, before: next)
    }
    return filter.finish()
  }

  /// Returns a scalar as its number, such as `[U+202E]`.
  package static func spelling(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "[U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
  }

  package static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPrintableASCII) }
      ?? text.utf8.allSatisfy(isPrintableASCII)
  }

  package static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
}

// MARK: - JSON

extension TerminalText {
  /// Returns a JSON text in which characters that a terminal would not draw exactly are replaced by
  /// JSON escapes, so that the text is safe and means the same.
  ///
  /// Characters are judged one by one, so marks and joiners are escaped even if they combine.
  ///
  /// - Parameter json: a JSON text whose control characters are already escaped.
  /// - Complexity: O(n) in the length of the text.
  package static func escapedJSON(_ json: String) -> String {
    if isPrintableASCII(json) { return json }
    var escaped = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if (0x20..<0x7F).contains(scalar.value) || isSafe(String(scalar)) {
        escaped.append(scalar)
      } else {
        for unit in String(scalar).utf16 { escaped.append(contentsOf: escape(unit).unicodeScalars) }
      }
    }
    return String(escaped)
  }

  private static func escape(_ unit: UInt16) -> String {
    let hex = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }
}

/// Takes scalars one by one and collects their visible form.
///
/// Its state depends on the scalars it has output, not on those it has read, so filtering twice is
/// the same as filtering once.
struct VisibleFilter {
  private enum Base {
    case none
    case letter
    case keycap
    case emoji
  }

  /// The number of scalars in the output.
  private(set) var count = 0

  private var output = String.UnicodeScalarView()
  private var base = Base.none
  private var marks = 0
  private var joiners = 0
  private var droppedMarks = 0
  private var joined = false

  /// Takes one scalar; `next` is the one that follows it, if any.
  mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    switch ScalarKind(scalar) {
    case .joiner: takeJoiner(scalar, before: next)
    case .selector: takeSelector(scalar, before: next)
    case .mark: takeMark(scalar)
    case .hidden: spell(scalar)
    case .control(let picture): stand(picture, as: .letter)
    case .unusable: stand("\u{FFFD}", as: .letter)
    case .emoji: takeEmoji(scalar)
    case .skinTone: takeSkinTone(scalar)
    case .keycapBase: stand(scalar, as: .keycap)
    case .other: stand(scalar, as: .letter)
    }
  }

  /// Ends the text and returns its visible form.
  mutating func finish() -> String {
    reportDroppedMarks()
    return String(output)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    output.append(scalar)
    count += 1
  }

  private mutating func put(_ text: String) {
    for scalar in text.unicodeScalars { put(scalar) }
  }

  private mutating func reportDroppedMarks() {
    guard droppedMarks > 0 else { return }
    put("[+\(droppedMarks)]")
    droppedMarks = 0
    marks = 0
    joiners = 0
    base = .letter
  }

  private mutating func stand(_ scalar: Unicode.Scalar, as kind: Base) {
    reportDroppedMarks()
    put(scalar)
    base = kind
    marks = 0
    joiners = 0
  }

  private mutating func spell(_ scalar: Unicode.Scalar) {
    reportDroppedMarks()
    put(TerminalText.spelling(of: scalar))
    base = .letter
    marks = 0
    joiners = 0
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    if base == .none { stand("\u{25CC}", as: .letter) }
    if marks < TerminalText.maximumMarks {
      put(scalar)
      marks += 1
    } else {
      droppedMarks += 1
    }
  }

  private mutating func takeSelector(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    // After other marks, the keycap might be one too many, which would leave the selector alone.
    let isKeycap = base == .keycap && marks == 0 && next?.value == 0x20E3
    guard base == .emoji || isKeycap, droppedMarks == 0, marks < TerminalText.maximumMarks else {
      return spell(scalar)
    }
    put(scalar)
    marks += 1
  }

  private mutating func takeJoiner(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard base == .emoji, droppedMarks == 0, joiners < TerminalText.maximumJoiners,
      let next, case .emoji = ScalarKind(next)
    else { return spell(scalar) }
    put(scalar)
    joiners += 1
    // The next emoji continues this character instead of starting another one.
    joined = true
  }

  // A skin tone alone would colour whatever emoji happens to be drawn before it.
  private mutating func takeSkinTone(_ scalar: Unicode.Scalar) {
    if base == .emoji { takeMark(scalar) } else { spell(scalar) }
  }

  private mutating func takeEmoji(_ scalar: Unicode.Scalar) {
    guard joined else { return stand(scalar, as: .emoji) }
    joined = false
    put(scalar)
    marks = 0
  }
}
