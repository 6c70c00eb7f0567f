import TagRuntime

/// Text of the web interface in which `{{Name}}` stands for a variable.
enum TemplateText {
  /// The expression of a text: a constant, one reference, or both mixed.
  ///
  /// `{{` without `}}` is text like any other.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func parse(_ text: String) -> Expression {
    var tokens: [Expression] = []
    var rest = text[...]
    while let start = position(of: "{", in: rest) {
      let afterStart = rest.index(start, offsetBy: 2)
      guard let end = position(of: "}", in: rest[afterStart...]) else { break }
      if start > rest.startIndex { tokens.append(constant(rest[..<start])) }
      tokens.append(.macro(String(rest[afterStart..<end])))
      rest = rest[rest.index(end, offsetBy: 2)...]
    }
    if !rest.isEmpty { tokens.append(constant(rest)) }
    switch tokens.count {
    case 0: return .constant(.string(""))
    case 1: return tokens[0]
    default: return .template(tokens)
    }
  }

  private static func constant(_ text: Substring) -> Expression { .constant(.string(String(text))) }

  /// Where a character stands twice.
  private static func position(of brace: Character, in text: Substring) -> String.Index? {
    var index = text.startIndex
    while let found = text[index...].firstIndex(of: brace) {
      let next = text.index(after: found)
      if next < text.endIndex, text[next] == brace { return found }
      index = next
    }
    return nil
  }
}
