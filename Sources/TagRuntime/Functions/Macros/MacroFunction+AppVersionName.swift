extension MacroFunction {
  /// The version of the app that people see.
  ///
  /// Binary containers carry it and the clients of 3.x do not know it. In which release it came is
  /// not established; 4.1 stands for it here. Source: section 6.6 of the behaviour notes.
  static let appVersionName = MacroFunction(
    id: "_avn", stability: .event, since: SDKVersion(4, 1)
  ) { _, evaluator in
    .value(.string(evaluator.facts.appVersionName))
  }
}
