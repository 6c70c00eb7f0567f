import OrderedCollections

extension ContainerComparison {
  /// The comparison for people.
  ///
  /// - Complexity: O(n) in the number of changes.
  public var page: [ContainerDescription.Line] {
    typealias Line = ContainerDescription.Line
    var lines = [Line(0, "\(old.file) → \(new.file)"), Line(2, verdict)]
    lines += notes.map { Line(2, "note: " + $0) }
    for kind in Change.Kind.allCases {
      let changes = changes.filter { $0.kind == kind }
      if changes.isEmpty { continue }
      lines += [Line(0, ""), Line(0, title(kind))]
      for change in changes {
        let name = change.name + (change.newName.map { " → " + $0 } ?? "")
        lines.append(Line(2, "\(change.deed.rawValue): \(name)"))
        lines += change.details.map { Line(4, $0) }
      }
    }
    return lines
  }

  /// "They mean the same." or how many parts of which kind are others.
  var verdict: String {
    if isSame { return "They mean the same." }
    var counts: OrderedDictionary<[String], Int> = [:]
    for change in changes {
      counts[words(change.kind) + [change.deed.rawValue], default: 0] += 1
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
    case .key: "What it reads of the app"
    case .event: "Events it looks for"
    case .handler: isOneGeneration ? new.vocabulary.handlers : "What the app must have"
    case .experiment: "Experiments"
    case .function: "Functions of its runtime"
    }
  }

  /// The words for one and for many.
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
