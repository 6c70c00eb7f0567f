import Synchronization
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Time passes only where a statement lets it, and by exactly as much as it says.
struct TimeTests {
  private static let home = "screen \"Home\""

  // MARK: Settling

  @Test func anActSettlesUntilNothingIsInFlight() throws {
    let run = try Shop.play(["publish v2", "launch"])
    #expect(run.timeline.live.isSettled)
    #expect(run.timeline.live.container?.version == "2")
  }

  /// With settling off a screen is seen before the container has arrived: its tag is lost.
  @Test func withoutSettlingARaceShows() throws {
    let lines = ["publish v2", "settle off", "launch", Self.home]
    let race = try Shop.play(lines + ["expect tag \"Screens\" not fired"])
    #expect(race.elapsed == 0)
    #expect(race.failureLines == ["container GTM-SHOP none has no tag \"Screens\""])
    let rest = try Shop.play(lines + ["settle on", Self.home, "expect tag \"Screens\" fired"])
    #expect(rest.last == .passed)
    #expect(rest.timeline.live.container?.version == "2", "settle on settles at once")
  }

  // MARK: Waiting and jumping

  @Test func waitFiresEveryTimerAndJumpEachOnce() throws {
    let start = ["container saved v1 age=1h", "launch", "network offline", "network online"]
    // A refresh that fails is tried again every hour.
    let waited = try Shop.play(start + ["wait 16h"])
    let jumped = try Shop.play(start + ["jump 16h"])
    func failures(_ run: ScenarioRun) -> Int { run.rowNames.count { $0 == "<refresh failed>" } }
    #expect(failures(waited) == 5, "11, 12, 13, 14 and 15 hours after the start")
    #expect(failures(jumped) == 1)
    #expect(waited.elapsed == 57_600_005)
    #expect(jumped.elapsed == 57_600_185, "a jump is an act: its request settles")
  }

  /// Where nobody waits for two thousand years any more, nothing is gone through again for words.
  @Test func aWaitThatIsGivenUpEndsAtOnce() throws {
    let asked = Mutex(0)
    var run = try Shop.play(["publish v2", "launch"])
    run.giveUp {
      asked.withLock {
        $0 += 1; return $0 > 2000
      }
    }
    run.execute(
      Statement(
        location: .keys, text: "wait 36500d", command: .wait(.seconds(36_500 * 86_400))))
    #expect(run.timeline.stepCount > 1500)
    #expect(asked.withLock { $0 } < 2010)
    let outcome = try #require(run.results.last?.outcome)
    #expect(!"\(outcome)".contains("x <"), "rows are counted, not summed up: \(outcome)")
  }

  private static let targets: [(line: String, clock: String, elapsed: Int64)] = [
    ("wait 90s", "10:01:30", 90_000),
    ("jump 90s", "10:01:30", 90_000),
    ("at 10:00:00", "10:00:00", 0),
    ("at 10:00:01", "10:00:01", 1000),
    ("at 09:59:59", "09:59:59", 86_399_000),
    ("at 2014-03-02T00:00:00+01:00", "00:00:00", 50_400_000),
    ("at 2014-03-01T12:00:00Z", "13:00:00", 10_800_000),
  ]

  @Test(arguments: targets)
  func timeTarget(_ line: String, _ clock: String, _ elapsed: Int64) throws {
    let run = try Shop.play([line])
    #expect(run.clockText == clock)
    #expect(run.elapsed == elapsed)
  }

  private static let past: [(line: String, sentence: String)] = [
    ("at 2014-03-01T08:57:00Z", "the time is 3m00s before the present (2014-03-01 10:00:00) …"),
    ("at 2014-02-01T00:00:00Z", "the time is 28d09h before the present (2014-03-01 10:00:00) …"),
  ]

  @Test(arguments: past)
  func timeDoesNotGoBack(_ line: String, _ sentence: String) throws {
    let run = try Shop.play([line])
    #expect(run.refusal?.reads(sentence) == true, "\(run.refusal ?? "")")
    #expect(run.elapsed == 0)
  }

  private static let next: [(line: String, summary: String)] = [
    ("at 10:00:00", ""), ("at 23:50:00", ""), ("at 2014-03-05T10:00:00Z", ""),
    ("at 09:59:59", "the next 09:59:59 is tomorrow"),
  ]

  /// A time of day that is over comes again, and that is said.
  @Test(arguments: next)
  func tomorrowIsSaid(_ line: String, _ summary: String) throws {
    #expect(try Shop.play([line]).last == .done(summary))
  }

  // MARK: Setting the clock

  private static let settings: [(line: String, clock: String, date: String)] = [
    ("clock 09:30:00", "09:30:00", "2014-03-01"), ("clock 23:00:00", "23:00:00", "2014-03-01"),
    ("clock 2014-02-27T10:00:00+01:00", "10:00:00", "2014-02-27"),
    ("clock 2020-01-01T00:00:00Z", "01:00:00", "2020-01-01"),
  ]

  /// A time of day is one of the day that the phone shows, whether it is over or not.
  @Test(arguments: settings)
  func settingTheClock(_ line: String, _ clock: String, _ date: String) throws {
    let run = try Shop.play(line, isPrepared: false)
    #expect(run.clockText == clock)
    #expect(run.dateText == date)
    #expect(run.elapsed == 0)
  }

  @Test func theSummarySaysHowFar() throws {
    let back = try Shop.play("clock 2014-02-27T10:00:00+01:00", isPrepared: false)
    let told = "the phone's dates follow; timers and servers do not notice"
    #expect(back.last == .done("<clock back 2d00h> " + told))
    let forward = try Shop.play("clock 10:00:30", isPrepared: false)
    #expect(forward.last == .done("<clock forward 30 s> " + told))
  }

  // MARK: Expectations over time

  /// A quiet launch, then a screen ten seconds later.
  private static let start = ["container saved v1 age=1h", "launch", "wait 10s", home]
  /// Two minutes after the hit: a read of the disk, an answer, and a last look at the disk.
  private static let sentAt: Int64 = 130_135

  private static let becoming: [(line: String, holds: Bool, elapsed: Int64)] = [
    ("eventually within 10s expect queue size 1", true, 10_005),
    ("eventually within 130s expect sent 1", true, sentAt - 5),
    ("eventually within 60s expect sent 1", false, 70_005),
    ("eventually within 1h expect sent 2", false, 3_610_005),
    ("eventually within 2h expect container age>=2h", true, 7_210_005),
  ]

  @Test(arguments: becoming)
  func eventually(_ line: String, _ holds: Bool, _ elapsed: Int64) throws {
    let run = try Shop.play(Self.start + [line])
    #expect((run.last == .passed) == holds)
    #expect(run.elapsed == elapsed)
  }

  private static let staying: [(line: String, became: String?, elapsed: Int64)] = [
    ("never for 60s expect sent > 0", nil, 70_005),
    ("never for 130s expect sent > 0", "10:02:10", sentAt - 5),
    ("never for 10s expect queue size 1", "10:00:10", 10_005),
  ]

  @Test(arguments: staying)
  func never(_ line: String, _ became: String?, _ elapsed: Int64) throws {
    let run = try Shop.play(Self.start + [line])
    #expect(run.failureLines == (became.map { ["it became true at \($0)"] } ?? []))
    #expect((run.last == .passed) == (became == nil))
    #expect(run.elapsed == elapsed)
  }

  /// Time stops where nobody wants to know the rest, and nothing waits for it.
  @Test(arguments: [
    "wait 30d", "eventually within 30d expect sent 99", "never for 30d expect sent 99",
  ])
  func whatIsGivenUpComesToAnEnd(_ line: String) throws {
    var run = try Shop.play(Self.start)
    let steps = run.timeline.stepCount
    run.giveUp { true }
    run.execute(try #require(try StatementParser.parse(line: line)))
    #expect(run.timeline.stepCount == steps)
    let fired = run.fireNext()
    #expect(!fired)
    run.giveUp { false }
    run.execute(try #require(try StatementParser.parse(line: line)))
    #expect(run.timeline.stepCount > steps)
  }

  /// The reason that is told is the one at the end, not the one at the beginning.
  @Test func eventuallyTellsTheLastReason() throws {
    let run = try Shop.play(
      "screen \"Home\"", "eventually within 130s expect sent 3")
    #expect(run.failureLines == ["1 hit was sent, expected == 3"])
  }

  @Test func passingTimeAndFiringTheNextAreForTheMonitor() throws {
    var run = try Shop.play("screen \"Home\"")
    let before = run.elapsed
    run.passTime(.seconds(3))
    #expect(run.elapsed == before + 3000)
    let fired = run.fireNext()
    #expect(fired)
    #expect(run.elapsed > before + 3000)
    // It can be cut back to the moment before it, as a wait of what passed.
    let (fired2, passed) = (run.elapsed, run.elapsed - before - 3000)
    let place = run.record.count - 1
    #expect(run.record[place].statement.command == .wait(.milliseconds(passed)))
    #expect(run.record[place].origin == .hand)
    #expect(run.record[place].rows.upperBound == run.timeline.rowCount)
    let wait = run.record[place].statement
    #expect(try StatementParser.parse(line: wait.text)?.command == wait.command)
    run.cutBack(beforeRecord: place)
    #expect(run.elapsed == before + 3000)
    run.execute(wait)
    #expect(run.elapsed >= fired2)
    run = try Shop.play([])
    let count = run.record.count
    let firedAgain = run.fireNext()
    #expect(run.record.count == count)
    #expect(!firedAgain, "nothing is due in a world that was not touched")
  }
}
