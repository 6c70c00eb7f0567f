/// Takes comments and the contents of texts out of Swift source, so that words are found in code
/// only. Lines keep their numbers.
///
/// It knows what this project writes: line and block comments, plain, raw and multi-line texts.
/// Code inside an interpolation counts as text.
struct SourceScanner {
  private var rest: Substring
  private var code = ""
  private var line = 1
  private var linesInTexts: Set<Int> = []

  /// The code of a source text.
  static func code(of text: String) -> String {
    var scanner = SourceScanner(rest: text[...])
    scanner.scan()
    return scanner.code
  }

  /// The lines, from 1, that are the content of multi-line texts, which may be as long as they are.
  static func linesInTexts(of text: String) -> Set<Int> {
    var scanner = SourceScanner(rest: text[...])
    scanner.scan()
    return scanner.linesInTexts
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func scan() {
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        skip(past: "*/")
      } else if let opening = openingQuote() {
        code += "\"\""
        rest = rest.dropFirst(opening.length)
        skipText(opening)
      } else {
        if character == "\n" { line += 1 }
        code.append(character)
        rest.removeFirst()
      }
    }
  }

  private mutating func endLine() {
    code.append("\n")
    line += 1
  }

  private struct Quote {
    var hashes: String
    var isMultiline: Bool
    var length: Int { hashes.count + (isMultiline ? 3 : 1) }
    var closing: String { (isMultiline ? "\"\"\"" : "\"") + hashes }
    var escape: String { "\\" + hashes }
  }

  private func openingQuote() -> Quote? {
    let hashes = rest.prefix { $0 == "#" }
    let quotes = rest.dropFirst(hashes.count)
    guard quotes.first == "\"" else { return nil }
    return Quote(hashes: String(hashes), isMultiline: quotes.hasPrefix("\"\"\""))
  }

  private mutating func skipText(_ quote: Quote) {
    while !rest.isEmpty, !rest.hasPrefix(quote.closing) {
      if rest.first == "\n" {
        endLine()
        linesInTexts.insert(line)
      }
      rest = rest.dropFirst(rest.hasPrefix(quote.escape) ? quote.escape.count + 1 : 1)
    }
    rest = rest.dropFirst(quote.closing.count)
  }

  private mutating func skip(past end: String) {
    while !rest.isEmpty, !rest.hasPrefix(end) {
      if rest.first == "\n" { endLine() }
      rest.removeFirst()
    }
    rest = rest.dropFirst(end.count)
  }
}
