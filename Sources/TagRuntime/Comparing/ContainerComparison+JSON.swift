import OrderedCollections

extension ContainerComparison {
  /// The comparison as one line of JSON.
  ///
  /// - Complexity: O(n) in the number of changes.
  public var json: String { JSONWriter.write(value) }

  private var value: Value {
    [
      "same": .bool(isSame), "verdict": .string(verdict), "old": Self.value(old),
      "new": Self.value(new), "notes": ContainerDescription.list(notes),
      "changes": .list(changes.map(Self.value)),
    ]
  }

  private static func value(_ side: ContainerDescription) -> Value {
    [
      "file": .string(side.file), "containerId": ContainerDescription.optional(side.containerID),
      "version": .string(side.version), "format": .string(side.format.rawValue),
      "generation": .string(side.generation.rawValue),
      "usageContexts": ContainerDescription.list(side.usageContexts),
    ]
  }

  private static func value(_ change: Change) -> Value {
    [
      "kind": .string(change.kind.rawValue), "change": .string(change.deed.rawValue),
      "name": .string(change.name), "newName": ContainerDescription.optional(change.newName),
      "details": ContainerDescription.list(change.details),
    ]
  }
}
