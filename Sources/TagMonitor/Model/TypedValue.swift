import TagRuntime

/// Values as people type them into a field: numbers, true, false, null and JSON are what they look
/// like in the scenario language; anything else is a text, with or without quotes.
enum TypedValue {
  /// The value of what was typed; nil where it begins like JSON and is none.
  static func read(_ text: String) -> Value? {
    let trimmed = text.trimmedSpaces
    if trimmed.isEmpty || trimmed == "absent" { return .absent }
    if let value = try? JSONReader.read(trimmed, extensions: .absent) { return value }
    let openers: [Character] = ["\"", "{", "["]
    return openers.contains(trimmed.first ?? " ") ? nil : .string(text)
  }

  /// What to type for a value; nothing where it is absent.
  static func text(of value: Value) -> String {
    if value == .absent { return "" }
    if case .string(let text) = value, read(text) == value { return text }
    return JSONWriter.write(value)
  }
}
