public import TagRuntime

/// One manual change of a container: to a condition of a rule, or to a value.
///
/// Positions refer to the `ContainerVersion` that the edit is applied to.
public enum ContainerEdit: Sendable, Hashable {
  /// A condition gets another operator or another argument.
  case condition(ConditionPlace, ConditionOperator, argument: Expression)
  case value(ValuePlace, Value)
}

/// The place of a condition in a rule.
public struct ConditionPlace: Sendable, Hashable {
  /// The position of the rule.
  public var rule: Int
  /// Whether it is one of the conditions that must be false.
  public var isNegative: Bool
  /// Its index among the conditions of that kind.
  public var index: Int

  /// Creates a place from the position of the rule and the index of the condition.
  public init(rule: Int, isNegative: Bool, index: Int) {
    self.rule = rule
    self.isNegative = isNegative
    self.index = index
  }
}

/// The place of a value in a definition of a macro.
public struct ValuePlace: Sendable, Hashable {
  /// The purpose of a value.
  public enum Role: Sendable, Hashable {
    case constant
    /// The macro returns it if there is nothing to read.
    case fallback
  }

  /// The position of the definition among the macros.
  public var definition: Int
  /// The purpose of the value.
  public var role: Role

  /// Creates a place from the position of the definition and the purpose of the value.
  public init(definition: Int, role: Role) {
    self.definition = definition
    self.role = role
  }
}

/// The operator of a condition, as chosen from a list.
public struct ConditionOperator: Sendable, Hashable {
  /// The id of the function, such as `_eq`.
  public var function: String
  /// Whether the condition must be false.
  public var isNegative: Bool
  /// Whether a pattern ignores the case of letters.
  public var ignoresCase: Bool

  /// Creates an operator from the id of its function.
  public init(_ function: String, isNegative: Bool = false, ignoresCase: Bool = false) {
    self.function = function
    self.isNegative = isNegative
    self.ignoresCase = ignoresCase
  }

  /// All operators. Both generations have the same; only patterns can ignore case.
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

  /// The operator in words: "equals", "does not match (any case)".
  public var words: String {
    let kind = PredicateFunction.named(function)
    let verb = isNegative ? kind?.negatedWords : kind?.words
    return (verb ?? function) + (ignoresCase ? " (any case)" : "")
  }
}

/// The reason why a part of a container cannot be edited, or not in this way.
public enum UnalterablePart: Error, Sendable, Hashable {
  /// There is no such condition or definition.
  case notThere
  /// The function of the condition is not a known one.
  case unknownCondition(function: String)
  /// The right side of the condition is not a text.
  case argumentOfParts(sentence: String)
  /// The argument names a variable that the container does not have.
  case unknownVariable(String, nearest: String?)
  /// The value is composed of other variables.
  case valueOfParts(name: String)
  /// The code of the app returns the value.
  case answeredByApp(name: String, function: String, isClass: Bool)
  /// A function of the container's own runtime computes it.
  case madeByRuntime(name: String, function: String)
  /// The phone or the SDK supplies it; the words describe it.
  case madeElsewhere(name: String, words: String)
  /// A container cannot hold a value of this kind.
  case kind(String)
}

extension UnalterablePart: CustomStringConvertible {
  /// A sentence that says what cannot be edited, and what can.
  public var description: String {
    switch self {
    case .notThere: "the container has no such part: explain one of its tags, rules or values"
    case .unknownCondition(let function):
      "a condition of the unknown kind \(function) cannot be changed: change another one of the "
        + "rule"
    case .argumentOfParts(let sentence):
      "'\(sentence)' compares with a list, a map or an escaped value, which cannot be typed: "
        + "change another condition of the rule"
    case .unknownVariable(let name, let nearest):
      "the container has no variable {{\(name)}}"
        + (nearest.map { ": did you mean {{\($0)}}?" } ?? ": name one that it has, or type text")
    case .valueOfParts(let name):
      "\(name) is built from other variables: change one of those"
    case .answeredByApp(let name, let function, let isClass):
      "\(name) is returned by \(isClass ? "the class" : "the function") \(function) of the app: "
        + "change a condition that uses it, or its result in the app's description"
    case .madeByRuntime(let name, let function):
      "\(name) is returned by \(function) in the container's own runtime, which is code: change a "
        + "condition that uses it"
    case .madeElsewhere(let name, let words):
      "\(name) is not in the container; it is the \(words): change a condition that uses it"
    case .kind(let kind):
      "a container value is text, a number or a boolean, but this is \(kind): type "
        + "42, true or text"
    }
  }
}
