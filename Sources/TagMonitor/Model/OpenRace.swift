import TagRuntime
import TagSimulation

/// The race of an opening: disk and network against the opener's timeout.
struct OpenRace: Sendable, Hashable {
  /// One thing that happened on the way.
  struct Mark: Sendable, Hashable {
    /// What it is.
    var kind: Kind
    /// How long after the opening.
    var at: Duration
  }

  /// What can happen on the way.
  enum Kind: Sendable, Hashable {
    /// The disk answered with a version that is in use now, or with none.
    case disk(ContainerSource, version: String)
    /// The disk had nothing.
    case diskFailed(RefreshFailure)
    /// The network was asked.
    case asked
    /// The network answered.
    case network(version: String)
    /// The network brought nothing.
    case networkFailed(RefreshFailure)
    /// The app got the container.
    case handedOut(HandingOut, ContainerSource, version: String)
  }

  /// The public id.
  var container: String
  /// How long the opener waits; nil where no timer runs.
  var timeout: Duration?
  /// How long ago it was opened.
  var elapsed: Duration
  /// What happened, in order.
  var marks: [Mark]

  /// Whether the opener still waits.
  var isRunning: Bool {
    if case .handedOut? = marks.last?.kind { false } else { true }
  }
}

extension OpenRace {
  /// The race that is on at a step, or that the row of this step has ended; nil where neither is.
  ///
  /// - Complexity: O(n) in what happened to containers before.
  init?(at step: Int, row: Timeline.Row?, world: Simulation, in timeline: Timeline) {
    let loads = timeline.loads(upToStep: step)
    let waiting = world.runtime?.containerStatuses.first { $0.isOpening }?.id
    guard let id = Self.handedOut(by: row, world) ?? waiting,
      let start = loads.lastIndex(where: { $0.event.container == id && $0.event.kind.isOpened })
    else { return nil }
    let opened = loads[start]
    let own = loads[start...].filter { $0.event.container == id }
    // What came after the container was handed out is no part of the race.
    let end = own.firstIndex { $0.event.kind.isHandedOut } ?? own.endIndex - 1
    marks = own[...end].compactMap { load in
      Kind(load.event).map { Mark(kind: $0, at: load.event.instant - opened.event.instant) }
    }
    // The SDK asks the network before it tells of the disk; people read it the other way round.
    for index in marks.indices.dropFirst()
    where marks[index - 1].kind == .asked && marks[index].kind.isDisk
      && marks[index - 1].at == marks[index].at
    {
      marks.swapAt(index - 1, index)
    }
    container = id
    timeout = timeline.simulation(afterStep: opened.step).untilOpenTimeout(of: id)
    elapsed = world.now.instant - opened.event.instant
    if !isRunning { elapsed = marks.last?.at ?? elapsed }
  }

  /// The container whose opener had waited until the row.
  private static func handedOut(by row: Timeline.Row?, _ world: Simulation) -> String? {
    guard case .containerAvailable(_, _, let handing, let id)? = row?.event.kind,
      handing == .found || handing == .timedOut
    else { return nil }
    return world.containerID(id)
  }
}

extension OpenRace.Kind {
  fileprivate init?(_ event: LoadEvent) {
    switch event.kind {
    case .succeeded(.saved): self = .disk(event.source, version: event.version)
    case .failed(.saved, let failure): self = .diskFailed(failure)
    case .began(.network): self = .asked
    case .succeeded(.network): self = .network(version: event.version)
    case .failed(.network, let failure): self = .networkFailed(failure)
    case .handedOut(let handing):
      self = .handedOut(handing, event.source, version: event.version)
    case .opened, .openRefused, .began(.saved), .refreshRefused, .closed: return nil
    }
  }
}

extension OpenRace.Kind {
  fileprivate var isDisk: Bool {
    switch self {
    case .disk, .diskFailed: true
    case .asked, .network, .networkFailed, .handedOut: false
    }
  }
}

extension LoadEvent.Kind {
  fileprivate var isOpened: Bool {
    if case .opened = self { true } else { false }
  }

  fileprivate var isHandedOut: Bool {
    if case .handedOut = self { true } else { false }
  }
}
