extension MacroFunction {
  /// The platform, "iOS".
  static let platform = MacroFunction(id: "_p", stability: .constant) { _, evaluator in
    .value(.string(evaluator.facts.platform))
  }
}
