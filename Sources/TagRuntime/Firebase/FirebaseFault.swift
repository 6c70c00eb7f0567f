/// What Firebase has against an event, a parameter or a user property.
public struct FirebaseFault: Sendable, Hashable {
  /// The number that Firebase reports as `firebase_error`.
  public var code: Int
  /// What it is about: a name, as the app wrote it.
  public var subject: String
  /// What is wrong, in words that end no sentence.
  public var reason: String
  /// What to do about it, in words that end no sentence.
  public var remedy: String
  /// Whether it is only told, and changes nothing.
  public var isWarning: Bool

  /// Creates a fault.
  public init(
    code: Int, subject: String, reason: String, remedy: String, isWarning: Bool = false
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
    self.isWarning = isWarning
  }
}
