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
  private var comments: [Comment] = []

  /// One line of a comment, with the slashes or stars that mark it.
  struct Comment {
    var line: Int
    var text: String
  }

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

  /// The comments of a source text, line by line.
  static func comments(of text: String) -> [Comment] {
    var scanner = SourceScanner(rest: text[...])
    scanner.scan()
    return scanner.comments
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func scan() {
    while let character = rest.first {
      if rest.hasPrefix("//") {
        let comment = rest.prefix { $0 != "\n" }
        comments.append(Comment(line: line, text: String(comment)))
        rest = rest[comment.endIndex...]
      } else if rest.hasPrefix("/*") {
        skipComment()
      } else if rest.hasPrefix("'\"'") {
        // C alone writes a quote like this.
        code += "''"
        rest = rest.dropFirst(3)
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

  private mutating func skipComment() {
    var text = ""
    while let character = rest.first, !rest.hasPrefix("*/") {
      if character == "\n" {
        comments.append(Comment(line: line, text: text))
        text = ""
        endLine()
      } else {
        text.append(character)
      }
      rest.removeFirst()
    }
    comments.append(Comment(line: line, text: text))
    rest = rest.dropFirst(2)
  }
}
