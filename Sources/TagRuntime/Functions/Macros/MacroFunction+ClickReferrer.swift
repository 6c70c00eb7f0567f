import OrderedCollections

extension MacroFunction {
  /// The referrer of the last click that belongs to a conversion id, or the parameter of it that
  /// `component` names; nothing where there was no click, or where it has no such parameter.
  static let clickReferrer = MacroFunction(
    id: "_awcr", required: ["conversion_id"], stability: .event
  ) { arguments, evaluator in
    guard let id = arguments.text("conversion_id"),
      let referrer = evaluator.lasting.clickReferrers[id]
    else { return .undefined }
    if arguments["component"] == nil { return .value(.string(referrer)) }
    guard let component = arguments.text("component") else { return .undefined }
    return QueryText.value(of: component, inQuery: referrer).map { .value(.string($0)) }
      ?? .undefined
  }
}
