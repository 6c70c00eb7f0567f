extension MacroFunction {
  /// The value at a dotted path of the data layer; where there is none `default_value`, else
  /// nothing.
  ///
  /// A null was pushed, so it is not missing: the SDK fails to convert it and does not look at
  /// `default_value` (section 6.6 of the behaviour notes; Android takes it as missing).
  static let dataLayerVariable = MacroFunction(
    id: "_v", required: ["name"], stability: .event
  ) { arguments, evaluator in
    guard let path = arguments.text("name") else { return .undefined }
    guard let value = evaluator.dataLayer.get(path) else {
      return arguments["default_value"] ?? .undefined
    }
    return evaluator.converted(value)
  }
}
