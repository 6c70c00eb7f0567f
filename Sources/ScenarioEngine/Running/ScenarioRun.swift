public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// A scenario that is being played: its world with its history, where it stands, and what came of
/// it so far. The monitor and the headless runner share it.
public struct ScenarioRun: Sendable {
  /// When a world begins that says nothing about it.
  package static let defaultStart = WallTime(milliseconds: 1_393_714_800_000)
  /// How many results are kept; a prompt may be used for ever.
  package static let resultLimit = 100_000

  /// The scenario.
  @Boxed public internal(set) var scenario: Scenario
  /// What it was given.
  @Boxed public var inputs: RunInputs
  /// The world with its history.
  @Boxed public internal(set) var timeline: Timeline
  /// The place of the next statement.
  public private(set) var position = 0
  /// What came of the statements so far, those of the prompt included.
  public private(set) var results: [StatementResult] = []
  /// How many of them failed.
  package private(set) var failureCount = 0
  /// How many of them are expectations that held.
  package private(set) var heldCount = 0
  /// What was told so far, in order: chapters, captions and notes.
  public private(set) var story: [StoryMoment] = []
  /// What was done so far, in order, with what it left in the history.
  package private(set) var record: [RecordedStatement] = []
  /// Everything that was done after the setup, in order, so that it can be done again.
  package private(set) var acts: [TracedAct] = []
  /// The places in the record of the statements of the scenario, by their places in it.
  private(set) var recordPlaces: [Int] = []
  /// The snapshots that were taken, by their files.
  package internal(set) var snapshots: OrderedDictionary<String, [String]> = [:]
  /// Whether what is done now is not to be watched.
  package private(set) var isHidden = false
  /// Names that were given to rows: the number of the last row at the time, by name.
  package private(set) var marks: OrderedDictionary<String, Int> = [:]
  /// What the history held when the wait that is being played began.
  private var waitStart = RunExtent()
  /// The place in the record of the wait that is being played.
  private var waitPlace: Int?
  /// What was said of pushes that were refused while it was played.
  private var waitRefusals: [Timeline.Line] = []
  /// What the history held when time began to pass that nothing else was done in.
  private var passStart = RunExtent()
  /// Whether the world settles after an act.
  var settles = true
  /// In whose words log lines are shown.
  package private(set) var wording = LogWording.sdk
  /// What the last statements left in the history.
  var last = LastExtents()
  /// Whether a moment is sought in it, so that only what is so matters, and not why.
  var isSought = false
  /// What was found to hold, to be expected of a recording.
  package internal(set) var kept: [KeptExpectation] = []
  /// The branches whose marks were passed, by their names, each as it was there.
  var branchStarts: OrderedDictionary<String, ScenarioRun> = [:]

  /// Prepares a scenario: the world is made and its setup is done.
  public init(_ scenario: Scenario, inputs: RunInputs) {
    self.scenario = scenario
    self.inputs = inputs
    let header = scenario.header
    var settings = Settings(platform: inputs.app.platform)
    settings.seed = header.seed ?? settings.seed
    settings.generation = header.sdk.generation
    timeline = Timeline(
      Simulation(
        app: inputs.app, device: header.device.applied(to: Device(platform: inputs.app.platform)),
        zone: inputs.zone,
        start: header.start ?? Self.defaultStart, reportZone: inputs.reportZone,
        propertyZones: inputs.propertyZones, settings: settings, disk: inputs.disk),
      size: inputs.history)
    timeline.givesUp = inputs.givesUp
    for statement in scenario.setup { execute(statement, .setup) }
    publishOverride()
  }

  /// A container that was given from outside is published even where the scenario publishes none.
  private mutating func publishOverride() {
    guard let override = inputs.publishedOverride, !scenario.publishes else { return }
    do throws(ActError) {
      try timeline.perform(.publish(override, container: inputs.overriddenID))
    } catch {
      preconditionFailure("publishing needs nothing of the app: \(error.sentence)")
    }
  }

  /// The next statement; nil at the end.
  public var next: Statement? {
    scenario.statements.indices.contains(position) ? scenario.statements[position] : nil
  }

  /// Moves on to what is to be done at the end whatever happens.
  mutating func moveToTeardown() {
    trace(.teardown)
    position = max(position, scenario.statements.count - scenario.teardownCount)
  }

  /// Executes the next statement; nil at the end.
  @discardableResult
  public mutating func executeNext() -> StatementResult? {
    guard let statement = next else { return nil }
    position += 1
    let result = execute(statement, .scenario(position - 1))
    keepBranchStarts()
    return result
  }

  /// Executes every statement that is left.
  ///
  /// - Complexity: O(n) in the statements and in the events that they set off.
  package mutating func executeRest() {
    while next != nil, !timeline.isGivenUp { executeNext() }
  }

  /// Has long work of this run be given up where somebody says so.
  package mutating func giveUp(when givesUp: @escaping @Sendable () -> Bool) {
    inputs.givesUp = givesUp
    timeline.givesUp = givesUp
  }

  /// Moves past a statement that lets time pass, for somebody who plays it bit by bit: with
  /// `passTime`, and `endWait` at its end.
  ///
  /// - Returns: how long to wait; nil where the next statement is no wait, or cannot be done.
  public mutating func beginWait() -> Duration? {
    guard let statement = next, let duration = waitingTime(of: statement.command) else {
      return nil
    }
    position += 1
    waitStart = RunExtent(of: timeline)
    waitPlace = record.count
    waitRefusals = []
    note(
      RecordedStatement(
        origin: .scenario(position - 1), statement: statement,
        rows: waitStart.rows..<waitStart.rows, moments: story.count, before: standing))
    trace(.began)
    return duration
  }

  /// Ends a wait that was played bit by bit: the world settles, as after any act.
  ///
  /// - Returns: what came of it, where that is a failure.
  @discardableResult
  public mutating func endWait() -> StatementResult? {
    trace(.ended)
    watchingRefusals { if $0.settles { $0.timeline.settle() } }
    defer { waitPlace = nil }
    // The wait is one statement, however many bits it was played in.
    rememberExtent(since: waitStart)
    guard let waitPlace, record.indices.contains(waitPlace) else { return nil }
    record[waitPlace].rows = waitStart.rows..<timeline.rows.count
    let outcome = judged(.done(""), by: waitRefusals, record[waitPlace].origin).bounded
    record[waitPlace].outcome = outcome
    record[waitPlace].end = progress
    guard let result = record[waitPlace].result, result.isFailure else { return nil }
    if results.count < Self.resultLimit { keep(result) }
    return result
  }

  /// Lets a wait go on, and notes which pushes are refused in it.
  private mutating func watchingRefusals(_ goOn: (inout ScenarioRun) -> Void) {
    let before = timeline.refusals.count
    goOn(&self)
    if waitPlace != nil { waitRefusals += timeline.refusals[before...] }
  }

  /// Executes a statement, of the scenario or of the prompt.
  @discardableResult
  public mutating func execute(_ statement: Statement) -> StatementResult {
    execute(statement, .hand)
  }

  @discardableResult
  private mutating func execute(
    _ statement: Statement, _ origin: RecordedStatement.Origin
  ) -> StatementResult {
    // What was done by hand can be taken back, to this moment.
    if origin == .hand { timeline.seal() }
    let before = RunExtent(of: timeline)
    let stood = standing
    let refusals = timeline.refusals.count
    switch origin {
    case .setup: break
    case .scenario: trace(.told)
    case .hand: trace(.line(statement.text, from: statement.location.file))
    }
    let done = outcome(of: statement.command)
    let outcome = judged(done, by: timeline.refusals[refusals...], origin).bounded
    rememberExtent(since: before)
    var result = StatementResult(statement: statement, outcome: outcome)
    if outcome == .passed { result.remarks = remarks(on: statement.command) }
    keep(result, origin, since: before, stood)
    return result
  }

  /// Keeps what came of a statement, and what it left in the history.
  private mutating func keep(
    _ result: StatementResult, _ origin: RecordedStatement.Origin, since before: RunExtent,
    _ stood: Standing
  ) {
    if results.count < Self.resultLimit { keep(result) }
    note(
      RecordedStatement(
        origin: origin, statement: result.statement, rows: before.rows..<timeline.rows.count,
        moments: story.count, outcome: result.outcome, before: stood))
  }

  private mutating func note(_ recorded: RecordedStatement) {
    guard record.count < Self.resultLimit else { return }
    if recorded.isTold { recordPlaces.append(record.count) }
    record.append(recorded)
    record[record.count - 1].end = progress
  }

  /// When something is done now.
  var moment: TracedAct.Moment {
    TracedAct.Moment(at: timeline.live.now.instant, rows: timeline.rows.count)
  }

  /// Notes what is being done, or was done at another moment.
  private mutating func trace(_ action: TracedAct.Action, at moment: TracedAct.Moment? = nil) {
    if case .passed(let more) = action, case .passed(let sum)? = acts.last?.action {
      acts[acts.count - 1].action = .passed(sum.saturatingAdding(more))
      return
    }
    passStart = RunExtent(of: timeline)
    guard acts.count < Self.actLimit else { return }
    acts.append(TracedAct(action: action, moment: moment ?? self.moment))
  }

  /// The monitor asks for the counts at every statement.
  private mutating func keep(_ result: StatementResult) {
    results.append(result)
    if result.isFailure { failureCount += 1 }
    if result.isExpectation, !result.isFailure { heldCount += 1 }
  }

  /// Lets time pass; every event fires that is due on the way.
  public mutating func passTime(_ duration: Duration) {
    // However many bits it passes in, it is one stretch of time.
    trace(.passed(duration.wholeMilliseconds))
    watchingRefusals { $0.timeline.wait(duration) }
    rememberExtent(since: passStart)
  }

  /// Takes the next due event; false when nothing is due. It is recorded as if somebody had waited
  /// for it by hand, and can be taken back as that.
  public mutating func fireNext() -> Bool {
    timeline.seal()
    let before = RunExtent(of: timeline)
    let stood = standing
    let start = timeline.live.now.instant
    let moment = moment
    let refusals = timeline.refusals.count
    guard timeline.fireNext() else { return false }
    trace(.due, at: moment)
    rememberExtent(since: before)
    let passed = timeline.live.now.instant - start
    let result = StatementResult(
      statement: Statement(
        location: .keys, text: "wait " + DurationText.text(passed), command: .wait(passed)),
      outcome: judged(
        .done(EventSummary.text(of: timeline.rows[before.rows...].lazy.map(\.event))),
        by: timeline.refusals[refusals...], .hand
      ).bounded)
    keep(result, .hand, since: before, stood)
    return true
  }

  private mutating func rememberExtent(since before: RunExtent) {
    last.note(since: before, in: timeline)
  }

  private mutating func outcome(of command: Command) -> StatementResult.Outcome {
    let buttons = timeline.live.screen?.buttons ?? []
    if !scenario.header.variesSDK,
      let fault = command.fault(under: timeline.live.settings.generation, of: buttons)
    {
      return .error(fault)
    }
    switch command {
    case .expect(let expectation):
      return check(expectation).map { .failed($0) } ?? .passed
    case .eventually(let limit, let expectation): return eventually(limit, expectation)
    case .never(let duration, let expectation): return never(duration, expectation)
    case .chapter(let text): addToStory { $0 = StoryMoment(rows: $0.rows, chapter: text) }
    case .caption(let text):
      addToStory { $0 = StoryMoment(rows: $0.rows, chapter: $0.chapter, caption: text) }
    case .note(let text): addToStory { $0.note = text }
    case .ask(let question, let answer):
      addToStory {
        $0 = StoryMoment(
          rows: $0.rows, chapter: $0.chapter, caption: question, answer: answer, isQuestion: true)
      }
    case .mark(let name): marks[name] = timeline.rows.count
    case .settle(let isOn):
      settles = isOn
      if isOn { timeline.settle() }
    case .view, .pause: break
    case .hidden(let isHidden): self.isHidden = isHidden
    case .snapshot(let name): return takeSnapshot(name)
    case .wording(let wording): self.wording = wording
    case .act, .containerDefault, .containerSaved, .containerUsed, .publish, .draft, .preview,
      .press, .device, .logger, .wait, .at, .clock, .background:
      return act(command)
    }
    return .done("")
  }

  private mutating func addToStory(_ change: (inout StoryMoment) -> Void) {
    var moment = story.last ?? StoryMoment(rows: 0)
    moment.rows = timeline.rows.count
    change(&moment)
    if story.count < Self.resultLimit { story.append(moment) }
  }

  /// What was being told when there were so many rows; nil before the first chapter or caption.
  ///
  /// - Complexity: O(n) in the moments since then.
  package func story(atRow row: Int) -> StoryMoment? { story.last { $0.rows < max(1, row) } }

  // MARK: Going back

  /// Where the run stands.
  var standing: Standing {
    Standing(
      steps: timeline.stepCount, instant: timeline.live.now.instant, results: results.count,
      moments: story.count, acts: acts.count,
      isHidden: isHidden, settles: settles, wording: wording, last: last)
  }

  /// Forgets statements from a place in the record on, and what came of them.
  ///
  /// - Parameters:
  ///   - place: the place of the first that is forgotten.
  ///   - stood: where the run stood then, as far as the world goes.
  mutating func forget(from place: Int, _ stood: Standing) {
    timeline.cutBack(toStep: stood.steps)
    record.removeSubrange(place...)
    recordPlaces.removeAll { $0 >= place }
    position = recordPlaces.count
    results.removeSubrange(min(stood.results, results.count)...)
    failureCount = results.count(where: \.isFailure)
    heldCount = results.count { $0.isExpectation && !$0.isFailure }
    story.removeSubrange(min(stood.moments, story.count)...)
    acts.removeSubrange(min(stood.acts, acts.count)...)
    (isHidden, settles, wording) = (stood.isHidden, stood.settles, stood.wording)
    last = stood.last
    (waitStart, waitPlace) = (RunExtent(of: timeline), nil)
    kept.removeAll { $0.at.steps > stood.steps }
    passStart = RunExtent(of: timeline)
    marks = [:]
    var taken: Set<String> = []
    for entry in record {
      if case .mark(let name) = entry.statement.command {
        marks[name] = entry.rows.upperBound
      } else if case .snapshot(let name) = entry.statement.command {
        taken.insert(ScenarioPath.snapshot(name, of: scenario))
      }
    }
    snapshots.removeAll { !taken.contains($0.key) }
  }

  /// Notes that what came after a row was taken back.
  mutating func noteCut(toRow number: Int) { trace(.cut(row: number)) }

  /// Has a statement be recorded only up to the rows that there are.
  mutating func clip(recordAt place: Int) {
    let rows = record[place].rows
    record[place].rows = rows.clamped(to: 0..<timeline.rows.count)
    record[place].end = progress
    record[place].isClipped = true
  }

  // MARK: Expectations over time

  private mutating func eventually(
    _ limit: Duration, _ expectation: Expectation
  ) -> StatementResult.Outcome {
    let deadline = timeline.live.now.instant + limit
    var before = RunExtent(of: timeline)
    while true {
      guard let failure = check(expectation) else {
        if settles { timeline.settle() }
        return .passed
      }
      let now = timeline.live.now.instant
      if now >= deadline || timeline.isFull || timeline.isGivenUp { return .failed(failure) }
      if let due = timeline.live.nextDue(), due <= deadline {
        timeline.fireNext()
      } else {
        timeline.wait(deadline - now)
      }
      rememberExtent(since: before)
      before = RunExtent(of: timeline)
    }
  }

  private mutating func never(
    _ duration: Duration, _ expectation: Expectation
  ) -> StatementResult.Outcome {
    let deadline = timeline.live.now.instant + duration
    var before = RunExtent(of: timeline)
    // What was told before does not count: it shall not be told while time passes.
    last.loads = before.loads..<before.loads
    last.lines = before.lines..<before.lines
    while true {
      if check(expectation) == nil {
        let failure = StatementResult.Failure(
          row: timeline.rows.last?.number, lines: ["it became true at \(clockText)"])
        return .failed(failure)
      }
      let now = timeline.live.now.instant
      if let end = timeline.end { return .error(end.sentence) }
      if now >= deadline || timeline.isGivenUp { return .passed }
      if let due = timeline.live.nextDue(), due <= deadline {
        timeline.fireNext()
      } else {
        timeline.wait(deadline - now)
      }
      rememberExtent(since: before)
      before = RunExtent(of: timeline)
    }
  }

  /// What has changed on the phone's disk since a save of it; nil where that is not known.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    timeline.takeDiskChanges(since: save, next: next)
  }

  /// The phone's date now, such as "2014-03-01".
  package var dateText: String {
    timeline.live.world.zone.civil(at: timeline.live.now.wall).dateText
  }

  /// The phone's wall clock now, such as "23:58:40".
  package var clockText: String {
    timeline.live.world.zone.civil(at: timeline.live.now.wall).timeText
  }
}

/// What a run needs and the engine cannot fetch: the files that the scenario names, read by
/// whoever may read files, and the rules of its time zones.
public struct RunInputs: Sendable {
  /// The app.
  @Boxed public var app: App
  /// The containers by the path that the scenario writes.
  public var containers: OrderedDictionary<String, CompiledContainer>
  /// Why files that are bundled as they are hold no container, by the path in the scenario.
  package var refusals: [String: String] = [:]
  /// The rules of the phone's time zone.
  public var zone: ZoneRules
  /// The rules of the report view's time zone; nil is that of the phone.
  public var reportZone: ZoneRules?
  /// The rules of the time zones of properties that are reported in one of their own, by tracking
  /// id.
  public var propertyZones: [String: ZoneRules] = [:]
  /// A container that stands in for every published one.
  public var publishedOverride: CompiledContainer?
  /// The container of the app that the one given from outside says to be; nil where it does not
  /// say, or where there is no choice.
  var overriddenID: String? {
    guard let id = publishedOverride?.version.containerID, app.containers.count > 1,
      app.container(id) != nil
    else { return nil }
    return id
  }

  /// Whether the container that was given from outside stands in for one of the app; nil is the
  /// first one. One that is none of several of the app stands in for all of them.
  func isOverridden(_ id: String?) -> Bool {
    overriddenID.map { $0 == id ?? app.containerID } ?? true
  }

  /// What the phone has on its disk before the setup of the scenario.
  @Boxed public var disk = Disk()
  /// How much memory the history may take.
  public var history = HistorySize()
  /// The snapshots that are kept, by their files.
  package var snapshots: OrderedDictionary<String, [String]> = [:]
  /// Tells, as often as something happens, whether nobody wants to know the rest: time stops then,
  /// and whoever asked for it throws away the run. nil where nobody can say so.
  package var givesUp: (@Sendable () -> Bool)?
  /// What becomes of the snapshots that are taken.
  package var snapshotUse = Snapshot.Use.show

  /// Creates inputs.
  public init(
    app: App, containers: OrderedDictionary<String, CompiledContainer> = [:],
    zone: ZoneRules = .utc, reportZone: ZoneRules? = nil,
    publishedOverride: CompiledContainer? = nil
  ) {
    self.app = app
    self.containers = containers
    self.zone = zone
    self.reportZone = reportZone
    self.publishedOverride = publishedOverride
  }
}

/// What is told at a point of a run.
public struct StoryMoment: Sendable, Hashable {
  /// How many rows the event list had then.
  public var rows: Int
  /// The chapter.
  public var chapter: String?
  /// The caption for the audience, or what the room is asked.
  public var caption: String?
  /// The answer to what the room is asked.
  public var answer: String?
  /// Whether the room is asked something.
  public var isQuestion = false
  /// The note for the presenter.
  public var note: String?
}
