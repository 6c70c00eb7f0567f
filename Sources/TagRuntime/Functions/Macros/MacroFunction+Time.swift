extension MacroFunction {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  static let time = MacroFunction(id: "_t", stability: .event) { _, evaluator in
    .value(.int(evaluator.moment.wall.milliseconds))
  }
}
