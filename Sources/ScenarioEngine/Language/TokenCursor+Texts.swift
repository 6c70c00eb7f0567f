import TagRuntime

extension TokenCursor {
  /// A string or null. The SDK takes texts only: a number is a mistake, and not converted.
  mutating func textOrNull(_ expected: String) throws(ScenarioError) -> String? {
    let token = peek
    switch try value(expected + " in quotes, or null") {
    case .string(let text): return text
    case .null: return nil
    case let value:
      let text = JSONWriter.write(.string(ValueConversion.text(value)))
      throw unexpected(
        token ?? line.first, expected + " in quotes, or null",
        suggestion: value.isScalar ? text : nil)
    }
  }
}

extension Value {
  /// Whether it is neither a list nor a map.
  fileprivate var isScalar: Bool {
    switch self {
    case .list, .map: false
    default: true
    }
  }
}
