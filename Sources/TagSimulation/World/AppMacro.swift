public import TagRuntime

/// A function-call macro that an app registers: a table of which the first case that applies
/// answers.
public struct AppMacro: Sendable, Hashable {
  /// A parameter or device property that must have a value.
  public struct Condition: Sendable, Hashable {
    /// The name of the parameter or property.
    public var name: String
    /// The value it must have.
    public var value: Value

    /// Creates a condition.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a case answers.
  public enum Outcome: Sendable, Hashable {
    /// A value.
    case value(Value)
    /// An error with its reason.
    case fails(String)
    /// The call itself as a text, such as `discount(language=es)`.
    case echo
  }

  /// One line of the table.
  public struct Case: Sendable, Hashable {
    /// All of these must hold; none means always.
    public var conditions: [Condition]
    /// The answer.
    public var outcome: Outcome

    /// Creates a case.
    public init(conditions: [Condition] = [], outcome: Outcome) {
      self.conditions = conditions
      self.outcome = outcome
    }
  }

  /// The name it is registered under.
  public var name: String
  /// The table.
  public var cases: [Case]

  /// Creates a macro function.
  public init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
  }
}
