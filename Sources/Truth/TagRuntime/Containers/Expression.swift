public import OrderedCollections

/// A value as a container holds it: constants, and references that are resolved when a macro, a
/// tag or a condition is evaluated.
///
/// Legacy containers have no double type (legacy SDK, TypeSystem); a reader of a legacy format that
/// has doubles stores them as strings.
public indirect enum Expression: Sendable, Hashable {
  /// A constant string, integer or boolean; in a v5 container a double as well.
  case constant(Value)
  /// A function id such as `_ua`, used as a value.
  case functionID(String)
  /// A list whose elements may refer to macros.
  case list([Expression])
  /// A map whose keys and values may refer to macros, in the order of the file.
  case map([Entry])
  /// Strings and references that are joined into one string.
  case template([Expression])
  /// A reference to a macro by its name.
  case macro(String)
  /// An expression with escapings to apply, in order (numbers of the enum Escaping).
  case escaped(Expression, [Int])

  /// One key and value of a map.
  public struct Entry: Sendable, Hashable {
    /// The key, which may be or contain a reference to a macro.
    public var key: Expression
    /// The value under the key, which may again be a list or a map.
    public var value: Expression

    /// Creates an entry.
    public init(key: Expression, value: Expression) {
      self.key = key
      self.value = value
    }
  }
}

extension Expression {
  /// The constant string of this expression, or nil for any other kind.
  package var constantText: String? {
    if case .constant(.string(let text)) = self { text } else { nil }
  }

  /// The names of the macros that it refers to, in order.
  ///
  /// - Complexity: O(n) in the size of the expression.
  package var references: [String] {
    switch self {
    case .constant, .functionID: []
    case .macro(let name): [name]
    case .list(let elements), .template(let elements): elements.flatMap(\.references)
    case .map(let entries): entries.flatMap { $0.key.references + $0.value.references }
    case .escaped(let inner, _): inner.references
    }
  }

  // MARK: Constant value

  /// The value of an expression without references; nil if it has one, or if its templates join to
  /// more than `Limits.builtBytes`.
  ///
  /// - Complexity: O(n) in the size of the expression and the bytes that its templates join to.
  package var constantValue: Value? {
    var bytes = Limits.builtBytes
    return constantValue(joining: &bytes)
  }

  private func constantValue(joining bytes: inout Int) -> Value? {
    switch self {
    case .constant(let value): return value
    case .functionID(let id): return .string(id)
    case .macro, .escaped: return nil
    case .list(let elements):
      var values: [Value] = []
      for element in elements {
        guard let value = element.constantValue(joining: &bytes) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .template(let tokens):
      var text = ""
      for token in tokens {
        guard let value = token.constantValue(joining: &bytes) else { return nil }
        let part = ValueConversion.text(value)
        bytes -= part.utf8.count
        guard bytes >= 0 else { return nil }
        text += part
      }
      return .string(text)
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        guard let key = entry.key.constantValue(joining: &bytes),
          let value = entry.value.constantValue(joining: &bytes)
        else { return nil }
        members[ValueConversion.text(key)] = value
      }
      return .map(members)
    }
  }
}

/// One macro, tag or condition of a container: its function and its parameters.
public struct FunctionCall: Sendable, Hashable {
  /// The function id, such as `_ua`, `_v` or `_eq`; empty if the file names none.
  public var function: String
  /// The display name (`instance_name`); nil for conditions.
  public var name: String?
  /// The parameters by their property key, without `function`, `instance_name` and
  /// `push_after_evaluate`.
  public var parameters: OrderedDictionary<String, Expression>
  /// The value that is pushed to the data layer after each evaluation (`push_after_evaluate`).
  public var pushAfterEvaluate: Expression?

  /// Creates a function call, by default one without a name, parameters or a push.
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
