public import TagRuntime

/// The value of a custom attribute, with the type that Braze keeps it in.
public enum BrazeValue: Sendable, Hashable {
  /// The types, as scenarios call them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A text.
    case string
    /// A point in time.
    case date
    /// A number with a fraction.
    case double
    /// True or false.
    case boolean
    /// A whole number.
    case integer
    /// A list of texts.
    case strings
  }

  /// A text.
  case string(String)
  /// A point in time. No value of an event or a container is one, so no provider ever sets it.
  case date(WallTime)
  /// A number with a fraction.
  case double(Double)
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A list of texts.
  case strings([String])

  /// The type.
  public var kind: Kind {
    switch self {
    case .string: .string
    case .date: .date
    case .double: .double
    case .boolean: .boolean
    case .integer: .integer
    case .strings: .strings
    }
  }

  /// The value as scenarios write it; a date is its milliseconds since 1970.
  public var value: Value {
    switch self {
    case .string(let text): .string(text)
    case .date(let date): .int(date.milliseconds)
    case .double(let double): .double(double)
    case .boolean(let flag): .bool(flag)
    case .integer(let integer): .int(integer)
    case .strings(let texts): .list(texts.map { .string($0) })
    }
  }

  /// Such as `1.0 as double`.
  public var words: String { "\(JSONWriter.write(value)) as \(kind.rawValue)" }
}
