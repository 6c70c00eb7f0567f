import OrderedCollections

extension FirebaseFunction {
  /// A parameter of the event: of any name (`key`), or one that the interface suggests. A name with
  /// points walks into maps; a suggested one is, with `checkEcommerceValue`, also looked for in the
  /// first item and promotion. Where there is none `defaultValue`, whatever `setDefaultValue` says.
  static let eventParameter = FirebaseFunction(
    id: "__md", stability: .event, words: "event parameter",
    body: .variable { arguments, evaluator throws(FunctionFailure) in
      guard let path = parameterPath(arguments, &evaluator) else { return .absent }
      guard case .string(let path) = path else {
        throw FunctionFailure("the name of its event parameter is no text")
      }
      let parameters = evaluator.firebase?.event?.parameters ?? [:]
      let found = try value(of: path, in: parameters, arguments)
      if found != .absent { return found }
      let fallback = arguments.given("defaultValue")
      if fallback == .absent { evaluator.log(.noEventParameter, arguments.name, path) }
      return fallback
    })

  /// How the member ends that names the parameter of a suggested event, such as
  /// `firebaseCampaignParam`.
  static let suggestionEnding = "Param"

  private static let suggested: Value = "SUGGESTED"

  /// The name of the parameter, or nil after an error.
  private static func parameterPath(
    _ arguments: borrowing FunctionArguments, _ evaluator: inout Evaluator
  ) -> Value? {
    var path = Value.absent
    switch arguments.given("eventType") {
    case "CUSTOM", .absent: path = arguments.given("key")
    case suggested:
      for (key, value) in arguments.values.elements where key.hasSuffix(suggestionEnding) {
        if path == .absent {
          path = value.value ?? .absent
        } else {
          evaluator.log(.secondParameterName, arguments.name, key)
        }
      }
    case let type:
      evaluator.log(
        .wrongParameter, arguments.name, arguments.function, "eventType", JavaScript.text(type))
      return nil
    }
    guard path != .absent else {
      evaluator.log(.noParameterName, arguments.name)
      return nil
    }
    return path
  }

  private static func value(
    of path: String, in parameters: OrderedDictionary<String, Value>,
    _ arguments: borrowing FunctionArguments
  ) throws(FunctionFailure) -> Value {
    guard path.contains(".") else {
      if let value = parameters[path], value != .absent { return value }
      guard arguments.given("eventType") == suggested, arguments.isTruthy("checkEcommerceValue")
      else { return .absent }
      return try ecommerceValue(of: path, in: parameters)
    }
    var value = Value.map(parameters)
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      value = try JavaScript.member(String(part), of: value)
      if value == .absent { break }
    }
    return value
  }

  private static func ecommerceValue(
    of name: String, in parameters: OrderedDictionary<String, Value>
  ) throws(FunctionFailure) -> Value {
    for list in ["items", "promotions"] {
      guard let value = parameters[list], value != .absent else { continue }
      let first = value.elements.map { $0.first ?? .absent } ?? value
      let found = try JavaScript.member(name, of: first)
      if found != .absent { return found }
    }
    return .absent
  }
}
