import OrderedCollections

/// The differences between the generations in evaluating a container; the evaluator shares the
/// rest.
///
/// The second generation is evaluated in JavaScript, which has two kinds of nothing. Its
/// `undefined` is `Resolved.undefined`, and inside of a list or a map `Value.absent`; its `null` is
/// `Value.null`; its exceptions are `Resolved.failed`.
///
/// Source: LegacySDK §9, Firebase §5.4, Firebase §5.5.
package enum Dialect: Sendable {
  /// Macros and rules of the legacy SDK.
  case legacy
  /// The same on Android, whose numbers are Java's (Platforms §6).
  case android
  /// Variables and triggers of the SDK on Firebase, as its iOS library evaluates them.
  case firebase

  static func of(_ generation: SDKGeneration) -> Dialect {
    switch generation {
    case .legacy: .legacy
    case .firebase: .firebase
    }
  }

  private var isFirebase: Bool { self == .firebase }

  package var vocabulary: Vocabulary { Vocabulary(isFirebase ? .firebase : .legacy) }

  // MARK: Functions

  /// Returns the macro of an id, from any release of the SDK.
  func macro(_ id: String) -> MacroFunction? {
    isFirebase ? FirebaseFunction.macro(id) : MacroFunction.named(id)
  }

  func tag(_ id: String) -> TagFunction? {
    isFirebase ? FirebaseFunction.tag(id) : TagFunction.named(id)
  }

  /// Returns how long the result of a macro stays the same, apart from its parameters.
  func stability(_ id: String) -> Stability {
    switch self {
    case .legacy, .android: MacroFunction.named(id)?.stability ?? .constant
    // Functions that a runtime defines beyond the known ones may return anything.
    case .firebase: FirebaseFunction.named(id, .macro)?.stability ?? .volatile
    }
  }

  /// The macro that returns the name of the event.
  package var eventFunction: String {
    isFirebase ? FirebaseFunction.event.id : MacroFunction.event.id
  }

  /// The macro whose value is in the container.
  package var constantFunction: String {
    isFirebase ? FirebaseFunction.constant.id : MacroFunction.constant.id
  }

  // MARK: Values

  /// Converts a value to text.
  func text(_ value: Value) -> String {
    isFirebase ? JavaScript.text(value) : ValueConversion.text(value)
  }

  /// Converts a value to a number; nil if it is not one.
  func number(_ value: Value) -> ValueConversion.Number? {
    switch self {
    case .legacy: return ValueConversion.number(value)
    case .android: return ValueConversion.number(value, on: .android)
    case .firebase:
      let number = JavaScript.number(value)
      return number.isNaN ? nil : .double(number)
    }
  }

  /// Whether integers are compared as integers, and not as doubles.
  var hasIntegers: Bool { !isFirebase }

  /// Escapes a value for a URL; nil if that fails.
  func addressEscaped(_ value: Value, on platform: Platform) -> String? {
    isFirebase
      ? PercentEncoding.encodeAddress(JavaScript.text(value))
      : value.text.map(platform.rules.escape)
  }

  /// The stand-in for an undefined side of a condition or part of a template; nil makes the whole
  /// undefined.
  var undefinedOperand: Value? { isFirebase ? .absent : nil }

  var nullVoidsMap: Bool { isFirebase }

  /// Returns what a condition sees of a side, or a template of a token; nil if there is nothing.
  func operand(_ resolved: Resolved) -> Value? {
    if case .undefined = resolved { return undefinedOperand }
    return resolved.value
  }

  /// Returns what a list or a map contains for a part; nil is a failure.
  func part(_ resolved: Resolved) -> Value? {
    if case .undefined = resolved { return isFirebase ? .absent : "" }
    return resolved.value
  }

  /// The pattern language of conditions and macros on iOS.
  package var patternLanguage: PatternLanguage { isFirebase ? .javaScript : .icu }

  // MARK: Rules

  /// Whether a rule checks the conditions that must be true before those that must be false.
  package var looksAtWantedFirst: Bool { isFirebase }

  /// Whether a condition that cannot be tested leaves its rule undecided, and not just false. An
  /// undecided rule adds nothing, and still removes the tags that it would remove.
  var failureVoidsRule: Bool { isFirebase }

  /// Whether a condition is tested once per event, even if its value may vary.
  var testsOnce: Bool { isFirebase }

  /// Returns the event name that rules compare: in the second generation the long name, or
  /// JavaScript's text for no value.
  func ruleEvent(eventName: String?, _ firebase: FirebaseScope?) -> String? {
    isFirebase ? firebase?.event?.longName ?? JavaScript.text(.absent) : eventName
  }

  /// Returns the conditions of a rule in the order in which they are checked.
  func clauses(of rule: CompiledRule) -> [(predicates: [Int], isNegative: Bool)] {
    let clauses = [(predicates: rule.negative, isNegative: true), (rule.positive, false)]
    return looksAtWantedFirst ? clauses.reversed() : clauses
  }
}

/// The words that the users of a generation use for its containers.
package struct Vocabulary: Sendable, Hashable {
  /// The word for a named value: "macro" or "variable".
  package let macro: String
  /// The word for what decides about tags: "rule" or "trigger".
  package let rule: String
  package let unused: String
  package let handlers: String
  package let mustHave: String
  /// The verb for what tags do with a handler: they have it "called".
  package let called: String
  package let functions: String

  package init(_ generation: SDKGeneration) {
    switch generation {
    case .legacy:
      macro = "macro"
      rule = "rule"
      unused = "Unused variables (the app may still read them by name)"
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
