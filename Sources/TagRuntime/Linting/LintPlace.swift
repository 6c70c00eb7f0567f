/// What in a container a finding is about.
public struct LintPlace: Sendable, Hashable {
  /// What kind of thing it is, in the words of the generation of its SDK.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The container as a whole.
    case container
    case tag
    /// What the first generation calls a rule.
    case rule
    /// What the second generation calls a rule.
    case trigger
    /// What the first generation calls a variable.
    case macro
    case variable
    /// Something else that an export holds and no phone runs, such as a client.
    case part
  }

  /// What kind of thing it is.
  public var kind: Kind
  /// Its position from 0 in the container's list of its kind; nil for the container and for what
  /// does not run in it.
  public var index: Int?
  /// The name that people gave it.
  public var name: String?

  /// Creates a place.
  public init(_ kind: Kind, index: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.index = index
    self.name = name
  }

  /// The place in words: "rule 3 'Debug build'"; positions count from 1, as people do.
  public var words: String {
    let number = index.map { " \($0 + 1)" } ?? ""
    let quoted = name.map { " '\(BoundedWords.cut($0))'" } ?? ""
    return kind.rawValue + number + quoted
  }
}
