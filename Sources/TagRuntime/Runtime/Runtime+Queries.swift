import OrderedCollections

extension Runtime {
  /// What is known of the open containers, in the order of opening.
  public var containerStatuses: [ContainerStatus] {
    containers.values.map(status)
  }

  /// Forgets what it would only make again, so that a copy is small; nothing that it does later
  /// depends on it.
  package mutating func forgetMemos() {
    for id in containers.keys { containers[id]?.memo = EvaluationMemo() }
  }

  /// Forgets the calls since the last hit, which were none of the app's: what the SDK restores by
  /// itself leaves no letter in `&_u`.
  package mutating func forgetUsage() { _ = analytics.usage.take() }

  /// Names that it remembers with a time or a number, for who counts its memory.
  package var rememberedNames: Int {
    lasting.firebase.eventTimes.count + lasting.firebase.propertyTimes.count
      + firebaseFlow.rememberedScreens
  }

  private func status(of container: OpenContainer) -> ContainerStatus {
    ContainerStatus(
      id: container.id, version: container.compiled.version.version, source: container.source,
      kind: container.opening.kind, refreshed: container.refreshed,
      isOpening: container.opening.isWaiting, isLoading: container.refresher.isLoading,
      isPreviewed: container.previewPath != nil,
      tagNames: container.compiled.tagNames,
      pausedTags: container.compiled.version.pausedTags,
      macroNames: container.compiled.slots.map(\.name))
  }

  /// What is known of an open container; nil where it is not open.
  ///
  /// Legacy name: TAGManager getContainerById:
  public func containerStatus(of id: String) -> ContainerStatus? {
    containers[id].map(status)
  }

  /// The id that a preview link has chosen; nil where nothing is previewed. It need not be open.
  public var previewedContainer: String? {
    if case .previewing(let id, _) = preview.state { id } else { nil }
  }

  /// The version of an open container, where it was saved or came from the network; nil for the
  /// bundled default, which the server does not know of.
  public func loadedVersion(of id: String) -> ContainerVersion? {
    guard let container = containers[id], container.hasLoaded else { return nil }
    return container.compiled.version
  }

  /// A container in use, as it is evaluated; nil where it is not open.
  package func compiledContainer(_ id: String) -> CompiledContainer? { containers[id]?.compiled }

  /// What a refresh of a container would meet now; nil where it is not open.
  public func refreshAllowance(of id: String, at now: Instant) -> RefreshAllowance? {
    containers[id]?.limiter.allowance(at: now, settings)
  }

  /// Why an open container is the one it is; nil where it is not open.
  public func report(on id: String) -> ContainerReport? {
    guard let container = containers[id] else { return nil }
    return ContainerReport(
      id: id, kind: container.opening.kind, lookup: container.lookup,
      saved: container.savedOutcome, network: container.networkOutcome,
      isDefaultOnly: container.isDefaultOnly, source: container.source,
      pausedTags: container.compiled.version.pausedTags,
      missingFunctions: container.compiled.missingFunctions(
        in: settings.sdkVersion, on: settings.platform))
  }

  /// What Firebase knows: the data layer of the second generation.
  public var firebase: FirebaseState { firebaseFlow.known }

  /// Whether an upload of Firebase is under way.
  package var isUploading: Bool { dispatchers[.firebase].state != .idle }

  /// The request of a queue that is in flight.
  package func requestInFlight(_ queue: HitQueue) -> HitRequest? { dispatchers[queue].request }

  /// The numbers of the hits that dispatches have in hand: they may be sent though the store has
  /// them no more.
  package var hitsInHand: Set<Int64> {
    Set(HitQueue.allCases.flatMap { dispatchers[$0].hitsInHand.map(\.id) })
  }

  /// Whether the app prints a line of the log: Analytics has its own logger.
  public func prints(_ record: LogRecord) -> Bool {
    (record.code.isOfAnalytics ? analytics.logger : logger).prints(record)
  }

  /// How many attempts of a queue failed in a row, so that the next one waits longer; 0 where the
  /// profile of delivery does not back off.
  package func failedAttempts(of queue: HitQueue) -> Int { dispatchers[queue].failures }

  /// How many hits a tracker, or with nil the pixels, may still make at once.
  package func credits(ofTracker name: String?, at now: Instant) -> Int {
    let limiter = name.flatMap { analytics.trackers[$0]?.limiter } ?? pixelLimiter
    return limiter.credits(at: now)
  }

  /// Reads a value as the app would, without telling anybody.
  ///
  /// A container that is not open gives the zero of the type and the SDK's error.
  ///
  /// `event` is the event of Firebase at which the value is looked at (v5); nil for none.
  ///
  /// - Complexity: of evaluating the macro.
  public func reading(
    of key: String, as kind: ValueKind, in id: String, at moment: Moment, host: some FunctionHost,
    during event: FirebaseEvent? = nil
  ) -> ValueReading {
    evaluated(key, as: kind, in: id, at: moment, host: host, during: event).reading
  }

  /// A reading with the evaluation that gave it; nil where the container is not open.
  func evaluated(
    _ key: String, as kind: ValueKind, in id: String, at moment: Moment, host: any FunctionHost,
    during event: FirebaseEvent? = nil
  ) -> (reading: ValueReading, evaluator: Evaluator?) {
    guard let container = containers[id] else {
      let reading = ValueReading(
        key: key, kind: kind, value: kind.zero, origin: .noKey, choice: nil, maker: nil,
        logs: [LogRecord(.readOfClosed, [kind.rawValue])])
      return (reading, nil)
    }
    var evaluator = Evaluator(
      container.compiled, id: id, event: event?.longName, dataLayer: dataLayer, lasting: lasting,
      in: surroundings, moment: moment, random: random, host: host, isTracing: isTracing,
      firebase: settings.generation == .firebase ? firebaseFlow.scope(of: event) : nil)
    let reading = evaluator.read(key, as: kind)
    return (reading, evaluator)
  }
}
