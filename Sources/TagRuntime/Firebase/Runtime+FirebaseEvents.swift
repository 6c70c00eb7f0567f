import OrderedCollections

/// An event of Firebase on its way: checked, held until the container is there, judged by the
/// container, and passed on.
///
/// ```
///   logged ──► checked ──► container there? ──yes──► judged ──► passed on, unless suppressed
///                │ bad name       │ no                 ▲
///                ▼                └──► held ───────────┘ container loaded
///             dropped, and an error is logged in its place
/// ```
///
/// Source: section 3.2 of the format notes for the judgement. That events wait for the container
/// is known of the Android library; the bound is a decision of this runtime.
extension Runtime {
  /// The app logs an event.
  mutating func logEvent(_ name: String, _ parameters: OrderedDictionary<String, Value>) {
    let memory = lasting.firebase
    let short = FirebaseNames.short(name)
    let event = FirebaseEvent(
      name: short, parameters: withDefaults(parameters), logged: now.wall)
    guard memory.isCollecting else { return drop(event) }
    if short == Self.screenView { see(parameters) }
    let check = FirebaseCheck(event, knownNames: memory.eventNames, settings.firebaseValidation)
    for fault in check.faults { tell(fault) }
    var outcome = FirebaseOutcome(logged: check.isDropped ? event : check.event, source: .app)
    outcome.faults = check.faults
    outcome.isDropped = check.isDropped
    if let fault = check.faults.last, check.isDropped {
      let error = FirebaseCheck.error(fault, at: now.wall)
      outcome.passed = [FirebaseOutcome.Passed(event: error)]
      return finish(outcome, nil)
    }
    remember { if $0.eventNames.count < Limits.eventNames { $0.eventNames.append(name) } }
    take(outcome)
  }

  /// Firebase logs an event by itself.
  mutating func logAutomatic(_ name: String, _ parameters: OrderedDictionary<String, Value> = [:]) {
    guard lasting.firebase.isCollecting else { return }
    let event = FirebaseEvent(
      name: name, parameters: withDefaults(parameters), logged: now.wall)
    take(FirebaseOutcome(logged: event, source: .automatic))
  }

  private func withDefaults(
    _ parameters: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    parameters.merging(lasting.firebase.defaultParameters) { own, _ in own }
  }

  /// Nothing is collected: the event goes nowhere.
  private mutating func drop(_ event: FirebaseEvent) {
    log(.collectionOff, event.longName)
    var outcome = FirebaseOutcome(logged: event, source: .app)
    outcome.isDropped = true
    outcome.faults = [
      FirebaseFault(
        code: 0, subject: event.longName, reason: "is not collected, for collection is off",
        remedy: "switch collection on")
    ]
    finish(outcome, nil)
  }

  // MARK: Waiting for the container

  private var awaitsContainer: Bool { containers.values.contains { $0.opening.isWaiting } }

  private mutating func take(_ outcome: FirebaseOutcome) {
    guard awaitsContainer else { return judge(outcome) }
    guard heldEvents.count < Limits.heldEvents else {
      log(.heldEventPassedBy, outcome.logged.longName, String(Limits.heldEvents))
      return finish(passingOn(outcome), nil)
    }
    log(.eventHeld, outcome.logged.longName)
    heldEvents.append(outcome)
  }

  /// Judges what waited, in order, as soon as the container is there.
  mutating func passHeldEvents() {
    guard !heldEvents.isEmpty, !awaitsContainer else { return }
    let held = heldEvents
    heldEvents = []
    for outcome in held {
      var outcome = outcome
      outcome.waited = now.wall - outcome.logged.logged
      judge(outcome)
    }
  }

  // MARK: The container

  private mutating func judge(_ outcome: FirebaseOutcome) {
    var outcome = outcome
    var record = record(of: outcome)
    let scope = scope(of: outcome.logged)
    var pushes: [Queued] = []
    for id in containers.keys {
      pushes += evaluate(
        outcome.logged.longName, in: id, &record, firebase: scope)
    }
    for tag in record.firings.flatMap(\.tags) {
      guard case .logged(let events, let suppresses) = tag.result else { continue }
      for event in events {
        outcome.passed.append(FirebaseOutcome.Passed(event: event, tag: tag.name))
      }
      if suppresses { outcome.suppressedBy.append(tag.name) }
    }
    finish(passingOn(outcome), record)
    logForClasses(pushes)
  }

  /// What a container can ask Firebase for.
  func scope(of event: FirebaseEvent?) -> FirebaseScope {
    FirebaseScope(
      event: event, userProperties: lasting.firebase.userProperties.compactMapValues { $0 })
  }

  /// The event goes on after what its tags logged, unless one of them kept it.
  private func passingOn(_ outcome: FirebaseOutcome) -> FirebaseOutcome {
    guard outcome.suppressedBy.isEmpty else { return outcome }
    var outcome = outcome
    outcome.passed.append(FirebaseOutcome.Passed(event: outcome.logged))
    return outcome
  }

  private func record(of outcome: FirebaseOutcome) -> UpdateRecord {
    UpdateRecord(
      update: outcome.logged.parameters, event: outcome.logged.longName,
      origin: outcome.source == .app ? .app : .firebase)
  }

  // MARK: Passing on

  /// Stores what goes on to Firebase, and tells of the event.
  ///
  /// - Parameter record: what the containers made of it; nil where none saw it.
  mutating func finish(_ outcome: FirebaseOutcome, _ record: UpdateRecord?) {
    let travelling = lasting.firebase.userProperties.mapValues { $0 ?? Self.undefined }
    for passed in outcome.passed {
      let origin = passed.tag == nil ? outcome.source == .app ? "app" : "auto" : "gtm"
      store(
        Hit(
          kind: .firebase(passed.event, userProperties: travelling), tag: passed.tag,
          added: added(origin), created: passed.event.logged))
    }
    var record = record ?? self.record(of: outcome)
    record.firebase = outcome
    lastOutcome = outcome
    if isTracing { record.firebaseState = firebase }
    step.effects.append(.processed(record))
    if !outcome.passed.isEmpty { scheduleUpload() }
  }

  /// What Firebase adds to each event: model; its names are those of the exported data.
  private func added(_ origin: String) -> OrderedDictionary<String, String> {
    let memory = lasting.firebase
    var added: OrderedDictionary<String, String> = [
      "firebase_event_origin": origin, "app_id": facts.appID, "app_version": facts.appVersionName,
    ]
    if let session = firebase.session {
      added["ga_session_id"] = String(session.id)
      added["ga_session_number"] = String(session.number)
    }
    if let id = memory.userID { added["user_id"] = id }
    if memory.isDebugging { added["ga_debug_mode"] = "1" }
    return added
  }
}

// MARK: - Class events

extension Runtime {
  /// Logs what classes of the app logged while a container judged an event: after that event, in
  /// order, and like any other of the app's, so that the container judges them as well.
  ///
  /// A class that logs the very event that it runs for never comes to an end. What the SDK does
  /// then is not established; it is cut where the first generation cuts a drain.
  mutating func logForClasses(_ pushes: [Queued]) {
    classEvents += pushes.map(\.update)
    guard !isLoggingForClasses else { return }
    isLoggingForClasses = true
    var next = 0
    while next < classEvents.count {
      var parameters = classEvents[next]
      next += 1
      let waiting = classEvents.count - next
      if next > Limits.updatesPerDrain || waiting > Limits.waitingUpdates {
        log(
          .limitReached,
          "\(Limits.updatesPerDrain) events that classes of the app log for one event, "
            + "\(waiting + 1) dropped")
        break
      }
      if let name = parameters.removeValue(forKey: "event") {
        logEvent(ValueConversion.text(name), parameters)
      } else {
        log(.noDataLayer)
      }
    }
    classEvents = []
    isLoggingForClasses = false
  }
}
