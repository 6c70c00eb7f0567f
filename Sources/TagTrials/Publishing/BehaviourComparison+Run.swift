import OrderedCollections
package import ScenarioEngine
package import TagRuntime
import TagSimulation

/// What was done by hand, done once more on two phones.
extension BehaviourComparison {
  /// Compares what was done in a run on a phone with the published container with the same on one
  /// on which a draft is published.
  ///
  /// - Parameters:
  ///   - run: what was done; nothing is done to it.
  ///   - published: the container that is published.
  ///   - draft: the container that would be published.
  /// - Complexity: of doing what was done twice.
  package init(
    redoing run: ScenarioRun, published: CompiledContainer, draft: CompiledContainer
  ) {
    self.init(
      Side(file: "what is published", container: published),
      Side(file: "the draft", container: draft))
    let runs = [published, draft].map {
      FinishedRun(of: Self.doneAgain(run, publishing: $0))
    }
    add("what was done so far", runs[0], runs[1], withExpectations: false)
  }

  /// What was done, done again with a container in the place of the published one. Nobody previews
  /// anything there: a preview would show the same on both phones.
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
}
