extension MacroFunction {
  /// The integer by which containers recognise the runtime.
  static let runtimeVersion = MacroFunction(id: "_rv", stability: .constant) { _, evaluator in
    .value(.int(evaluator.settings.runtimeVersion))
  }
}
