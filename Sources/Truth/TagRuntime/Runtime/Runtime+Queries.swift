import OrderedCollections

extension Runtime {
  /// The statuses of the open containers, in the order of opening.
  public var containerStatuses: [ContainerStatus] {
    containers.values.map(status)
  }

  /// Drops caches that it would only rebuild, so that a copy is small; its later behaviour does not
  /// depend on them.
  package mutating func forgetMemos() {
    for id in containers.keys { containers[id]?.memo = EvaluationMemo() }
  }

  /// Forgets the calls since the last hit, which were not the app's: calls that the SDK makes to
  /// restore data leave no letter in `&_u`.
  package mutating func forgetUsage() { _ = analytics.usage.take() }

  /// The number of names that it remembers with a time or a number, for a count of its memory.
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

  /// Returns the status of an open container; nil if it is not open.
  ///
  /// Legacy name: TAGManager getContainerById:
  public func containerStatus(of id: String) -> ContainerStatus? {
    containers[id].map(status)
  }

  /// The container id that a preview link has chosen; nil without a preview. It need not be open.
  public var previewedContainer: String? {
    if case .previewing(let id, _) = preview.state { id } else { nil }
  }

  /// Returns the version of an open container, if it was saved or came from the network; nil for
  /// the bundled default, which the server does not know.
  public func loadedVersion(of id: String) -> ContainerVersion? {
    guard let container = containers[id], container.hasLoaded else { return nil }
    return container.compiled.version
  }

  /// Returns a container in use, as it is evaluated; nil if it is not open.
  package func compiledContainer(_ id: String) -> CompiledContainer? { containers[id]?.compiled }

  /// Returns what would happen to a refresh of a container now; nil if it is not open.
  public func refreshAllowance(of id: String, at now: Instant) -> RefreshAllowance? {
    containers[id]?.limiter.allowance(at: now, settings)
  }

  /// Explains why an open container is the current one; nil if it is not open.
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

  /// The state of Firebase: the data layer of the second generation.
  public var firebase: FirebaseState { firebaseFlow.known }

  /// Whether an upload to Firebase is under way.
  package var isUploading: Bool { dispatchers[.firebase].state != .idle }

  package func requestInFlight(_ queue: HitQueue) -> HitRequest? { dispatchers[queue].request }

  /// The ids of the hits that dispatches are processing: they may be sent though the store no
  /// longer has them.
  package var hitsInHand: Set<Int64> {
    Set(HitQueue.allCases.flatMap { dispatchers[$0].hitsInHand.map(\.id) })
  }

  /// Whether the app prints a line of the log: Analytics has its own logger.
  public func prints(_ record: LogRecord) -> Bool {
    (record.code.isOfAnalytics ? analytics.logger : logger).prints(record)
  }

  /// Returns the number of attempts of a queue that failed in a row, so that the next one waits
  /// longer; 0 if the queue does not back off.
  package func failedAttempts(of queue: HitQueue) -> Int {
    queue == .firebase ? Int(lasting.firebase.uploads.failures) : dispatchers[queue].failures
  }

  /// Returns the number of hits that a tracker, or with nil the pixels, may still make at once.
  package func credits(ofTracker name: String?, at now: Instant) -> Int {
    let limiter = name.flatMap { analytics.trackers[$0]?.limiter } ?? pixelLimiter
    return limiter.credits(at: now)
  }

  /// Reads a value as the app would, without notifications.
  ///
  /// A container that is not open returns the zero of the type and the SDK's error.
  ///
  /// `event` is the Firebase event at which the value is read (v5); nil for none.
  ///
  /// - Complexity: that of evaluating the macro.
  public func reading(
    of key: String, as kind: ValueKind, in id: String, at moment: Moment, host: some FunctionHost,
    during event: FirebaseEvent? = nil
  ) -> ValueReading {
    evaluated(key, as: kind, in: id, at: moment, host: host, during: event).reading
  }

  /// Reads a value as rules and tags see it at an event of the data layer (v3).
  ///
  /// - Complexity: of evaluating the macro.
  package func reading(
    of key: String, as kind: ValueKind, in id: String, at moment: Moment, host: some FunctionHost,
    pushed event: PushedEvent
  ) -> ValueReading {
    evaluated(key, as: kind, in: id, at: moment, host: host, pushed: event).reading
  }

  /// A reading with the evaluation that gave it; nil where the container is not open.
  func evaluated(
    _ key: String, as kind: ValueKind, in id: String, at moment: Moment, host: any FunctionHost,
    during event: FirebaseEvent? = nil, pushed: PushedEvent? = nil
  ) -> (reading: ValueReading, evaluator: Evaluator?) {
    guard let container = containers[id] else {
      let reading = ValueReading(
        key: key, kind: kind, value: kind.zero, origin: .noKey, choice: nil, maker: nil,
        logs: [LogRecord(.readOfClosed, [kind.rawValue])])
      return (reading, nil)
    }
    var patterns = patterns
    patterns.beginEvent()
    var evaluator = Evaluator(
      container.compiled, id: id, event: event?.longName ?? pushed?.name,
      dataLayer: pushed?.dataLayer ?? dataLayer, lasting: lasting,
      in: surroundings, moment: moment, random: random, host: host, isTracing: isTracing,
      firebase: settings.generation == .firebase ? firebaseFlow.scope(of: event) : nil,
      patterns: patterns)
    let reading = evaluator.read(key, as: kind)
    return (reading, evaluator)
  }
}
