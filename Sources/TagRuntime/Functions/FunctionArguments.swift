import OrderedCollections

/// The parameters of one call, resolved.
struct FunctionArguments: Sendable {
  let function: String
  /// The display name of the macro or tag.
  let name: String
  let values: OrderedDictionary<String, Resolved>

  subscript(key: String) -> Resolved? { values[key] }

  func text(_ key: String) -> String? {
    guard let value = values[key]?.value else { return nil }
    return ValueConversion.text(value)
  }

  func boolean(_ key: String) -> Bool {
    guard let value = values[key]?.value else { return false }
    return ValueConversion.boolean(value) ?? false
  }
}
