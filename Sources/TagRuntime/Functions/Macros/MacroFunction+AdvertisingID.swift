extension MacroFunction {
  /// The advertising id of the phone (on iOS the IDFA), else nothing.
  ///
  /// There is none where the app does not link the library that reads it, and, by a decision of
  /// this runtime, none where the owner of the phone limits advertising: what the SDK gave then
  /// is not established.
  static let advertisingID = MacroFunction(id: "_aid", stability: .event) { _, evaluator in
    guard let id = evaluator.facts.advertisingID else { return .undefined }
    return .value(.string(id))
  }
}
