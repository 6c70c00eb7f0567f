import TagRuntime

/// A list that stands in one cell. Brackets and quotes protect what is inside them.
enum CellList {
  /// The most elements of a cell.
  static let limit = 1_000

  /// Splits a text at signs outside of brackets and quotes, without blanks around the pieces.
  ///
  /// - Complexity: O(n) in its length.
  static func pieces(_ text: String, at separators: String) -> [String] {
    let signs = Set(separators.unicodeScalars)
    let scalars = text.unicodeScalars
    guard scalars.contains(where: signs.contains) else { return [PlanWords.trimmed(text)] }
    var ends: [String.Index] = []
    var depth = 0
    var quote: Unicode.Scalar?
    var before: Unicode.Scalar = " "
    for index in scalars.indices {
      let scalar = scalars[index]
      if quote != nil {
        if quote == scalar { quote = nil }
      } else if "\"'".unicodeScalars.contains(scalar) {
        // An apostrophe inside a word is not a quote.
        if !before.properties.isAlphabetic { quote = scalar }
      } else if "([{（<".unicodeScalars.contains(scalar) {
        depth += 1
      } else if ")]}）>".unicodeScalars.contains(scalar) {
        depth = max(0, depth - 1)
      } else if depth == 0, signs.contains(scalar) {
        ends.append(index)
      }
      before = scalar
    }
    // A quote or bracket that is not closed protects nothing.
    if quote != nil || depth > 0 { ends = scalars.indices.filter { signs.contains(scalars[$0]) } }
    var start = text.startIndex
    return (ends.prefix(limit) + [text.endIndex]).map { end in
      defer { start = end < text.endIndex ? scalars.index(after: end) : end }
      return PlanWords.trimmed(String(scalars[start..<end]))
    }
  }

  /// The values that a cell allows: its strongest separator divides them.
  static func values(_ cell: String) -> [String] {
    let isBracketed = cell.hasPrefix("[") && cell.hasSuffix("]")
    let text = isBracketed ? String(cell.dropFirst().dropLast()) : cell
    for separator in ["\n", "|", ";", ",", "/"] {
      let pieces = pieces(text, at: separator)
      if separator == "/", text.hasPrefix("/") || text.contains("//") || text.count <= 3 { break }
      guard pieces.count > 1 else { continue }
      var seen: Set<String> = []
      return pieces.map { unquoted(String($0.trimmed { ",; ".contains($0) })) }
        .filter { !$0.isEmpty && seen.insert($0).inserted }
    }
    let single = unquoted(PlanWords.trimmed(text))
    return single.isEmpty ? [] : [single]
  }

  /// The text without the quotes around it; doubled ones inside are single.
  static func unquoted(_ text: String) -> String {
    guard text.count > 1, let first = text.first, first == text.last, "\"'`".contains(first) else {
      return text
    }
    let inside = String(text.dropFirst().dropLast())
    return inside.replacing(String([first, first]), with: String(first))
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes values so that `values(_:)` reads them again.
  static func written(_ values: [String]) -> String {
    values.map { value in
      let isPlain = value.utf8.allSatisfy { $0 > 0x7F || $0.isASCIIWord || "_-.".utf8.contains($0) }
      return isPlain && !value.isEmpty ? value : quoted(value)
    }.joined(separator: " | ")
  }
}

extension UInt8 {
  /// Whether it is a letter of English or a digit.
  var isASCIIWord: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) }
}
