package import OrderedCollections
package import TagRuntime

/// A runtime with a virtual clock: it pushes inputs, fires timers when their time has come, and
/// keeps the effects.
package struct RuntimeHarness {
  package static let containerID = "GTM-TEST"

  package var runtime: Runtime
  package let host = RecordingHost()
  package private(set) var now: Moment
  /// What the app's bundle holds for every id.
  package var bundle: CompiledContainer?
  /// What else is in it.
  package var bundledFiles: [BundledFile] = []
  /// What the phone keeps besides hits and containers.
  package var stored = Lasting()
  /// The effects of everything so far.
  package private(set) var effects: [Effect] = []
  /// The timers that run.
  package private(set) var timers: OrderedDictionary<TimerID, Instant> = [:]

  /// The number of the opening that waits for the disk.
  package private(set) var opening = 1
  /// The number of the last question to the tag server, by container.
  private var requests: [String: Int] = [:]

  /// The time at which every harness starts.
  package static let start = WallTime(milliseconds: 1_393_714_620_000)

  package init(settings: Settings = Settings(), facts: DeviceFacts = DeviceFacts()) {
    runtime = Runtime(settings: settings, facts: facts)
    now = Moment(instant: .start, wall: Self.start)
  }

  /// A runtime whose container is open already.
  package init(_ container: ContainerBuilder, settings: Settings = Settings()) {
    self.init(settings: settings)
    bundle = container.compiled
    open()
  }

  /// A runtime whose container is open already.
  package init(settings: Settings = Settings(), _ build: (inout ContainerBuilder) -> Void) {
    self.init(ContainerBuilder(build), settings: settings)
  }

  /// The process ends and the app starts again; what the phone keeps is there.
  @discardableResult
  package mutating func relaunch() -> [Effect] {
    runtime = Runtime(settings: runtime.settings)
    timers = [:]
    return send(.launched(isReachable: true))
  }

  // MARK: Inputs

  /// Gives the runtime an input; what the bundle and the store hold is answered at once.
  @discardableResult
  package mutating func send(_ input: Input) -> [Effect] {
    var made = runtime.handle(input, at: now, host: host)
    var next = 0
    while next < made.count {
      let effect = made[next]
      next += 1
      switch effect {
      case .startTimer(let id, let duration): timers[id] = now.instant + duration
      case .cancelTimer(let id): timers[id] = nil
      case .changeLasting(let change): stored.apply(change)
      case .loadDefault(let id):
        let own = bundle.map { BundledFile(name: id, content: .container($0)) }
        let answer = Input.defaultLoaded(container: id, (own.map { [$0] } ?? []) + bundledFiles)
        made.insert(contentsOf: runtime.handle(answer, at: now, host: host), at: next)
      case .loadLasting:
        let answer = Input.lastingLoaded(stored)
        made.insert(contentsOf: runtime.handle(answer, at: now, host: host), at: next)
      case .fetch(let request): requests[request.container] = request.number
      case .loadSaved(_, let opening): self.opening = opening
      default: break
      }
    }
    effects += made
    return made
  }

  @discardableResult
  package mutating func push(_ update: Value) -> [Effect] {
    send(.call(.push(update.members ?? [:])))
  }

  /// Pushes an event with nothing else.
  @discardableResult
  package mutating func event(_ name: String) -> [Effect] { push(["event": .string(name)]) }

  /// Opens a container whose bundle holds a file, which is none unless told otherwise.
  @discardableResult
  package mutating func openBundled(
    _ name: String, _ content: BundledFile.Content = .unreadable("it is a poem"),
    origin: String? = nil
  ) -> [Effect] {
    bundledFiles = [BundledFile(name: name, content: content, origin: origin)]
    return open()
  }

  @discardableResult
  package mutating func open(
    _ id: String = containerID, kind: OpenKind = .preferNonDefault, timeout: Duration? = nil
  ) -> [Effect] {
    send(.call(.open(container: id, kind: kind, timeout: timeout)))
  }

  @discardableResult
  package mutating func refresh() -> [Effect] { send(.call(.refresh(container: Self.containerID))) }

  /// The disk answers with a copy of an age.
  @discardableResult
  package mutating func savedLoaded(_ container: ContainerBuilder, age: Duration) -> [Effect] {
    let saved = SavedContainer(container: container.compiled, refreshed: now.wall - age)
    return send(.savedLoaded(container: Self.containerID, opening: opening, .success(saved)))
  }

  /// The disk answers that it holds no copy.
  @discardableResult
  package mutating func nothingSaved() -> [Effect] {
    send(.savedLoaded(container: Self.containerID, opening: opening, .failure(.noSavedContainer)))
  }

  /// The network answers the last question.
  @discardableResult
  package mutating func fetched(
    _ result: Result<ContainerBuilder?, RefreshFailure>
  ) -> [Effect] {
    switch result {
    case .success(let container?):
      answered(.response(status: 200, .container(container.compiled)))
    case .success(nil): answered(.response(status: 200, .noChange))
    case .failure(.noNetwork): answered(.noNetwork)
    case .failure(.serverError): answered(.response(status: 404, .unreadable))
    case .failure(.unknown): answered(.response(status: 0, .unreadable))
    case .failure: answered(.noAnswer)
    }
  }

  /// The network answers the last question of a container.
  @discardableResult
  package mutating func answered(
    _ answer: FetchAnswer, for id: String = containerID
  ) -> [Effect] {
    send(.fetched(container: id, request: requests[id] ?? 1, answer))
  }

  /// Lets time pass; timers fire at their time, in order.
  @discardableResult
  package mutating func wait(_ duration: Duration) -> [Effect] {
    let target = now.instant + duration
    var made: [Effect] = []
    while let next = timers.elements.min(by: { $0.value < $1.value }), next.value <= target {
      move(by: next.value - now.instant)
      timers[next.key] = nil
      made += send(.timerFired(next.key))
    }
    move(by: target - now.instant)
    return made
  }

  /// The user sets the phone's clock, by so much forward or, where it is negative, back.
  package mutating func setClock(by leap: Duration) { now.wall = now.wall + leap }

  private mutating func move(by duration: Duration) {
    now.instant = now.instant + duration
    now.wall = now.wall + duration
  }

  // MARK: Looking

  package func read(_ key: String, _ kind: ValueKind = .string) -> ValueReading {
    runtime.reading(of: key, as: kind, in: Self.containerID, at: now, host: host)
  }

  package var status: ContainerStatus? {
    runtime.containerStatuses.first { $0.id == Self.containerID }
  }

  /// Why the open container is the one it is; nil while none is open.
  package var report: ContainerReport? { runtime.report(on: Self.containerID) }

  /// The time until a timer fires; nil when it does not run.
  package func until(_ timer: TimerID) -> Duration? { timers[timer].map { $0 - now.instant } }
}
