/// A pattern that needs no engine: a text, or a list of texts, each of which may be bound to the
/// beginning or to the end.
struct PlainPattern: Sendable {
  private struct Word: Sendable {
    var bytes: [UInt8]
    var isAtStart = false
    var isAtEnd = false
    /// Whether anything may follow, so that an end would be searched for after it.
    var isOpen = false
  }

  private let words: [Word]
  private let ignoresCase: Bool
  /// Whether `$` also matches before a last line break.
  private let endsBeforeBreak: Bool

  /// Reads a pattern; nil if any part of it is not plain.
  ///
  /// - Complexity: O(n) in its length.
  init?(_ pattern: String, ignoreCase: Bool, _ language: PatternLanguage) {
    ignoresCase = ignoreCase
    endsBeforeBreak = language != .javaScript
    var inner = pattern[...]
    var isAtStart = false
    var isAtEnd = false
    // ^(a|b)$ is the only group that many lists have.
    if let group = Self.wholeGroup(of: pattern) {
      (inner, isAtStart, isAtEnd) = group
    }
    var words: [Word] = []
    for part in inner.split(separator: "|", omittingEmptySubsequences: false) {
      // An escaped bar ends the part in a backslash, which is not a word.
      guard var word = Self.word(part), !(word.isOpen && isAtEnd) else { return nil }
      word.isAtStart = word.isAtStart || isAtStart
      word.isAtEnd = word.isAtEnd || isAtEnd
      if ignoreCase {
        guard word.bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        word.bytes = word.bytes.map(Self.small)
      }
      words.append(word)
    }
    self.words = words
  }

  /// Whether one of the texts is found; nil if only the engine can decide.
  ///
  /// - Complexity: O(n) in the length of the text for each of the words.
  func isFound(in text: String) -> Bool? {
    var text = text
    return text.withUTF8 { text in
      if ignoresCase {
        // Some letters beyond ASCII are the capital of one within.
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { small in
          for place in text.indices {
            small.initializeElement(at: place, to: Self.small(text[place]))
          }
          return find(in: UnsafeBufferPointer(small))
        }
      }
      return find(in: text)
    }
  }

  private func find(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    var isSure = true
    for word in words {
      let count = word.bytes.count
      let last = text.count - count
      if word.isAtEnd, endsBeforeBreak, Self.endsInBreak(text) {
        isSure = false
      } else if last < 0 {
        continue
      } else if word.isAtStart {
        if word.isAtEnd, last > 0 { continue }
        if Self.stands(word.bytes, in: text, at: 0) { return true }
      } else if word.isAtEnd {
        if Self.stands(word.bytes, in: text, at: last) { return true }
      } else if Self.contains(word.bytes, in: text) {
        return true
      }
    }
    return isSure ? false : nil
  }

  private static func contains(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first else { return true }
    var place = 0
    while place <= text.count - word.count {
      if text[place] == first, stands(word, in: text, at: place) { return true }
      place += 1
    }
    return false
  }

  private static func stands(
    _ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    for place in word.indices where text[start + place] != word[place] { return false }
    return true
  }

  /// Whether a text ends in what ICU treats as the end of a line.
  private static func endsInBreak(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = text.last else { return false }
    if (0x0A...0x0D).contains(last) { return true }
    guard last >= 0x80, text.count >= 2 else { return false }
    if last == 0x85, text[text.count - 2] == 0xC2 { return true }
    return text.count >= 3 && text[text.count - 3] == 0xE2 && text[text.count - 2] == 0x80
      && (last == 0xA8 || last == 0xA9)
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

// MARK: - Reading

extension PlainPattern {
  /// Returns the inside of `^(…)$`, if it contains only words.
  private static func wholeGroup(of pattern: String) -> (Substring, Bool, Bool)? {
    var rest = pattern[...]
    let isAtStart = rest.first == "^"
    if isAtStart { rest.removeFirst() }
    let isAtEnd = rest.last == "$"
    if isAtEnd { rest.removeLast() }
    guard rest.first == "(", rest.last == ")" else { return nil }
    rest = rest.dropFirst().dropLast()
    if rest.hasPrefix("?:") { rest = rest.dropFirst(2) }
    guard !rest.contains(where: { "^$(".contains($0) }), rest.last != "\\" else { return nil }
    return (rest, isAtStart, isAtEnd)
  }

  /// Reads one alternative as a word; nil if it has a sign with a meaning.
  private static func word(_ part: Substring) -> Word? {
    var word = Word(bytes: [])
    var bytes = part.utf8[...]
    if bytes.first == UInt8(ascii: "^") {
      word.isAtStart = true
      bytes.removeFirst()
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "$") where bytes.isEmpty: word.isAtEnd = true
      case UInt8(ascii: "\\"):
        // Letters and digits have special meanings after a backslash.
        guard let next = bytes.popFirst(), signs.contains(next) else { return nil }
        word.bytes.append(next)
      case UInt8(ascii: "."):
        // An unbounded repetition at the end requires nothing.
        guard bytes.elementsEqual([UInt8(ascii: "*")]) else { return nil }
        word.isOpen = true
        return word
      default:
        if meaningful.contains(byte) { return nil }
        word.bytes.append(byte)
      }
    }
    return word
  }

  private static let meaningful = Set("^$.|?*+()[]{}\\".utf8)
  private static let signs = Set("^$.?*+()[]{}\\/-_ &=:#!%,;@'\"~<>".utf8)
}
