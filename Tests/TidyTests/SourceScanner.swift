import Synchronization

/// Takes comments and the contents of texts out of Swift source, so that words are found in code
/// only. Lines keep their numbers.
///
/// It knows what this project writes: line and block comments, plain, raw and multi-line texts.
/// Code inside an interpolation counts as code, and as text.
struct SourceScanner {
  private var rest: ArraySlice<UInt8>
  private var code: [UInt8] = []
  private var line = 1
  private var linesInTexts: Set<Int> = []
  private var comments: [Comment] = []
  private var texts: [Comment] = []

  /// One line of a comment, with the slashes or stars that mark it, or of a text.
  struct Comment {
    var line: Int
    var text: String
  }

  /// The code of a source text.
  static func code(of text: String) -> String {
    String(decoding: scanned(text).code, as: UTF8.self)
  }

  /// The lines, from 1, that are the content of multi-line texts, which may be as long as they are.
  static func linesInTexts(of text: String) -> Set<Int> { scanned(text).linesInTexts }

  /// The comments of a source text, line by line.
  static func comments(of text: String) -> [Comment] { scanned(text).comments }

  /// The contents of the texts of a source text, line by line; those inside an interpolation come
  /// before it.
  static func texts(of text: String) -> [Comment] { scanned(text).texts }

  /// What was scanned already, by the text: several rules look at the same files.
  private static let known = Mutex<[String: SourceScanner]>([:])

  private static func scanned(_ text: String) -> SourceScanner {
    if let scanner = known.withLock({ $0[text] }) { return scanner }
    var scanner = SourceScanner(rest: Array(text.utf8)[...])
    scanner.scan()
    known.withLock { $0[text] = scanner }
    return scanner
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private static let newline = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")

  private func begins(with text: [UInt8]) -> Bool {
    rest.count >= text.count && zip(rest, text).allSatisfy { $0 == $1 }
  }

  private mutating func scan() {
    let (comment, block) = (Array("//".utf8), Array("/*".utf8))
    let quoted = Array("'\"'".utf8)
    while let byte = rest.first {
      switch byte {
      case Self.slash where begins(with: comment):
        let text = rest.prefix { $0 != Self.newline }
        comments.append(Comment(line: line, text: String(decoding: text, as: UTF8.self)))
        rest = rest[text.endIndex...]
      case Self.slash where begins(with: block): skipComment()
      case UInt8(ascii: "'") where begins(with: quoted):
        // C alone writes a quote like this.
        code += "''".utf8
        rest = rest.dropFirst(3)
      case Self.quote, Self.hash: scanQuote(byte)
      case Self.newline:
        endLine()
        rest = rest.dropFirst()
      default: takeCode()
      }
    }
  }

  /// Takes the code up to the next byte that may mean something else; the first is taken in any
  /// case.
  private mutating func takeCode() {
    var end = rest.startIndex + 1
    while end < rest.endIndex, !Self.isSpecial[Int(rest[end])] { end += 1 }
    code += rest[..<end]
    rest = rest[end...]
  }

  /// Whether a byte may begin something that is no code, or end a line.
  private static let isSpecial: [Bool] = (0...255).map { byte in
    [newline, slash, quote, hash, UInt8(ascii: "'")].contains(UInt8(byte))
  }

  private mutating func scanQuote(_ byte: UInt8) {
    guard let opening = openingQuote() else {
      code.append(byte)
      rest = rest.dropFirst()
      return
    }
    code += "\"\"".utf8
    rest = rest.dropFirst(opening.length)
    skipText(opening)
  }

  private mutating func endLine() {
    code.append(Self.newline)
    line += 1
  }

  private struct Quote {
    var hashes: Int
    var isMultiline: Bool
    private var marks: [UInt8] { Array(repeating: SourceScanner.hash, count: hashes) }
    var length: Int { hashes + (isMultiline ? 3 : 1) }
    var closing: [UInt8] {
      Array(repeating: SourceScanner.quote, count: isMultiline ? 3 : 1) + marks
    }
    var escape: [UInt8] { [UInt8(ascii: "\\")] + marks }
  }

  private func openingQuote() -> Quote? {
    let hashes = rest.prefix { $0 == Self.hash }.count
    let quotes = rest.dropFirst(hashes)
    guard quotes.first == Self.quote else { return nil }
    let isMultiline = quotes.count >= 3 && quotes.prefix(3).allSatisfy { $0 == Self.quote }
    return Quote(hashes: hashes, isMultiline: isMultiline)
  }

  private mutating func skipText(_ quote: Quote) {
    let (closing, escape) = (quote.closing, quote.escape)
    var text: [UInt8] = []
    func content() -> Comment { Comment(line: line, text: String(decoding: text, as: UTF8.self)) }
    while let byte = rest.first {
      if byte == closing[0], begins(with: closing) { break }
      if byte == Self.newline {
        texts.append(content())
        text = []
        endLine()
        linesInTexts.insert(line)
      }
      let isEscape = byte == escape[0] && begins(with: escape)
      let taken = rest.prefix(isEscape ? escape.count + 1 : 1)
      text += taken
      rest = rest[taken.endIndex...]
      if isEscape, taken.last == UInt8(ascii: "(") { text += scanInterpolation() }
    }
    texts.append(content())
    rest = rest.dropFirst(closing.count)
  }

  /// Takes the code of an interpolation up to its end, and returns it.
  private mutating func scanInterpolation() -> ArraySlice<UInt8> {
    let start = rest
    var depth = 1
    code.append(UInt8(ascii: " "))
    while depth > 0, let byte = rest.first {
      if byte == Self.quote || byte == Self.hash {
        scanQuote(byte)
        continue
      }
      depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      if byte == Self.newline { endLine() } else if depth > 0 { code.append(byte) }
      rest = rest.dropFirst()
    }
    return start[..<rest.startIndex]
  }

  private mutating func skipComment() {
    let closing = Array("*/".utf8)
    var text: [UInt8] = []
    func comment() -> Comment { Comment(line: line, text: String(decoding: text, as: UTF8.self)) }
    while let byte = rest.first, !begins(with: closing) {
      if byte == Self.newline {
        comments.append(comment())
        text = []
        endLine()
      } else {
        text.append(byte)
      }
      rest = rest.dropFirst()
    }
    comments.append(comment())
    rest = rest.dropFirst(2)
  }
}
