extension MacroFunction {
  /// The version of the container that is evaluated.
  static let containerVersion = MacroFunction(id: "_ctv", stability: .constant) { _, evaluator in
    .value(.string(evaluator.container.version.version))
  }
}
