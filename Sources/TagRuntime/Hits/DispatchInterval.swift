/// The period of automatic dispatch, and who set it.
public struct DispatchInterval: Sendable, Hashable {
  /// Who may set it.
  public enum Setter: String, Sendable, Hashable {
    /// It is the SDK's own.
    case sdk
    /// The app.
    case app
    /// A dispatch with a completion handler, which switches it off.
    case completionHandler
  }

  /// The period; nil is off.
  public var period: Duration?
  /// Who set it.
  public var setter: Setter
}
