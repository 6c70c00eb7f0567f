extension MacroFunction {
  /// The label of the app.
  static let appName = MacroFunction(id: "_an", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appName))
  }
}
