import OrderedCollections

extension Expression {
  /// The value of an expression without references; nil where it has one, or where its templates
  /// join to more than `Limits.builtBytes`.
  ///
  /// - Complexity: O(n) in the size of the expression and the bytes that its templates join to.
  var constantValue: Value? {
    var bytes = Limits.builtBytes
    return constantValue(joining: &bytes)
  }

  private func constantValue(joining bytes: inout Int) -> Value? {
    switch self {
    case .constant(let value): return value
    case .functionID(let id): return .string(id)
    case .macro, .escaped: return nil
    case .list(let elements):
      var values: [Value] = []
      for element in elements {
        guard let value = element.constantValue(joining: &bytes) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .template(let tokens):
      var text = ""
      for token in tokens {
        guard let value = token.constantValue(joining: &bytes) else { return nil }
        let part = ValueConversion.text(value)
        bytes -= part.utf8.count
        guard bytes >= 0 else { return nil }
        text += part
      }
      return .string(text)
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        guard let key = entry.key.constantValue(joining: &bytes),
          let value = entry.value.constantValue(joining: &bytes)
        else { return nil }
        members[ValueConversion.text(key)] = value
      }
      return .map(members)
    }
  }
}
