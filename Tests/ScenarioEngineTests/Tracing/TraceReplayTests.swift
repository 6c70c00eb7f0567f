import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// What was done to a run is done again from its trace, and comes to the same.
@Suite struct TraceReplayTests {
  static let story = """
    tagsim 1
    title: A story
    start: 2014-03-01T10:00:00+01:00
    ---
    setup
      container saved v1 age=13h
      publish v2
    end
    launch
    mark launched
    screen "Home"
    expect tag "Screens" fired
    network offline
    tap "Buy" price=19.90
    expect queue size == 2
    wait 130s
    network online
    eventually within 125s expect sent 2
    background
    at 10:30:00
    foreground
    screen "Cart"
    settle off
    refresh
    settle on
    expect callback refresh-success
    """

  static func begun(readers: [any RowReader] = []) throws -> ScenarioRun {
    var inputs = Shop.inputs
    inputs.readers = readers
    return ScenarioRun(try ScenarioParser.parse(story, file: "a.scenario"), inputs: inputs)
  }

  /// Digests that were taken when the rows were made need no row again, and are the same.
  @Test func digestsOfMadeRowsRepeatNothing() throws {
    var (run, other) = (try Self.begun(readers: [RowDigests()]), try Self.begun())
    for _ in 0..<2 {
      for line in 0..<400 {
        try Self.perform("push event=\"e\" n=\(line)", &run)
        try Self.perform("push event=\"e\" n=\(line)", &other)
      }
      let redone = run.timeline.redoneSteps
      let lines = Self.lines(of: run)
      #expect(run.timeline.redoneSteps == redone)
      #expect(lines == Self.lines(of: other))
      run.cutBack(toRow: 300)
      other.cutBack(toRow: 300)
    }
  }

  static func lines(of run: ScenarioRun) -> [String] {
    TraceJournal.lines(
      of: run, playing: Trace.Play(scenario: "a.scenario").of(run), files: [], zones: [],
      build: "1 (a)")
  }

  static func trace(_ lines: [String]) throws -> Trace {
    try Trace(Array(lines.map { $0 + "\n" }.joined().utf8), file: "a.trace")
  }

  static func replay(_ lines: [String]) throws -> TraceReplay {
    TraceReplay(of: try trace(lines), from: try begun()) { _ in nil }
  }

  /// Everything that a report tells, and what was recorded.
  static func told(_ run: ScenarioRun) -> [String] {
    let rows = run.timeline.rows(in: 1...).map { "\($0.number) \($0.event.summary)" }
    let record = run.record.map { "\($0.statement.text) \($0.rows) \($0.moments)" }
    let results = run.results.map { "\($0.statement.text) \($0.outcome)" }
    let lines = run.timeline.lines.map(\.line.record.text)
    return rows + record + results + lines
      + [
        "\(run.marks)", "\(run.position)", run.clockText,
        "\(run.timeline.live.now.instant)", "\(run.timeline.live.world.ledger)",
      ]
  }

  static func perform(_ line: String, _ run: inout ScenarioRun) throws {
    run.execute(try #require(try StatementParser.parse(line: line)))
  }

  private static let actions: [(name: String, does: @Sendable (inout ScenarioRun) throws -> Void)] =
    [
      ("nothing", { _ in }),
      ("all of it", { $0.executeRest() }),
      (
        "lines by hand",
        { run in
          for _ in 0..<5 { run.executeNext() }
          for line in ["tap \"Buy\" price=3 # twice", "expect queue size == 9", "wait 3s", "kill"] {
            try perform(line, &run)
          }
          run.executeRest()
        }
      ),
      (
        "a wait bit by bit with acts in it",
        { run in
          while run.next?.command.isWait != true { run.executeNext() }
          let begun = run.beginWait()
          #expect(begun == .seconds(130))
          for _ in 0..<100 { run.passTime(.milliseconds(333)) }
          try perform("push event=\"middle\" n=1", &run)
          run.passTime(.milliseconds(1))
          _ = run.fireNext()
          try perform("network online", &run)
          run.passTime(.seconds(90))
          run.endWait()
          run.executeRest()
        }
      ),
      (
        "what is due, without a scenario",
        { run in
          run.executeRest()
          for _ in 0..<3 { _ = run.fireNext() }
          run.passTime(.seconds(5))
          run.passTime(.seconds(5))
        }
      ),
      (
        "the rest left out",
        { run in
          for _ in 0..<3 { run.executeNext() }
          run.moveToTeardown()
          try perform("push event=\"late\"", &run)
        }
      ),
    ]

  @Test(arguments: actions.map(\.name))
  func whatWasDoneComesToTheSame(_ name: String) throws {
    var run = try Self.begun()
    try #require(Self.actions.first { $0.name == name }).does(&run)
    let replay = try Self.replay(Self.lines(of: run))
    #expect(Self.told(replay.run) == Self.told(run))
    #expect(replay.departure == nil)
    #expect(replay.failures.isEmpty)
    #expect(Array(replay.run.acts) == Array(run.acts))
  }

  @Test func whatWasTakenBackAnywhereIsNoPartOfIt() throws {
    var whole = try Self.begun()
    whole.executeRest()
    for place in whole.record.indices.dropFirst(2) {
      var run = whole
      run.cutBack(beforeRecord: place)
      try Self.perform("push event=\"other\"", &run)
      let replay = try Self.replay(Self.lines(of: run))
      #expect(Self.told(replay.run) == Self.told(run), "before statement \(place)")
      #expect(replay.departure == nil)
    }
    for number in 1...whole.timeline.rowCount {
      var run = whole
      run.cutBack(toRow: number)
      let isShort = Self.lines(of: run).joined().utf8.count < 3000
      #expect(isShort)
      try Self.perform("push event=\"other\"", &run)
      run.executeRest()
      let replay = try Self.replay(Self.lines(of: run))
      #expect(Self.told(replay.run) == Self.told(run), "to row \(number)")
      #expect(replay.departure == nil)
    }
  }

  /// What is appended as things happen, undone and done otherwise tells what stands at the end.
  @Test func whatIsAppendedTellsTheRunAtHand() throws {
    var journal = TraceJournal()
    var lines = journal.beginning(build: "1 (a)")
    let play = Trace.Play(scenario: "a.scenario")
    func follow(_ run: ScenarioRun, isSame: Bool = true) throws {
      lines += journal.following(run, playing: play, isSame: isSame)
      let replay = try Self.replay(lines)
      #expect(Self.told(replay.run) == Self.told(run))
      #expect(replay.departure == nil)
    }
    var run = try Self.begun()
    try follow(run)
    for _ in 0..<11 {
      run.executeNext()
      try follow(run)
    }
    let kept = run
    for count in 0..<90 { try Self.perform("push event=\"e\(count)\"", &run) }
    try follow(run)
    run.passTime(.seconds(1))
    try follow(run)
    let passing = run
    run.passTime(.seconds(2))
    try follow(run)
    run = passing
    try follow(run, isSame: false)
    run.cutBack(toRow: 70)
    try follow(run, isSame: false)
    run = kept
    try follow(run, isSame: false)
    run.executeRest()
    try follow(run)
    let before = lines.count
    try follow(run, isSame: false)
    #expect(lines.count == before, "nothing happened")
  }

  /// Somebody may have put acts into it that no session does: a wait ends whose beginning was
  /// taken back.
  @Test func actsInAnyOrderDoNoHarm() throws {
    var lines = Self.lines(of: try Self.begun())
    lines += ["\"told\": 4", "\"begun\": 1", "\"passed\": 60000", "\"cut\": 1", "\"ended\": 1"]
      .map { "{\"at\": 0, \"rows\": 0, \($0)}" }
    for count in 1...lines.count {
      let part = Array(lines.prefix(count))
      guard (try? Self.trace(part)) != nil else { continue }
      _ = try Self.replay(part)
    }
  }

  @Test func aTraceIsSmall() throws {
    var run = try Self.begun()
    run.executeRest()
    let lines = Self.lines(of: run)
    #expect(
      lines.prefix(3) == [
        #"{"trace": "tagsim", "version": 1, "build": "1 (a)"}"#, #"{"plays": "a.scenario"}"#,
        #"{"at": 0, "rows": 1, "told": 18}"#,
      ])
    #expect(lines.count == 4)
  }

  @Test func anotherBehaviourIsToldWithItsPlace() throws {
    var run = try Self.begun()
    for _ in 0..<3 { run.executeNext() }
    for count in 0..<200 { try Self.perform("push event=\"e\(count)\"", &run) }
    let lines = Self.lines(of: run).map {
      $0.replacing("event=\\\"e100\\\"", with: "event=\\\"f100\\\"")
    }
    let replay = try Self.replay(lines)
    #expect(replay.departure == TraceReplay.Departure(same: 64, differs: 128))
    #expect(
      replay.remarks(on: try Self.trace(lines), file: "a.trace", build: "2 (b)") == [
        "a.trace: made by tagsim 1 (a), this is 2 (b): the same up to event 64, departs between "
          + "event 65 and 128"
      ])
    #expect(
      replay.remarks(on: try Self.trace(lines), file: "a.trace", build: "1 (a)") == [
        "a.trace: the same up to event 64, departs between event 65 and 128: the trace was "
          + "changed, or this is a bug in tagsim: please report it with the trace"
      ])
  }

  @Test func anEventMoreIsNoticedWhereItIs() throws {
    var run = try Self.begun()
    for _ in 0..<3 { run.executeNext() }
    for count in 0..<20 { try Self.perform("push event=\"e\(count)\"", &run) }
    let lines = Self.lines(of: run).filter { !$0.contains("e7") }
    let replay = try Self.replay(lines)
    #expect(replay.departure?.differs == 14)
    #expect(replay.run.timeline.rowCount == run.timeline.rowCount - 1)
  }
}

extension Command {
  fileprivate var isWait: Bool {
    if case .wait = self { true } else { false }
  }
}
