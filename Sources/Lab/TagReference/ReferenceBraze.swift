package import OrderedCollections
package import TagRuntime

/// The provider of Braze's guide, and what the Braze SDK takes of its calls, written from the page
/// about them.
///
/// Source: BrazeSDK §1.1, BrazeSDK §2.1, BrazeSDK §2.2, BrazeSDK §2.3.
package enum ReferenceBraze {
  package enum Listing: Sendable {
    case swift
    case objectiveC
  }

  package enum Effect: Sendable, Hashable {
    case event(String, OrderedDictionary<String, Value>)
    case attribute(String, type: String, Value)
    case user(String)
    case nothing
    case raises
    /// The SDK takes nothing.
    case refused
  }

  private static let characters = 255
  private static let userBytes = 997
  private static let elements = 500
  private static let kilobyte = 1024

  package static func effect(
    of parameters: OrderedDictionary<String, Value>, in listing: Listing
  ) -> Effect {
    guard let action = parameters["actionType"] else { return .nothing }
    guard case .string(let action) = action else {
      return listing == .swift ? .nothing : .raises
    }
    var rest = parameters
    rest["actionType"] = nil
    func text(_ key: String) -> String? {
      if case .string(let text)? = rest[key] { text } else { nil }
    }
    let keys = [
      "logEvent": "eventName", "customAttribute": "customAttributeKey",
      "changeUser": "externalUserId",
    ]
    guard let key = keys[action] else { return .nothing }
    if listing == .swift, text(key) == nil { return .nothing }
    if rest[key] != nil, text(key) == nil { return .raises }
    let name = text(key) ?? ""
    switch action {
    case "logEvent":
      rest[key] = nil
      return event(name, rest)
    case "changeUser":
      return isBlank(name) || name.utf8.count > userBytes ? .refused : .user(name)
    default:
      let value = rest["customAttributeValue"] ?? .null
      return listing == .swift ? swift(name, value) : objectiveC(name, value, rest)
    }
  }

  // MARK: Attributes

  private static func swift(_ key: String, _ value: Value) -> Effect {
    switch value {
    case .string(let text): return attribute(key, "string", .string(cut(text)))
    case .bool(let flag): return attribute(key, "double", .double(flag ? 1 : 0))
    case .double: return attribute(key, "double", value)
    case .int(let number):
      if let exact = Double(exactly: number) { return attribute(key, "double", .double(exact)) }
      return attribute(key, "integer", value)
    case .list(let parts): return list(key, parts) ?? .nothing
    case .map, .null, .absent: return .nothing
    }
  }

  private static func objectiveC(
    _ key: String, _ value: Value, _ rest: OrderedDictionary<String, Value>
  ) -> Effect {
    switch value {
    case .string: event(key, rest)
    case .bool: attribute(key, "boolean", value)
    case .int: attribute(key, "integer", value)
    case .double: attribute(key, "double", value)
    case .list(let parts): list(key, parts) ?? .raises
    case .map, .null, .absent: .nothing
    }
  }

  private static func list(_ key: String, _ parts: [Value]) -> Effect? {
    var texts: [Value] = []
    for part in parts {
      guard case .string(let text) = part else { return nil }
      if texts.count < elements { texts.append(.string(cut(text))) }
    }
    return attribute(key, "strings", .list(texts))
  }

  private static func attribute(_ key: String, _ type: String, _ value: Value) -> Effect {
    isName(key) ? .attribute(cut(key), type: type, value) : .refused
  }

  // MARK: Events

  private static func event(
    _ name: String, _ given: OrderedDictionary<String, Value>
  ) -> Effect {
    guard isName(name) else { return .refused }
    var kept: OrderedDictionary<String, Value> = [:]
    for (key, value) in given where isName(key) && key != "time" && key != "event_name" {
      switch value {
      case .null, .absent: continue
      case .string(let text): kept[cut(key)] = .string(cut(text))
      case .bool, .int, .double, .list, .map: kept[cut(key)] = value
      }
    }
    let bytes = JSONWriter.write(.map(kept)).utf8.count
    return bytes > 50 * kilobyte ? .refused : .event(cut(name), kept)
  }

  private static func isBlank(_ text: String) -> Bool { !text.contains { !$0.isWhitespace } }

  private static func isName(_ text: String) -> Bool { !isBlank(text) && text.first != "$" }

  private static func cut(_ text: String) -> String { String(text.prefix(characters)) }
}
