public import OrderedCollections
public import TagRuntime

/// The custom tag provider in Braze's guide for Google Tag Manager on iOS, in both of its
/// languages. They differ, and neither reads the event: only the tag's parameters count.
///
/// Source: BrazeSDK §2. Verified in the guide: the action types and keys; that `actionType` is
/// removed first and `eventName` before an event is logged (the guide's prose says otherwise); the
/// order of the tests of an attribute's type; that Objective-C logs an event for a text attribute,
/// with the attribute's key and value among its properties; the lines that each prints if it does
/// nothing. Inferred: everything that follows from Apple's bridging and from messages to the wrong
/// class, as described below.
public enum BrazeProvider: String, Sendable, Hashable, CaseIterable {
  case swift
  case objectiveC = "objective-c"

  /// The name of the language.
  public var name: String { self == .swift ? "Swift" : "Objective-C" }

  /// The listing in the other language.
  package var other: BrazeProvider { self == .swift ? .objectiveC : .swift }

  /// Returns the outcome of one call.
  ///
  /// - Complexity: O(n) in the parameters.
  package func outcome(
    of parameters: OrderedDictionary<String, Value>, by mapping: BrazeMapping = .guide
  ) -> BrazeOutcome {
    switch self {
    case .swift: swiftOutcome(of: parameters, by: mapping)
    case .objectiveC: objectiveCOutcome(of: parameters, by: mapping)
    }
  }
}

/// A call of a provider to the Braze SDK.
public enum BrazeCall: Sendable, Hashable {
  case logEvent(name: String, properties: OrderedDictionary<String, Value>)
  /// Set a custom attribute of the user.
  case setAttribute(key: String, BrazeValue)
  case changeUser(id: String)
  /// Create the instance of the SDK.
  case initialize

  /// A short title such as `event "played song"`; long names are cut as Braze cuts them.
  package var title: String {
    switch self {
    case .logEvent(let name, _): "event " + Self.quoted(name)
    case .setAttribute(let key, _): "attribute " + Self.quoted(key)
    case .changeUser(let id): "user " + Self.quoted(id)
    case .initialize: "a new instance"
    }
  }

  private static func quoted(_ id: String) -> String { id.prefix(BrazeLimits.characters).quoted }

  /// A text such as `event "played song" {"genre":"pop"}`.
  package var words: String {
    switch self {
    case .logEvent(_, let properties): "\(title) \(JSONWriter.write(.map(properties)))"
    case .setAttribute(_, let value): "\(title) = \(value.words)"
    case .changeUser, .initialize: title
    }
  }
}

// MARK: - Printed lines

extension BrazeProvider {
  /// Returns the line that its listing prints if it does nothing; nil if it is silent.
  ///
  /// Source: BrazeSDK §2.4; only Objective-C reports an unknown action, and neither reports a
  /// missing text or a value that it does not pass on.
  package func printed(of idleness: BrazeOutcome.Idleness) -> LogCode? {
    switch idleness {
    case .noAction: .brazeNoAction
    case .unknownAction: self == .objectiveC ? .brazeInvalidAction : nil
    case .noText, .noSuchType: nil
    }
  }
}

extension BrazeEntry {
  /// The line that the provider printed if it did nothing, or that it was silent, and the line of
  /// the one in the other language if that differs; nil if it had an effect.
  package var printedWords: String? {
    guard case .nothing(let idleness) = outcome else { return nil }
    func words(_ provider: BrazeProvider, _ idleness: BrazeOutcome.Idleness) -> String {
      provider.printed(of: idleness).map { "\"\(LogRecord($0).text)\"" } ?? "nothing"
    }
    let own = words(provider, idleness)
    guard case .nothing(let idleness) = otherOutcome ?? outcome else {
      return "the app prints \(own)"
    }
    let others = words(provider.other, idleness)
    return "the app prints \(own)"
      + (others == own ? "" : "; the \(provider.other.name) provider would print \(others)")
  }
}

// MARK: - Swift

extension BrazeProvider {
  /// Reads every text with `as? String`: a missing one, or a value that is not a text, ends the
  /// call.
  private func swiftOutcome(
    of parameters: OrderedDictionary<String, Value>, by mapping: BrazeMapping
  ) -> BrazeOutcome {
    guard let name = parameters[mapping.actionKey]?.text else { return .nothing(.noAction) }
    var rest = parameters
    rest.removeValue(forKey: mapping.actionKey)
    guard let action = mapping.action(named: name) else { return .nothing(.unknownAction(name)) }
    if action.method == .initialize { return .calls(.initialize) }
    guard let key = action.keys.first, let text = rest[key]?.text else {
      return .nothing(.noText(key: action.keys.first ?? ""))
    }
    switch action.method {
    case .logEvent:
      rest.removeValue(forKey: key)
      return .calls(.logEvent(name: text, properties: rest))
    case .customAttribute:
      let value = action.keys.last.flatMap { rest[$0] } ?? .null
      guard let typed = swiftAttribute(value) else {
        return .nothing(.noSuchType(value.kindName))
      }
      return .calls(.setAttribute(key: text, typed))
    case .changeUser: return .calls(.changeUser(id: text))
    case .initialize: return .calls(.initialize)
    }
  }

  /// The tests of the listing in their order: String, Date, Double, Bool, Int, [String].
  ///
  /// Numbers arrive as NSNumber, and `as? Double` succeeds for every NSNumber that a double can
  /// hold exactly (SE-0170), even for a boolean: `true` becomes 1.0 and 42 becomes 42.0. Only an
  /// integer beyond 2^53 may fall through to Int, which v5 never passes (Firebase §5.8), and
  /// nothing ever reaches Bool. Inferred from those rules; native casts of another platform would
  /// give other results and are not used.
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

  /// Returns the elements of a list of texts; nil if one is not a text.
  static func texts(_ elements: [Value]) -> [String]? {
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }

  // MARK: Objective C

  /// It checks only whether there is an action: a missing text is passed on as nil, which reaches
  /// the SDK, written in Swift, as an empty one; a value that is not a text raises when it is
  /// treated as one. Both are inferred from the bridging of NSString.
  private func objectiveCOutcome(
    of parameters: OrderedDictionary<String, Value>, by mapping: BrazeMapping
  ) -> BrazeOutcome {
    guard let given = parameters[mapping.actionKey] else { return .nothing(.noAction) }
    guard let name = given.text else { return Self.raised(mapping.actionKey, given) }
    var rest = parameters
    rest.removeValue(forKey: mapping.actionKey)
    guard let action = mapping.action(named: name) else { return .nothing(.unknownAction(name)) }
    let key = action.keys.first ?? ""
    switch action.method {
    case .initialize: return .calls(.initialize)
    case .logEvent:
      let name = rest.removeValue(forKey: key)
      return Self.withText(name, key) { .calls(.logEvent(name: $0, properties: rest)) }
    case .customAttribute:
      return Self.withText(rest[key], key) {
        objectiveCAttribute($0, action.keys.last.flatMap { rest[$0] } ?? .null, rest)
      }
    case .changeUser: return Self.withText(rest[key], key) { .calls(.changeUser(id: $0)) }
    }
  }

  /// The tests of the listing in their order: NSString, NSDate, NSNumber by its C type, NSArray.
  ///
  /// A text is logged as an event, with all remaining parameters. `objCType` distinguishes booleans
  /// ("c"), integers ("q", which is `long` on 64 bits) and doubles ("d"). The listing's last
  /// branch, "Could not map NSNumber value", is for other C types, such as unsigned integers: no
  /// value that Tag Manager passes has one.
  private func objectiveCAttribute(
    _ key: String, _ value: Value, _ rest: OrderedDictionary<String, Value>
  ) -> BrazeOutcome {
    switch value {
    case .string: return .calls(.logEvent(name: key, properties: rest))
    case .bool(let flag): return .calls(.setAttribute(key: key, .boolean(flag)))
    case .int(let integer): return .calls(.setAttribute(key: key, .integer(integer)))
    case .double(let double): return .calls(.setAttribute(key: key, .double(double)))
    case .list(let elements):
      // The SDK takes an array of strings; anything else in it crashes the app (inferred).
      guard let texts = Self.texts(elements) else {
        return .raises("customAttributeValue is a list that does not only contain text")
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
    .raises("\(key) is of type \(value.kindName) and treated as text")
  }
}
