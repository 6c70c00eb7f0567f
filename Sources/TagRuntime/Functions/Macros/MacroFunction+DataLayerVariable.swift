import OrderedCollections

extension MacroFunction {
  /// The value at a dotted path of the data layer, else `default_value`, else nothing.
  ///
  /// A null counts as missing, and so does a list or map with a null inside: the SDK cannot
  /// convert it (TAGTypes objectToValue). A double becomes its text, for containers have no
  /// doubles.
  static let dataLayerVariable = MacroFunction(
    id: "_v", required: ["name"], stability: .event
  ) { arguments, evaluator in
    guard let path = arguments.text("name") else { return .undefined }
    if let value = evaluator.dataLayer.get(path).flatMap(containerValue) { return .value(value) }
    return arguments["default_value"] ?? .undefined
  }

  /// A value of the app as a container sees it, or nil where the SDK cannot convert it.
  static func containerValue(_ value: Value) -> Value? {
    switch value {
    case .null, .absent: return nil
    case .double(let double): return .string(NumberText.plain(double))
    case .bool, .int, .string: return value
    case .list(let elements):
      var converted: [Value] = []
      for element in elements {
        guard let value = containerValue(element) else { return nil }
        converted.append(value)
      }
      return .list(converted)
    case .map(var members):
      for index in members.elements.indices {
        guard let value = containerValue(members.elements[index].value) else { return nil }
        members.updateValue(value, forKey: members.elements[index].key)
      }
      return .map(members)
    }
  }
}
