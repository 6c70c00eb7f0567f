extension MacroFunction {
  /// The version of the system's own SDK.
  static let sdkVersion = MacroFunction(id: "_sv", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.sdkVersion))
  }
}
