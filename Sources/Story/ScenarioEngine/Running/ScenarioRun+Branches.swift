import OrderedCollections
package import TagRuntime
import TagSimulation

/// Alternative runs from a mark of the story: a run is a value, so its state at the mark can be
/// stored.
extension ScenarioRun {
  /// The branches of the scenario whose marks were passed, each in the state right after its mark,
  /// before its first statement.
  package var branches: [ScenarioRun] {
    scenario.branches.filter { $0.position <= position }.compactMap { branchStarts[$0.name] }
  }

  /// The counts of passed expectations and of failures in its own part: for a branch, after its
  /// mark.
  package var ownCounts: (held: Int, failed: Int) {
    guard let branch = scenario.branch, recordPlaces.indices.contains(branch.position - 1) else {
      return (heldCount, failureCount)
    }
    let first = recordPlaces[branch.position - 1] + 1
    let start = record.indices.contains(first) ? record[first].before.results : results.count
    let own = results[min(start, results.count)...]
    return (own.count { $0.isExpectation && !$0.isFailure }, own.count(where: \.isFailure))
  }

  /// Returns the run done again from its beginning, with an edited container in place of another
  /// one; nil if no file that it reads has that.
  ///
  /// - Parameters:
  ///   - copy: the edited container.
  ///   - name: the name that it gets.
  ///   - base: the container that it stands in for, whatever version number a line gives that.
  /// - Complexity: O(n) in the acts of the run and in the events that they cause.
  package func again(
    reading copy: CompiledContainer, named name: String, insteadOf base: CompiledContainer
  ) -> ScenarioRun? {
    func isBase(_ container: CompiledContainer) -> Bool {
      var version = container.version
      version.version = base.version.version
      return version == base.version
    }
    var inputs = inputs
    for path in inputs.containers.keys where inputs.container(at: path).map(isBase) == true {
      inputs.instead[path] = name
    }
    inputs.containers[name] = copy
    let isOverride = inputs.publishedOverride.map(isBase) == true
    if isOverride { inputs.publishedOverride = copy }
    guard isOverride || inputs.instead.values.contains(name) else { return nil }
    var again = ScenarioRun(scenario, inputs: inputs)
    // A line that was read once is read again.
    for act in acts { try? again.redo(act.action) }
    return again
  }

  /// Stores the world for the branches that begin here.
  mutating func keepBranchStarts() {
    for branch in scenario.branches where branch.position == position {
      var start = self
      start.scenario = scenario.played(as: branch)
      start.branchStarts = [:]
      branchStarts[branch.name] = start
    }
  }
}
