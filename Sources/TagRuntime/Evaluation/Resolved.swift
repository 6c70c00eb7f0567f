/// What a macro, a parameter or a template came to.
///
/// The SDK has two kinds of "nothing": a call that failed, and a call that worked and found
/// nothing (its default value, an empty string compared by identity). They behave differently:
/// a failed parameter keeps the whole call from running, an undefined one counts as "" in tags and
/// makes every condition false.
///
/// Source: TAGRuntime, section 6.5 of the behaviour notes.
enum Resolved: Sendable, Hashable {
  /// A value.
  case value(Value)
  /// The SDK's default value: reads as "", fails every condition.
  case undefined
  /// The call could not be made.
  case failed

  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The value as tags see it.
  var valueOrEmpty: Value? {
    switch self {
    case .value(let value): value
    case .undefined: .string("")
    case .failed: nil
    }
  }
}
