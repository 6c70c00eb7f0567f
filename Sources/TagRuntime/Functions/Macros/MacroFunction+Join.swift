import OrderedCollections

extension MacroFunction {
  /// The elements of a list, or the keys and values of a map, as one text: `item_separator` is ""
  /// unless it is given, `key_value_separator` "=". Anything else is its own text.
  ///
  /// `escape` treats every element, key and value before they are joined: `url` percent-encodes
  /// it, `backslash` puts a backslash before each character of the separators and each backslash.
  ///
  /// Source: sections 6.6 of the behaviour notes and 1.5 of the format notes.
  static let join = MacroFunction(
    id: "_jn", required: ["arg0"], stability: .constant
  ) { arguments, evaluator in
    guard let value = arguments["arg0"]?.value else { return .undefined }
    let itemSeparator = arguments.text("item_separator") ?? ""
    let keySeparator = arguments.text("key_value_separator") ?? "="
    let escape: (String) -> String
    switch arguments.text("escape") {
    case nil: escape = { $0 }
    case "url"?: escape = PercentEncoding.encode
    case "backslash"?:
      let escaped = Set((itemSeparator + keySeparator + "\\").unicodeScalars)
      escape = { backslashed($0, escaped) }
    case let other?:
      evaluator.log(.wrongParameter, arguments.name, "_jn", "escape", other)
      return .undefined
    }
    let part = { (value: Value) in escape(ValueConversion.text(value)) }
    let parts: [[String]] =
      switch value {
      case .list(let elements): elements.map { [part($0)] }
      case .map(let members): members.elements.map { [escape($0.key), part($0.value)] }
      default: [[part(value)]]
      }
    // Many long separators must not be built before they are counted.
    let size = parts.reduce(0) { size, pair in
      size + pair.reduce(itemSeparator.utf8.count) { $0 + $1.utf8.count + keySeparator.utf8.count }
    }
    guard evaluator.spendBytes(size) else { return .failed }
    let items = parts.map { $0.joined(separator: keySeparator) }
    return .value(.string(items.joined(separator: itemSeparator)))
  }

  private static func backslashed(_ text: String, _ escaped: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if escaped.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
