public import OrderedCollections
public import TagRuntime

/// The custom tag provider that Braze's guide for Google Tag Manager on iOS lists, in both of its
/// languages. They differ, and neither looks at the event: only the tag's parameters count.
///
/// Source: BrazeSDK §2. Verified in the guide: the action types and keys; that `actionType` is
/// taken out first and `eventName` before an event is logged (the guide's prose says otherwise);
/// the order of the tests of an attribute's type; that Objective-C logs an event for a text
/// attribute, with the attribute's key and value among its properties; what each prints where it
/// does nothing. Inferred: everything that follows from Apple's bridging and from messages to the
/// wrong class, as said below.
public enum BrazeProvider: String, Sendable, Hashable, CaseIterable {
  /// The listing in Swift.
  case swift
  /// The listing in Objective-C.
  case objectiveC = "objective-c"

  /// The name of the language.
  public var name: String { self == .swift ? "Swift" : "Objective-C" }

  /// The listing in the other language.
  package var other: BrazeProvider { self == .swift ? .objectiveC : .swift }

  /// What one call comes to.
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

/// What a provider asks of the Braze SDK.
public enum BrazeCall: Sendable, Hashable {
  /// Log a custom event.
  case logEvent(name: String, properties: OrderedDictionary<String, Value>)
  /// Set a custom attribute of the user.
  case setAttribute(key: String, BrazeValue)
  /// Go on with another user.
  case changeUser(id: String)
  /// Make the instance of the SDK.
  case initialize

  /// Such as `event "played song"`; long names are cut as Braze cuts them.
  package var title: String {
    switch self {
    case .logEvent(let name, _): "event " + Self.quoted(name)
    case .setAttribute(let key, _): "attribute " + Self.quoted(key)
    case .changeUser(let id): "user " + Self.quoted(id)
    case .initialize: "a new instance"
    }
  }

  private static func quoted(_ text: String) -> String {
    JSONWriter.write(.string(String(text.prefix(BrazeLimits.characters))))
  }

  /// Such as `event "played song" {"genre":"pop"}`.
  package var words: String {
    switch self {
    case .logEvent(_, let properties): "\(title) \(JSONWriter.write(.map(properties)))"
    case .setAttribute(_, let value): "\(title) = \(value.words)"
    case .changeUser, .initialize: title
    }
  }
}

// MARK: - What it prints

extension BrazeProvider {
  /// The line that its listing prints where it does nothing; nil where it is silent.
  ///
  /// Source: BrazeSDK §2.4; only Objective-C tells of an action that it does not know, and neither
  /// tells of a missing text or a value that it passes on to nobody.
  package func printed(of idleness: BrazeOutcome.Idleness) -> LogCode? {
    switch idleness {
    case .noAction: .brazeNoAction
    case .unknownAction: self == .objectiveC ? .brazeInvalidAction : nil
    case .noText, .noSuchType: nil
    }
  }
}

extension BrazeEntry {
  /// What the provider printed where it did nothing, or that it was silent, and what the one in the
  /// other language would have printed where that is something else; nil where it did something.
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
  /// Every text is looked for with `as? String`: what is missing or no text ends the call.
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
  /// hold exactly (SE-0170), also for a boolean: `true` becomes 1.0 and 42 becomes 42.0. Only an
  /// integer beyond 2^53 may fall through to Int, which v5 never hands over (Firebase §5.8), and
  /// nothing ever reaches Bool. Inferred from those rules; native casts of another platform would
  /// answer otherwise and are not used.
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

// MARK: - Objective C

extension BrazeProvider {
  /// Nothing is tested but whether there is an action: a missing text goes on as nil, which reaches
  /// the SDK, written in Swift, as an empty one; what is no text raises when it is treated as one.
  /// Both are inferred from the bridging of NSString.
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
  /// A text is logged as an event, with all parameters that are left. `objCType` tells booleans
  /// ("c"), integers ("q", which is `long` on 64 bits) and doubles ("d") apart. The listing's last
  /// branch, "Could not map NSNumber value", is for other C types, such as unsigned integers: no
  /// value that Tag Manager hands over has one.
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
