public import OrderedCollections
// The language belongs to the engine for its users.
@_exported public import TagLanguage
public import TagRuntime
public import TagSimulation
import TagWords

/// A run of a scenario: its world with its history, its position, and the results so far. The
/// monitor and the headless runner share it.
public struct ScenarioRun: Sendable {
  /// The start of a world if the scenario does not set one.
  package static let defaultStart = WallTime(milliseconds: 1_393_714_800_000)
  /// The maximum number of stored results, since a prompt may be used without end.
  package static let resultLimit = 100_000
  /// The memory of a record and its result, in bytes.
  private static let recordBytes =
    MemoryLayout<RecordedStatement>.stride + MemoryLayout<StatementResult>.stride

  /// The scenario as played: one way of its matrix, or the story of one branch.
  @Boxed public internal(set) var scenario: Scenario
  /// The external data of the run.
  @Boxed public var inputs: RunInputs
  /// The world with its history.
  @Boxed public internal(set) var timeline: Timeline
  /// The position of the next statement.
  public private(set) var position = 0
  /// The results of the statements so far, including those of the prompt.
  public private(set) var results = SharedList<StatementResult>()
  /// The number of failed statements.
  package private(set) var failureCount = 0
  /// The number of expectations that passed.
  package private(set) var heldCount = 0
  /// The story so far, in order: chapters, captions and notes.
  public private(set) var story: [StoryMoment] = []
  /// The executed statements in order, with their effects on the history.
  package private(set) var record = SharedList<RecordedStatement>()
  /// Everything that was done after the setup, in order, so that it can be repeated.
  @Boxed package private(set) var acts = TracedActs()
  /// The number of typed statements in the record.
  private var typedCount = 0
  /// The places of the scenario's statements in the record, by their positions.
  private(set) var recordPlaces: [Int] = []
  /// The snapshots taken, by their files.
  package internal(set) var snapshots: OrderedDictionary<String, [String]> = [:]
  /// Whether current actions are hidden from the viewer.
  package private(set) var isHidden = false
  /// The marks: the number of the last row at the time, by name.
  package private(set) var marks: OrderedDictionary<String, Int> = [:]
  /// The extent of the history when the current wait began.
  private var waitStart = RunExtent()
  /// The place of the current wait in the record.
  private var waitPlace: Int?
  /// The log lines about pushes that were refused during the wait.
  private var waitRefusals: [Timeline.Line] = []
  /// The extent of the history when the current stretch of time began.
  private var passStart = RunExtent()
  /// Whether the world settles after an act.
  var settles = true
  /// Whether the current statement was typed, and does not come from the scenario.
  private(set) var isTyped = false
  package private(set) var wording = LogWording.sdk
  /// The effects of the last statements on the history.
  var last = LastExtents()
  /// The places of the rows that the last statement made.
  private var lastRows = 1..<1
  /// Whether the run is part of a search, so that only results matter, not explanations.
  var isSought = false
  /// The expectations that a recording includes.
  package internal(set) var kept: [KeptExpectation] = []
  /// The branches whose marks were passed, by their names, each in its state at the mark.
  var branchStarts: OrderedDictionary<String, ScenarioRun> = [:]

  /// Prepares a scenario: creates the world and executes the setup.
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
    timeline.readers = inputs.readers + (inputs.plan.map { [$0] } ?? [])
    for statement in scenario.setup { execute(statement, .setup) }
    publishOverride()
  }

  /// Publishes the container override even if the scenario publishes none.
  private mutating func publishOverride() {
    guard let override = inputs.publishedOverride, !scenario.publishes else { return }
    do throws(ActError) {
      try timeline.perform(.publish(override, container: inputs.overriddenID))
    } catch {
      preconditionFailure("publishing cannot fail because of the app: \(error.sentence)")
    }
  }

  /// The next statement; nil at the end.
  public var next: Statement? {
    scenario.statements.indices.contains(position) ? scenario.statements[position] : nil
  }

  /// Moves to the statements that must be executed at the end.
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

  /// Executes the remaining statements.
  ///
  /// - Complexity: O(n) in the statements and in the events that they cause.
  package mutating func executeRest() {
    while next != nil, !timeline.isGivenUp { executeNext() }
  }

  /// Sets a function that says when to give up long work.
  package mutating func giveUp(when givesUp: @escaping @Sendable () -> Bool) {
    inputs.givesUp = givesUp
    timeline.givesUp = givesUp
  }

  /// Begins a statement that lets time pass, for a caller that plays it in steps: with `passTime`,
  /// and `endWait` at its end.
  ///
  /// - Returns: the duration of the wait; nil if the next statement is not a wait, or cannot be
  ///   executed.
  public mutating func beginWait() -> Duration? {
    guard let statement = next, let time = try? waitingTime(of: statement.command) else {
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
    return time.duration
  }

  /// Ends a wait that was played in steps: the world settles, as after any act.
  ///
  /// - Returns: the result, if it is a failure.
  @discardableResult
  public mutating func endWait() -> StatementResult? {
    trace(.ended)
    watchingRefusals { if $0.settles { $0.timeline.settle() } }
    defer { waitPlace = nil }
    // The wait is one statement, however many steps it was played in.
    rememberExtent(since: waitStart)
    guard let waitPlace, record.indices.contains(waitPlace) else { return nil }
    record[waitPlace].rows = waitStart.rows..<timeline.rowCount
    let judged = judged(.done(""), by: waitRefusals, record[waitPlace].origin)
    let outcome = planned(judged, after: waitStart.rows, record[waitPlace].origin).bounded
    record[waitPlace].outcome = outcome
    record[waitPlace].end = progress
    guard let result = record[waitPlace].result, result.isFailure else { return nil }
    if results.count < Self.resultLimit { keep(result) }
    return result
  }

  /// Continues a wait, and records the pushes that are refused in it.
  private mutating func watchingRefusals(_ goOn: (inout ScenarioRun) -> Void) {
    let before = timeline.refusals.count
    goOn(&self)
    if waitPlace != nil { waitRefusals += timeline.refusals[before...] }
  }

  /// Executes a statement from outside the scenario, such as the prompt.
  @discardableResult
  public mutating func execute(_ statement: Statement) -> StatementResult {
    execute(statement, .hand)
  }

  /// `isKept`: whether it is recorded, with remarks; nobody reads the record of a search.
  @discardableResult
  mutating func execute(
    _ statement: Statement, _ origin: RecordedStatement.Origin, isKept: Bool = true
  ) -> StatementResult {
    // A manual action can be undone, back to this moment.
    if origin == .hand { timeline.seal() }
    let before = RunExtent(of: timeline)
    let stood = standing
    let refusals = timeline.refusals.count
    switch origin {
    case _ where !isKept: break
    case .setup: break
    case .scenario: trace(.told)
    case .hand: trace(.line(statement.text, from: statement.location.file))
    }
    isTyped = origin == .hand
    let done = outcome(of: statement.command)
    let judged = judged(done, by: timeline.refusals[refusals...], origin)
    let outcome = (isKept ? planned(judged, after: before.rows, origin) : judged).bounded
    rememberExtent(since: before)
    var result = StatementResult(statement: statement, outcome: outcome)
    guard isKept else { return result }
    if outcome == .passed { result.remarks = remarks(on: statement.command) }
    keep(result, origin, since: before, stood)
    return result
  }

  /// Records the result of a statement and its effects on the history.
  private mutating func keep(
    _ result: StatementResult, _ origin: RecordedStatement.Origin, since before: RunExtent,
    _ stood: Standing
  ) {
    if results.count < Self.resultLimit { keep(result) }
    note(
      RecordedStatement(
        origin: origin, statement: result.statement, rows: before.rows..<timeline.rowCount,
        moments: story.count, outcome: result.outcome, before: stood))
  }

  private mutating func note(_ recorded: RecordedStatement) {
    guard record.count < Self.resultLimit else { return }
    if recorded.isTold { recordPlaces.append(record.count) }
    if recorded.origin == .hand { typedCount += 1 }
    record.append(recorded)
    record[record.count - 1].end = progress
  }

  /// Counts typed lines and their records as part of the history, and half again for the room of
  /// lists that grow. Those of other statements belong to the scenario, which has its own bound.
  private mutating func countBesideBytes() {
    timeline.besideBytes = (acts.typedBytes + typedCount * Self.recordBytes) * 3 / 2
  }

  var moment: TracedAct.Moment {
    TracedAct.Moment(at: timeline.live.now.instant, rows: timeline.rowCount)
  }

  /// Records an action, with the current or another moment.
  mutating func trace(_ action: TracedAct.Action, at moment: TracedAct.Moment? = nil) {
    if case .passed(let more) = action, var act = acts.last, case .passed(let sum) = act.action {
      act.action = .passed(sum.saturatingAdding(more))
      return acts.replaceLast(with: act)
    }
    passStart = RunExtent(of: timeline)
    guard acts.count < Self.actLimit else { return }
    acts.append(TracedAct(action: action, moment: moment ?? self.moment))
    countBesideBytes()
  }

  /// Stores a result, and updates the counts, which the monitor needs at every statement.
  private mutating func keep(_ result: StatementResult) {
    results.append(result)
    if result.isFailure { failureCount += 1 }
    if result.isExpectation, !result.isFailure { heldCount += 1 }
  }

  /// Lets time pass; every event fires that is due in the meantime.
  public mutating func passTime(_ duration: Duration) {
    // However many steps it passes in, it is one stretch of time.
    trace(.passed(duration.wholeMilliseconds))
    watchingRefusals { $0.timeline.wait(duration) }
    rememberExtent(since: passStart)
  }

  /// Fires the next due event; false if nothing is due. The record is the same as for a manual
  /// wait, and can be undone as that.
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
      outcome: planned(
        judged(.done(summaryOfLastAct), by: timeline.refusals[refusals...], .hand),
        after: before.rows, .hand
      ).bounded)
    keep(result, .hand, since: before, stood)
    return true
  }

  mutating func rememberExtent(since before: RunExtent) {
    last.note(since: before, in: timeline)
    lastRows = before.rows + 1..<timeline.rowCount + 1
  }

  /// The numbers of the rows that the last statement made, or the time that passed after it. Rows
  /// counted before an act say nothing: it may have begun a branch at an earlier row.
  public var numbersOfLastAct: Range<Int> { lastRows.clamped(to: 1..<timeline.rowCount + 1) }

  /// Those rows.
  public var rowsOfLastAct: [Timeline.Row] { timeline.rows(in: numbersOfLastAct) }

  /// Those rows in a line, as far as somebody still needs it.
  var summaryOfLastAct: String {
    let events = numbersOfLastAct.lazy.map { timeline.row(at: $0).event }
    return EventSummary.text(of: events) { timeline.isGivenUp }
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
    case .mark(let name): marks[name] = timeline.rowCount
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
    moment.rows = timeline.rowCount
    change(&moment)
    if story.count < Self.resultLimit { story.append(moment) }
  }

  /// Returns the story moment at a number of rows; nil before the first chapter or caption.
  ///
  /// - Complexity: O(n) in the moments since then.
  package func story(atRow row: Int) -> StoryMoment? { story.last { $0.rows < max(1, row) } }

  // MARK: Undoing

  var standing: Standing {
    Standing(
      steps: timeline.stepCount, instant: timeline.live.now.instant, results: results.count,
      moments: story.count, acts: acts.count,
      isHidden: isHidden, settles: settles, wording: wording, last: last)
  }

  /// Removes statements from a place in the record on, with their results.
  ///
  /// - Parameters:
  ///   - place: the place of the first statement to remove.
  ///   - stood: the state of the run at that time, as far as the world is concerned.
  mutating func forget(from place: Int, _ stood: Standing) {
    timeline.cutBack(toStep: stood.steps)
    let gone = record[place...]
    typedCount -= gone.count { $0.origin == .hand }
    record.truncate(to: place)
    recordPlaces.removeSubrange(recordPlaces.partitioningIndex { $0 >= place }...)
    position = recordPlaces.count
    let goneResults = results[min(stood.results, results.count)...]
    failureCount -= goneResults.count(where: \.isFailure)
    heldCount -= goneResults.count { $0.isExpectation && !$0.isFailure }
    results.truncate(to: stood.results)
    story.removeSubrange(min(stood.moments, story.count)...)
    acts.cut(to: stood.acts)
    countBesideBytes()
    (isHidden, settles, wording) = (stood.isHidden, stood.settles, stood.wording)
    last = stood.last
    (waitStart, waitPlace) = (RunExtent(of: timeline), nil)
    kept.removeAll { $0.at.steps > stood.steps }
    passStart = RunExtent(of: timeline)
    lastRows = 1..<1
    if gone.contains(where: \.hasName) { rebuildNames() }
  }

  /// Finds the marks and the snapshots of the record again.
  private mutating func rebuildNames() {
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

  /// Limits the record of a statement to the existing rows.
  mutating func clip(recordAt place: Int) {
    let rows = record[place].rows
    record[place].rows = rows.clamped(to: 0..<timeline.rowCount)
    record[place].end = progress
    record[place].isClipped = true
  }

  // MARK: Expectations over time

  private mutating func eventually(
    _ limit: Duration, _ expectation: Expectation
  ) -> StatementResult.Outcome {
    let deadline = timeline.live.now.instant + limit
    while true {
      guard let failure = check(expectation) else {
        if settles { timeline.settle() }
        return .passed
      }
      if timeline.live.now.instant >= deadline || timeline.isFull || timeline.isGivenUp {
        return .failed(failure)
      }
      step(to: deadline)
    }
  }

  private mutating func never(
    _ duration: Duration, _ expectation: Expectation
  ) -> StatementResult.Outcome {
    let deadline = timeline.live.now.instant + duration
    let before = RunExtent(of: timeline)
    // Earlier reports do not count: none may occur while time passes.
    last.loads = before.loads..<before.loads
    last.lines = before.lines..<before.lines
    while true {
      if check(expectation) == nil {
        let failure = StatementResult.Failure(
          row: timeline.lastRow?.number, lines: ["it became true at \(clockText)"])
        return .failed(failure)
      }
      if let end = timeline.end { return .error(end.sentence) }
      if timeline.live.now.instant >= deadline || timeline.isGivenUp { return .passed }
      step(to: deadline)
    }
  }

  /// Performs the next event that is due by a moment, or lets the time until then pass.
  private mutating func step(to deadline: Instant) {
    let before = RunExtent(of: timeline)
    if let due = timeline.live.nextDue(), due <= deadline {
      timeline.fireNext()
    } else {
      timeline.wait(deadline - timeline.live.now.instant)
    }
    rememberExtent(since: before)
  }

  /// Returns the changes of the phone's disk since it was saved; nil if they are not known.
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

/// The external data of a run that the engine cannot read itself: the files that the scenario
/// names, and the rules of its time zones.
public struct RunInputs: Sendable {
  /// The app from the file that the header names, or from the scenario itself.
  @Boxed public var app: App
  /// The containers, by their paths in the scenario.
  public var containers: OrderedDictionary<String, CompiledContainer>
  /// The names of edited containers that a branch reads, by the paths that they stand in for.
  package var instead: OrderedDictionary<String, String> = [:]
  /// The reasons why files that are bundled unchanged are not containers, by their paths in the
  /// scenario.
  package var refusals: [String: String] = [:]
  /// The rules of the phone's time zone.
  public var zone: ZoneRules
  /// The rules of the report view's time zone; nil is that of the phone.
  public var reportZone: ZoneRules?
  /// The rules of the time zones of properties with a separate one, by tracking id.
  public var propertyZones: [String: ZoneRules] = [:]
  /// A container that replaces every published one.
  public var publishedOverride: CompiledContainer?
  /// The container of the app that the override names as its id; nil if it names none.
  var overriddenID: String? { app.owner(of: publishedOverride?.version) }

  /// Whether the override replaces a container of the app; nil is the first one. An override that
  /// matches none of the app's containers replaces all of them.
  func isOverridden(_ id: String?) -> Bool {
    overriddenID.map { $0 == id ?? app.containerID } ?? true
  }

  /// The phone's disk before the setup of the scenario.
  @Boxed public var disk = Disk()
  /// The memory limit of the history.
  public var history = HistorySize()
  /// The readers of every row, before the first one.
  package var readers: [any RowReader] = []
  /// The plan that the pushes are held against.
  @Boxed package var plan: RunPlan?
  /// The stored snapshots, by their files.
  package var snapshots: OrderedDictionary<String, [String]> = [:]
  /// The files of stored snapshots that failures do not quote.
  package var unquotedSnapshots: Set<String> = []
  /// Called often during a run; it returns true when nobody needs the rest. Then time stops, and
  /// the caller discards the run. nil never stops it.
  package var givesUp: (@Sendable () -> Bool)?
  package var snapshotUse = Snapshot.Use.show

  /// Creates inputs; all but the app have defaults.
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

  /// Parses a scenario that was made with an app, and returns it with its inputs.
  ///
  /// `container` is the container that the app opens, and the path to its file; nil for none.
  package static func parsed(
    _ text: String, file: String, _ container: (container: CompiledContainer, path: String)?
  ) throws(ScenarioErrors) -> (Scenario, RunInputs) {
    let scenario = try ScenarioParser.parse(text, file: file)
    guard let app = scenario.apps.first else {
      preconditionFailure("a scenario that was made describes an app")
    }
    var inputs = RunInputs(app: app, zone: .fixed(scenario.header.startOffsetSeconds))
    if let container { inputs.containers[container.path] = container.container }
    return (scenario, inputs)
  }
}

/// The story texts at a point of a run.
public struct StoryMoment: Sendable, Hashable {
  /// The number of rows in the event list at that point.
  public var rows: Int
  /// The title of the chapter.
  public var chapter: String?
  /// The caption, or the question for the audience.
  public var caption: String?
  /// The answer to the question for the audience.
  public var answer: String?
  /// Whether the caption is a question.
  public var isQuestion = false
  /// The note for the presenter.
  public var note: String?
}
