/// A function that a container calls and a release of the SDK does not have: whatever calls it
/// comes to nothing.
public struct MissingFunction: Sendable, Hashable {
  /// What calls it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A macro has no value.
    case macro
    /// A tag does not fire.
    case tag
    /// A condition is false.
    case condition
  }

  /// The function id, such as `_html`; empty where the container names none.
  public var function: String
  /// What calls it.
  public var kind: Kind
  /// The display names of the macros or tags that call it, or the names of the rules that have
  /// the condition; in container order, each once.
  public var names: [String]

  /// Creates one.
  public init(function: String, kind: Kind, names: [String]) {
    self.function = function
    self.kind = kind
    self.names = names
  }
}
