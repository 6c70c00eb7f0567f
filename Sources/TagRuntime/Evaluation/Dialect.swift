import OrderedCollections

/// What differs between the generations when a container is evaluated; all else is one evaluator.
///
/// The second generation is evaluated in JavaScript, which has two kinds of nothing. Its
/// `undefined` is `Resolved.undefined`, and inside of a list or a map `Value.absent`; its `null` is
/// `Value.null`; its exceptions are `Resolved.failed`.
///
/// Source: LegacySDK §9, Firebase §5.4, Firebase §5.5.
package enum Dialect: Sendable {
  /// Macros and rules of the legacy SDK.
  case legacy
  /// Variables and triggers of the SDK on Firebase, as its iOS library evaluates them.
  case firebase

  /// The dialect of a generation.
  static func of(_ generation: SDKGeneration) -> Dialect {
    switch generation {
    case .legacy: .legacy
    case .firebase: .firebase
    }
  }

  private var isFirebase: Bool { self == .firebase }

  package var vocabulary: Vocabulary { Vocabulary(isFirebase ? .firebase : .legacy) }

  // MARK: Functions

  /// The macro of an id, in whichever release of the SDK.
  func macro(_ id: String) -> MacroFunction? {
    isFirebase ? FirebaseFunction.macro(id) : MacroFunction.named(id)
  }

  /// The tag of an id.
  func tag(_ id: String) -> TagFunction? {
    isFirebase ? FirebaseFunction.tag(id) : TagFunction.named(id)
  }

  /// How long the result of a macro stays the same, leaving aside its parameters.
  func stability(_ id: String) -> Stability {
    switch self {
    case .legacy: MacroFunction.named(id)?.stability ?? .constant
    // What a runtime defines beyond the known functions may give anything.
    case .firebase: FirebaseFunction.named(id, .macro)?.stability ?? .volatile
    }
  }

  /// The macro that is the name of the event.
  package var eventFunction: String {
    isFirebase ? FirebaseFunction.event.id : MacroFunction.event.id
  }

  /// The macro whose value stands in the container.
  package var constantFunction: String {
    isFirebase ? FirebaseFunction.constant.id : MacroFunction.constant.id
  }

  // MARK: Values

  /// A value as a text.
  func text(_ value: Value) -> String {
    isFirebase ? JavaScript.text(value) : ValueConversion.text(value)
  }

  /// A value as a number, or nil where it is none.
  func number(_ value: Value) -> ValueConversion.Number? {
    switch self {
    case .legacy: return ValueConversion.number(value)
    case .firebase:
      let number = JavaScript.number(value)
      return number.isNaN ? nil : .double(number)
    }
  }

  /// Whether integers are compared as such, and not as doubles.
  var hasIntegers: Bool { !isFirebase }

  /// A value escaped for an address, or nil where it cannot be.
  func addressEscaped(_ value: Value, on platform: Platform) -> String? {
    isFirebase
      ? PercentEncoding.encodeAddress(JavaScript.text(value))
      : value.text.map(platform.rules.escape)
  }

  /// What stands for an undefined side of a condition or part of a template; nil makes the whole
  /// undefined.
  var undefinedOperand: Value? { isFirebase ? .absent : nil }

  /// Whether a null in a map makes the map null.
  var nullVoidsMap: Bool { isFirebase }

  /// What a condition sees of a side, or a template of a token; nil where there is nothing.
  func operand(_ resolved: Resolved) -> Value? {
    if case .undefined = resolved { return undefinedOperand }
    return resolved.value
  }

  /// What stands in a list or a map; nil is a failure.
  func part(_ resolved: Resolved) -> Value? {
    if case .undefined = resolved { return isFirebase ? .absent : "" }
    return resolved.value
  }

  /// Whose patterns conditions and macros have on iOS.
  package var patternLanguage: PatternLanguage { isFirebase ? .javaScript : .icu }

  // MARK: Rules

  /// Whether a rule looks at the conditions that must be true before those that must be false.
  package var looksAtWantedFirst: Bool { isFirebase }

  /// Whether a condition that cannot be tested leaves its rule undecided, and is not just false.
  /// An undecided rule adds nothing, and still removes what it would remove.
  var failureVoidsRule: Bool { isFirebase }

  /// Whether a condition is tested once for an event, even where its value may vary.
  var testsOnce: Bool { isFirebase }

  /// The event whose name rules compare: in the second generation by its long name, and as
  /// JavaScript writes nothing.
  func ruleEvent(eventName: String?, _ firebase: FirebaseScope?) -> String? {
    isFirebase ? firebase?.event?.longName ?? JavaScript.text(.absent) : eventName
  }

  /// The conditions of a rule in the order in which they are looked at.
  func clauses(of rule: CompiledRule) -> [(predicates: [Int], isNegative: Bool)] {
    let clauses = [(predicates: rule.negative, isNegative: true), (rule.positive, false)]
    return looksAtWantedFirst ? clauses.reversed() : clauses
  }
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
