import OrderedCollections
public import TagRuntime

/// Checks a call against Braze's limits.
struct BrazeChecker {
  private var changes: [BrazeChange] = []

  /// Returns the SDK's verdict on a call.
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
    case .initialize: return call
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

  /// Checks the properties. Nested values are accepted unchanged; only their size counts.
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
        kept[key] = .string(cut(text, "the property \(key.quoted)"))
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

/// Braze's limits, and the number of calls that a simulated phone stores.
///
/// Source: BrazeSDK §1.1; Braze's public developer guide (Swift: user attributes, events, Google
/// Tag Manager) and the reference of its wrapper SDKs. *Inferred* marks what they leave open and
/// this program decides.
public enum BrazeLimits {
  /// The maximum length of a name, a key or a text. Longer texts of attributes are cut (guide);
  /// that names, keys and texts of properties are cut as well is inferred.
  public static let characters = 255
  /// The maximum length of a user id in UTF-8 bytes, which Braze's own SDK for Android checks;
  /// inferred for iOS.
  public static let userIDBytes = 997
  /// The maximum number of elements of an array attribute, the default of an account; the rest is
  /// cut.
  public static let arrayElements = 500
  /// The maximum size of the properties of one event: 50 KB (reference). That they are counted as
  /// the JSON of this program, and that the event is refused, is inferred.
  public static let propertyBytes = 50 * 1024
  /// Keys that properties of events cannot have (guide); that the property is left out is inferred.
  public static let reservedKeys = ["time", "event_name"]
  /// The prefix that names and keys must not have (reference).
  public static let reservedPrefix = "$"
  /// The maximum number of calls that a simulated phone stores: a limit of this program, not of
  /// Braze.
  public static let calls = 10_000
}

/// The Braze SDK's verdict on a call.
public enum BrazeVerdict: Sendable, Hashable {
  /// It accepts this call, which may be less than it received.
  case taken(BrazeCall, [BrazeChange] = [])
  /// It rejects the call.
  case refused(BrazeRefusal)
}

/// The reason why Braze rejects a call, or a property of one.
public enum BrazeRefusal: Sendable, Hashable {
  /// A name, a key or an id is empty.
  case empty
  /// It begins with a `$`.
  case reservedPrefix
  /// The key is one of `BrazeLimits.reservedKeys`.
  case reservedKey
  /// The value is of a type that a property cannot have.
  case noSuchType(String)
  /// The user id is too long, with this number of bytes.
  case longUserID(bytes: Int)
  /// The properties are too large, with this number of bytes.
  case manyProperties(bytes: Int)
  /// The simulated phone stores no more calls.
  case full
  /// The app has created no instance of Braze, so that its call goes to nil.
  case noInstance

  /// The fault, and the correct form.
  public var sentence: String {
    switch self {
    case .empty: "it is empty; give it at least one character"
    case .reservedPrefix: "it begins with $, which is reserved for Braze; use another first letter"
    case .reservedKey:
      "the key is reserved (\(BrazeLimits.reservedKeys.joined(separator: ", "))); rename it"
    case .noSuchType(let kind): "a property cannot be of type \(kind); remove it or send text"
    case .longUserID(let bytes):
      "it has \(bytes) bytes, but a user id has at most \(BrazeLimits.userIDBytes); shorten it"
    case .manyProperties(let bytes):
      "its properties have \(bytes) bytes, but at most \(BrazeLimits.propertyBytes) are allowed; "
        + "send less"
    case .noInstance:
      "the app has no instance of it, so the call has no effect; create one at launch"
    case .full:
      "tagsim keeps at most \(BrazeLimits.calls) calls on one phone; reinstall to start again"
    }
  }
}

/// The outcome of a call for a provider, given its parameters.
public enum BrazeOutcome: Sendable, Hashable {
  /// It calls the SDK.
  case calls(BrazeCall)
  case nothing(Idleness)
  /// It raises an exception, for this reason.
  case raises(String)

  /// The reason why a provider does nothing.
  public enum Idleness: Sendable, Hashable {
    /// There is no text under `actionType`.
    case noAction
    /// The action is not one of the three.
    case unknownAction(String)
    /// A key is missing, or its value is not a text.
    case noText(key: String)
    /// The attribute's value is of a type that the provider does not pass on.
    case noSuchType(String)
  }

  /// A text such as `event "vip" {…}`, `nothing` or `an exception`.
  package var words: String {
    switch self {
    case .calls(let call): call.words
    case .nothing: "nothing"
    case .raises: "an exception"
    }
  }
}

extension BrazeOutcome.Idleness {
  /// The fault and the remedy, for the guide's provider.
  public var sentence: String { sentence(by: .guide) }

  /// Returns the fault and the remedy, by the parameters that the provider reads.
  package func sentence(by mapping: BrazeMapping) -> String {
    let key = mapping.actionKey
    switch self {
    case .noAction:
      return "it has no text under \(key); add the parameter \(key) = \(mapping.names) to the tag"
    case .unknownAction(let action):
      let near = Suggestion.nearest(to: action, among: mapping.actions.map(\.name))
      return "there is no \(key) \(action.quoted): "
        + (near.map { "did you mean \($0)?" } ?? "use \(mapping.names)")
    case .noText(let key): return "it needs text under \(key): add that parameter to the tag"
    case .noSuchType(let kind):
      let value = mapping.actions.first { $0.method == .customAttribute }?.keys.last ?? "its value"
      return "\(value) is of type \(kind), which is not passed on; use text, a "
        + "number, true, false or a list of text"
    }
  }
}

/// The value of a custom attribute, with the type in which Braze stores it.
public enum BrazeValue: Sendable, Hashable {
  /// The types, as scenarios call them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case string
    /// A point in time.
    case date
    /// A number with a fraction.
    case double
    /// True or false.
    case boolean
    case integer
    case strings
  }

  case string(String)
  /// A point in time. No value of an event or a container is a date, so no provider ever sets one.
  case date(WallTime)
  /// A number with a fraction.
  case double(Double)
  /// True or false.
  case boolean(Bool)
  case integer(Int64)
  case strings([String])

  /// The type.
  public var kind: Kind {
    switch self {
    case .string: .string
    case .date: .date
    case .double: .double
    case .boolean: .boolean
    case .integer: .integer
    case .strings: .strings
    }
  }

  /// The value as scenarios write it; a date is its milliseconds since 1970.
  public var value: Value {
    switch self {
    case .string(let text): .string(text)
    case .date(let date): .int(date.milliseconds)
    case .double(let double): .double(double)
    case .boolean(let flag): .bool(flag)
    case .integer(let integer): .int(integer)
    case .strings(let texts): .list(texts.map { .string($0) })
    }
  }

  /// A text such as `1.0 as double`.
  package var words: String { "\(JSONWriter.write(value)) as \(kind.rawValue)" }
}
