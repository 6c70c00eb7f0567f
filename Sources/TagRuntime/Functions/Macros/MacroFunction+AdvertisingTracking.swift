extension MacroFunction {
  /// Whether the owner of the phone lets advertising track.
  static let advertisingTracking = MacroFunction(id: "_ate", stability: .event) { _, evaluator in
    .value(.bool(evaluator.facts.isAdvertisingTrackingEnabled))
  }
}
