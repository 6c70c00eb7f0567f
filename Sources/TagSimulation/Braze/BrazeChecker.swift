import OrderedCollections
import TagRuntime

/// Holds a call against what Braze takes.
struct BrazeChecker {
  private var changes: [BrazeChange] = []

  /// What the SDK makes of a call.
  ///
  /// - Complexity: O(n) in the size of its values.
  static func verdict(on call: BrazeCall) -> BrazeVerdict {
    var checker = BrazeChecker()
    do throws(Refused) {
      return .taken(try checker.checked(call), checker.changes)
    } catch {
      return .refused(error.why)
    }
  }

  private struct Refused: Error {
    var why: BrazeRefusal
  }

  private mutating func checked(_ call: BrazeCall) throws(Refused) -> BrazeCall {
    switch call {
    case .logEvent(let name, let properties):
      let name = try self.name(name, "its name")
      let kept = self.properties(properties)
      let bytes = JSONWriter.write(.map(kept)).utf8.count
      if bytes > BrazeLimits.propertyBytes { throw Refused(why: .manyProperties(bytes: bytes)) }
      return .logEvent(name: name, properties: kept)
    case .setAttribute(let key, let value):
      return .setAttribute(key: try name(key, "its key"), attribute(value))
    case .changeUser(let id):
      if Self.isBlank(id) { throw Refused(why: .empty) }
      let bytes = id.utf8.count
      if bytes > BrazeLimits.userIDBytes { throw Refused(why: .longUserID(bytes: bytes)) }
      return call
    }
  }

  private mutating func name(_ text: String, _ what: String) throws(Refused) -> String {
    if let refusal = Self.refusal(ofName: text) { throw Refused(why: refusal) }
    return cut(text, what)
  }

  private static func refusal(ofName text: String) -> BrazeRefusal? {
    if isBlank(text) { return .empty }
    return text.hasPrefix(BrazeLimits.reservedPrefix) ? .reservedPrefix : nil
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  private mutating func cut(_ text: String, _ what: String) -> String {
    let count = text.count
    guard count > BrazeLimits.characters else { return text }
    changes.append(.cut(what, characters: count))
    return String(text.prefix(BrazeLimits.characters))
  }

  private mutating func attribute(_ value: BrazeValue) -> BrazeValue {
    switch value {
    case .string(let text): return .string(cut(text, "its value"))
    case .strings(let texts):
      if texts.count > BrazeLimits.arrayElements {
        changes.append(.shortened(elements: texts.count))
      }
      return .strings(
        texts.prefix(BrazeLimits.arrayElements).map { cut($0, "an element of its value") })
    case .date, .double, .boolean, .integer: return value
    }
  }

  /// What is nested is taken as it is; only its size counts.
  private mutating func properties(
    _ given: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    var kept: OrderedDictionary<String, Value> = [:]
    for (key, value) in given.elements {
      if let refusal = Self.refusal(ofProperty: key, value) {
        changes.append(.leftOut(key: key, refusal))
        continue
      }
      let key = cut(key, "a key of its properties")
      if case .string(let text) = value {
        kept[key] = .string(cut(text, "the property \(JSONWriter.write(.string(key)))"))
      } else {
        kept[key] = value
      }
    }
    return kept
  }

  private static func refusal(ofProperty key: String, _ value: Value) -> BrazeRefusal? {
    if BrazeLimits.reservedKeys.contains(key) { return .reservedKey }
    switch value {
    case .null, .absent: return .noSuchType(value.kindName)
    case .bool, .int, .double, .string, .list, .map: return refusal(ofName: key)
    }
  }
}
