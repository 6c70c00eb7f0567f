import OrderedCollections

/// What differs between the generations when a container is evaluated; all else is one evaluator.
///
/// The second generation is evaluated in JavaScript, which has two kinds of nothing. Its
/// `undefined` is `Resolved.undefined`, and inside of a list or a map `Value.absent`; its `null` is
/// `Value.null`; its exceptions are `Resolved.failed`.
///
/// Source: LegacySDK §9, Firebase §5.4, Firebase §5.5.
package struct Dialect: Sendable {
  let vocabulary: Vocabulary
  /// The macro of an id, in whichever release of the SDK.
  let macro: @Sendable (_ id: String) -> MacroFunction?
  /// The tag of an id.
  let tag: @Sendable (_ id: String) -> TagFunction?
  /// How long the result of a macro stays the same, leaving aside its parameters.
  let stability: @Sendable (_ id: String) -> Stability
  /// The macro that is the name of the event.
  package let eventFunction: String
  /// The macro whose value stands in the container.
  package let constantFunction: String

  // MARK: Values

  /// A value as a text.
  let text: @Sendable (Value) -> String
  /// A value as a number, or nil where it is none.
  let number: @Sendable (Value) -> ValueConversion.Number?
  /// Whether integers are compared as such, and not as doubles.
  let hasIntegers: Bool
  /// A value escaped for an address, or nil where it cannot be.
  let addressEscaped: @Sendable (Value) -> String?
  /// What stands for an undefined side of a condition or part of a template; nil makes the whole
  /// undefined.
  let undefinedOperand: Value?
  /// What stands for an undefined part of a list or a map.
  let undefinedPart: Value
  /// Whether a null in a map makes the map null.
  let nullVoidsMap: Bool

  // MARK: Rules

  /// Whether a rule looks at the conditions that must be true before those that must be false.
  let looksAtWantedFirst: Bool
  /// Whether a condition that cannot be tested leaves its rule undecided, and is not just false.
  /// An undecided rule adds nothing, and still removes what it would remove.
  let failureVoidsRule: Bool
  /// Whether a condition is tested once for an event, even where its value may vary.
  let testsOnce: Bool

  /// The event whose name rules compare: in the second generation by its long name, and as
  /// JavaScript writes nothing.
  func ruleEvent(eventName: String?, _ firebase: FirebaseScope?) -> String? {
    if !looksAtWantedFirst { return eventName }
    return firebase?.event?.longName ?? JavaScript.text(.absent)
  }

  /// What a condition sees of a side, or a template of a token; nil where there is nothing.
  func operand(_ resolved: Resolved) -> Value? {
    resolved == .undefined ? undefinedOperand : resolved.value
  }

  /// What stands in a list or a map; nil is a failure.
  func part(_ resolved: Resolved) -> Value? {
    resolved == .undefined ? undefinedPart : resolved.value
  }

  /// The conditions of a rule in the order in which they are looked at.
  func clauses(of rule: CompiledRule) -> [(predicates: [Int], isNegative: Bool)] {
    let clauses = [(predicates: rule.negative, isNegative: true), (rule.positive, false)]
    return looksAtWantedFirst ? clauses.reversed() : clauses
  }
}

extension Dialect {
  /// The dialect of a generation.
  static func of(_ generation: SDKGeneration) -> Dialect {
    switch generation {
    case .legacy: legacy
    case .firebase: firebase
    }
  }

  /// Macros and rules of the legacy SDK.
  static let legacy = Dialect(
    vocabulary: Vocabulary(.legacy), macro: { MacroFunction.named($0) },
    tag: { TagFunction.named($0) }, stability: { MacroFunction.named($0)?.stability ?? .constant },
    eventFunction: MacroFunction.event.id, constantFunction: MacroFunction.constant.id,
    text: { ValueConversion.text($0) }, number: { ValueConversion.number($0) },
    hasIntegers: true,
    addressEscaped: { $0.text.map(PercentEncoding.encode) },
    undefinedOperand: nil, undefinedPart: "", nullVoidsMap: false,
    looksAtWantedFirst: false, failureVoidsRule: false, testsOnce: false)

  /// Variables and triggers of the SDK on Firebase, as its iOS library evaluates them.
  static let firebase = Dialect(
    vocabulary: Vocabulary(.firebase), macro: { FirebaseFunction.macro($0) },
    tag: { FirebaseFunction.tag($0) },
    // What a runtime defines beyond the known functions may give anything.
    stability: { FirebaseFunction.named($0, .macro)?.stability ?? .volatile },
    eventFunction: FirebaseFunction.event.id, constantFunction: FirebaseFunction.constant.id,
    text: { JavaScript.text($0) },
    number: {
      let number = JavaScript.number($0)
      return number.isNaN ? nil : .double(number)
    },
    hasIntegers: false,
    addressEscaped: { PercentEncoding.encodeAddress(JavaScript.text($0)) },
    undefinedOperand: .absent, undefinedPart: .absent, nullVoidsMap: true,
    looksAtWantedFirst: true, failureVoidsRule: true, testsOnce: true)
}

/// The words in which the users of a generation speak of its containers.
package struct Vocabulary: Sendable, Hashable {
  /// What a named value is called: "macro" or "variable".
  package let macro: String
  /// What decides on tags: "rule" or "trigger".
  package let rule: String
  package let unused: String
  package let handlers: String
  package let mustHave: String
  /// What tags do with a handler: it is "called" by them.
  package let called: String
  package let functions: String

  /// The words of a generation.
  package init(_ generation: SDKGeneration) {
    switch generation {
    case .legacy:
      macro = "macro"
      rule = "rule"
      unused = "Unused variables (an app may still read them by name)"
      handlers = "Functions the app must register"
      mustHave = "The app must register"
      called = "called"
      functions = "Functions of the SDK it calls"
    case .firebase:
      macro = "variable"
      rule = "trigger"
      unused = "Unused variables"
      handlers = "Classes the app must have"
      mustHave = "The app must have the classes"
      called = "run"
      functions = "Functions it calls"
    }
  }

  package func word(_ kind: MissingFunction.Kind) -> String {
    kind == .macro ? macro : kind.rawValue
  }
}
