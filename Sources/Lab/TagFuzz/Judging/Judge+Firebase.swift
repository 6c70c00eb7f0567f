import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// What Firebase logs, what each event carries, and when it uploads.
extension Judge {
  /// What is known of Firebase on the phone.
  struct Firebase: Sendable {
    var reference = ReferenceFirebase()
    /// What a process finds on the disk.
    @Boxed var kept = ReferenceFirebase.Memory()
    var awaitsContainer = false
    /// The events that wait for the container.
    var held: [ReferenceFirebase.Event] = []
    /// What the container is given with each event of the step.
    var given: [OrderedDictionary<String, Value>] = []
    /// The user properties at each of them.
    var properties: [OrderedDictionary<String, String>] = []
    /// The flag with which the app is started next.
    var debugFlag: Bool?
    /// What an app that is suspended hears of when it returns.
    var deferred: [ReferenceFirebase.Input] = []
    /// Whether the network came back meanwhile.
    var hasNetworkBack = false
    /// The number of the first screen of this process; nil where none is seen yet.
    var firstScreen: Int64?
    /// Whether what happens is not followed any more.
    var isOpen = false
  }

  private enum Told {
    case launched
    /// The container is there.
    case released
    case input(ReferenceFirebase.Input)
  }

  /// Follows Firebase through a step.
  mutating func judgeFirebase(_ step: Timeline.RedoneStep) throws(Departure) {
    guard step.after.settings.generation == .firebase else { return }
    (firebase.given, firebase.properties) = ([], [])
    if isStrange(step) { firebase.isOpen = true }
    if firebase.isOpen { return }
    switch step.act {
    case .emptyDisk?, .reinstall?: firebase.kept = firebase.kept.reinstalled
    default: break
    }
    let before = firebase.reference.memory
    var rows = step.record.rows.filter { $0.update?.firebase != nil }[...]
    for told in told(in: step, rows.first?.update) {
      switch told {
      case .launched: launched(step)
      case .released: try release(&rows, step)
      case .input(let input):
        let (now, instant) = Self.times(step)
        if case .reset = input { firebase.held = [] }
        try pass(firebase.reference.take(input, at: now, instant), &rows, step)
        // The engagement of an hour, which waits for others, is not hurried either.
        if case .debug(true) = input, step.before.world.disk.count(of: .firebase) > 0,
          firebase.reference.uploads.waits
        {
          firebase.reference.uploads.stored(at: now, instant, isDebugging: true)
        }
      }
    }
    if let name = rows.first?.update?.firebase?.logged.longName {
      throw departed(.firebase, step, "\(name) is logged, and should not be")
    }
    if let hour = firebase.reference.hour, hour < Self.times(step).instant, step.after.isRunning {
      throw departed(.firebase, step, "an hour in front is over, and is not reported")
    }
    let waiting = step.after.runtime?.firebase.heldEvents ?? firebase.held.count
    try check(
      waiting == firebase.held.count, .firebase, step,
      "\(waiting) events wait for the container, and should be \(firebase.held.count)")
    try judgeUploads(step)
    if before != firebase.reference.memory, step.after.world.disk.condition != .ioError {
      firebase.kept = firebase.reference.memory
    }
  }

  private static func times(_ step: Timeline.RedoneStep) -> (now: Int64, instant: Int64) {
    (step.after.now.wall.milliseconds, step.after.now.instant.milliseconds)
  }

  /// Whether a step does what no app with Firebase can, or lets Firebase take everything.
  private func isStrange(_ step: Timeline.RedoneStep) -> Bool {
    switch step.act {
    case .open?, .useContainer?, .app(.open)?, .app(.close)?: return true
    default: return step.after.settings.firebaseValidation == .warn || step.before.isFrozen
    }
  }

  private mutating func launched(_ step: Timeline.RedoneStep) {
    let world = step.after.world
    firebase.reference.facts = (world.app.version, world.app.build, world.device.osVersion)
    firebase.reference.consentDefaults = Self.answers(world.app.consentDefaults)
    let isRead = world.disk.condition == .ok
    firebase.reference.begin(isRead ? firebase.kept : ReferenceFirebase.Memory())
    firebase.awaitsContainer = !world.app.containers.isEmpty
    (firebase.held, firebase.deferred, firebase.hasNetworkBack) = ([], [], false)
    firebase.firstScreen = nil
    let (now, instant) = Self.times(step)
    if step.before.world.disk.count(of: .firebase) > 0 {
      firebase.reference.uploads.found(at: now, instant)
    }
  }

  // MARK: What Firebase is told

  private mutating func told(
    in step: Timeline.RedoneStep, _ first: UpdateRecord?
  ) -> [Told] {
    let app = step.after.world.app
    func inputs(_ inputs: [ReferenceFirebase.Input]) -> [Told] { inputs.map { .input($0) } }
    switch step.act {
    case .launch(_, _, _, let link, _)?: return shown(step) + inputs(Self.link(link))
    case .openURL(let url)?: return shown(step) + inputs(Self.link(url))
    case .happening(.notification(.opened, let given))?:
      return shown(step) + [.input(.happening("_no", given))]
    case .happening(let happening)?: return inputs(happened(happening, step))
    case .foreground?: return shown(step)
    case .background?: return inputs(Self.inputs(of: app.onBackground, app) + [.away])
    case .kill? where !step.before.isSuspended: return inputs(Self.inputs(of: app.onTerminate, app))
    case .screen(let name)?: return inputs(Self.inputs(seeing: name, app))
    case .tap(let title, let arguments)?:
      let button = step.before.screen?.button(titled: title)
      return inputs(Self.inputs(of: button?.actions ?? [], app, arguments))
    case .app(.firebase(let call))?:
      if step.before.isRunning { return [.input(Self.input(of: call))] }
      if case .setDebugMode(let isOn) = call { firebase.debugFlag = isOn }
      return []
    case .device?:
      if !step.before.isSuspended {
        firebase.reference.facts.system = step.after.world.device.osVersion
      }
      return []
    case .jump?, nil: return arrived(step) + hour(step, first)
    default: return []
    }
  }

  /// The app comes to the front, or starts there.
  private mutating func shown(_ step: Timeline.RedoneStep) -> [Told] {
    let app = step.after.world.app
    if step.before.launchNumber != step.after.launchNumber {
      let flag = firebase.debugFlag
      firebase.debugFlag = nil
      let first = app.onLaunch.lazy.compactMap { action in
        if case .goes(let screen) = action { screen } else { nil }
      }.first
      return [.launched] + (flag.map { [.input(.debug($0))] } ?? []) + arrived(step)
        + (app.tellsScreens ? first.map { [.input(.screen($0))] } ?? [] : [])
        + [.input(.front)] + Self.inputs(of: app.onLaunch, app).map { .input($0) }
    }
    guard step.before.isInBackground, !step.after.isInBackground else { return [] }
    let deferred = firebase.deferred
    firebase.deferred = []
    firebase.reference.facts.system = step.after.world.device.osVersion
    let inputs = [.front] + Self.inputs(of: app.onForeground, app) + deferred
    return inputs.map { .input($0) } + arrived(step)
  }

  private mutating func happened(
    _ happening: Happening, _ step: Timeline.RedoneStep
  ) -> [ReferenceFirebase.Input] {
    let input: ReferenceFirebase.Input
    switch happening {
    case .purchase(let given): return [.happening("_iap", given)]
    case .crash: return [.happening("_ae", ["fatal": 1])]
    case .notification(.received, let given):
      input = .happening(step.before.isInBackground ? "_nr" : "_nf", given)
    case .notification(_, let given): input = .happening("_nd", given)
    }
    if !step.before.isSuspended { return [input] }
    firebase.deferred.append(input)
    return []
  }

  /// The container arrives, and the app does what it does then.
  private func arrived(_ step: Timeline.RedoneStep) -> [Told] {
    var told: [Told] = []
    for load in step.record.loads {
      guard case .handedOut(let handing, _) = load.kind, load.launch == step.after.launchNumber
      else { continue }
      told.append(.released)
      if handing == .failed { continue }
      let app = step.after.world.app
      told += Self.inputs(of: app.container(load.container)?.onContainer ?? [], app)
        .map { .input($0) }
    }
    return told
  }

  /// Another hour in front is over: of what is due at the same time the rows tell what comes first.
  private func hour(_ step: Timeline.RedoneStep, _ first: UpdateRecord?) -> [Told] {
    guard step.before.isRunning, let hour = firebase.reference.hour,
      hour <= Self.times(step).instant
    else { return [] }
    let isNow = first?.firebase?.logged.name == "_e" || !firebase.reference.memory.isCollecting
    return step.act != nil || isNow || firebase.awaitsContainer ? [.input(.hour)] : []
  }

  private static func link(_ url: String?) -> [ReferenceFirebase.Input] {
    guard let url, ["http", "https"].contains(url.prefix { $0 != ":" }.lowercased()) else {
      return []
    }
    return [.link(url)]
  }

  private static func inputs(seeing name: String, _ app: App) -> [ReferenceFirebase.Input] {
    let automatic: [ReferenceFirebase.Input] = app.tellsScreens ? [.screen(name)] : []
    return automatic + inputs(of: app.screen(named: name)?.onView ?? [], app)
  }

  private static func inputs(
    of actions: [AppAction], _ app: App, _ arguments: OrderedDictionary<String, Value> = [:]
  ) -> [ReferenceFirebase.Input] {
    actions.flatMap { action in
      if case .goes(let screen) = action { return inputs(seeing: screen, app) }
      return action.firebaseCall(with: arguments).map { [input(of: $0)] } ?? []
    }
  }

  /// Whether each setting of consent is granted; a default for the regions of a policy is none.
  private static func answers(_ consent: Consent) -> OrderedDictionary<String, Bool> {
    var answers: OrderedDictionary<String, Bool> = [:]
    for setting in ConsentSetting.allCases where consent[setting] != .euConsentPolicy {
      answers[setting.rawValue] = consent[setting].map { $0 == .granted }
    }
    return answers
  }

  private static func input(of call: FirebaseCall) -> ReferenceFirebase.Input {
    switch call {
    case .logEvent(let name, let given): .log(name, given)
    case .setDefaultParameters(let given): .defaults(given)
    case .setUserProperty(let name, let value): .property(name, value)
    case .setUserID(let id): .user(id)
    case .setCollection(let isOn): .collection(isOn)
    case .setDebugMode(let isOn): .debug(isOn)
    case .setConsent(let consent): .consent(answers(consent))
    case .resetAnalytics: .reset
    }
  }

  // MARK: What it logs

  private mutating func release(
    _ rows: inout ArraySlice<EventRow>, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    firebase.awaitsContainer = false
    while rows.first?.update?.firebase?.source == .container, let row = rows.popFirst() {
      note(row.update?.firebase?.logged.parameters ?? [:])
      var hits = Self.hits(of: row, step)
      try judgeTagEvents(of: row, &hits, step)
    }
    let held = firebase.held
    firebase.held = []
    try pass(held, &rows, step, areHeld: true)
  }

  private mutating func note(_ given: OrderedDictionary<String, Value>) {
    firebase.given.append(given)
    firebase.properties.append(firebase.reference.memory.properties.mapValues(\.text))
  }

  private mutating func pass(
    _ events: [ReferenceFirebase.Event], _ rows: inout ArraySlice<EventRow>,
    _ step: Timeline.RedoneStep, areHeld: Bool = false
  ) throws(Departure) {
    for event in events {
      if firebase.awaitsContainer, event.fate == .passes {
        firebase.held.append(event)
        continue
      }
      try pass(event, &rows, step)
      // Classes of the app log events while the container judges one.
      while let next = rows.first?.update?.firebase, next.source == .app, next.waited == nil,
        Self.isOfClass(next.logged.longName, step.after.world.app)
      {
        let (now, instant) = Self.times(step)
        let input = ReferenceFirebase.Input.log(next.logged.longName, next.logged.parameters)
        for var made in firebase.reference.take(input, at: now, instant) {
          // What follows in the same moment, such as another screen, is not there yet.
          for name in ["_sn", "_sc", "_si"] where !areHeld && made.fate == .passes {
            made.parameters[name] = event.parameters[name]
          }
          try pass(made, &rows, step)
        }
      }
    }
  }

  private static func isOfClass(_ name: String, _ app: App) -> Bool {
    app.classes.flatMap(\.actions).contains { action in
      guard case .pushes(let template) = action else { return false }
      return (try? template.update())?.members?["event"] == .string(name)
    }
  }

  private static func hits(
    of row: EventRow, _ step: Timeline.RedoneStep
  ) -> ArraySlice<Hit> {
    row.hits.compactMap { $0.flatMap { step.after.world.hit($0)?.hit } }
      .filter { $0.queue == .firebase }[...]
  }

  /// The event is the next one, and what is stored of it is what should be.
  private mutating func pass(
    _ event: ReferenceFirebase.Event, _ rows: inout ArraySlice<EventRow>,
    _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard let row = rows.popFirst(), let outcome = row.update?.firebase else {
      throw departed(.firebase, step, "\(event.name) is not logged, and should be")
    }
    let isDropped = outcome.isDropped || outcome.isError
    let isRight = event.fate == .passes ? outcome.logged.name == event.name : isDropped
    try check(
      isRight && isDropped == (event.fate != .passes), .firebase, step,
      "\(outcome.logged.name) is logged\(isDropped ? " and refused" : ""), and should be "
        + "\(event.name) \(event.parameters["_ev"].map { Self.words($0) } ?? "")")
    var given = event.parameters.keys.reduce(into: OrderedDictionary<String, Value>()) {
      $0[FirebaseWireNames.longParameter($1)] = event.parameters[$1]
    }
    if event.isOwn || event.fate != .passes { given = outcome.logged.parameters }
    note(given)
    var hits = Self.hits(of: row, step)
    try judgeTagEvents(of: row, &hits, step, for: event)
    if event.fate != .nothing, outcome.suppressedBy.isEmpty {
      try judge(hits.popFirst(), event, step)
    }
    try check(hits.isEmpty, .firebase, step, "\(event.name) is stored twice")
  }

  /// The events that tags logged for another one: what they say is the tags' matter, and what is
  /// added to them is Firebase's.
  private mutating func judgeTagEvents(
    of row: EventRow, _ hits: inout ArraySlice<Hit>, _ step: Timeline.RedoneStep,
    for cause: ReferenceFirebase.Event? = nil
  ) throws(Departure) {
    guard let outcome = row.update?.firebase else { return }
    for passed in outcome.passed where passed.tag != nil {
      var event = ReferenceFirebase.Event(
        name: passed.event.name, parameters: [:], time: passed.event.logged.milliseconds,
        isOwn: false)
      for (name, value) in passed.event.parameters {
        event.parameters[FirebaseWireNames.parameter(name)] = value
      }
      for name in ["_sn", "_sc", "_si"] where event.parameters[name] == nil {
        event.parameters[name] = cause?.parameters[name]
      }
      try judge(hits.popFirst(), event, step, isOfTag: true)
    }
  }

  private mutating func judge(
    _ hit: Hit?, _ event: ReferenceFirebase.Event, _ step: Timeline.RedoneStep,
    isOfTag: Bool = false
  ) throws(Departure) {
    guard let hit, let told = (try? JSONReader.read(hit.payload))?.members,
      let made = told["events"]?.elements?.first?.members,
      var parameters = made["params"]?.members
    else { throw departed(.firebase, step, "\(event.name) is not stored, and should be") }
    var (wanted, previous) = firebase.reference.store(event, origin: isOfTag ? "app+gtm" : nil)
    for name in ["_si", "_pi"] {
      // The first number of a process is random, and is learned from its first event; what a tag
      // took over from its event has it.
      guard case .int(let number)? = wanted[name], parameters[name] != wanted[name] else {
        continue
      }
      if firebase.firstScreen == nil, case .int(let seen)? = parameters[name] {
        firebase.firstScreen = seen &- number
      }
      wanted[name] = .int((firebase.firstScreen ?? 0) &+ number)
    }
    if event.fate == .error {
      // Who logs an error, and whether it carries the screen, no source says.
      for name in ["_o", "_sn", "_sc", "_si"] { (parameters[name], wanted[name]) = (nil, nil) }
    }
    wanted["name"] = .string(event.name)
    wanted["time"] = .int(event.time)
    wanted["previous time"] = previous.map { .int($0) }
    parameters["name"] = made["name"]
    parameters["time"] = made["timestamp_millis"]
    parameters["previous time"] = made["previous_timestamp_millis"]
    counts.firebaseEvents += 1
    try compare(parameters, wanted, "\(event.name) has", step)
    let letThrough = firebase.reference.letThrough(
      isTracked: step.after.world.device.tracking != nil)
    guard told["gcs"]?.text == letThrough?.storages,
      (told["app_instance_id"] != nil) == letThrough?.hasInstance ?? false
    else { throw departed(.firebase, step, "\(event.name) left with another consent") }
    let travelling = firebase.reference.travelling.mapValues { value, time in
      Value.map(["value": value, "set_timestamp_millis": .int(time)])
    }
    try compare(
      told["user_properties"]?.members ?? [:], travelling, "\(event.name) has the user property",
      step)
  }

  private func compare(
    _ told: OrderedDictionary<String, Value>, _ wanted: OrderedDictionary<String, Value>,
    _ words: String, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let wanted = (try? JSONReader.read(JSONWriter.write(.map(wanted))))?.members ?? [:]
    for name in Set(told.keys).union(wanted.keys).sorted() where told[name] != wanted[name] {
      throw departed(
        .firebase, step,
        "\(words) \(name) = \(Self.words(told[name])), and should have \(Self.words(wanted[name]))")
    }
  }
}

// MARK: - Uploads

extension Judge {
  private mutating func judgeUploads(_ step: Timeline.RedoneStep) throws(Departure) {
    let (now, instant) = Self.times(step)
    let world = step.after.world
    if step.before.isSuspended, !step.before.world.isReachable, world.isReachable {
      firebase.hasNetworkBack = true
    }
    let flow = step.after.runtime?.dispatch(of: .firebase)
    let isSame = step.before.launchNumber == step.after.launchNumber
    let before = isSame ? step.before.runtime?.dispatch(of: .firebase) : nil
    let count = world.disk.count(of: .firebase)
    if let flow, let end = endOfUpload(step, before, flow) {
      firebase.reference.uploads.end(end, at: now, instant)
      // The next bundle follows at once, and so does a look for what may have come meanwhile.
      // Where more happens in a step, it is not known what came first.
      let goesOn = step.act == nil ? count > 0 || flow == .reading : flow != .idle
      if goesOn, end == .success || end == .nothing { beginUpload(step) }
    }
    let isDebugging = firebase.reference.memory.isDebugging
    if hasStored(step, isDebugging) {
      firebase.reference.uploads.stored(at: now, instant, isDebugging: isDebugging)
    }
    guard let flow else { return }
    var hasNetworkBack =
      !step.before.isSuspended && !step.before.world.isReachable && world.isReachable
    if isReturned(step) {
      hasNetworkBack = hasNetworkBack || firebase.hasNetworkBack
      firebase.hasNetworkBack = false
    }
    if case .background? = step.act { hasNetworkBack = true }
    if hasNetworkBack, isSame, firebase.reference.uploads.waits,
      !firebase.reference.uploads.rests(at: now)
    {
      beginUpload(step)
    }
    try judgeDue(step, flow)
    let isUnderWay = firebase.reference.uploads.isUnderWay
    try check(
      isUnderWay == (flow != .idle), .firebase, step,
      isUnderWay ? "no upload begins, and one should" : "an upload begins, and none should")
  }

  /// An upload begins when it is due; without a network it waits for one.
  private mutating func judgeDue(
    _ step: Timeline.RedoneStep, _ flow: Runtime.Flows.Dispatch
  ) throws(Departure) {
    let instant = Self.times(step).instant
    if step.after.isSuspended || firebase.reference.uploads.isUnderWay { return }
    guard let due = firebase.reference.uploads.due else { return }
    if due == instant, flow != .idle || step.act != nil || !step.after.world.isReachable {
      beginUpload(step)
    } else if due < instant {
      beginUpload(step)
    }
    guard let due = firebase.reference.uploads.due, !firebase.reference.uploads.isUnderWay,
      step.after.world.isReachable, step.after.world.disk.count(of: .firebase) > 0
    else { return }
    let told = step.after.untilDispatch(of: .firebase)
    try check(
      told == .milliseconds(due - instant), .firebase, step,
      "the next upload is due in \(Self.words(told)), and should be in \(due - instant) ms")
  }

  private mutating func beginUpload(_ step: Timeline.RedoneStep) {
    if step.after.world.isReachable {
      firebase.reference.uploads.begin()
    } else {
      firebase.reference.uploads.wait()
    }
  }

  private func isReturned(_ step: Timeline.RedoneStep) -> Bool {
    step.before.isInBackground && !step.after.isInBackground
  }

  /// Whether something was stored that an upload is for: engagement alone waits for others.
  private func hasStored(_ step: Timeline.RedoneStep, _ isDebugging: Bool) -> Bool {
    let (first, next) = (step.before.world.disk.nextHitID, step.after.world.disk.nextHitID)
    return (first..<max(first, next)).contains { id in
      guard case .firebase(let event, _)? = step.after.world.hit(id)?.hit.kind else { return false }
      return event.name != "_e" || isDebugging
    }
  }

  /// How the request that was under way has ended, or the look at what waits.
  private func endOfUpload(
    _ step: Timeline.RedoneStep, _ before: Runtime.Flows.Dispatch?, _ flow: Runtime.Flows.Dispatch
  ) -> ReferenceUploads.End? {
    let last = step.before.world.requests.entries.last { $0.request.queue == .firebase }
    if before == .reading, flow == .idle { return .nothing }
    guard before == .sending, let last, last.answer == nil else { return nil }
    let entry = step.after.world.requests.entries.last { $0.number == last.number }
    switch entry?.answer {
    case nil, .processEnded?: return nil
    case .portal?, .status(200)?, .status(204)?: return .success
    case .status(let status)?: return .failure(status: status)
    case .none?: return .failure(status: nil)
    }
  }
}
