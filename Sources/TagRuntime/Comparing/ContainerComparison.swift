/// What differs between two containers, in the words of the people who made them.
///
/// Meaning counts: the order of a file, the names of conditions and the format do not. Parts are
/// matched by their names, those of one name in their order; a part whose name alone is another
/// one counts as renamed.
public struct ContainerComparison: Sendable, Hashable {
  /// The container that it starts from.
  public let old: ContainerDescription
  /// The container that it ends with.
  public let new: ContainerDescription
  /// What is another container now, in the order: tags, rules, variables, what is read, events,
  /// functions of the app, experiments, functions of its own.
  let changes: [Change]
  /// What else is told, and does not make another container of it.
  let notes: [String]

  /// Compares two containers of any format and generation.
  ///
  /// - Complexity: O(n) expected in the size of both.
  public init(_ old: ContainerDescription, _ new: ContainerDescription) {
    var comparer = ContainerComparer(old, new)
    comparer.compare()
    self.old = old
    self.new = new
    changes = comparer.changes
    notes = comparer.notes
  }

  /// Whether both mean the same.
  public var isSame: Bool { changes.isEmpty }

  /// One part that is there on one side only, or is another one on the other side.
  struct Change: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
      case tag
      case rule
      case variable
      case key
      case event
      case handler
      case experiment
      /// A function that only the runtime of a v5 container knows.
      case function
    }

    enum Deed: String, Sendable, Hashable, CaseIterable {
      case added
      case removed
      case changed
      case renamed
    }

    var kind: Kind
    var deed: Deed
    var name: String
    /// The new name of what is renamed.
    var newName: String?
    /// What it does, or what changed, one sentence each.
    var details: [String] = []
  }
}
