/// A part of a file that does not run in the app: it is kept by name, with the reason.
public struct LeftOutPart: Sendable, Hashable {
  /// What kind of part it is, as the web interface calls it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case tag
    case trigger
    case variable
    case builtInVariable
    case customTemplate
    case client
    case zone
    case transformation
    case googleTagConfiguration
    /// A list of an export that no known kind of part stands in.
    case unknown
  }

  /// Why it does not run.
  public enum Reason: Sendable, Hashable {
    /// It is paused.
    case paused
    /// It works in web pages only.
    case webOnly
    /// It works in server containers only.
    case serverOnly
    /// It is a custom template, or made from one, which no mobile SDK runs.
    case customTemplate
    /// It belongs to the other generation of the mobile SDK.
    case otherGeneration(SDKGeneration)
    /// Google has retired what it serves, and the SDK has no function for it.
    case retired
    /// The tag server makes pixels of it in a way that is not public.
    case madeByServer
    /// Its condition is of a type that mobile containers do not have.
    case unknownCondition(type: String)
    /// Nothing uses it.
    case unused
    /// No mobile container knows its type.
    case unknownType
  }

  /// What it is.
  public var kind: Kind
  /// The name that people gave it, or its type where it has none.
  public var name: String
  /// The type as the file writes it, such as `html`; empty where it has none.
  public var type: String
  /// Why it does not run.
  public var reason: Reason

  /// Creates a part.
  public init(kind: Kind, name: String, type: String, reason: Reason) {
    self.kind = kind
    self.name = name
    self.type = type
    self.reason = reason
  }
}
