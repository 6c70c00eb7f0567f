import OrderedCollections

/// Macros that read data: the container's own, the data layer's and the app's.
extension MacroFunction {
  static let data: [MacroFunction] = [
    constant, dataLayerVariable, functionCall, random, clickReferrer,
  ]

  /// The value that the container holds; it may refer to other macros.
  package static let constant = MacroFunction(
    id: "_c", label: "constant",
    words: { "constant " + ($0.value("value") ?? "?") },
    required: ["value"], stability: .constant
  ) { arguments, _ in
    arguments["value"] ?? .failed
  }

  /// The value at a dotted path of the data layer; if there is none, `default_value`, or else
  /// nothing.
  ///
  /// A null was pushed, so it is not missing: the SDK fails to convert it and ignores
  /// `default_value`; Android treats it as missing (LegacySDK §10.1, Platforms §6).
  package static let dataLayerVariable = MacroFunction(
    id: "_v", label: "data layer variable",
    words: {
      "data layer variable " + ($0.name("name") ?? "?")
        + ($0.value("default_value").map { ", else " + $0 } ?? "")
    },
    subject: "name", required: ["name"], stability: .event, isMadeByHand: true
  ) { arguments, evaluator in
    guard let path = arguments.text("name") else { return .undefined }
    guard let value = evaluator.dataLayer.get(path), !evaluator.isMissing(value) else {
      return arguments["default_value"] ?? .undefined
    }
    return evaluator.converted(value)
  }

  /// The answer of the app's handler. The handler is called at every reference, never cached.
  ///
  /// Source: LegacySDK §7.3, LegacySDK §10.2. Doubles reach a handler as strings.
  package static let functionCall = MacroFunction(
    id: "_func", label: "function call",
    words: { "function call " + ($0.name("function_call_macro_name") ?? "?") + $0.handed },
    subject: "function_call_macro_name", required: ["function_call_macro_name"],
    stability: .volatile, isMadeByHand: true
  ) { arguments, evaluator in
    guard let call = FunctionCallRequest(arguments, "FunctionCallMacro", &evaluator) else {
      return .undefined
    }
    switch evaluator.ask(call, for: arguments.name) {
    case .value(let value): return evaluator.converted(value)
    case .unregistered:
      evaluator.log(.noHandler, arguments.name, call.name)
      return .undefined
    case .failed(let reason):
      evaluator.log(.handlerThrew, call.name, reason)
      return .undefined
    }
  }

  /// A whole number between `min` and `max`, both included; 0 to 2147483647 unless both are given,
  /// numbers, and in order. Every reference draws a new one.
  package static let random = MacroFunction(
    id: "_r", label: "random number",
    words: { words in
      guard let low = words.value("min"), let high = words.value("max") else {
        return "random number"
      }
      return "random number from \(low) to \(high)"
    },
    stability: .volatile
  ) {
    arguments, evaluator in
    var range: ClosedRange<Int64> = 0...2_147_483_647
    if let low = arguments["min"]?.value.flatMap({ ValueConversion.number($0) }),
      let high = arguments["max"]?.value.flatMap({ ValueConversion.number($0) })
    {
      let (low, high) = (ValueConversion.int64(low), ValueConversion.int64(high))
      if low <= high { range = low...high }
    }
    return .value(.int(evaluator.random.integer(in: range)))
  }

  /// The referrer of the last click that belongs to a conversion id, or the parameter of it that
  /// `component` names; nothing if there was no click, or if it has no such parameter.
  package static let clickReferrer = MacroFunction(
    id: "_awcr", label: "AdWords click referrer",
    words: { words in
      let part = words.value("component").map { "\($0) of the" } ?? "the"
      return "\(part) click referrer of conversion \(words.value("conversion_id") ?? "?")"
    },
    subject: "conversion_id", required: ["conversion_id"], stability: .event, isMadeByHand: true
  ) { arguments, evaluator in
    guard let id = arguments.text("conversion_id"),
      let referrer = evaluator.lasting.clickReferrers[id]
    else { return .undefined }
    if arguments["component"] == nil { return .value(.string(referrer)) }
    guard let component = arguments.text("component") else { return .undefined }
    return QueryText.value(of: component, inQuery: referrer).map { .value(.string($0)) }
      ?? .undefined
  }
}
