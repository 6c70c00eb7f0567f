import OrderedCollections
package import ScenarioEngine
import TagInspection
package import TagRuntime
import TagSimulation

/// Comparing what a user did by hand, repeated on two phones.
extension BehaviourComparison {
  /// The name of a run that was done by hand.
  package static let doneName = "the run so far"

  /// Repeats what was done in a run on a phone with the published container, and on one on which a
  /// draft is published, and compares the two. Then it tries what makes the rules of either
  /// container true and false, so that it also compares what nobody did.
  ///
  /// - Parameters:
  ///   - run: the actions to repeat; the run does not change.
  ///   - published: the published container.
  ///   - draft: the container that would be published.
  /// - Complexity: of doing what was done twice, and of trying the events of both.
  package init(
    redoing run: ScenarioRun, published: CompiledContainer, draft: CompiledContainer
  ) {
    self.init(
      Side(file: "what is published", container: published),
      Side(file: "the draft", container: draft))
    let runs = [published, draft].map { Self.doneAgain(run, publishing: $0) }
    let hasEvents = runs.contains { $0.timeline.rowMarks.contains { $0.contains(.event) } }
    if hasEvents { add(Self.doneName, runs, withExpectations: false) }
    tryEvents()
  }

  /// Tries the events that either container listens for.
  package mutating func tryEvents() {
    let path = "published"
    let tried = TriedEvents(old.container, new.container, path: path)
    let scenario = try? ScenarioParser.parse(tried.text, file: TriedEvents.name)
    guard let scenario, let app = scenario.apps.first else { return }
    let runs = [old, new].map { side in
      var inputs = RunInputs(app: app, containers: [path: old.container])
      inputs.publishedOverride = side.container
      var run = ScenarioRun(scenario, inputs: inputs)
      run.executeRest()
      return run
    }
    add(TriedEvents.name, runs)
    leaveOut(whatIsNotReachedBy: tried)
  }

  /// Records what none of the tried events reaches.
  package mutating func leaveOut(whatIsNotReachedBy tried: TriedEvents) {
    for (reason, what) in tried.unreached {
      leaveOut(unreached: what, because: reason)
    }
    if tried.leftOut > 0 {
      leaveOut(
        Counted.text(tried.leftOut, "more event"),
        because: "for at most \(ContainerProbes.probeLimit) are tried in a container")
    }
  }

  /// Repeats what was done, with a container in place of the published one. Previews are left out:
  /// a preview would show the same on both phones.
  private static func doneAgain(
    _ run: ScenarioRun, publishing container: CompiledContainer
  ) -> ScenarioRun {
    var scenario = run.scenario
    scenario.setup = scenario.setup.map(withoutPreview)
    scenario.statements = scenario.statements.map(withoutPreview)
    var inputs = run.inputs
    inputs.publishedOverride = container
    var again = ScenarioRun(scenario, inputs: inputs)
    for act in run.acts {
      if case .line(let line, _) = act.action,
        case .preview? = try? StatementParser.parse(line: line)?.command
      {
        continue
      }
      // Each was a valid line when it was first done.
      try? again.redo(act.action)
    }
    return again
  }

  private static func withoutPreview(_ statement: Statement) -> Statement {
    guard case .preview = statement.command else { return statement }
    var other = statement
    other.command = .note("")
    return other
  }
}
