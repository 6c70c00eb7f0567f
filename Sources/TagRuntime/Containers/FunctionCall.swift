public import OrderedCollections

/// One macro, tag or condition of a container: which function, with which parameters.
public struct FunctionCall: Sendable, Hashable {
  /// The function id, such as `_ua`, `_v` or `_eq`; empty where the file names none.
  public var function: String
  /// The display name (`instance_name`); nil for conditions.
  public var name: String?
  /// The parameters by their property key, without `function`, `instance_name` and
  /// `push_after_evaluate`.
  public var parameters: OrderedDictionary<String, Expression>
  /// What is pushed to the data layer after each evaluation (`push_after_evaluate`).
  public var pushAfterEvaluate: Expression?

  /// Creates a function call.
  public init(
    function: String, name: String? = nil,
    parameters: OrderedDictionary<String, Expression> = [:], pushAfterEvaluate: Expression? = nil
  ) {
    self.function = function
    self.name = name
    self.parameters = parameters
    self.pushAfterEvaluate = pushAfterEvaluate
  }
}
