/// A value as a container holds it: constants, and references that are resolved when a macro, a
/// tag or a condition is evaluated.
///
/// Legacy containers have no double type (legacy SDK, TypeSystem); a reader of a legacy format that
/// has doubles stores them as strings.
public indirect enum Expression: Sendable, Hashable {
  /// A constant string, integer or boolean; in a v5 container a double as well.
  case constant(Value)
  /// A function id such as `_ua`, where one stands as a value.
  case functionID(String)
  /// A list whose elements may refer to macros.
  case list([Expression])
  /// A map whose keys and values may refer to macros, in the order of the file.
  case map([Entry])
  /// Strings and references that are put together to one string.
  case template([Expression])
  /// A reference to a macro by its name.
  case macro(String)
  /// An expression with escapings to apply, in order (numbers of the enum Escaping).
  case escaped(Expression, [Int])

  /// One key and value of a map.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public var key: Expression
    /// The value.
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
  public var constantText: String? {
    if case .constant(.string(let text)) = self { text } else { nil }
  }

  /// Whether a macro reference stands anywhere inside.
  ///
  /// - Complexity: O(n) in the size of the expression.
  public var refersToMacros: Bool {
    switch self {
    case .constant, .functionID: false
    case .macro: true
    case .list(let elements), .template(let elements): elements.contains(where: \.refersToMacros)
    case .map(let entries):
      entries.contains { $0.key.refersToMacros || $0.value.refersToMacros }
    case .escaped(let inner, _): inner.refersToMacros
    }
  }
}
