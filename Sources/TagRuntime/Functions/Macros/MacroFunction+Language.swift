extension MacroFunction {
  /// The language of the phone: two letters, lower case.
  static let language = MacroFunction(id: "_l", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.language.lowercased()))
  }
}
