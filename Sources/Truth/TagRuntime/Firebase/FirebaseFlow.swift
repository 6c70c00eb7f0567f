import OrderedCollections

/// The flow of Firebase inside an app: it stores what the app reports about itself and its user,
/// logs some events by itself, and takes every event to the container and on to the uploads.
///
/// ```
///   logged ──► checked ──► container there? ──yes──► judged ──► passed on, unless suppressed
///                │ bad name       │ no                 ▲
///                ▼                └──► held ───────────┘ container loaded
///             dropped, and an error is logged in its place
/// ```
///
/// It returns the actions, in order, and carries out none. Actions that depend on an earlier one
/// are not in the answer yet: instead it contains the stage at which the flow continues.
///
/// Source: Firebase §5.3, Firebase §5.2, Firebase §4.1. That events wait for the container is known
/// of the Android library; the bound is a decision of this runtime. The order of the automatic
/// events of one moment is a model.
struct FirebaseFlow: Sendable {
  /// An input from the app, its screens or the system.
  enum Input: Sendable {
    case call(FirebaseCall)
    case entered(AppPhase)
    case screenSeen(String)
    /// The app was in the foreground for another hour.
    case engagementDue
    case linkOpened(String)
    case happened(String, OrderedDictionary<String, Value>)
  }

  enum Action: Sendable {
    case log(LogRecord)
    /// The stored data of the installation has changed.
    indirect case keep(FirebaseMemory)
    /// The containers judge an event; `judged` takes their result.
    indirect case judge(FirebaseOutcome, FirebaseScope)
    indirect case store(Hit)
    /// The stored hits are forgotten.
    case dropHits
    indirect case processed(UpdateRecord)
    case uploads(FirebaseUploads.Action)
    /// The timer of engagement starts, or stops with nil.
    case timeEngagement(Duration?)
    /// The flow continues at this stage after all earlier actions are done.
    indirect case goOn(Stage)
  }

  /// A stage at which the flow continues.
  enum Stage: Sendable {
    case told(Input)
    /// The app, or a class of it, logs an event.
    case log(String, OrderedDictionary<String, Value>)
    /// Firebase logs an event by itself.
    case logAutomatic(String, OrderedDictionary<String, Value> = [:])
    /// An event of the app was checked; the name is the one that the app wrote.
    case checked(FirebaseOutcome, name: String)
    /// Firebase tracks another view.
    case screenTracked(String)
    /// The app logs a screen; the name is the one that it wrote.
    case screenLogged(FirebaseOutcome, name: String)
    /// The app was left; whether there was engagement to report.
    case left(told: Bool)
    case away
    case stored
  }

  /// The environment of the flow when it is called.
  struct Context: Sendable {
    var now: Moment
    var surroundings: Surroundings
    var isTracing: Bool
    /// Whether an opener still waits for the container.
    var awaitsContainer: Bool
    /// Whether a container has a rule for the event of its loading.
    var listensForLoad: Bool

    var settings: Settings { surroundings.settings }
    var facts: DeviceFacts { surroundings.facts }
  }

  /// The data that outlasts the process, as it is after all actions.
  @Boxed private(set) var memory = FirebaseMemory()
  private var use = FirebaseUse()
  var rememberedScreens: Int { use.rememberedScreens }
  private var uploads = FirebaseUploads()
  /// The id of the first screen of this process.
  var firstScreenID: Int64 {
    get { use.firstScreenID }
    set { use.firstScreenID = newValue }
  }
  /// The inputs while the values of an earlier process are being loaded; nil at other times.
  private var heldCalls: [Input]?
  /// What the log has said of consent in this process, once each.
  private var saidOfConsent: Set<LogRecord> = []
  /// The logged events that wait for the container.
  private var heldEvents: [FirebaseOutcome] = []
  /// Whether the container of this process has received the event of its loading.
  private var hasLoadedContainer = false

  // MARK: Inputs

  /// Starts waiting for the values of an earlier process.
  mutating func waitForMemory() { heldCalls = heldCalls ?? [] }

  /// Starts with the data that earlier processes stored. The data of an app with Firebase means
  /// nothing to an app of the first generation, which only stores it.
  mutating func begin(_ stored: FirebaseMemory, _ context: Context) -> [Action] {
    let held = heldCalls ?? []
    heldCalls = nil
    memory = stored
    guard context.settings.generation == .firebase else { return [] }
    return applyConsent(context) + driveUploads(.loaded(stored.uploads), context)
      + held.map { .goOn(.told($0)) }
  }

  /// Handles an input that only an app with Firebase has. It waits while the values of an earlier
  /// process are being loaded.
  mutating func take(_ told: Input, _ context: Context) -> [Action] {
    if let held = heldCalls?.count {
      guard held < Limits.waitingUpdates else {
        return [.log(LogRecord(.heldPushDropped, [String(held)]))]
      }
      heldCalls?.append(told)
      return []
    }
    switch told {
    case .call(let call): return take(call, context)
    case .entered(.foreground):
      use.begin(at: context.now.instant)
      return [.timeEngagement(context.settings.engagementPeriod)] + beginUse(context)
    case .entered(.background):
      guard use.isInUse else { return [.goOn(.away)] }
      let isAndroid = context.settings.platform == .android
      let engagement = tellEngagement(
        context, atLeast: isAndroid ? context.settings.shortestEngagement : .zero)
      return [.timeEngagement(nil)] + engagement + [.goOn(.left(told: !engagement.isEmpty))]
    case .engagementDue:
      return tellEngagement(context) + [.timeEngagement(context.settings.engagementPeriod)]
    case .screenSeen(let name): return seeScreen(name, context)
    case .linkOpened(let url):
      return FirebaseCampaign.parameters(of: url).map { logAutomatic("_cmp", $0, context) } ?? []
    case .happened(let name, let parameters): return logAutomatic(name, parameters, context)
    }
  }

  private mutating func take(_ call: FirebaseCall, _ context: Context) -> [Action] {
    switch call {
    case .logEvent(let name, let parameters): return log(name, parameters, context)
    case .setDefaultParameters(let parameters): return setDefaultParameters(parameters)
    case .setUserProperty(let name, let value): return setUserProperty(name, value, context)
    case .setUserID(let id): return setUserID(id, context)
    case .setCollection(let isOn):
      return remember { $0.isCollecting = isOn } + (use.isInUse ? beginUse(context) : [])
    case .setDebugMode(let isOn):
      let kept = remember { $0.isDebugging = isOn }
      return isOn ? kept + driveUploads(.debugModeBegan, context) : kept
    case .setConsent(let consent): return setConsent(consent, context)
    case .resetAnalytics: return resetAnalytics(context)
    }
  }

  /// Continues at the stage of an action.
  mutating func goOn(at stage: Stage, _ context: Context) -> [Action] {
    switch stage {
    case .told(let told): return take(told, context)
    case .log(let name, let parameters): return log(name, parameters, context)
    case .logAutomatic(let name, let parameters): return logAutomatic(name, parameters, context)
    case .checked(let outcome, let name): return checked(outcome, name, context)
    case .screenTracked(let name): return logAutomatic(Self.screenView, use.track(name), context)
    case .screenLogged(let outcome, let name): return logScreen(outcome, name, context)
    case .left(let told):
      var event = event("_ab", use.screenParameters, context)
      // It follows a moment after the engagement.
      if told { event.logged = event.logged + .milliseconds(1) }
      return logAutomatic(event, context) + [.goOn(.away)]
    case .away:
      use.end()
      return remember { $0.lastActive = context.now.wall }
        + driveUploads(.enteredBackground, context)
    case .stored: return driveUploads(.stored, context)
    }
  }

  /// Changes the stored data; returns no action if nothing changes.
  private mutating func remember(_ change: (inout FirebaseMemory) -> Void) -> [Action] {
    var changed = memory
    change(&changed)
    guard changed != memory else { return [] }
    memory = changed
    return [.keep(changed)]
  }

  mutating func driveUploads(_ event: FirebaseUploads.Event, _ context: Context) -> [Action] {
    let actions = uploads.handle(
      event, at: context.now.wall, isDebugging: memory.isDebugging, context.settings)
    let record = uploads.record
    let kept = remember {
      $0.uploads = record
      // Events stored from here on do not belong to the bundles that are sent now.
      if actions.contains(.upload) { $0.bundledChanges = nil }
    }
    return kept + actions.map { .uploads($0) }
  }

  // MARK: Use

  private static let screenView = "_vs"

  /// Begins the use of the app: a first opening or an update, and a session if none is running.
  private mutating func beginUse(_ context: Context) -> [Action] {
    let before = memory
    guard before.isCollecting else { return [] }
    let wall = context.now.wall
    var actions = remember {
      if !$0.hasOpened {
        $0.firstOpened = wall
        $0.firstOpenings += 1
        $0.propertyChanges += 1
      }
      $0.hasOpened = true
      $0.appVersion = context.facts.appVersionName
      $0.appBuild = context.facts.appVersion
      $0.osVersion = context.facts.osVersion
    }
    if before.hasOpened {
      actions += updates(since: before)
    } else {
      // Source: Firebase §4.1.
      let parameters: OrderedDictionary<String, Value> = [
        "update_with_analytics": 0, "previous_first_open_count": .int(before.firstOpenings),
        "firebase_conversion": 1, "firebase_realtime": 1,
      ]
      actions.append(.goOn(.logAutomatic("_f", parameters)))
    }
    actions += goOnWithSession(context)
    if !before.hasOpened {
      actions.append(.goOn(.logAutomatic("_e", ["engagement_time_msec": 1])))
    }
    return actions
  }

  /// Extends the session, or begins another one if it has expired; a clock that was set back for
  /// long ends it, too.
  ///
  /// Source: Firebase §4.2; only the first session of an installation has the last two parameters.
  private mutating func goOnWithSession(_ context: Context) -> [Action] {
    let wall = context.now.wall
    let timeout = context.settings.sessionTimeout
    let isOver =
      memory.sessionStarted == nil
      || memory.lastActive.map { active in
        wall - active > timeout
          // The clock was set back.
          || active - wall > timeout
      } ?? true
    let kept = remember {
      $0.lastActive = wall
      guard isOver else { return }
      $0.sessionNumber += 1
      $0.sessionStarted = wall
      $0.sessionEngagement = 0
      $0.propertyChanges += 1
    }
    guard isOver, let session = memory.session else { return kept }
    var parameters: OrderedDictionary<String, Value> = [
      "session_id": .int(session.id), "session_number": .int(session.number),
    ]
    if session.number == 1 {
      parameters["firebase_conversion"] = 1
      parameters["firebase_realtime"] = 1
    }
    return kept + [.goOn(.logAutomatic("_s", parameters))]
  }

  private func updates(since before: FirebaseMemory) -> [Action] {
    var actions: [Action] = []
    if let old = before.appVersion,
      old != memory.appVersion || before.appBuild != memory.appBuild
    {
      actions.append(.goOn(.logAutomatic("_au", ["previous_app_version": .string(old)])))
    }
    if let old = before.osVersion, old != memory.osVersion {
      actions.append(.goOn(.logAutomatic("_ou", ["previous_os_version": .string(old)])))
    }
    return actions
  }

  /// Logs the engagement since the last report, and moves the last activity of the session.
  private mutating func tellEngagement(
    _ context: Context, atLeast shortest: Duration = .zero
  ) -> [Action] {
    let engagement = use.takeEngagement(at: context.now.instant, atLeast: shortest)
    guard let engagement else { return [] }
    return remember { $0.lastActive = context.now.wall } + logAutomatic("_e", engagement, context)
  }

  // MARK: Screens

  /// Handles a view that appeared; the visible one is ignored. One that is there before the app is
  /// in use is logged when it appears again.
  private mutating func seeScreen(_ name: String, _ context: Context) -> [Action] {
    guard memory.isCollecting, use.isNews(name) else { return [] }
    guard use.isInUse else {
      use.track(name)
      return []
    }
    return leaveScreen(context) + [.goOn(.screenTracked(name))]
  }

  private mutating func leaveScreen(_ context: Context) -> [Action] {
    // In the background only `extend_session` is activity.
    guard use.isInUse else { return [] }
    return remember { $0.lastActive = context.now.wall }
      + tellEngagement(context, atLeast: context.settings.shortestEngagement)
  }

  /// Logs a screen of the app: its name and class become those of the event.
  ///
  /// Source: Firebase §4.4.
  private mutating func logScreen(
    _ outcome: FirebaseOutcome, _ name: String, _ context: Context
  ) -> [Action] {
    var outcome = outcome
    // What a phone's log shows of a screen has Firebase's names.
    func taken(_ name: String, _ short: String) -> String? {
      let all = outcome.logged.parameters.filter {
        $0.key == name || FirebaseWireNames.parameter($0.key) == short
      }
      for key in all.keys { outcome.logged.parameters[key] = nil }
      return all.values.lazy.compactMap(\.text).first
    }
    let (title, `class`) = (taken("screen_name", "_sn"), taken("screen_class", "_sc"))
    outcome.logged.parameters.merge(use.show(title, class: `class`)) { $1 }
    outcome.screen = use.screenParameters
    let hasClass = outcome.screen["firebase_screen_class"] != nil
    return (hasClass ? [] : [.log(LogRecord(.screenWithoutClass, [title ?? "(null)"]))])
      + checked(outcome, name, context)
  }

  // MARK: The user

  /// Source: Firebase §3.2; they are added to the existing ones, a null removes one, and they last.
  private mutating func setDefaultParameters(
    _ parameters: OrderedDictionary<String, Value>?
  ) -> [Action] {
    remember { memory in
      guard let parameters else {
        memory.defaultParameters = [:]
        return
      }
      for (name, value) in parameters.elements {
        memory.defaultParameters[name] = value == .null ? nil : value
      }
    }
  }

  private mutating func setUserProperty(
    _ name: String, _ value: String?, _ context: Context
  ) -> [Action] {
    let value = value?.isEmpty == true ? nil : value
    if name == "allow_personalized_ads", let status = ConsentStatus(ofPersonalizedAds: value) {
      // Source: Firebase §7.2; it is this setting of consent by another name.
      var consent = Consent()
      consent[.adPersonalization] = status
      return setConsent(consent, context)
    }
    let fault = FirebaseFault(
      ofUserProperty: name, value, known: memory.userProperties.keys)
    return change(unless: fault, context) { flow in
      guard value != nil || flow.memory.userProperties[name] != nil else { return [] }
      let removed: [Action] = value == nil ? [.log(LogRecord(.propertyRemoved, [name]))] : []
      return removed
        + flow.remember {
          $0.userProperties[name] = value
          $0.propertyTimes[name] = value.map { _ in context.now.wall }
          $0.propertyChanges += 1
        }
    }
  }

  private mutating func setUserID(_ id: String?, _ context: Context) -> [Action] {
    let id = id?.isEmpty == true ? nil : id
    let fault = FirebaseFault(ofValue: id, "user_id", limit: Limits.userIDLength)
    return change(unless: fault, context) { flow in
      flow.remember {
        $0.userID = id
        $0.userIDSet = context.now.wall
        $0.propertyChanges += 1
      }
    }
  }

  /// Changes the data about the user, unless there is a fault. Then Firebase ignores the change and
  /// logs an error; if faults are only marked, it reports the fault and continues.
  private mutating func change(
    unless fault: FirebaseFault?, _ context: Context,
    _ change: (inout FirebaseFlow) -> [Action]
  ) -> [Action] {
    guard var fault else { return change(&self) }
    fault.isWarning = context.settings.firebaseValidation == .warn
    if fault.isWarning { return fault.lines + change(&self) }
    let error = FirebaseCheck.error(fault, at: context.now.wall)
    var outcome = FirebaseOutcome(logged: error, source: .automatic)
    outcome.faults = [fault]
    outcome.passed = [FirebaseOutcome.Passed(event: error)]
    return fault.lines + finish(outcome, UpdateRecord(of: outcome), context)
  }

  // MARK: Consent

  /// Makes settings of consent mode that the release knows.
  ///
  /// Source: Firebase §7.1, Firebase §8.
  private mutating func setConsent(_ told: Consent, _ context: Context) -> [Action] {
    let known = told.known(in: context.settings.firebaseVersion)
    let ignored = told.made.filter { known[$0.setting] == nil }.map {
      LogRecord(
        .consentIgnored,
        [$0.setting.rawValue, context.settings.firebaseVersion.firebaseText, $0.setting.since])
    }
    let said = say(of: ignored)
    guard !known.isEmpty else { return said }
    let kept = remember {
      $0.consent = known.over($0.consent)
      if known[.adPersonalization] != nil { $0.personalizationSet = context.now.wall }
    }
    return said + kept + applyConsent(telling: known, context)
  }

  /// Puts the settings of the app and of its information file in force. A storage that becomes
  /// denied deletes the user properties; with releases up to 10.22 it resets the installation.
  ///
  /// Source: Firebase §7.3. That a denial by a new default does so too with later releases is
  /// inferred.
  ///
  /// - Parameter told: the settings that the app makes now.
  private mutating func applyConsent(
    telling told: Consent = Consent(), _ context: Context
  ) -> [Action] {
    let release = context.settings.firebaseVersion
    let before = memory.consentInForce
    let defaults = context.facts.consentDefaults
    var consent = memory.consent.over(defaults).known(in: release)
    guard consent != before else { return [] }
    let isWithdrawn =
      memory.hasOpened
      && ConsentSetting.allCases.contains {
        $0.isStorage && consent.denies($0) && !before.denies($0)
      }
    if isWithdrawn, told[.adPersonalization] == nil {
      consent[.adPersonalization] = defaults.known(in: release)[.adPersonalization]
    }
    let kept = remember {
      if isWithdrawn {
        $0.userProperties = [:]
        $0.propertyTimes = [:]
        $0.consent[.adPersonalization] = told[.adPersonalization]
      }
      $0.consentInForce = consent
      $0.propertyChanges += 1
    }
    let unknown = consent.made.filter { $0.status.isUnknown(for: $0.setting) }.map {
      LogRecord(.consentUnknown, ["\($0.setting.rawValue)=\($0.status.rawValue)"])
    }
    let isReset = isWithdrawn && release < ConsentSetting.firstKeepingData
    return kept + say(of: unknown) + (isReset ? resetAnalytics(context) : [])
  }

  /// Returns the lines that this process has not logged yet.
  private mutating func say(of records: [LogRecord]) -> [Action] {
    records.filter { saidOfConsent.insert($0).inserted }.map { .log($0) }
  }

  /// Source: Firebase §3.3; all data of the installation is cleared, and it gets a new id. That it
  /// begins with a first opening again follows from the new id; the debug flag and whether events
  /// are collected are not data.
  private mutating func resetAnalytics(_ context: Context) -> [Action] {
    heldEvents = []
    use.forget(at: context.now.instant)
    _ = uploads.handle(
      .forgotten, at: context.now.wall, isDebugging: memory.isDebugging, context.settings)
    let kept = remember { memory in
      var new = memory.reinstalled
      new.isCollecting = memory.isCollecting
      new.consent = memory.consent
      new.consentInForce = memory.consentInForce
      new.personalizationSet = memory.personalizationSet
      new.isDebugging = memory.isDebugging
      memory = new
    }
    return [.dropHits, .uploads(.cancelTimer)] + kept + (use.isInUse ? beginUse(context) : [])
  }

  // MARK: Logging

  /// Logs an event of the app. One of a screen ends that of the screen before.
  private mutating func log(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, _ context: Context
  ) -> [Action] {
    let short = FirebaseNames.short(name)
    let event = event(short, parameters, context)
    guard memory.isCollecting else { return drop(event, context) }
    let check = FirebaseCheck(
      event, knownNames: memory.eventNames, context.settings.firebaseValidation,
      textLength: context.settings.parameterTextLength,
      // Source: Firebase §8; which release between them began it is not known.
      reservesScreens: context.settings.firebaseVersion < SDKVersion(6, 30))
    var outcome = FirebaseOutcome(logged: check.isDropped ? event : check.event, source: .app)
    outcome.screen = use.screenParameters
    outcome.faults = check.faults
    outcome.isDropped = check.isDropped
    if !outcome.isDropped, short == Self.screenView {
      let told = ["screen_name", "screen_class"].compactMap { parameters[$0] }
        .filter { $0.text == nil }
        .map { Action.log(LogRecord(.screenNoText, [$0 == .null ? "(nil)" : JavaScript.text($0)])) }
      return told + leaveScreen(context) + [.goOn(.screenLogged(outcome, name: name))]
    }
    guard !outcome.isDropped, !use.isInUse,
      [.int(1), .double(1)].contains(outcome.logged.parameters["extend_session"])
    else { return checked(outcome, name, context) }
    return goOnWithSession(context) + [.goOn(.checked(outcome, name: name))]
  }

  private mutating func checked(
    _ outcome: FirebaseOutcome, _ name: String, _ context: Context
  ) -> [Action] {
    let told = outcome.faults.flatMap(\.lines)
    if outcome.isDropped, let fault = outcome.faults.last {
      var outcome = outcome
      let error = FirebaseCheck.error(fault, at: context.now.wall)
      outcome.passed = [FirebaseOutcome.Passed(event: error)]
      return told + finish(outcome, UpdateRecord(of: outcome), context)
    }
    let kept = remember {
      if $0.eventNames.count < Limits.eventNames { $0.eventNames.append(name) }
    }
    return told + kept + pass(outcome, context)
  }

  private mutating func logAutomatic(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, _ context: Context
  ) -> [Action] {
    logAutomatic(event(name, parameters, context), context)
  }

  private mutating func logAutomatic(_ event: FirebaseEvent, _ context: Context) -> [Action] {
    guard memory.isCollecting else { return [] }
    var outcome = FirebaseOutcome(logged: event, source: .automatic)
    outcome.screen = use.screenParameters
    return pass(outcome, context)
  }

  private func event(
    _ name: String, _ parameters: OrderedDictionary<String, Value>, _ context: Context
  ) -> FirebaseEvent {
    FirebaseEvent(
      name: name, parameters: parameters.merging(memory.defaultParameters) { own, _ in own },
      logged: context.now.wall)
  }

  /// Drops an event, because nothing is collected.
  private mutating func drop(_ event: FirebaseEvent, _ context: Context) -> [Action] {
    var outcome = FirebaseOutcome(logged: event, source: .app)
    outcome.isDropped = true
    outcome.faults = [
      FirebaseFault(
        code: 0, subject: event.longName, reason: "is not collected, because collection is off",
        remedy: "turn collection on")
    ]
    return [.log(LogRecord(.collectionOff, [event.longName]))]
      + finish(outcome, UpdateRecord(of: outcome), context)
  }

  // MARK: The container

  private mutating func pass(_ outcome: FirebaseOutcome, _ context: Context) -> [Action] {
    guard context.awaitsContainer else { return [judge(outcome)] }
    let name = outcome.logged.longName
    guard heldEvents.count < Limits.heldEvents else {
      return [.log(LogRecord(.heldEventPassedBy, [name, String(Limits.heldEvents)]))]
        + finish(outcome.passingOn, UpdateRecord(of: outcome), context)
    }
    heldEvents.append(outcome)
    return [.log(LogRecord(.eventHeld, [name]))]
  }

  /// The first event that a container receives, once it is loaded.
  ///
  /// Source: Firebase §5.2.
  static let containerLoad = "gtm.load"

  /// Whether anything waits for the container.
  var waitsForContainer: Bool { !heldEvents.isEmpty || !hasLoadedContainer && heldCalls == nil }

  /// Handles a loaded container: it receives the event of its loading, and then the waiting events,
  /// in order.
  mutating func containerLoaded(_ context: Context) -> [Action] {
    let isFirst = !hasLoadedContainer
    hasLoadedContainer = true
    let held = heldEvents
    heldEvents = []
    let load = FirebaseEvent(name: Self.containerLoad, logged: context.now.wall)
    let loaded =
      isFirst && context.listensForLoad
      ? [judge(FirebaseOutcome(logged: load, source: .container))] : []
    return loaded
      + held.map { outcome in
        var outcome = outcome
        outcome.waited = context.now.wall - outcome.logged.logged
        return judge(outcome)
      }
  }

  private func judge(_ outcome: FirebaseOutcome) -> Action {
    var event = outcome.logged
    if outcome.source == .app {
      // A container receives the screen with an event of the app (Firebase §3.4).
      event.parameters.merge(outcome.screen) { own, _ in own }
    }
    return .judge(outcome, scope(of: event))
  }

  /// Returns the data that a container can read from Firebase.
  func scope(of event: FirebaseEvent?) -> FirebaseScope {
    FirebaseScope(event: event, userProperties: memory.userProperties)
  }

  /// Continues after the containers have judged an event.
  mutating func judged(
    _ outcome: FirebaseOutcome, _ record: UpdateRecord, _ context: Context
  ) -> [Action] {
    var outcome = outcome
    for tag in record.firings.flatMap(\.tags) {
      guard case .logged(let events, let suppresses) = tag.result else { continue }
      for event in events {
        outcome.passed.append(FirebaseOutcome.Passed(event: event, tag: tag.name))
      }
      if suppresses { outcome.suppressedBy.append(tag.name) }
    }
    return finish(outcome.passingOn, record, context)
  }

  // MARK: Passing on

  /// Stores the events that are passed on to Firebase, and reports the event.
  ///
  /// - Parameter record: the result of the containers.
  private mutating func finish(
    _ outcome: FirebaseOutcome, _ record: UpdateRecord, _ context: Context
  ) -> [Action] {
    var hits: [Action] = []
    let kept = remember { memory in
      hits = outcome.passed.map { .store(memory.hit(of: $0, outcome, context)) }
    }
    var actions = kept + hits
    var record = record
    record.firebase = outcome
    if context.isTracing { record.firebaseState = known }
    actions.append(.processed(record))
    // Engagement alone, as after an hour in use, starts no upload (Firebase §6.1).
    if outcome.passed.contains(where: { $0.event.name != "_e" || memory.isDebugging }) {
      actions.append(.goOn(.stored))
    }
    return actions
  }

  var known: FirebaseState {
    var known = FirebaseState(of: memory)
    known.heldEvents = heldEvents.count
    return known
  }
}

// MARK: - Hits

extension FirebaseMemory {
  /// Returns the hit that is stored for an event passed on to Firebase.
  fileprivate mutating func hit(
    of passed: FirebaseOutcome.Passed, _ outcome: FirebaseOutcome, _ context: FirebaseFlow.Context
  ) -> Hit {
    var event = passed.event
    let isOwn = outcome.source == .automatic && passed.tag == nil
    if isOwn, event.name == "_e", case .int(let told)? = event.parameters["engagement_time_msec"] {
      engage(told, at: event.logged)
    }
    event.previous = stored(event)
    var added = added(passed.tag == nil ? isOwn ? "auto" : "app" : "app+gtm", context.facts)
    for (name, value) in outcome.screen where event.parameters[name] == nil {
      added[name] = ValueConversion.text(value)
    }
    return Hit(
      kind: .firebase(event, userProperties: travelling), tag: passed.tag, added: added,
      created: min(event.logged, context.now.wall))
  }
}
