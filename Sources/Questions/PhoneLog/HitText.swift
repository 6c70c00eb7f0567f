package import TagRuntime

/// The hits in a query or in the body of a batch, even where the line ends between them are
/// damaged.
///
/// Each hit ends with its number `z`, and no field occurs twice. So this finds hits whose
/// separators a log or a copy has lost or turned into text, such as `%@\n`.
///
/// Source: Wire §1, Wire §4; PhoneLines §6.
package struct HitText: Sendable, Hashable {
  package private(set) var hits: [[QueryParameter]] = []
  /// The number of hits that follow damaged separators.
  package private(set) var damagedCount = 0

  /// The fields that mark the beginning of another hit.
  private static let heads: Set = ["v", "t", "tid", "cid", "z"]
  /// The texts that line ends turn into when somebody copies them as text.
  private static let remains = [
    "%@", "\\r", "\\n", "%0A", "%0a", "%0D", "%0d", ",", ";", "|", " ", "\t", "\"", "'",
  ]

  /// Reads the hits of a text.
  ///
  /// - Complexity: O(n) in the length of the text.
  package init(_ text: some StringProtocol) {
    var whole = String(text)
    if whole.hasBytes(of: "&amp;") { whole = whole.replacing("&amp;", with: "&") }
    if whole.hasBytes(of: "\\u0026") { whole = whole.replacing("\\u0026", with: "&") }
    for line in whole.split(whereSeparator: \.isNewline) {
      for (index, part) in Self.cut(line.trimmingBlanks).enumerated() {
        if index > 0 { damagedCount += 1 }
        take(QueryParameter.all(inHit: part))
      }
    }
  }

  /// Splits the fields of a line if they belong to several hits.
  private mutating func take(_ parameters: [QueryParameter]) {
    var hit: [QueryParameter] = []
    var seen: Set<String> = []
    for parameter in parameters {
      if Self.heads.contains(parameter.name), seen.contains(parameter.name) {
        // The number of a hit is its last field; the fields after it belong to the next hit.
        let end = hit.lastIndex { $0.name == "z" }.map { $0 + 1 } ?? hit.count
        let next = Array(hit[end...])
        hits.append(Array(hit[..<end]))
        damagedCount += 1
        hit = next
        seen = Set(next.map(\.name))
      }
      hit.append(parameter)
      seen.insert(parameter.name)
    }
    if !hit.isEmpty { hits.append(hit) }
  }

  /// Cuts a line into pieces: each piece but the last ends with the number of a hit.
  private static func cut(_ line: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = line
    var searched = rest.startIndex
    while let sign = rest[searched...].firstBytes(of: "&z=") {
      let digits = rest[sign.upperBound...].utf8.prefix { $0.isDigit }
      searched = digits.endIndex
      guard !digits.isEmpty, searched < rest.endIndex, rest[searched] != "&" else { continue }
      pieces.append(rest[..<searched])
      rest = withoutRemains(rest[searched...])
      searched = rest.startIndex
      // The text at the end of a request is not a hit.
      if !rest.hasBytes(of: "tid=") { return pieces }
    }
    if !rest.isEmpty { pieces.append(rest) }
    return pieces
  }

  private static func withoutRemains(_ text: Substring) -> Substring {
    var text = text
    while let remains = remains.first(where: { text.hasPrefix($0) }) {
      text = text.dropFirst(remains.count)
    }
    return text
  }
}
