extension MacroFunction {
  /// The bundle id of the app.
  static let appID = MacroFunction(id: "_ai", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.appID))
  }
}
