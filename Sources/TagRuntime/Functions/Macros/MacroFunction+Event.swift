extension MacroFunction {
  /// The event that is being evaluated; nothing outside of one.
  static let event = MacroFunction(id: "_e", stability: .event) { _, evaluator in
    evaluator.eventName.map { .value(.string($0)) } ?? .undefined
  }
}
