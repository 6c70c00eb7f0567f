import PhoneLog
import TagRuntime

/// Text that somebody copied from a proxy or a test, split into hits.
struct CapturedText {
  private(set) var hits: [[QueryParameter]] = []
  /// The number of hits after damaged line ends.
  private(set) var damagedCount = 0
  /// The lines without a hit.
  private(set) var unread: [String] = []

  /// A text whose lines come one after the other.
  init() {}

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) { read(line) }
  }

  /// Hands out what was found so far, and forgets it.
  mutating func take() -> (hits: [[QueryParameter]], damagedCount: Int, unread: [String]) {
    defer { (hits, damagedCount, unread) = ([], 0, []) }
    return (hits, damagedCount, unread)
  }

  /// Reads the next line.
  mutating func read(_ line: some StringProtocol) { read(trimmed: Self.trimmed(String(line))) }

  private mutating func read(trimmed line: String) {
    if line.isEmpty { return }
    if Self.isHeader(line) { return }
    if !Self.signs.contains(where: line.hasBytes), !Self.isRequestLine(line) {
      return unread.append(line)
    }
    let query = Self.query(of: line)
    guard query.contains("=") else {
      if !Self.isRequestLine(line) { unread.append(line) }
      return
    }
    let found = HitText(query).hits.filter(CapturedHit.isHit)
    damagedCount += max(0, found.count - 1)
    hits += found
    if found.isEmpty { unread.append(line) }
  }

  /// What any line with a hit has, of which most lines of other programs have none.
  private static let signs = ["t=", "tid=", "cid=", "_v=", "_u="]

  // MARK: Queries

  /// Removes surrounding white space and quotes, and the line end of a batch that some copies spell
  /// out.
  private static func trimmed(_ line: String) -> String {
    var line = line.trimmed { $0.isWhitespace || $0 == "\u{FEFF}" }
    if line.hasSuffix("%@") { line.removeLast(2) }
    if line.count > 1, let first = line.first, "\"'".contains(first), line.last == first {
      line = line.dropFirst().dropLast()
    }
    return String(line)
  }

  /// Returns the text after the path of an address or a request.
  private static func query(of line: String) -> Substring {
    if let embedded = embeddedQuery(of: line) { return embedded }
    var text = Substring(line)
    if isRequestLine(line) {
      text = text.split(separator: " ").dropFirst().first ?? ""
      guard text.contains("?") else { return "" }
    }
    // A hit may contain an address itself, so only the text before the first field counts.
    let head = text.prefix { $0 != "=" && $0 != "&" }
    guard let mark = head.firstIndex(of: "?") else { return text }
    let quote = head[..<mark].last { "\"'".contains($0) }
    return text[text.index(after: mark)...].prefix { $0 != "#" && $0 != quote }
  }

  /// Returns a query inside a line of a log, a command or JSON: up to the quote that ends it, or to
  /// a blank; nil if the line begins with it or has none.
  private static func embeddedQuery(of line: String) -> Substring? {
    guard let start = line.firstBytes(of: "v=1&")?.lowerBound, start > line.startIndex else {
      return nil
    }
    let before = line[line.index(before: start)]
    if before == "&" || before == "?" || before == "_" || before.isLetter || before.isNumber {
      guard before == "?", !isRequestLine(line) else { return nil }
    }
    let rest = line[start...]
    let query = rest.prefix {
      "\"'".contains(before) ? $0 != before : !$0.isWhitespace && !"\"'".contains($0)
    }
    return query
  }

  private static func isRequestLine(_ line: String) -> Bool {
    ["GET ", "POST "].contains { line.hasPrefix($0) }
  }

  /// Whether a line is a header such as `Host: ssl.google-analytics.com`.
  private static func isHeader(_ line: String) -> Bool {
    let rest = line.utf8.drop { $0.isLetter || $0 == UInt8(ascii: "-") }
    return rest.startIndex > line.startIndex && rest.starts(with: ": ".utf8)
  }
}
