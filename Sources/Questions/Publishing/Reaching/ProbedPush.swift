import OrderedCollections
package import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation

/// A probe of a container as lines of a scenario, with its purposes in words.
struct ProbedPush: Sendable, Hashable {
  /// The most purposes that a comment lists.
  static let purposeLimit = 3

  /// The lines as a user would write them: the user properties first, then the event.
  let lines: [String]
  let event: String
  let aims: [ContainerProbe.Aim]

  /// Writes a probe as lines.
  ///
  /// - Complexity: O(n) in its keys.
  init(_ probe: ContainerProbe, isFirebase: Bool) {
    (event, aims) = (probe.event, probe.aims)
    let keys = probe.keys.elements.map {
      LanguageWord.key($0.key) + "=" + JSONWriter.write($0.value)
    }
    let event = probe.event.quoted
    let words = [isFirebase ? "log-event \(event)" : "push event=\(event)"] + keys
    lines =
      probe.userProperties.elements.map { name, value in
        "user-property \(name.quoted)="
          + ValueConversion.text(value).quoted
      } + [words.joined(separator: " ")]
  }

  /// Returns the purposes as comments of a scenario.
  func comments(in container: CompiledContainer) -> [String] {
    let words = aims.prefix(Self.purposeLimit).map { Self.words($0, container) }
    let more = aims.count - words.count
    return (words + (more > 0 ? ["and \(more) more"] : [])).map(Self.comment)
  }

  static func words(_ aim: ContainerProbe.Aim, _ container: CompiledContainer) -> String {
    switch aim {
    case .holds(let rule): return "\(container.title(ofRule: rule)) is true"
    case .fails(let rule, let condition):
      let isNegative = container.rules[rule].negative.contains(condition)
      let sentence = container.sentence(condition, isNegative)
      return "\(container.title(ofRule: rule)) is true but for '\(sentence)'"
    case .blocked(let rule, let blocker):
      return "\(container.title(ofRule: rule)) is true, and \(container.title(ofRule: blocker)) "
        + "blocks what it fires"
    }
  }

  /// Returns a text as one comment: text from a container may have line breaks.
  static func comment(_ text: String) -> String {
    "# " + String(text.map { $0.isNewline ? " " : $0 })
  }
}

extension TrialScenario {
  /// Adds the push that fires a tag to a played run of this scenario, or without one the push that
  /// comes nearest, unless the tag fired already.
  ///
  /// - Returns: the push and its rule in words, and the number of the last row that fired the tag;
  ///   nil for a tag that the container does not have.
  /// - Complexity: that of `ContainerProbes`, and of trying its pushes for the tag.
  package func reach(_ tag: String, in run: inout ScenarioRun) -> (words: String, row: Int?)? {
    let tags = container.tagNames.indices.filter { container.tagNames[$0] == tag }
    if tags.isEmpty { return nil }
    if let row = run.lastRow(firing: tag) {
      return ("fires without a push, at #\(row)", row)
    }
    let rules = tags.flatMap { container.rulesAdding[$0] }
    let all = ContainerProbes(of: container)
    var nearest: (run: ScenarioRun, words: String)?
    for probe in all.probes {
      guard let rule = rules.first(where: { probe.aims.contains(.holds(rule: $0)) }) else {
        continue
      }
      let lines = ProbedPush(probe, isFirebase: isFirebase).lines
      var next = run
      guard lines.allSatisfy({ next.perform($0) }) else { continue }
      let words = lines.joined(separator: ", then ") + "   (\(container.title(ofRule: rule)))"
      if let row = next.lastRow(firing: tag) {
        run = next
        return ("fires on: \(words)", row)
      }
      nearest = nearest ?? (next, words)
    }
    let reason = all.unreached.first { unreached in
      rules.contains { unreached.aim == .holds(rule: $0) }
    }?.reason
    if let nearest {
      run = nearest.run
    } else {
      _ = run.perform((isFirebase ? "log-event " : "push event=") + trial.other.name.quoted)
    }
    return (
      "no known push fires it" + (nearest.map { "; the nearest is \($0.words)" } ?? "")
        + (reason.map { ": \($0)" } ?? ""), nil
    )
  }
}

extension ScenarioRun {
  /// The number of the last row that fired a tag; nil if it did not fire.
  fileprivate func lastRow(firing tag: String) -> Int? {
    timeline.lastRow(upTo: timeline.rowCount, .event) { row in
      row.event.update?.firings.contains { $0.tags.contains { $0.name == tag && $0.didFire } }
        == true
    }?.number
  }
}
