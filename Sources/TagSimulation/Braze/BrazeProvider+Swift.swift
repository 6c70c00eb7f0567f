import OrderedCollections
import TagRuntime

extension BrazeProvider {
  /// Every text is looked for with `as? String`: what is missing or no text ends the call.
  func swiftOutcome(of parameters: OrderedDictionary<String, Value>) -> BrazeOutcome {
    guard let action = parameters["actionType"]?.text else { return .nothing(.noAction) }
    var rest = parameters
    rest.removeValue(forKey: "actionType")
    switch action {
    case "logEvent":
      guard let name = rest.removeValue(forKey: "eventName")?.text else {
        return .nothing(.noText(key: "eventName"))
      }
      return .calls(.logEvent(name: name, properties: rest))
    case "customAttribute":
      guard let key = rest["customAttributeKey"]?.text else {
        return .nothing(.noText(key: "customAttributeKey"))
      }
      let value = rest["customAttributeValue"] ?? .null
      guard let typed = swiftAttribute(value) else {
        return .nothing(.noSuchType(value.kindName))
      }
      return .calls(.setAttribute(key: key, typed))
    case "changeUser":
      guard let id = rest["externalUserId"]?.text else {
        return .nothing(.noText(key: "externalUserId"))
      }
      return .calls(.changeUser(id: id))
    default: return .nothing(.unknownAction(action))
    }
  }

  /// The tests of the listing in their order: String, Date, Double, Bool, Int, [String].
  ///
  /// Numbers arrive as NSNumber, and `as? Double` succeeds for every NSNumber that a double can
  /// hold exactly (SE-0170), also for a boolean: `true` becomes 1.0 and 42 becomes 42.0. Only an
  /// integer beyond 2^53 may fall through to Int, and nothing ever reaches Bool. Inferred from those
  /// rules; native casts of another platform would answer otherwise and are not used.
  private func swiftAttribute(_ value: Value) -> BrazeValue? {
    switch value {
    case .string(let text): .string(text)
    case .double(let double): .double(double)
    case .bool(let flag): .double(flag ? 1 : 0)
    case .int(let integer): Double(exactly: integer).map { .double($0) } ?? .integer(integer)
    case .list(let elements): Self.texts(elements).map { .strings($0) }
    case .map, .null, .absent: nil
    }
  }

  /// The elements of a list of texts; nil where one is no text.
  static func texts(_ elements: [Value]) -> [String]? {
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
