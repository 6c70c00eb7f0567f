public import TagRuntime

/// One change of a container that somebody makes by hand: a condition of a rule, or a value.
///
/// Positions are those of the `ContainerVersion` that it is applied to.
public enum ContainerEdit: Sendable, Hashable {
  /// A condition compares in another way, or with something else.
  case condition(ConditionPlace, ConditionOperator, argument: Expression)
  /// A value that stands in the container is another one.
  case value(ValuePlace, Value)
}

/// Where a condition stands in a rule.
public struct ConditionPlace: Sendable, Hashable {
  /// The position of the rule.
  public var rule: Int
  /// Whether it stands among the conditions that must be false.
  public var isNegative: Bool
  /// Its place among those of its kind.
  public var index: Int

  /// Creates a place.
  public init(rule: Int, isNegative: Bool, index: Int) {
    self.rule = rule
    self.isNegative = isNegative
    self.index = index
  }
}

/// Where a value stands in a definition of a macro.
public struct ValuePlace: Sendable, Hashable {
  /// What the value is there for.
  public enum Role: Sendable, Hashable {
    /// It is what the macro gives.
    case constant
    /// The macro gives it where there is nothing to read.
    case fallback
  }

  /// The position of the definition among the macros.
  public var definition: Int
  /// What the value is there for.
  public var role: Role

  /// Creates a place.
  public init(definition: Int, role: Role) {
    self.definition = definition
    self.role = role
  }
}

/// How a condition compares, as somebody chooses it from a list.
public struct ConditionOperator: Sendable, Hashable {
  /// The id of the function, such as `_eq`.
  public var function: String
  /// Whether the condition must be false.
  public var isNegative: Bool
  /// Whether a pattern takes capital and small letters for the same.
  public var ignoresCase: Bool

  /// Creates an operator.
  public init(_ function: String, isNegative: Bool = false, ignoresCase: Bool = false) {
    self.function = function
    self.isNegative = isNegative
    self.ignoresCase = ignoresCase
  }

  /// All of them. Both generations have the same; only patterns can ignore case.
  ///
  /// Source: LegacySDK §9.7, Firebase §5.5.
  public static let all: [ConditionOperator] = PredicateFunction.all.flatMap { function in
    let isPattern = function.id == PredicateFunction.matches.id
    return (isPattern ? [false, true] : [false]).flatMap { ignoresCase in
      [false, true].map {
        ConditionOperator(function.id, isNegative: $0, ignoresCase: ignoresCase)
      }
    }
  }

  /// How people read it: "equals", "does not match (any case)".
  public var words: String {
    let kind = PredicateFunction.named(function)
    let verb = isNegative ? kind?.negatedWords : kind?.words
    return (verb ?? function) + (ignoresCase ? " (any case)" : "")
  }
}

/// Why a part of a container cannot be altered, or not so.
public enum UnalterablePart: Error, Sendable, Hashable {
  /// There is no such condition or definition.
  case notThere
  /// The function of the condition is none that is known.
  case unknownCondition(function: String)
  /// It compares with something that is no text.
  case argumentOfParts(sentence: String)
  /// The argument names a variable that the container does not have.
  case unknownVariable(String, nearest: String?)
  /// The value is made of other variables.
  case valueOfParts(name: String)
  /// The code of the app answers.
  case answeredByApp(name: String, function: String, isClass: Bool)
  /// A function of the container's own runtime makes it.
  case madeByRuntime(name: String, function: String)
  /// The phone or the SDK makes it; what that is, in words.
  case madeElsewhere(name: String, words: String)
  /// A value of this kind has no place in a container.
  case kind(String)
}

extension UnalterablePart: CustomStringConvertible {
  /// A sentence: what cannot be altered, and what can.
  public var description: String {
    switch self {
    case .notThere: "the container has no such part: explain a tag, a rule or a value of it"
    case .unknownCondition(let function):
      "a condition of the unknown kind \(function) cannot be altered: alter another one of the rule"
    case .argumentOfParts(let sentence):
      "'\(sentence)' compares with a list, a map or something escaped, which cannot be typed: "
        + "alter another condition of the rule"
    case .unknownVariable(let name, let nearest):
      "the container has no variable {{\(name)}}"
        + (nearest.map { ": did you mean {{\($0)}}?" } ?? ": name one that it has, or type a text")
    case .valueOfParts(let name):
      "\(name) is made of other variables: alter one of those"
    case .answeredByApp(let name, let function, let isClass):
      "\(name) is what \(isClass ? "the class" : "the function") \(function) of the app answers: "
        + "alter a condition that asks for it, or what the app's description lets it answer"
    case .madeByRuntime(let name, let function):
      "\(name) is what \(function) of the container's own runtime gives, which is code: alter a "
        + "condition that asks for it"
    case .madeElsewhere(let name, let words):
      "\(name) does not stand in the container, it is the \(words): alter a condition that asks "
        + "for it"
    case .kind(let kind):
      "a value of a container is a text, a number or a truth value, and this is \(kind): type "
        + "42, true or a text"
    }
  }
}
