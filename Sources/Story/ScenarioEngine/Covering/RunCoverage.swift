import TagRuntime
import TagSimulation

/// The goals that scenarios reached in all containers and apps that they played.
package struct RunCoverage: Sendable {
  /// Receives the goals that a row reached first: with the number of the row and the public id of
  /// the container.
  package typealias Listener = (_ row: Int, _ containerID: String, _ goals: [CoverageGoal]) -> Void

  /// The containers in the order in which the runs used them. Containers with the same id and
  /// different content are separate.
  package private(set) var containers: [ContainerCoverage] = []
  /// The apps in the order in which the runs used them.
  package private(set) var apps: [AppCoverage] = []
  /// The plans in the order in which the runs used them.
  package private(set) var plans: [PlanCoverage] = []

  package init() {}

  /// Finds the goals that a run reached; for a branch, only after its mark.
  ///
  /// - Parameters:
  ///   - run: a run that has finished.
  ///   - newly: receives the goals that a row was the first of the run to reach.
  /// - Complexity: O(n) in the steps of the run, times the conditions of its containers.
  package init(of run: FinishedRun, newly: Listener? = nil) {
    apps = [AppCoverage(of: run.timeline.live.world.app)]
    run.timeline.retrace(afterStep: run.told.steps, row: run.told.rows) { step in
      if case .tap(let title, _)? = step.act, let screen = step.before.screen {
        apps[0].press(title, on: screen.name)
      }
      for (place, row) in step.rows.enumerated() {
        add(row) { newly?(step.firstRow + place, $0, $1) }
      }
    }
    addExpectedValues(of: run)
    plans = run.timeline.reader(RunPlan.self).map { [PlanCoverage(of: $0)] } ?? []
    // A container without events has no reached goals, but counts.
    let live = run.timeline.live.runtime
    for container in live?.containerStatuses ?? [] {
      if let compiled = live?.compiledContainer(container.id), !compiled.isEmpty {
        _ = place(of: container.id, compiled)
      }
    }
  }

  /// Counts the values that the scenario expects as read: an expectation tests its value.
  ///
  /// - Complexity: of a world for each of them.
  private mutating func addExpectedValues(of run: FinishedRun) {
    let expected = run.entries.compactMap { entry -> (row: Int, state: Expectation.ValueState)? in
      guard case .value(let state)? = entry.result.statement.command.expected else { return nil }
      return (entry.rows.upperBound, state)
    }
    let steps = expected.map { $0.row == 0 ? 0 : run.timeline.row(at: $0.row).step }
    run.timeline.look(afterSteps: steps) { place, world in
      let state = expected[place].state
      var world = world
      world.isTracing = true
      let read = TypedRead(kind: state.kind ?? .string, key: state.key)
      guard let reach = world.reading(of: read, in: state.id).reach else { return }
      let container = self.place(of: reach.containerID, reach.compiled)
      _ = containers[container].reach(reach.variables.map(CoverageGoal.variable))
    }
  }

  private mutating func add(_ row: EventRow, _ newly: (String, [CoverageGoal]) -> Void) {
    if let update = row.update {
      for (event, firing) in zip(update.explanations, update.firings)
      where !event.compiled.isEmpty {
        let place = place(of: event.containerID, event.compiled)
        let goals = containers[place].add(event, firing)
        if !goals.isEmpty { newly(event.containerID, goals) }
      }
    } else if case .read(let reading) = row.kind, let reach = reading.reach {
      let place = place(of: reach.containerID, reach.compiled)
      let goals = containers[place].reach(reach.variables.map(CoverageGoal.variable))
      if !goals.isEmpty { newly(reach.containerID, goals) }
    }
  }

  private mutating func place(of id: String, _ container: CompiledContainer) -> Int {
    if let place = containers.firstIndex(where: { $0.isOf(id, container) }) { return place }
    containers.append(ContainerCoverage(id: id, of: container))
    return containers.count - 1
  }

  /// Adds the goals that later runs reached.
  package mutating func add(_ other: RunCoverage) {
    for container in other.containers {
      if let place = containers.firstIndex(where: { $0.isOf(container.id, container.compiled) }) {
        containers[place].add(container)
      } else {
        containers.append(container)
      }
    }
    for app in other.apps {
      if let place = apps.firstIndex(where: { $0.isSameApp(as: app) }) {
        apps[place].add(app)
      } else {
        apps.append(app)
      }
    }
    for plan in other.plans {
      if let place = plans.firstIndex(where: { $0.plan == plan.plan }) {
        plans[place].add(plan)
      } else {
        plans.append(plan)
      }
    }
  }

  /// The rules of all containers that were both true and not true.
  package var rules: ContainerCoverage.Tally {
    containers.reduce(into: ContainerCoverage.Tally()) { sum, container in
      sum.reached += container.rules.reached
      sum.all += container.rules.all
    }
  }
}
