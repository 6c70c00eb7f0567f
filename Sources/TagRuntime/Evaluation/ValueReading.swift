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

  /// How the definition in use was chosen among those of the key's name.
  public enum Choice: Sendable, Hashable {
    /// A rule applied it: its name, and its conditions in words: "Language equals es".
    case rule(name: String, conditions: String)
    /// No rule did, so that the default definition applies; so many rules might have.
    case defaultMacro(rules: Int)
    /// To tell, a handler of the app would have to be asked a second time.
    case unknown
  }

  /// The key: the name of a macro.
  public var key: String
  /// The kind that was asked for.
  public var kind: ValueKind
  /// The value in that kind.
  public var value: Value
  /// Where it came from.
  public var origin: Origin
  /// How the definition that gave it was chosen; nil where none applies.
  public var choice: Choice?
  /// What the definition does to get the value; nil where none applies or where it is not known.
  public var maker: ValueMaker?
  /// What the SDK says while it reads.
  public var logs: [LogRecord]

  /// The conditions of the rule that chose it, in words: "Language equals es".
  public var rule: String? {
    if case .rule(_, let conditions)? = choice { conditions } else { nil }
  }
}

extension ValueReading {
  /// The value as JSON; what JSON has no number for is said in words.
  public var shownValue: String {
    if case .double(let double) = value, !double.isFinite {
      return double < 0 ? "-infinity" : "infinity"
    }
    return JSONWriter.write(value)
  }
}
