import OrderedCollections
public import TagRuntime
public import TextKit

/// The differences between two containers, in the words of the people who made them.
///
/// Meaning counts: the order of a file, the names of conditions and the format do not. Parts are
/// matched by their names, those with the same name in their order; a part that differs only in its
/// name counts as renamed.
public struct ContainerComparison: Sendable, Hashable {
  /// The container before the changes.
  @Boxed public private(set) var old: ContainerDescription
  /// The container after the changes.
  @Boxed public private(set) var new: ContainerDescription
  /// The changes of meaning, in the order: tags, rules, variables, keys read, events, functions of
  /// the app, experiments, functions of the container's runtime.
  package let changes: [Change]
  /// Other differences, which do not change the meaning.
  let notes: [String]
  /// The position in the new container of each tag of the old one; nil where it has none.
  let newOfOldTag: [Int?]

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
    newOfOldTag = comparer.tags.newOfOld
  }

  /// Whether both containers mean the same.
  public var isSame: Bool { changes.isEmpty }

  /// A part that exists on one side only, or that differs between the sides.
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case tag
      case rule
      case variable
      case key
      case event
      case handler
      case experiment
      /// A function that exists only in the runtime of a v5 container.
      case function
    }

    package enum Action: String, Sendable, Hashable, CaseIterable {
      case added
      case removed
      case changed
      case renamed
    }

    package var kind: Kind
    package var action: Action
    package var name: String
    /// The new name of a renamed part.
    package var newName: String?
    /// The meaning of the part, or its changes, one sentence each.
    package var details: [String] = []
  }
}

// MARK: - JSON

extension ContainerComparison {
  /// The comparison as a JSON value, without its sides.
  ///
  /// - Complexity: O(n) in the number of changes.
  package var value: Value {
    [
      "same": .bool(isSame), "verdict": .string(verdict),
      "notes": .texts(notes), "changes": .list(changes.map(Self.value)),
    ]
  }

  private static func value(_ change: Change) -> Value {
    [
      "kind": .string(change.kind.rawValue), "change": .string(change.action.rawValue),
      "name": .string(change.name), "newName": .text(change.newName),
      "details": .texts(change.details),
    ]
  }
}

extension ContainerDescription {
  /// The description of one side of a comparison as a JSON value.
  package var sideValue: Value {
    [
      "file": .string(file), "containerId": .text(containerID),
      "version": .string(version), "format": .string(format.rawValue),
      "generation": .string(generation.rawValue), "usageContexts": .texts(usageContexts),
    ]
  }
}

// MARK: - Page

extension ContainerComparison {
  /// The comparison as a readable page.
  ///
  /// - Complexity: O(n) in the number of changes.
  public var page: [IndentedLine] {
    var lines = [IndentedLine(0, "\(old.file) → \(new.file)"), IndentedLine(2, verdict)]
    lines += notes.map { IndentedLine(2, "note: " + $0) }
    for kind in Change.Kind.allCases {
      let changes = changes.filter { $0.kind == kind }
      if changes.isEmpty { continue }
      lines += [IndentedLine(0, ""), IndentedLine(0, title(kind))]
      for change in changes {
        let name = change.name + (change.newName.map { " → " + $0 } ?? "")
        lines.append(IndentedLine(2, "\(change.action.rawValue): \(name)"))
        lines += change.details.map { IndentedLine(4, $0) }
      }
    }
    return lines
  }

  /// "They mean the same.", or the number of different parts of each kind.
  package var verdict: String {
    if isSame { return "They mean the same." }
    var counts: OrderedDictionary<[String], Int> = [:]
    for change in changes {
      counts[words(change.kind) + [change.action.rawValue], default: 0] += 1
    }
    return counts.elements.map { words, count in
      "\(count) \(words[count == 1 ? 0 : 1]) \(words[2])"
    }.joined(separator: ", ") + "."
  }

  private func title(_ kind: Change.Kind) -> String {
    switch kind {
    case .tag: "Tags"
    case .rule:
      isOneGeneration ? (new.generation == .legacy ? "Rules" : "Triggers") : "Rules and triggers"
    case .variable: "Variables"
    case .key: "What it reads from the app"
    case .event: "Events it listens for"
    case .handler: isOneGeneration ? new.vocabulary.handlers : "What the app must register"
    case .experiment: "Experiments"
    case .function: "Functions of its runtime"
    }
  }

  /// Returns the singular and the plural of a kind.
  private func words(_ kind: Change.Kind) -> [String] {
    switch kind {
    case .tag, .variable, .key, .event, .experiment, .function:
      [kind.rawValue, kind.rawValue + "s"]
    case .rule:
      isOneGeneration
        ? [new.vocabulary.rule, new.vocabulary.rule + "s"]
        : ["rule or trigger", "rules or triggers"]
    case .handler:
      new.generation == .legacy
        ? ["function of the app", "functions of the app"]
        : ["class of the app", "classes of the app"]
    }
  }

  private var isOneGeneration: Bool { old.generation == new.generation }
}
