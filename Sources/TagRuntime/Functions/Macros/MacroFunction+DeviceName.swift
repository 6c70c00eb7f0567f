extension MacroFunction {
  /// The name of the device.
  static let deviceName = MacroFunction(id: "_dn", stability: .event) { _, evaluator in
    .value(.string(evaluator.facts.deviceName))
  }
}
