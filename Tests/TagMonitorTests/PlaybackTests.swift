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

  /// Real milliseconds after Space, and where the scenario stands then.
  private static let pace: [(milliseconds: Int64, position: Int)] = [
    (1, 1), (2999, 1), (3001, 3), (3900, 3), (4001, 5), (13_900, 5), (14_002, 6),
  ]

  @Test(arguments: pace)
  func pausesToRead(_ milliseconds: Int64, _ position: Int) throws {
    var monitor = try Self.monitor(
      "caption \"a\"", "note \"n\"", "network offline", "settle on", "wait 10s", "network online")
    monitor.press(" ")
    for _ in 0..<milliseconds { monitor.advance(by: .milliseconds(1)) }
    #expect(monitor.run.position == position)
  }

  private static let speeds: [(keys: String, text: String, virtual: Int64)] = [
    ("", "x1", 1000), ("}", "x2", 2000), ("}}}", "x10", 10_000), ("{", "x1/2", 500),
    ("{{{{", "x1/4", 250), ("}}}}}}}}}}}}", "x3600", 3_600_000), ("}}{{", "x1", 1000),
  ]

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
    monitor.press(" ")
    monitor.advance(by: .seconds(3600))
    #expect(Self.clock(monitor) == 1000)
  }

  @Test func spacePausesAndGoesOn() throws {
    var monitor = try Self.monitor("wait 10s", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    monitor.press(" ")
    #expect(!monitor.wantsTime)
    monitor.advance(by: .seconds(1))
    #expect(Self.clock(monitor) == 1000)
    monitor.press(" ")
    for _ in 0..<9 { monitor.advance(by: .seconds(1)) }
    #expect(Self.clock(monitor) == 10_000)
    monitor.advance(by: .milliseconds(1))
    #expect(!monitor.run.timeline.live.world.isOnline)
  }

  /// When the scenario is over, time goes on, so that timers can be watched.
  @Test func timeGoesOnAfterTheEnd() throws {
    var monitor = try Self.monitor()
    monitor.play()
    monitor.advance(by: .milliseconds(700))
    #expect(Self.clock(monitor) == 700)
    #expect(monitor.wantsTime)
  }

  @Test(arguments: [",", "<", "[", "k"])
  func lookingBackPauses(_ key: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press(" " + key)
    #expect(monitor.cursor != nil)
    #expect(!monitor.wantsTime)
  }

  @Test func playingGoesBackToLive() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("< ")
    #expect(monitor.cursor == nil)
    #expect(monitor.wantsTime)
  }

  private static let steps: [(keys: String, position: Int, clock: Int64)] = [
    (".", 3, 0), ("..", 5, 60_000), ("...", 6, 60_000), ("....", 6, 60_000),
  ]

  /// A step is what does something, with the captions before it and what is expected after it.
  @Test(arguments: steps)
  func stepping(_ keys: String, _ position: Int, _ clock: Int64) throws {
    var monitor = try Self.monitor(
      "caption \"a\"", "network offline", "expect sent 0", "wait 1m", "expect sent 0",
      "network online")
    monitor.press(keys)
    #expect(monitor.run.position == position)
    #expect(Self.clock(monitor) == clock)
  }

  @Test func steppingOutOfAWaitEndsIt() throws {
    var monitor = try Self.monitor("wait 10s", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    monitor.press(" .")
    #expect(Self.clock(monitor) == 10_000)
    #expect(monitor.run.position == 1)
  }

  @Test func steppingBeyondTheEndFiresWhatIsDue() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    while monitor.run.next != nil { monitor.press(".") }
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

  @Test(arguments: ["x", " ", "q", "<enter>", "."])
  func anyKeyShowsTheAnswerAndNothingElse(_ key: String) throws {
    var monitor = try Self.monitor(Self.question[0], Self.question[1])
    monitor.press(" ")
    for _ in 0..<100 { monitor.advance(by: .seconds(1)) }
    #expect(monitor.run.position == 1)
    #expect(!monitor.wantsTime)
    #expect(monitor.screen.contains("? Which tags fire?"))
    #expect(!monitor.screen.contains("None."))
    #expect(monitor.screen.contains("any key shows the answer"))
    monitor.press(key)
    #expect(monitor.screen.contains("None."))
    #expect(monitor.run.position == 1)
    // There is time to read the answer, then the scenario goes on.
    for _ in 0..<4 { monitor.advance(by: .seconds(1)) }
    #expect(monitor.run.position == 2)
  }

  @Test func aStepStopsAtAQuestion() throws {
    var monitor = try Self.monitor(
      "caption \"a\"", "ask \"q\" answer=\"x\"", "expect sent 0", "network offline")
    monitor.press(".")
    #expect(monitor.run.position == 2)
    #expect(monitor.isAsking)
    monitor.press(".")
    #expect(monitor.run.position == 2)
    #expect(!monitor.isAsking)
    monitor.press(".")
    #expect(monitor.run.position == 4)
  }

  @Test func aQuestionWithoutAnAnswerWaitsAllTheSame() throws {
    var monitor = try Self.monitor("ask \"Who knows?\"", "network offline")
    monitor.press(" ")
    monitor.advance(by: .seconds(1))
    #expect(monitor.screen.contains("any key goes on"))
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
    while played.run.next != nil || played.waitLeft > .zero, ticks < 10_000 {
      // Somebody has to press a key when the room is asked.
      if played.isAsking { played.press("x") }
      played.advance(by: .milliseconds(700))
      ticks += 1
    }
    let rows = played.run.timeline.rows.prefix(ran.timeline.rows.count)
    #expect(rows.map(\.event.summary) == ran.timeline.rows.map(\.event.summary))
    #expect(rows.map(\.event.wall) == ran.timeline.rows.map(\.event.wall))
    let points = played.run.results.filter(\.isPoint)
    #expect(points.map(\.outcome) == ran.points.map(\.outcome))
  }
}
