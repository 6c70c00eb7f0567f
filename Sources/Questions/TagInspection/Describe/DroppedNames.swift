import OrderedCollections
import TagRuntime

extension CompiledContainer {
  /// Firebase's objection to everything that would make a condition true; nil if the app or
  /// Firebase itself may do so.
  func objection(to position: Int) -> FirebaseFault? {
    guard version.generation == .firebase, let slot = subjects[position],
      let text = constant(predicates[position].right).map(ValueConversion.text)
    else { return nil }
    var texts = [text]
    switch predicates[position].kind?.comparison {
    case .text?: break
    case .pattern? where !text.contains(where: { ".[](){}*+?\\".contains($0) }):
      texts = text.filter { !"^$".contains($0) }.split(separator: "|").map(String.init)
    case .number?, .pattern?, nil: return nil
    }
    let wanted = texts.flatMap { [$0, $0 + "a", "a" + $0] } + FirebaseNames.automatic
    let faults = wanted.filter { holds(position, for: .string($0)) == true }
      .map { objection(to: $0, in: slots[slot], isEvent(slot)) }
    return faults.contains(nil) ? nil : faults.first ?? nil
  }

  /// Firebase's objection to a value of a macro without a default, or to the name of its source.
  private func objection(to text: String, in slot: MacroSlot, _ isEvent: Bool) -> FirebaseFault? {
    if isEvent { return FirebaseNameRule.event.objection(to: text) }
    guard slot.choices.isEmpty, slot.definitions.count == 1, text != "undefined" else { return nil }
    let macro = version.macros[slot.definitions[0]]
    guard macro.parameters["defaultValue"] == nil, let (rule, key) = macro.firebaseName else {
      return nil
    }
    if rule.fault(of: key) != nil { return macro.objection }
    let isProperty = macro.function == FirebaseFunction.userProperty.id
    let call =
      isProperty ? FirebaseCall.setUserProperty(key, text) : .logEvent("e", [key: .string(text)])
    return call.faults.first { $0.code > 0 }
  }
}

extension FunctionCall {
  /// The parameter or user property that a variable reads, with the rule for its name; nil for one
  /// that the web interface suggests, and for other variables.
  fileprivate var firebaseName: (rule: FirebaseNameRule, key: String)? {
    guard let key = parameters["key"]?.constantText,
      parameters["eventType"] != .constant("SUGGESTED")
    else { return nil }
    if function == FirebaseFunction.eventParameter.id { return (.parameter, key) }
    return function == FirebaseFunction.userProperty.id ? (.userProperty, key) : nil
  }

  /// Firebase's objection to what a variable reads.
  var objection: FirebaseFault? { firebaseName.flatMap { $0.rule.objection(to: $0.key) } }
}
