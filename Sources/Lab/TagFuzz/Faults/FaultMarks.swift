import TagRuntime
package import TagSimulation

package enum FaultState: String, Sendable, CaseIterable {
  case notRunning = "app not running"
  case foreground = "app in front"
  case background = "app awake in the background"
  case suspended = "app suspended"
  case frozen = "main thread frozen"
  case closed = "no container open"
  case waiting = "opener waits"
  case opened = "opener done"
  case savedReading = "saved copy is read"
  case savedDone = "saved copy done"
  case networkIdle = "no refresh due"
  case networkScheduled = "refresh due"
  case networkLoading = "refresh under way"
  case dispatchIdle = "dispatch idle"
  case dispatchReading = "dispatch reads"
  case dispatchSending = "dispatch sends"
  case unpreviewed = "nothing previewed"
  case previewed = "a preview"

  package static func all(of world: Simulation) -> [FaultState] {
    guard world.isRunning, let flows = world.flows else { return [.notRunning] }
    var states: [FaultState] = []
    if world.isFrozen {
      states.append(.frozen)
    } else if world.isInBackground {
      states.append(world.isSuspended ? .suspended : .background)
    } else {
      states.append(.foreground)
    }
    switch flows.opening {
    case .closed: states.append(.closed)
    case .waiting: states.append(.waiting)
    case .done: states.append(.opened)
    }
    if flows.saved.contains(.reading) { states.append(.savedReading) }
    if flows.saved.contains(.done) { states.append(.savedDone) }
    if flows.network.contains(.idle) { states.append(.networkIdle) }
    if flows.network.contains(.scheduled) { states.append(.networkScheduled) }
    if flows.network.contains(.loading) { states.append(.networkLoading) }
    if flows.dispatch.contains(.idle) { states.append(.dispatchIdle) }
    if flows.dispatch.contains(.reading) { states.append(.dispatchReading) }
    if flows.dispatch.contains(.sending) { states.append(.dispatchSending) }
    states.append(flows.isPreviewing ? .previewed : .unpreviewed)
    return states
  }

  /// Why a kind of fault cannot strike in it; nil where it can.
  package func obstacle(to kind: FaultKind) -> String? {
    if case .elsewhere(let reason) = kind.row.reach { return reason }
    if kind.row.reach != .world, self == .notRunning { return "the app has to run" }
    let needsCode = kind.row.reach == .code
    if needsCode, self == .background || self == .suspended {
      return "the app's code rests in the background"
    }
    if needsCode, self == .frozen { return "the app's code waits for the main thread" }
    return ownObstacle(to: kind)
  }

  private func ownObstacle(to kind: FaultKind) -> String? {
    switch (kind, self) {
    case (.s2, .closed), (.s3, .closed), (.s6, .closed), (.p3, .closed), (.p4, .closed),
      (.p7, .closed), (.p8, .closed), (.k7, .closed), (.l7, .closed):
      "a container has to be open"
    case (.n8, .closed), (.n8, .dispatchReading), (.n14, .closed):
      "nothing but what was sent before"
    case (.l1, .frozen), (.l2, .frozen), (.c6, .suspended), (.c6, .frozen), (.c7, .suspended):
      "what is due waits until the app goes on"
    case (.l2, .suspended): "there is no task to end"
    default: nil
    }
  }
}

/// How often which kind of fault struck in which state.
package struct FaultMarks: Sendable, Hashable {
  private var counts = Array(
    repeating: 0, count: FaultKind.allCases.count * FaultState.allCases.count)

  package mutating func strike(_ kinds: [FaultKind], _ world: Simulation) {
    guard !kinds.isEmpty else { return }
    let states = FaultState.all(of: world)
    for kind in kinds {
      for state in states { counts[Self.place(kind, state)] += 1 }
    }
  }

  /// How often a kind struck in a state.
  package func count(_ kind: FaultKind, _ state: FaultState) -> Int {
    counts[Self.place(kind, state)]
  }

  package mutating func add(_ other: FaultMarks) {
    for place in counts.indices { counts[place] += other.counts[place] }
  }

  private static func place(_ kind: FaultKind, _ state: FaultState) -> Int {
    (FaultKind.allCases.firstIndex(of: kind) ?? 0) * FaultState.allCases.count
      + (FaultState.allCases.firstIndex(of: state) ?? 0)
  }

  /// The pairs that can be, how many of them were reached, and those that never were.
  package var summary: (possible: Int, reached: Int, missing: [(FaultKind, FaultState)]) {
    var possible = 0
    var missing: [(FaultKind, FaultState)] = []
    for kind in FaultKind.allCases {
      for state in FaultState.allCases where state.obstacle(to: kind) == nil {
        possible += 1
        if count(kind, state) == 0 { missing.append((kind, state)) }
      }
    }
    return (possible, possible - missing.count, missing)
  }
}
