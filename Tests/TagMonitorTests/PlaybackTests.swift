import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// Playing: statements with pauses to read, waits at the chosen speed.
struct PlaybackTests {
  private static func monitor(_ lines: String...) throws -> Monitor {
    let text = "tagsim 1\n---\n" + lines.joined(separator: "\n")
    let scenario = try ScenarioParser.parse(text, file: "test.scenario")
    let app = App(
      name: "A", package: "com.example.a", containers: [AppContainer(id: "GTM-A")],
      screens: [AppScreen(name: "S")])
    return Monitor(ScenarioRun(scenario, inputs: RunInputs(app: app)))
  }

  /// Plays for some real time as a screen does, in steps that do not divide it.
  private static func play(_ monitor: inout Monitor, _ milliseconds: Int64) {
    var left = milliseconds
    while left > 0 {
      let step = min(left, 17)
      monitor.advance(by: .milliseconds(step))
      left -= step
    }
  }

  @Test func nothingMovesWhilePaused() throws {
    try Self.monitor("launch", "wait 1h").walk([
      "◷": [.is(\.wantsTime, false), .is(\.run.position, 0), .is(\.milliseconds, 0)]
    ])
  }

  /// Real milliseconds after Space, and where the scenario stands then: what is told stands for
  /// 1.5 s at least and a longer text a second per 15 characters, an act 1.5 s, and a wait of an
  /// hour passes in 3 s.
  private static let timeline: [(milliseconds: Int64, position: Int)] = [
    (1, 1), (1499, 1), (1501, 2), (4500, 2), (4501, 5), (6000, 5), (6001, 6), (9000, 6),
    (9001, 7),
  ]

  @Test(arguments: timeline)
  func pausesToRead(_ milliseconds: Int64, _ position: Int) throws {
    var monitor = try Self.monitor(
      "caption \"short\"", "caption \"\(String(repeating: "long ", count: 9))\"", "note \"n\"",
      "network offline", "expect sent 0", "wait 1h", "network online")
    monitor.press(" ")
    Self.play(&monitor, milliseconds)
    #expect(monitor.run.position == position)
  }

  private static let paces: [(keys: String, milliseconds: Int64, message: String?)] = [
    ("", 1500, nil), ("{", 2250, "the pace is slow"), ("}", 1000, "the pace is fast"),
    ("}}", 1000, "the pace is fast already"), ("}{", 1500, "the pace is normal"),
  ]

  /// The names of actions whose keys are gone are still bound.
  private static let bound = ":bind \"{\" slower<enter>:bind \"}\" faster<enter>"

  @Test(arguments: paces)
  func thePaceIsChosen(_ keys: String, _ milliseconds: Int64, _ message: String?) throws {
    var monitor = try Self.monitor("caption \"a\"", "network offline").walk([Self.bound: []])
    monitor.message = nil
    monitor.press(keys)
    #expect(monitor.message?.text == message)
    monitor.press(" ")
    Self.play(&monitor, milliseconds)
    #expect(monitor.run.position == 1)
    monitor.advance(by: .milliseconds(1))
    #expect(monitor.run.position == 2)
  }

  private static let waits: [(line: String, real: Int64)] = [
    ("wait 2s", 2000), ("wait 3s", 3000), ("wait 130s", 3000), ("wait 365d", 3000),
    ("at 2014-04-01T00:00:00+01:00", 3000),
  ]

  /// A wait of any length passes in three seconds at most, all of it and no more.
  @Test(arguments: waits)
  func aWaitPassesInAFewSeconds(_ line: String, _ real: Int64) throws {
    var monitor = try Self.monitor(line, "network offline")
    let ran = FinishedRun(monitor.run.scenario, inputs: monitor.run.inputs)
    monitor.press(" ")
    Self.play(&monitor, real)
    #expect(monitor.run.position <= 1)
    #expect(
      monitor.run.clockText + monitor.run.dateText == ran.entries[0].clock + ran.entries[0].date)
    monitor.advance(by: .milliseconds(1))
    #expect(monitor.run.position == 2)
  }

  @Test func theMessageTellsHowFarAWaitIs() throws {
    var monitor = try Self.monitor("wait 2m")
    monitor.press(" ")
    Self.play(&monitor, 1500)
    #expect(monitor.message?.text == "━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌ 1m00s of 2m00s on the clock")
    monitor.display.borders = .ascii
    Self.play(&monitor, 150)
    #expect(monitor.message?.text == "===========......... 1m06s of 2m00s on the clock")
  }

  private static let speeds: [(keys: String, text: String, virtual: Int64)] = [
    (":speed 1x<enter>", "x1", 1000), (":speed 1x<enter>}", "x2", 2000),
    (":speed 30x<enter>", "x30", 30_000), (":speed 1x<enter>{", "x1/2", 500),
    (":speed 1x<enter>{{{{", "x1/4", 250), (":speed 60x<enter>}}}}}}}}}}}}", "x3600", 3_600_000),
    (":speed 1x<enter>}}{{", "x1", 1000), (":speed 4x<enter>", "x4", 4000),
    (":speed 10x<enter>", "x10", 10_000), (":speed 0.5x<enter>", "x1/2", 500),
    (":speed 0.25x<enter>", "x1/4", 250), (":speed 2.4x<enter>", "x2", 2000),
    (":speed 1e3x<enter>", "x300", 300_000),
    (":speed 99999999999999999999x<enter>", "x3600", 3_600_000),
    (":speed 2305843009213693952x<enter>", "x3600", 3_600_000),
    (":speed 9223372036854775807x<enter>", "x3600", 3_600_000),
  ]

  /// Whoever wants the clock to run in real proportion says how fast.
  @Test(arguments: speeds)
  func waitsPassAtTheChosenSpeed(_ keys: String, _ text: String, _ virtual: Int64) throws {
    try Self.monitor("wait 3h").walk([
      Self.bound + keys + " ": [.is(\.speed.text, text)],
      "◷": [.is(\.milliseconds, min(virtual, 3 * 3_600_000))],
    ])
  }

  @Test func aStoppedProgramDoesNotCatchUp() throws {
    var monitor = try Self.monitor("wait 3h")
    monitor.setSpeed(factor: 1)
    monitor.press(" ")
    monitor.advance(by: .seconds(3600))
    #expect(monitor.milliseconds == 1000)
  }

  @Test func spacePausesAndGoesOn() throws {
    try Self.monitor("wait 30s", "network offline").walk([
      " ◷ ": [.is(\.wantsTime, false), .is(\.moment, .exploring)],
      "◷": [.is(\.milliseconds, 10_000)], " ": [.is(\.moment, .playing)],
      "◷◷": [.is(\.milliseconds, 30_000)], "…": [.is(\.isOnline, false)],
    ])
  }

  /// Without a story Space lets time go on, so that timers can be watched.
  @Test func timeGoesOnWithoutAStory() throws {
    var monitor = try Self.monitor()
    monitor.play()
    monitor.advance(by: .milliseconds(700))
    #expect(monitor.milliseconds == 700)
    #expect(monitor.wantsTime)
  }

  /// Playing is over when the last statement was shown.
  @Test func theEndSaysSo() throws {
    try Self.monitor("network offline").walk([
      " ◷": [.is(\.moment, .playing)],
      "◷": [
        .is(\.moment, .end), .is(\.wantsTime, false), .sees("The end"), .is(\.milliseconds, 0),
      ],
      "<esc>": [.is(\.moment, .exploring)], " ": [.is(\.moment, .end)],
    ])
  }

  @Test(arguments: [",", "[", "k"])
  func lookingBackPauses(_ key: String) throws {
    try Shown.shipped("offline").walk([
      "]] " + key: [.is(\.moment, .lookingBack), .is(\.wantsTime, false)]
    ])
  }

  // MARK: One thing

  private static let steps: [(keys: String, position: Int, clock: Int64)] = [
    (".", 1, 0), ("..", 3, 0), ("...", 6, 60_000),
  ]

  /// A step ends at a caption, and at an act that is seen, with what is expected after it.
  @Test(arguments: steps)
  func stepping(_ keys: String, _ position: Int, _ clock: Int64) throws {
    try Self.monitor(
      "caption \"a\"", "network offline", "expect sent 0", "wait 1m", "expect sent 0",
      "network online"
    ).walk([keys: [.is(\.run.position, position), .is(\.milliseconds, clock)]])
  }

  @Test func steppingStopsAtWhatFails() throws {
    try Self.monitor("settle off", "expect sent 1", "network offline").walk([
      ".": [.is(\.run.position, 2), .says("FAIL expect sent 1: 0 ")]
    ])
  }

  @Test func steppingOutOfAWaitEndsIt() throws {
    try Self.monitor("wait 10s", "network offline").walk([
      " ◷ .": [.is(\.milliseconds, 10_000), .is(\.run.position, 1)]
    ])
  }

  /// What comes when the story is over is as if it had been waited for by hand.
  @Test func whatWasDueIsTakenBackByItself() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for _ in 0..<20 where monitor.moment != .end { monitor.press(".") }
    monitor.press("<esc>")
    var clocks = [monitor.milliseconds]
    var waits: [String] = []
    for _ in 1...3 {
      monitor.press(".")
      clocks.append(monitor.milliseconds)
      waits.append(try #require(monitor.run.record.last?.statement.text))
      #expect(monitor.message?.remark == "z undoes")
    }
    for (clock, wait) in zip(clocks.dropLast().reversed(), waits.reversed()) {
      monitor.press("z")
      #expect(monitor.message?.text == "undone: \(wait)   Z: redo")
      #expect(monitor.milliseconds == clock)
    }
    for clock in clocks.dropFirst() {
      monitor.press("Z")
      #expect(monitor.milliseconds == clock)
    }
  }

  @Test func steppingBeyondTheEndFiresWhatIsDue() throws {
    try Self.monitor().walk([".": [.says("nothing is due")]])
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for _ in 0..<20 where !monitor.telling.playback.sawEnd { monitor.press(".") }
    // No card over a world that was played by hand.
    monitor.walk(["": [.is(\.telling.playback.sawEnd, true), .closed]])
    let before = monitor.milliseconds
    // Both queues look for hits of an earlier run at the same moment.
    monitor.press("..")
    #expect(monitor.milliseconds > before && monitor.message?.kind == .ok)
  }

  private static let factors: [(factor: Int64, text: String)] = [
    (1, "x1"), (3, "x2"), (5, "x4"), (60, "x60"), (3600, "x3600"), (0, "x1/4"), (-5, "x1/4"),
    (.max, "x3600"), (.min, "x1/4"),
  ]

  @Test(arguments: factors)
  func nearestSpeed(_ factor: Int64, _ text: String) throws {
    var monitor = try Self.monitor()
    monitor.setSpeed(factor: factor)
    #expect(monitor.speed.text == text)
  }

  // MARK: Questions for the room

  private static let question = ["ask \"Which tags fire?\" answer=\"None.\"", "network offline"]

  /// The world stands before the act that answers, whatever time passes and whatever is pressed.
  @Test(arguments: ["", ".", "5", "<tab>", "?<esc>", ",L"])
  func onlySpaceShowsTheAnswer(_ keys: String) throws {
    try Self.monitor("network online", Self.question[0], Self.question[1]).walk([
      " …": [.is(\.run.position, 2), .says("Space shows the answer")],
      keys: [
        .is(\.moment, .askOpen), .is(\.run.position, 2), .sees("? Which tags fire?"),
        .hides("None."),
      ],
      " ": [.sees("None."), .is(\.run.position, 3)],
    ])
  }

  @Test func playingGoesOnWhenTheAnswerWasRead() throws {
    var monitor = try Self.monitor(Self.question[0], Self.question[1], "network online")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    monitor.press(" ")
    for _ in 0..<3 { monitor.advance(by: .milliseconds(500)) }
    #expect(monitor.run.position == 2)
    monitor.advance(by: .milliseconds(1))
    #expect(monitor.run.position == 3)
  }

  @Test func aStepDoesNotPassAQuestion() throws {
    let lines = ["caption \"a\"", "ask \"q\" answer=\"x\"", "expect sent 0", "network offline"]
    let monitor = try Self.monitor(lines[0], lines[1], lines[2], lines[3]).walk([
      "..": [.is(\.run.position, 2)], ".": [.is(\.run.position, 2), .says("A question is open")],
    ])
    monitor.walk(["q": [.leads(to: .quit)]])
    monitor.walk([" .": [.is(\.run.position, 4)]])
  }

  /// Looking back while the room thinks does not give the answer away.
  @Test func thePastHidesAnOpenAnswer() throws {
    try Self.monitor(Self.question[0], Self.question[1]).walk([
      ".ww,": [.is(\.moment, .lookingBack), .hides("None.")]
    ])
  }

  @Test func aQuestionWithoutAnAnswerWaitsAllTheSame() throws {
    try Self.monitor("ask \"Who knows?\"", "network offline").walk([
      " …": [.says("Space continues"), .is(\.run.position, 1)]
    ])
  }

  @Test func whatWasPlayedAtOnceHidesNoAnswer() throws {
    try Self.monitor(Self.question[0]).atEnd.walk(["": [.sees("None.")]])
  }

  @Test func chapterKeyPlaysToTheNextTitle() throws {
    // The app is never launched, so it cannot be killed.
    try Self.monitor(
      "network offline", "chapter \"1\"", "caption \"a\"", "network online", "chapter \"2\"",
      "kill"
    ).walk([
      "]": [.is(\.run.position, 3), .is(\.run.story.last?.caption, "a")],
      "]": [
        .is(\.run.position, 5), .is(\.run.story.last?.chapter, "2"), .is(\.run.failureCount, 0),
      ],
      "]": [.is(\.run.failureCount, 1)],
    ])
  }
}

/// Whoever watches a scenario sees what the headless run reports.
struct PlayedAsRunTests {
  @Test(
    arguments: ["demo", "first-run", "why-not", "offline", "delivery"], [1, 60, 3600] as [Int64])
  func playingGivesTheSameWorld(_ name: String, _ factor: Int64) throws {
    var played = try Shown.shipped(name)
    let ran = FinishedRun(played.run.scenario, inputs: played.run.inputs)
    played.setSpeed(factor: factor)
    played.play()
    var ticks = 0
    while played.moment != .end, ticks < 10_000 {
      // Somebody has to press a key when the room is asked, and when a chapter ends.
      if !played.wantsTime { played.press(" ") }
      // A branch may wait for hours.
      if played.run.scenario.branch != nil { played.setSpeed(factor: 3600) }
      played.advance(by: .milliseconds(700))
      ticks += 1
    }
    let branches = ran.branches.map { FinishedRun(playing: $0) }
    #expect(played.toldRuns.count == branches.count + 1)
    for (played, ran) in zip(played.toldRuns, [ran] + branches) {
      let rows = played.timeline.rows(in: 1...).prefix(ran.timeline.rowCount)
      #expect(rows.map(\.event.summary) == ran.timeline.rows(in: 1...).map(\.event.summary))
      #expect(rows.map(\.event.wall) == ran.timeline.rows(in: 1...).map(\.event.wall))
      let points = played.results.filter(\.isPoint).suffix(ran.points.count)
      #expect(points.map(\.outcome) == ran.points.map(\.outcome))
    }
  }

  /// An act pauses a talk first, so that it is done to what was seen: what opens a menu or a line
  /// for it, too.
  @Test(arguments: ["w", "s", "x", "p", ":network<enter>", "P", "t", ":", "4B"])
  func anActPausesATalk(_ keys: String) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]] ")
    monitor.advance(by: .milliseconds(300))
    monitor = monitor.walk(["": [.is(\.isPlaying, true)], keys: [.is(\.isPlaying, false)]])
    let rows = monitor.rowCount
    monitor.advance(by: .seconds(60))
    #expect(monitor.rowCount == rows)
  }
}
