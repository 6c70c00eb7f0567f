/// A file that a scenario names, relative to itself.
public struct FileReference: Sendable, Hashable {
  /// What the file is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A container of any format.
    case container
    /// An app description.
    case app
  }

  /// The path, as written.
  public var path: String
  /// What the file is.
  public var kind: Kind
  /// Where it is named.
  public var location: ScenarioLocation

  /// Creates a reference.
  public init(path: String, kind: Kind, location: ScenarioLocation) {
    self.path = path
    self.kind = kind
    self.location = location
  }
}
