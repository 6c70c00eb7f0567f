extension MacroFunction {
  /// The version of the app.
  static let appVersion = MacroFunction(id: "_av", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appVersion))
  }
}
