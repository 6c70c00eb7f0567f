/// A class of the app that tags and variables of the second generation (v5) name by its path. Every
/// call makes an instance, so nothing is remembered from one call to the next.
///
/// Legacy name: TAGCustomFunction
/// Source: section 14 of the behaviour notes.
public struct AppClass: Sendable, Hashable {
  /// What one call does.
  public enum Body: Sendable, Hashable {
    /// It does something and gives nothing back, as a tag wants it; a push is an event that it logs.
    case acts([AppTag.Action])
    /// It gives a value back, as a variable wants it: that of the first case that applies.
    case gives([AppMacro.Case])
  }

  /// The path, as the web interface wants it typed; capital letters count.
  public var path: String
  /// What one call does.
  public var body: Body

  /// Creates a class.
  public init(path: String, _ body: Body) {
    self.path = path
    self.body = body
  }

  /// What one call does, where it does something.
  public var actions: [AppTag.Action] {
    if case .acts(let actions) = body { actions } else { [] }
  }
}
