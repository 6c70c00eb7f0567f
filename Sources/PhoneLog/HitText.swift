package import TagRuntime

/// The hits of a query or of the body of a batch, also where the line ends between them are
/// damaged.
///
/// Each hit ends with its number `z`, and no field comes twice. So hits are found whose separators
/// a log or a copy has lost or turned into text, such as `%@\n`.
///
/// Source: Wire §1, Wire §4; PhoneLines §6.
package struct HitText: Sendable, Hashable {
  /// The fields of each hit.
  package private(set) var hits: [[QueryParameter]] = []
  /// How many hits were found behind separators that are damaged.
  package private(set) var damagedCount = 0

  /// Fields by which the beginning of another hit is known.
  private static let heads: Set = ["v", "t", "tid", "cid", "z"]
  /// What line ends become where they are copied as text.
  private static let remains = [
    "%@", "\\r", "\\n", "%0A", "%0a", "%0D", "%0d", ",", ";", "|", " ", "\t", "\"", "'",
  ]

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

  /// Takes the fields of a line apart where they are of several hits.
  private mutating func take(_ parameters: [QueryParameter]) {
    var hit: [QueryParameter] = []
    var seen: Set<String> = []
    for parameter in parameters {
      if Self.heads.contains(parameter.name), seen.contains(parameter.name) {
        // The number of a hit is its last field; what stands behind it is of the next.
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

  /// A line in pieces: each but the last ends with the number of a hit.
  private static func cut(_ line: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = line
    var searched = rest.startIndex
    while let sign = rest[searched...].firstBytes(of: "&z=") {
      let digits = rest[sign.upperBound...].utf8.prefix { ByteCursor.isDigit($0) }
      searched = digits.endIndex
      guard !digits.isEmpty, searched < rest.endIndex, rest[searched] != "&" else { continue }
      pieces.append(rest[..<searched])
      rest = withoutRemains(rest[searched...])
      searched = rest.startIndex
      // What ends a request is no hit.
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
