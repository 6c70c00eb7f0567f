import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TagTrials
import TerminalKit

/// What would change if a draft were published, as it was told last.
struct PublishedChanges: Sendable {
  /// "What changes if v9 is published"
  var title: String
  /// What is told.
  var page: [ContainerDescription.Line]
}

/// `:changes` does everything that was done once more on a phone with the published container, and
/// on one on which the draft is published, and tells what happens otherwise.
extension Monitor {
  /// Tells what changes if a draft is published.
  ///
  /// - Parameter text: the file of a container; empty is the one that is previewed, or else the
  ///   newest draft.
  /// - Complexity: of doing what was done twice.
  mutating func tellChanges(of text: Substring) {
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let path = String(isQuoted ? text.dropFirst().dropLast() : text)
    guard let (id, draft) = draft(named: path) else {
      message = Message(
        kind: .failure,
        text: path.isEmpty
          ? "there is no draft: P makes a version one, or name a file as in changes FILE"
          : "\(path) was not read here: 'draft \(LanguageWord.written(path))' reads it")
      return
    }
    guard let published = actedWorld.world.server.published[id]?.container else {
      message = Message(kind: .failure, text: "nothing of \(id) is published yet: P publishes it")
      return
    }
    guard published != draft else {
      message = Message(kind: .hint, text: "the draft is what is published: nothing changes")
      return
    }
    let sides = [("what is published", published), ("the draft", draft)].map {
      BehaviourComparison.Side(file: $0.0, container: $0.1)
    }
    let runs = sides.map { FinishedRun(of: doneAgain(publishing: $0.container)) }
    var comparison = BehaviourComparison(sides[0], sides[1])
    comparison.add("what was done so far", runs[0], runs[1], withExpectations: false)
    changes = PublishedChanges(
      title: "What changes if \(sides[1].name) is published", page: comparison.page)
    overlay = .changes(0)
  }

  /// The container that would be published, and the public id that it is of.
  private func draft(named path: String) -> (id: String, container: CompiledContainer)? {
    let world = actedWorld
    let ids = world.world.app.containers.map(\.id)
    if !path.isEmpty {
      guard let container = run.inputs.containers[path] else { return nil }
      let own = container.version.containerID.flatMap { ids.contains($0) ? $0 : nil }
      return (own ?? world.world.app.containerID, container)
    }
    if let id = world.runtime?.previewedContainer, let used = world.runtime?.compiledContainer(id),
      world.runtime?.containerStatus(of: id)?.source == .preview
    {
      return (id, used)
    }
    for id in ids {
      if let draft = world.world.server.drafts[id]?.last { return (id, draft) }
    }
    return nil
  }

  /// What was done, done again with a container in the place of the published one. Nobody previews
  /// anything there: a preview would show the same on both phones.
  private func doneAgain(publishing container: CompiledContainer) -> ScenarioRun {
    var scenario = run.scenario
    scenario.setup = scenario.setup.map(Self.withoutPreview)
    scenario.statements = scenario.statements.map(Self.withoutPreview)
    var inputs = run.inputs
    inputs.publishedOverride = container
    var again = ScenarioRun(scenario, inputs: inputs)
    for act in run.acts {
      if case .line(let line, _) = act.deed,
        case .preview? = try? StatementParser.parse(line: line)?.command
      {
        continue
      }
      // Each was a line of the language when it was done.
      try? again.redo(act.deed)
    }
    return again
  }

  private static func withoutPreview(_ statement: Statement) -> Statement {
    guard case .preview = statement.command else { return statement }
    var other = statement
    other.command = .note("")
    return other
  }

  /// The lines of what was told last.
  func changesLines(columns: Int) -> [Line] {
    (changes?.page ?? []).flatMap { line -> [Line] in
      if line.text.isEmpty { return [Line()] }
      let text = TerminalText.visible(line.text)
      let space = String(repeating: " ", count: line.indent)
      let style: Style = line.indent == 0 ? .bold : .plain
      return Wrapping.lines(text, columns: max(8, columns - line.indent)).map {
        Line(space + $0, style)
      }
    }
  }
}
