package import TagRuntime

/// A container that the user edited: identified by a name like that of a file, so that lines of the
/// language can refer to it.
package struct EditedCopy: Sendable, Hashable {
  /// The name of the file that it represents.
  package var name: String
  package var containerID: String
  package var container: CompiledContainer
  /// The version it is based on: "v8".
  package var base: String
  /// The changes, each as a step to repeat in the web interface.
  package var changes: [String]
  /// Whether it was written to a file.
  package var isSaved = false

  package init(
    name: String, containerID: String, container: CompiledContainer, base: String,
    changes: [String], isSaved: Bool = false
  ) {
    self.name = name
    self.containerID = containerID
    self.container = container
    self.base = base
    self.changes = changes
    self.isSaved = isSaved
  }
}

extension [EditedCopy] {
  /// Returns the newest copy of a container in use; nil if it was not edited.
  package func copy(of container: CompiledContainer) -> EditedCopy? {
    last { $0.container === container }
  }
}
