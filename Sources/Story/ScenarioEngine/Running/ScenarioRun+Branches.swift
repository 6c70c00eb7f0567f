import OrderedCollections

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
