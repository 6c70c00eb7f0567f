/// What a condition or a rule came to.
enum Truth: Sendable {
  case holds
  case doesNotHold
  /// It could not be tested.
  case undecided
}
