import OrderedCollections
import TagRuntime

extension BrazeProvider {
  /// Nothing is tested but whether there is an action: a missing text goes on as nil, which reaches
  /// the SDK, written in Swift, as an empty one; what is no text raises when it is treated as one.
  /// Both are inferred from the bridging of NSString.
  func objectiveCOutcome(of parameters: OrderedDictionary<String, Value>) -> BrazeOutcome {
    guard let given = parameters["actionType"] else { return .nothing(.noAction) }
    guard let action = given.text else { return Self.raised("actionType", given) }
    var rest = parameters
    rest.removeValue(forKey: "actionType")
    switch action {
    case "logEvent":
      let name = rest.removeValue(forKey: "eventName")
      return Self.withText(name, "eventName") { .calls(.logEvent(name: $0, properties: rest)) }
    case "customAttribute":
      return Self.withText(rest["customAttributeKey"], "customAttributeKey") {
        objectiveCAttribute($0, rest["customAttributeValue"] ?? .null, rest)
      }
    case "changeUser":
      return Self.withText(rest["externalUserId"], "externalUserId") {
        .calls(.changeUser(id: $0))
      }
    default: return .nothing(.unknownAction(action))
    }
  }

  /// The tests of the listing in their order: NSString, NSDate, NSNumber by its C type, NSArray.
  ///
  /// A text is logged as an event, with all parameters that are left. `objCType` tells booleans
  /// ("c"), integers ("q", which is `long` on 64 bits) and doubles ("d") apart.
  private func objectiveCAttribute(
    _ key: String, _ value: Value, _ rest: OrderedDictionary<String, Value>
  ) -> BrazeOutcome {
    switch value {
    case .string: return .calls(.logEvent(name: key, properties: rest))
    case .bool(let flag): return .calls(.setAttribute(key: key, .boolean(flag)))
    case .int(let integer): return .calls(.setAttribute(key: key, .integer(integer)))
    case .double(let double): return .calls(.setAttribute(key: key, .double(double)))
    case .list(let elements):
      // The SDK takes an array of strings; anything else in it stops the app (inferred).
      guard let texts = Self.texts(elements) else {
        return .raises("customAttributeValue is a list with something else than texts in it")
      }
      return .calls(.setAttribute(key: key, .strings(texts)))
    case .map, .null, .absent: return .nothing(.noSuchType(value.kindName))
    }
  }

  private static func withText(
    _ value: Value?, _ key: String, _ go: (String) -> BrazeOutcome
  ) -> BrazeOutcome {
    guard let value else { return go("") }
    return value.text.map(go) ?? raised(key, value)
  }

  private static func raised(_ key: String, _ value: Value) -> BrazeOutcome {
    .raises("\(key) is of type \(value.kindName), and is treated as a text")
  }
}
