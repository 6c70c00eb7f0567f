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

  private static func clock(_ monitor: Monitor) -> Int64 {
    monitor.run.timeline.live.now.instant.milliseconds
  }

  @Test func nothingMovesWhilePaused() throws {
    var monitor = try Self.monitor("launch", "wait 1h")
    #expect(!monitor.wantsTime)
    monitor.advance(by: .seconds(1))
    #expect(monitor.run.position == 0)
    #expect(Self.clock(monitor) == 0)
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

  @Test(arguments: paces)
  func thePaceIsChosen(_ keys: String, _ milliseconds: Int64, _ message: String?) throws {
    var monitor = try Self.monitor("caption \"a\"", "network offline")
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
    monitor.advance(by: .seconds(1))
    monitor.advance(by: .milliseconds(500))
    #expect(monitor.message?.text == "━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌ 1m00s of 2m00s on the clock")
    #expect(Self.clock(monitor) == 60_000)
    monitor.borders = .ascii
    monitor.advance(by: .milliseconds(150))
    #expect(monitor.message?.text == "===========......... 1m06s of 2m00s on the clock")
  }

  private static let speeds: [(keys: String, text: String, virtual: Int64)] = [
    (":speed 1x<enter>", "x1", 1000), (":speed 1x<enter>}", "x2", 2000),
    (":speed 30x<enter>", "x30", 30_000), (":speed 1x<enter>{", "x1/2", 500),
    (":speed 1x<enter>{{{{", "x1/4", 250), (":speed 60x<enter>}}}}}}}}}}}}", "x3600", 3_600_000),
    (":speed 1x<enter>}}{{", "x1", 1000),
  ]

  /// Whoever wants the clock to run in real proportion says how fast.
  @Test(arguments: speeds)
  func waitsPassAtTheChosenSpeed(_ keys: String, _ text: String, _ virtual: Int64) throws {
    var monitor = try Self.monitor("wait 3h")
    monitor.press(keys + " ")
    #expect(monitor.speed.text == text)
    monitor.advance(by: .seconds(1))
    #expect(Self.clock(monitor) == virtual)
  }

  @Test func aStoppedProgramDoesNotCatchUp() throws {
    var monitor = try Self.monitor("wait 3h")
    monitor.setSpeed(factor: 1)
    monitor.press(" ")
    monitor.advance(by: .seconds(3600))
    #expect(Self.clock(monitor) == 1000)
  }

  @Test func spacePausesAndGoesOn() throws {
    var monitor = try Self.monitor("wait 30s", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    monitor.press(" ")
    #expect(!monitor.wantsTime)
    #expect(monitor.moment == .exploring)
    monitor.advance(by: .seconds(1))
    #expect(Self.clock(monitor) == 10_000)
    monitor.press(" ")
    #expect(monitor.moment == .playing)
    for _ in 0..<2 { monitor.advance(by: .seconds(1)) }
    #expect(Self.clock(monitor) == 30_000)
    monitor.advance(by: .milliseconds(1))
    #expect(!monitor.run.timeline.live.world.isOnline)
  }

  /// Without a story Space lets time go on, so that timers can be watched.
  @Test func timeGoesOnWithoutAStory() throws {
    var monitor = try Self.monitor()
    monitor.play()
    monitor.advance(by: .milliseconds(700))
    #expect(Self.clock(monitor) == 700)
    #expect(monitor.wantsTime)
  }

  /// Playing is over when the last statement was shown.
  @Test func theEndSaysSo() throws {
    var monitor = try Self.monitor("network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    #expect(monitor.moment == .playing)
    monitor.advance(by: .seconds(1))
    #expect(monitor.moment == .end)
    #expect(!monitor.wantsTime)
    #expect(monitor.screen.contains("The end"))
    #expect(Self.clock(monitor) == 0)
    monitor.press("<esc>")
    #expect(monitor.moment == .exploring)
    monitor.press(" ")
    #expect(monitor.moment == .end)
  }

  @Test(arguments: [",", "<", "[", "k"])
  func lookingBackPauses(_ key: String) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]] " + key)
    #expect(monitor.cursor != nil)
    #expect(!monitor.wantsTime)
    #expect(monitor.moment == .lookingBack)
  }

  // MARK: One thing

  private static let steps: [(keys: String, position: Int, clock: Int64)] = [
    (".", 1, 0), ("..", 3, 0), ("...", 6, 60_000),
  ]

  /// A step ends at a caption, and at an act that is seen, with what is expected after it.
  @Test(arguments: steps)
  func stepping(_ keys: String, _ position: Int, _ clock: Int64) throws {
    var monitor = try Self.monitor(
      "caption \"a\"", "network offline", "expect sent 0", "wait 1m", "expect sent 0",
      "network online")
    monitor.press(keys)
    #expect(monitor.run.position == position)
    #expect(Self.clock(monitor) == clock)
  }

  @Test func steppingStopsAtWhatFails() throws {
    var monitor = try Self.monitor("settle off", "expect sent 1", "network offline")
    monitor.press(".")
    #expect(monitor.run.position == 2)
    #expect(monitor.message?.text == "FAIL expect sent 1: 0 hits were sent, expected == 1")
  }

  @Test func steppingOutOfAWaitEndsIt() throws {
    var monitor = try Self.monitor("wait 10s", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    monitor.press(" .")
    #expect(Self.clock(monitor) == 10_000)
    #expect(monitor.run.position == 1)
  }

  /// What comes when the story is over is as if it had been waited for by hand.
  @Test func whatWasDueIsTakenBackByItself() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for _ in 0..<20 where monitor.moment != .end { monitor.press(".") }
    monitor.press("<esc>")
    var clocks = [Self.clock(monitor)]
    var waits: [String] = []
    for _ in 1...3 {
      monitor.press(".")
      clocks.append(Self.clock(monitor))
      waits.append(try #require(monitor.run.record.last?.statement.text))
      #expect(monitor.message?.remark == "z undoes")
    }
    for (clock, wait) in zip(clocks.dropLast().reversed(), waits.reversed()) {
      monitor.press("z")
      #expect(monitor.message?.text == "undone: \(wait)   Z: redo")
      #expect(Self.clock(monitor) == clock)
    }
    for clock in clocks.dropFirst() {
      monitor.press("Z")
      #expect(Self.clock(monitor) == clock)
    }
  }

  @Test func steppingBeyondTheEndFiresWhatIsDue() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for _ in 0..<20 where !monitor.playback.sawEnd { monitor.press(".") }
    #expect(monitor.playback.sawEnd)
    #expect(monitor.overlay == nil, "no card over a world that was played by hand")
    let before = Self.clock(monitor)
    // Both queues look for hits of an earlier run at the same moment.
    monitor.press("..")
    #expect(Self.clock(monitor) > before)
    #expect(monitor.message?.kind == .ok)
    monitor = try Self.monitor()
    monitor.press(".")
    #expect(
      monitor.message?.text
        == "nothing is due: press s for a screen, p to push, or : for a line")
  }

  private static let typedSpeeds: [(line: String, text: String)] = [
    ("speed 4x", "x4"), ("speed 10x", "x10"), ("speed 0.5x", "x1/2"), ("speed 0.25x", "x1/4"),
    ("speed 2.4x", "x2"), ("speed 1e3x", "x300"), ("speed 99999999999999999999x", "x3600"),
    ("speed 2305843009213693952x", "x3600"), ("speed 9223372036854775807x", "x3600"),
  ]

  @Test(arguments: typedSpeeds)
  func typedSpeed(_ line: String, _ text: String) throws {
    var monitor = try Self.monitor()
    monitor.type(line)
    #expect(monitor.speed.text == text)
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
    var monitor = try Self.monitor("network online", Self.question[0], Self.question[1])
    monitor.press(" ")
    for _ in 0..<100 { monitor.advance(by: .seconds(1)) }
    #expect(monitor.run.position == 2)
    #expect(!monitor.wantsTime)
    #expect(monitor.message?.text == "Space shows the answer")
    monitor.press(keys)
    #expect(monitor.moment == .askOpen)
    #expect(monitor.run.position == 2)
    #expect(monitor.screen.contains("? Which tags fire?"))
    #expect(!monitor.screen.contains("None."))
    monitor.press(" ")
    #expect(monitor.screen.contains("None."))
    #expect(monitor.run.position == 3, "the act that answers was done")
    monitor.press("q")
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

  @Test func quittingIsNoAnswer() throws {
    var monitor = try Self.monitor(Self.question[0])
    monitor.press(".")
    #expect(monitor.handle(.key(.character("q"))) == [.quit])
  }

  @Test func aStepDoesNotPassAQuestion() throws {
    var monitor = try Self.monitor(
      "caption \"a\"", "ask \"q\" answer=\"x\"", "expect sent 0", "network offline")
    monitor.press("..")
    #expect(monitor.run.position == 2)
    monitor.press(".")
    #expect(monitor.run.position == 2)
    #expect(monitor.message?.text == "A question is open: Space shows the answer")
    monitor.press(" .")
    #expect(monitor.run.position == 4)
  }

  /// Looking back while the room thinks does not give the answer away.
  @Test func thePastHidesAnOpenAnswer() throws {
    var monitor = try Self.monitor(Self.question[0], Self.question[1])
    monitor.press(".ww,")
    #expect(monitor.moment == .lookingBack)
    #expect(!monitor.screen.contains("None."))
  }

  @Test func aQuestionWithoutAnAnswerWaitsAllTheSame() throws {
    var monitor = try Self.monitor("ask \"Who knows?\"", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    #expect(monitor.message?.text == "Space continues")
    #expect(monitor.run.position == 1)
  }

  @Test func whatWasPlayedAtOnceHidesNoAnswer() throws {
    var monitor = try Self.monitor("ask \"q\" answer=\"the answer\"")
    monitor.runToEnd()
    #expect(monitor.screen.contains("the answer"))
  }

  @Test func chapterKeyPlaysToTheNextTitle() throws {
    var monitor = try Self.monitor(
      "network offline", "chapter \"1\"", "caption \"a\"", "network online", "chapter \"2\"",
      "kill")
    monitor.press("]")
    #expect(monitor.run.position == 3)
    #expect(monitor.run.story.last?.caption == "a")
    monitor.press("]")
    #expect(monitor.run.position == 5)
    #expect(monitor.run.story.last?.chapter == "2")
    #expect(!monitor.hasFailures)
    monitor.press("]")
    #expect(monitor.hasFailures, "the app was never launched, so it cannot be killed")
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
    let branches = ran.branches.map {
      FinishedRun(playing: $0, saving: { _ throws(Never) in }, stopsAtFailure: false)
    }
    #expect(played.toldRuns.count == branches.count + 1)
    for (played, ran) in zip(played.toldRuns, [ran] + branches) {
      let rows = played.timeline.rows.prefix(ran.timeline.rows.count)
      #expect(rows.map(\.event.summary) == ran.timeline.rows.map(\.event.summary))
      #expect(rows.map(\.event.wall) == ran.timeline.rows.map(\.event.wall))
      let points = played.results.filter(\.isPoint).suffix(ran.points.count)
      #expect(points.map(\.outcome) == ran.points.map(\.outcome))
    }
  }

  /// An act pauses a talk first, so that it is done to what was seen: what opens a menu or a line
  /// for it, too.
  @Test(arguments: ["w", "s", "x", "p", "W", "P", "t", ":", "<ctrl-p>", "4B"])
  func anActPausesATalk(_ keys: String) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]] ")
    monitor.advance(by: .milliseconds(300))
    try #require(monitor.isPlaying)
    monitor.press(keys)
    #expect(!monitor.isPlaying)
    let rows = monitor.run.timeline.rows.count
    monitor.advance(by: .seconds(60))
    #expect(monitor.run.timeline.rows.count == rows)
  }
}
