import OrderedCollections

extension Runtime {
  // MARK: Making hits

  /// Sends the hits of a tag.
  ///
  /// Source: LegacySDK §11.1, Dispatch §3.3; the tracker of containers is obtained and closed
  /// around each firing, so that its credits never run out. Android keeps it (Platforms §8).
  mutating func send(_ hits: [Hit]) {
    var tracker: Tracker?
    for hit in hits {
      switch hit.kind {
      case .pixel: storePixel(hit)
      case .firebase: store(hit)
      case .analytics(let fields):
        var current = tracker ?? containerTracker()
        analytics.usage.note(.setAll)
        if settings.generation == .firebase { sayAsPhone(PhoneLine.sendingHit(fields), at: .info) }
        track(fields.mapValues { $0 }, through: &current, tag: hit.tag)
        tracker = current
      }
    }
    guard let tracker else { return }
    analytics.usage.note(.removeTracker)
    if settings.platform.rules.keepsContainerTracker { analytics.containerTracker = tracker }
  }

  private mutating func containerTracker() -> Tracker {
    if let kept = analytics.containerTracker { return kept }
    analytics.usage.note(.makeTracker)
    return Tracker(name: Tracker.containerName, trackingID: nil)
  }

  /// Sends a hit of the app through one of its trackers.
  mutating func send(_ fields: OrderedDictionary<String, String?>, through name: String?) {
    let type = fields["&t"].flatMap { $0 }
    analytics.usage.note(HitUsage.taking(name) + HitUsage.building(fields.keys, type: type))
    guard let name = name ?? analytics.defaultTracker, var tracker = analytics.trackers[name]
    else { return log(.noTracker, name ?? "") }
    track(fields, through: &tracker, tag: nil)
    analytics.replace(tracker)
  }

  /// Source: Dispatch §3.4; GAITrackerImpl and GAIBatchingDispatcher 3.09: the credit first, then
  /// opt-out and sample; transactions and items need no credit.
  private mutating func track(
    _ own: OrderedDictionary<String, String?>, through tracker: inout Tracker, tag: String?
  ) {
    let type = own["&t"].flatMap { $0 }
    analytics.usage.note(.send)
    let usage = analytics.usage.take()
    if type == nil { log(.badHitType) }
    if type == nil || type == "appview" || type == "screenview" { analytics.counter.screenSeen() }
    tellOfAdvertisingClass()
    let isExempt = type == "transaction" || type == "item"
    let passes = isExempt || tracker.limiter.accepts(at: now.instant)
    let fields = tracker.snapshot(of: own)
    let added = model(of: tracker, usage).filter { fields[$0.key] == nil && own[$0.key] == nil }
    var hit = Hit(
      kind: .analytics(fields: fields), tag: tag, tracker: tracker.name, added: added,
      created: now.wall)
    if !passes {
      log(.throttled)
      return discard(hit, .throttled)
    }
    if let missing = missingField(of: hit) { return discard(hit, .incomplete(field: missing)) }
    if analytics.isDryRun, settings.platform.rules.dryRunStoresNothing {
      return discard(hit, .dryRun)
    }
    if analytics.isOptedOut { return discard(hit, .optedOut) }
    guard ClientHash.isSampled(fields["&cid"] ?? facts.clientID, rate: fields["&sf"]) else {
      return discard(hit, .notSampled)
    }
    // A hit that is never stored is not counted.
    let numbers = analytics.counter.next()
    hit.numbers = numbers
    if HitTrait.position.isPart(of: settings.analyticsVersion), own["&_s"] == nil,
      fields["&_s"] == nil
    {
      hit.added["&_s"] = String(hit.style.position(of: numbers))
    }
    if settings.generation == .legacy { sayAsPhone(PhoneLine.stored(hit), ofAnalytics: true) }
    store(hit)
  }

  /// Logs once per process that the app has no library for the advertising id.
  ///
  /// Source: LegacySDK §14.3; GAITrackerModel 3.09.
  private mutating func tellOfAdvertisingClass() {
    guard !facts.hasAdvertisingLibrary, settings.platform == .ios, settings.generation == .legacy,
      !analytics.hasToldOfAdvertising
    else { return }
    analytics.hasToldOfAdvertising = true
    sayAsPhone(LogRecord(.noAdvertisingClass), ofAnalytics: true)
  }

  /// Returns a field whose lack makes the platform drop a hit; nil if it has all.
  ///
  /// Source: Platforms §8.
  private func missingField(of hit: Hit) -> String? {
    guard case .analytics(let fields) = hit.kind else { return nil }
    return settings.platform.rules.neededFields.first { fields[$0]?.isEmpty ?? true }
  }

  /// Returns the fields that the SDK adds to a hit.
  ///
  /// Source: Dispatch §3.2, LegacySDK §1.2; Wire §2 lists the fields of each release.
  private func model(of tracker: Tracker, _ usage: String) -> OrderedDictionary<String, String> {
    let version = settings.analyticsVersion
    var model: OrderedDictionary<String, String> = [
      "&v": "1", "&_v": "mi" + version.dotted, "&cid": facts.clientID,
      "&an": facts.appName.isEmpty ? facts.appID : facts.appName, "&av": facts.appVersionName,
    ]
    if HitTrait.appID.isPart(of: version) { model["&aid"] = facts.appID }
    model["&ul"] = PhoneText.language(facts)
    model["&sr"] = PhoneText.screen(facts, inPixels: HitTrait.pixels.isPart(of: version))
    if HitTrait.dataSource.isPart(of: version) { model["&ds"] = "app" }
    if HitTrait.deviceModel.isPart(of: version) { model["&dm"] = facts.deviceName }
    if HitTrait.hitID.isPart(of: version) { model["&a"] = String(analytics.counter.adMobHitID) }
    if HitTrait.usage.isPart(of: version) { model["&_u"] = usage }
    // The number of changes of the advertising id; here none is ever noticed.
    if HitTrait.advertisingChanges.isPart(of: version) { model["&_crc"] = "0" }
    if tracker.collectsAdvertisingID, let id = facts.advertisingID {
      model["&idfa"] = id
      model["&ate"] = facts.isAdvertisingTrackingEnabled ? "1" : "0"
    }
    settings.platform.rules.adjust(&model)
    return model
  }

  /// Source: Dispatch §3.3; TAGDispatcher 3.09: pixels over the limit are dropped silently.
  private mutating func storePixel(_ hit: Hit) {
    guard pixelLimiter.accepts(at: now.instant) else { return discard(hit, .throttled) }
    store(hit)
  }

  private mutating func discard(_ hit: Hit, _ loss: HitLoss) {
    step.effects.append(.discardHit(hit, loss))
  }

  mutating func store(_ hit: Hit) {
    step.effects.append(.appendHit(hit))
    withDispatcher(of: hit.queue) { $0.hitStored() }
  }

  // MARK: Trackers

  mutating func makeTracker(_ name: String?, _ trackingID: String) {
    guard analytics.makeTracker(named: name, trackingID: trackingID) == nil else { return }
    if Analytics.trimmed(name ?? trackingID) == nil {
      log(.emptyTrackerName)
    } else {
      log(.limitReached, "\(Limits.trackers) trackers of an app")
    }
  }

  mutating func setField(_ tracker: String?, _ code: String, _ value: String?) {
    var isSet = true
    changeTracker(tracker) { isSet = $0.set(code, value) }
    if !isSet { log(.limitReached, "\(Limits.trackerFields) fields of a tracker") }
  }

  mutating func changeTracker(_ name: String?, _ change: (inout Tracker) -> Void) {
    if !analytics.change(name, change) { log(.noTracker, name ?? "") }
  }

  /// Source: Dispatch §2.2; opting out deletes the stored hits of Analytics.
  mutating func setOptOut(_ isOptedOut: Bool) {
    analytics.isOptedOut = isOptedOut
    guard isOptedOut else { return }
    step.effects.append(.dropHits(.analytics, .optedOut))
    withDispatcher(of: .analytics) { $0.storeEmptied() }
  }

  // MARK: Dispatching

  /// Source: LegacySDK §2.5; pixels first, then Analytics.
  mutating func dispatch() {
    dispatchHits()
    if lasting.firebase.uploads.due != nil { log(.noUploadOnDemand) }
  }

  mutating func dispatchHits() {
    for queue in [HitQueue.pixels, .analytics] { withDispatcher(of: queue) { $0.dispatch() } }
  }

  /// Sends one request and reports its result.
  ///
  /// Source: LegacySDK §2.5, Dispatch §6.5; Analytics first, and pixels if it has no data; from
  /// 3.12 on it switches the periodic dispatch of Analytics off.
  mutating func dispatchWithCompletion() {
    if settings.analyticsVersion >= Self.firstSwitchingOff {
      dispatchInterval = DispatchInterval(period: nil, setter: .completionHandler)
      withDispatcher(of: .analytics) { $0.intervalChanged(nil) }
    }
    dispatchOnce(.analytics)
  }

  private static var firstSwitchingOff: SDKVersion { SDKVersion(3, 12) }

  private mutating func dispatchOnce(_ queue: HitQueue) {
    // The answer of a request in flight goes to its own caller.
    guard dispatchers[queue].state == .idle else { return dispatchedOnce(queue, .noData) }
    awaited.append(queue)
    withDispatcher(of: queue) { $0.dispatch(isSingle: true) }
  }

  private mutating func dispatchedOnce(_ queue: HitQueue, _ result: DispatchResult) {
    if queue == .analytics, result == .noData { return dispatchOnce(.pixels) }
    step.effects.append(.notify(.dispatchCompleted(result)))
  }

  /// Returns the period of a queue's automatic dispatch; nil for never, and for Firebase, which has
  /// uploads.
  package func dispatchPeriod(of queue: HitQueue) -> Duration? { dispatchers[queue].interval }

  /// Sets the period; nil or less than the shortest one switches periodic dispatch off.
  mutating func setInterval(_ interval: Duration?, by setter: DispatchInterval.Setter) {
    let interval = interval.flatMap { $0 < Settings.shortestDispatchInterval ? nil : $0 }
    dispatchInterval = DispatchInterval(period: interval, setter: setter)
    for queue in HitQueue.dispatched {
      withDispatcher(of: queue) { $0.intervalChanged(interval) }
    }
  }

  mutating func hitsRead(_ queue: HitQueue, _ hits: [StoredHit]) {
    guard dispatchers[queue].state == .reading else { return ignored("stored hits") }
    perform(dispatchers[queue].hitsRead(hits, context(of: queue)), queue)
  }

  mutating func delivered(_ queue: HitQueue, _ result: DeliveryResult) {
    guard dispatchers[queue].request != nil else { return ignored("the result of a request") }
    if queue == .analytics, settings.generation == .legacy,
      let status = DispatchRules.analytics(settings).status(of: result)
    {
      sayAsPhone(LogRecord(.hitsAnswered, [String(status)]), at: .info, ofAnalytics: true)
    }
    perform(dispatchers[queue].delivered(result, context(of: queue)), queue)
  }

  private func context(of queue: HitQueue) -> Dispatcher.Context {
    // A dry run applies to Google Analytics, not to Firebase.
    let isStored = !settings.platform.rules.dryRunStoresNothing
    return Dispatcher.Context(
      now: now.wall, isDryRun: analytics.isDryRun && isStored && queue != .firebase,
      uploadURL: HitPayload.firebaseURL(settings.firebaseVersion, facts.tracking),
      userAgent: userAgent(of: queue))
  }

  /// Returns the user agent of the requests of a queue; nil if it is unknown.
  ///
  /// Source: Wire §5, Platforms §8.
  private func userAgent(of queue: HitQueue) -> String? {
    let rules = settings.platform.rules
    switch queue {
    case .analytics:
      return rules.analyticsRelease.map {
        PhoneText.androidUserAgent("GoogleAnalytics/" + $0, facts)
      } ?? PhoneText.userAgent(facts, settings.analyticsVersion)
    case .pixels:
      return rules.tagManagerVersion.map {
        PhoneText.androidUserAgent("GoogleTagManager/" + $0, facts)
      }
    case .firebase: return nil
    }
  }

  mutating func withDispatcher(
    of queue: HitQueue, _ change: (inout Dispatcher) -> [Dispatcher.Action]
  ) {
    dispatchers[queue].now = now.wall
    perform(change(&dispatchers[queue]), queue)
  }

  private mutating func perform(_ actions: [Dispatcher.Action], _ queue: HitQueue) {
    for action in actions {
      switch action {
      case .startTimer(let duration): step.effects.append(.startTimer(.dispatch(queue), duration))
      case .cancelTimer: step.effects.append(.cancelTimer(.dispatch(queue)))
      case .read(let id, let limit):
        step.effects.append(.readHits(queue, after: id, limit: limit))
      case .deliver(let request):
        if queue == .analytics, settings.generation == .legacy {
          sayAsPhone(PhoneLine.sending(request), ofAnalytics: true)
        }
        if queue == .firebase { sayAsPhone(PhoneLine.uploading(request), at: .debug) }
        step.effects.append(.deliver(request))
      case .remove(let stored, let outcome): step.effects.append(.removeHit(stored, outcome))
      case .keep(let stored): step.effects.append(.keepHit(stored))
      case .log(let record): say(record)
      case .finished(let result):
        step.effects.append(.notify(.dispatchFinished(queue, result)))
        if queue == .firebase {
          let dispatcher = dispatchers[queue]
          driveUploads(
            .ended(
              result, status: dispatcher.failedStatus, hasHits: dispatcher.hasHits,
              isReachable: dispatcher.isReachable))
        }
        guard let index = awaited.firstIndex(of: queue) else { continue }
        awaited.remove(at: index)
        dispatchedOnce(queue, result)
      }
    }
  }
}
