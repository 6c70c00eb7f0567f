/// A handler that the running app has registered with one of its containers. It belongs to the
/// container object: closing that loses it.
///
/// Source: section 3.7 of the behaviour notes.
public struct HandlerRegistration: Sendable, Hashable {
  /// What a handler is for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A function-call macro.
    ///
    /// Legacy name: TAGContainer registerFunctionCallMacroHandler:forMacro:
    case macro
    /// A function-call tag.
    ///
    /// Legacy name: TAGContainer registerFunctionCallTagHandler:forTag:
    case tag
  }

  /// The container.
  public var container: String
  /// What it is for.
  public var kind: Kind
  /// The function name.
  public var name: String

  /// Creates a registration.
  public init(container: String, kind: Kind, name: String) {
    self.container = container
    self.kind = kind
    self.name = name
  }
}
