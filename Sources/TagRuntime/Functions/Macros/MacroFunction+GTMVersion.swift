extension MacroFunction {
  /// The version of the tag manager SDK, such as "3.17".
  static let gtmVersion = MacroFunction(id: "_gtmv", stability: .constant) { _, evaluator in
    .value(.string(evaluator.settings.sdkVersion.description))
  }
}
