/// What a typed getter of a container gives, and where it came from.
public struct ValueReading: Sendable, Hashable {
  /// Where a value came from.
  public enum Origin: Sendable, Hashable {
    /// The container in use has it.
    case container
    /// The container in use has no macro of that name, or none that applies now: the zero of the
    /// type.
    case noKey
    /// The container has it, but the text does not convert: the zero of the type.
    case unconvertible
  }

  /// The key: the name of a macro.
  public var key: String
  /// The kind that was asked for.
  public var kind: ValueKind
  /// The value in that kind.
  public var value: Value
  /// Where it came from.
  public var origin: Origin
  /// The conditions of the rule that chose it, in words: "Language equals es".
  public var rule: String?
  /// What the SDK says while it reads.
  public var logs: [LogRecord]
}
