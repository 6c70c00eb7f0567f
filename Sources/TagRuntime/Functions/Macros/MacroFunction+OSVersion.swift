extension MacroFunction {
  /// The release of the operating system.
  static let osVersion = MacroFunction(id: "_ov", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.osVersion))
  }
}
