package import MeasurementPlan

/// The events and screens of one plan that runs showed.
package struct PlanCoverage: Sendable {
  package let plan: MeasurementPlan
  /// Whether reports may quote the plan.
  private let isQuoted: Bool
  /// Whether each event was seen, in the order of the plan.
  private var isSeen: [Bool]

  /// Takes what a run has seen of its plan.
  package init(of run: RunPlan) {
    plan = run.plan
    isQuoted = run.isQuoted
    isSeen = plan.events.indices.map(run.hasSeen)
  }

  /// The names of its files.
  package var files: [String] { plan.files.map(\.name) }

  /// Adds what other runs have seen of the same plan.
  package mutating func add(_ other: PlanCoverage) {
    for index in isSeen.indices where other.isSeen[index] { isSeen[index] = true }
  }

  /// The names of the events that nothing showed, in the order of the plan; empty for a plan that
  /// may not be quoted.
  package var missing: [String] {
    isQuoted ? zip(counted, plan.events).filter { $0.0 == false }.map(\.1.name) : []
  }

  package var tally: ContainerCoverage.Tally {
    let counted = counted.compactMap(\.self)
    return ContainerCoverage.Tally(reached: counted.count(where: \.self), all: counted.count)
  }

  /// Whether each event was seen; nil for one that no app sends.
  private var counted: [Bool?] {
    zip(isSeen, plan.events).map { $0.1.isForApps ? $0.0 : nil }
  }
}
