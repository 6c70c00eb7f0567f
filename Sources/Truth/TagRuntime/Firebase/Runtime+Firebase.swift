import OrderedCollections

/// Carries out the actions of the flow of Firebase.
extension Runtime {
  /// Handles an input that only an app with Firebase has.
  mutating func tellFirebase(_ told: FirebaseFlow.Input) {
    guard settings.generation == .firebase else { return log(.noFirebase) }
    driveFirebase { $0.take(told, $1) }
  }

  /// Starts Firebase when the data of earlier processes is loaded.
  mutating func startFirebase() {
    let memory = lasting.firebase
    driveFirebase { $0.begin(memory, $1) }
  }

  /// Lets the containers judge that they are loaded, and the events that waited for them, as soon
  /// as they are loaded.
  mutating func passHeldEvents() {
    guard settings.generation == .firebase, firebaseFlow.waitsForContainer, !containers.isEmpty,
      !awaitsContainer
    else { return }
    driveFirebase { $0.containerLoaded($1) }
  }

  /// Passes an event to the flow of uploads, which an app without Firebase does not have.
  mutating func driveUploads(_ event: FirebaseUploads.Event) {
    guard settings.generation == .firebase else { return }
    driveFirebase { $0.driveUploads(event, $1) }
  }

  private var listensForLoad: Bool {
    containers.values.contains {
      $0.compiled.events.number(of: FirebaseFlow.containerLoad) >= 0
    }
  }

  private var awaitsContainer: Bool { containers.values.contains { $0.opening.isWaiting } }

  /// Changes the flow and carries out all of its actions.
  private mutating func driveFirebase(
    _ change: (inout FirebaseFlow, FirebaseFlow.Context) -> [FirebaseFlow.Action]
  ) {
    let context = FirebaseFlow.Context(
      now: now, surroundings: surroundings, isTracing: isTracing,
      awaitsContainer: awaitsContainer, listensForLoad: listensForLoad)
    var agenda = FirebaseAgenda(change(&firebaseFlow, context))
    while let action = agenda.next() {
      switch action {
      case .log(let record):
        if record.level == .debug { sayAsPhone(record, at: .debug) } else { say(record) }
      case .keep(let memory): self.change(.keepFirebase(memory))
      case .judge(let outcome, let scope):
        if outcome.source != .container { sayAsPhone(PhoneLine.logging(outcome), at: .debug) }
        if !containers.isEmpty, let event = scope.event {
          sayAsPhone(PhoneLine.processing(event), at: .info)
        }
        let (record, logged) = judge(outcome, scope)
        agenda.addJudgement(firebaseFlow.judged(outcome, record, context), logged: logged)
      case .store(let hit):
        if case .firebase(let event, _) = hit.kind {
          sayAsPhone(PhoneLine.logged(event), at: .debug)
        }
        store(hit)
      case .dropHits:
        step.effects.append(.dropHits(.firebase, .analyticsReset))
        withDispatcher(of: .firebase) { $0.storeEmptied() }
      case .processed(let record): step.effects.append(.processed(record))
      case .uploads(let action): carryOut(action)
      case .timeEngagement(let period):
        step.effects.append(
          period.map { .startTimer(.engagement, $0) } ?? .cancelTimer(.engagement))
      case .goOn(let stage): agenda.add(firebaseFlow.goOn(at: stage, context))
      }
    }
  }

  private mutating func carryOut(_ action: FirebaseUploads.Action) {
    switch action {
    case .startTimer(let delay):
      sayAsPhone(PhoneLine.planned(uploadIn: delay), at: .debug)
      step.effects.append(.startTimer(.dispatch(.firebase), delay))
    case .cancelTimer: step.effects.append(.cancelTimer(.dispatch(.firebase)))
    case .fetchConfiguration:
      if dispatchers[.firebase].isReachable { log(.configurationFetched) }
    case .upload: withDispatcher(of: .firebase) { $0.dispatch() }
    }
  }

  /// Lets the containers judge an event; returns the outcome, and the events that classes of the
  /// app logged meanwhile.
  private mutating func judge(
    _ outcome: FirebaseOutcome, _ scope: FirebaseScope
  ) -> (UpdateRecord, logged: [OrderedDictionary<String, Value>]) {
    var record = UpdateRecord(of: outcome)
    var pushes: [Queued] = []
    patterns.beginEvent()
    for place in containers.values.indices {
      pushes += evaluate(outcome.logged.longName, at: place, &record, firebase: scope)
    }
    return (record, pushes.map(\.update))
  }
}
