/// A call of the app's own code that an evaluation made, told after it: what such code does beyond
/// its answer is the world's affair.
public struct HostCall: Sendable, Hashable {
  /// What the code was called for.
  public enum Role: String, Sendable, Hashable {
    /// A tag that fired.
    case tag
    /// A macro whose value was needed.
    case macro
  }

  /// The call.
  public var request: FunctionCallRequest
  /// What it was for.
  public var role: Role
  /// The display name of the tag or macro.
  public var caller: String
  /// The event that is evaluated; nil while the app reads a value.
  public var event: String?

  /// Creates a call.
  public init(
    request: FunctionCallRequest, role: Role = .tag, caller: String = "", event: String? = nil
  ) {
    self.request = request
    self.role = role
    self.caller = caller
    self.event = event
  }
}
