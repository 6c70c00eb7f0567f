import OrderedCollections
import TagRuntime

/// The text of a value collection: JSON whose strings may stand in single quotes.
enum ValueCollectionText {
  /// The members of a collection, or nil when the text is JSON of another kind.
  ///
  /// - Throws: `JSONError` with a position in the text as the strict reader saw it.
  /// - Complexity: O(n) in the length of the text.
  static func parse(_ text: String) throws(JSONError) -> OrderedDictionary<String, Value>? {
    try JSONReader.read(strictJSON(text), depthLimit: ContainerLimits.depth).members
  }

  /// The same text with all strings in double quotes.
  private static func strictJSON(_ text: String) -> [UInt8] {
    let single = UInt8(ascii: "'")
    let double = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var strict: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        // JSON has no escape for a single quote, which needs none there.
        strict.append(contentsOf: byte == single ? [byte] : [backslash, byte])
        isEscaped = false
      } else if let open = quote {
        if byte == backslash {
          isEscaped = true
        } else if byte == open {
          strict.append(double)
          quote = nil
        } else {
          strict.append(contentsOf: byte == double ? [backslash, byte] : [byte])
        }
      } else if byte == single || byte == double {
        strict.append(double)
        quote = byte
      } else {
        strict.append(byte)
      }
    }
    if isEscaped { strict.append(backslash) }
    return strict
  }

  /// The expression of a member, with `{{Name}}` in its strings resolved.
  static func expression(of value: Value) -> Expression {
    switch value {
    case .string(let text): TemplateText.parse(text)
    // Containers have no doubles; they keep the text.
    case .double(let double): .constant(.string(NumberText.plain(double)))
    case .list(let elements): .list(elements.map(expression(of:)))
    case .map(let members):
      .map(
        members.elements.map {
          Expression.Entry(key: .constant(.string($0.key)), value: expression(of: $0.value))
        })
    case .null, .absent, .bool, .int: .constant(value)
    }
  }
}
