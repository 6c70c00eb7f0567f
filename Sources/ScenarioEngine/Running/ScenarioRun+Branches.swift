import OrderedCollections

/// Worlds that go on from a mark of the story: a run is a value, so that one is kept as it was there.
extension ScenarioRun {
  /// The branches of the scenario whose marks were passed, each as it was right after its mark, with
  /// nothing of its own played.
  package var branches: [ScenarioRun] {
    scenario.branches.filter { $0.position <= position }.compactMap { branchStarts[$0.name] }
  }

  /// Keeps the world for the branches that begin here.
  mutating func keepBranchStarts() {
    for branch in scenario.branches where branch.position == position {
      var start = self
      start.scenario = scenario.played(as: branch)
      start.branchStarts = [:]
      branchStarts[branch.name] = start
    }
  }
}
