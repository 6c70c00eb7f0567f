import OrderedCollections
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import ScenarioEngine
@testable import TagMonitor

/// What is done by hand becomes a scenario that brings about the same.
@Suite struct RecordingTests {
  /// What is done with a scenario: keys, and real time that goes by.
  enum Action: Sendable {
    case keys(String)
    case lines([String])
    case look(Int?)
    case intoWait
    case end
  }

  /// A shipped scenario, and what is done with it.
  typealias Case = (scenario: String, name: String, actions: [Action])

  private static let exact: [Case] = [
    ("demo", "screens and buttons", [.keys("s1s2x1wx1w")]),
    ("demo", "typed waits", [.lines(["wait 47s", "screen \"Cart\"", "wait 2m3s"])]),
    ("offline", "nothing by hand", [.end]),
    ("offline", "in the story", [.keys("]."), .keys("ws1w"), .keys("]]")]),
    ("offline", "after the end", [.end, .lines(["launch", "wait 5m", "network offline"])]),
    (
      "offline", "on a branch", [.end, .look(12), .lines(["tap \"Buy\" price=1.5", "wait 3m"])]
    ),
    ("offline", "after undo", [.end, .keys("wzK"), .lines(["launch", "wait 20s"])]),
    ("offline", "undone and done again", [.end, .keys("wKzzZ")]),
    ("background", "background and kill", [.keys("]"), .keys("bbKK"), .lines(["wait 2h"])]),
    ("open-race", "a race that is cut", [.end, .look(3), .keys("w")]),
    ("first-run", "network changes", [.keys("]"), .keys("wrw"), .lines(["at 23:59:30"])]),
    ("played-song", "under v5", [.end, .lines(["log-event \"a\" b=1", "wait 1h"])]),
    ("v5-batch", "v5 with a restart", [.end, .keys("KK"), .lines(["screen \"Player\""])]),
    (
      "midnight", "links and previews",
      [.end, .lines(["open-url \"other://x\"", "jump 3h", "idfa off", "clock 10:00:00"])]
    ),
    ("why-not", "settle off", [.keys("]"), .lines(["settle off", "refresh", "settle on"])]),
    ("stale", "what cannot be done", [.end, .lines(["tap \"No such\"", "wait 1s"])]),
    ("preview", "what does not hold", [.end, .lines(["expect queue size == 99", "kill"])]),
  ]

  @Test(arguments: exact)
  func bringsAboutTheSame(_ given: Case) throws {
    try Self.checkRecording(of: Self.done(given.scenario, given.actions))
  }

  /// A recording, which plays as the run was.
  @discardableResult
  private static func checkRecording(of monitor: Monitor) throws -> (Recording, ScenarioRun) {
    let recording = Recording(of: monitor.run, override: nil) { $0 }
    #expect(recording.departure == nil)
    let again = try played(recording, like: monitor.run)
    #expect(facts(of: again) == facts(of: monitor.run), "\(recording.text)")
    return (recording, again)
  }

  /// A push that a bound of ours refuses is in the history, and is no failure of the recording.
  @Test func aRefusedPushIsRecorded() throws {
    let long = String(repeating: "k", count: Limits.keyBytes + 1)
    let lines = ["push {\"\(long)\": 1}", "optional push {\"\(long)\": 2}", "push b=2"]
    let (recording, again) = try Self.checkRecording(of: Self.done("demo", [.lines(lines)]))
    #expect(recording.text.contains("optional push {\"\(long)\": 1}\n"))
    #expect(recording.text.contains("\noptional push {\"\(long)\": 2}\n"))
    #expect(again.results.count { $0.isFailure && !$0.statement.isOptional } == 0)
  }

  /// The line that says that it is meant comes behind the end of the recording.
  @Test func aPushThatIsMeantToBeRefusedIsRecorded() throws {
    let long = String(repeating: "k", count: Limits.keyBytes + 1)
    let text = """
      tagsim 1
      ---
      app "A"
        package com.example.a
        container GTM-A
      end
      launch
      push {"\(long)": 1}
      expect log tagsim ~ /refused/
      """
    let scenario = try ScenarioParser.parse(text, file: "a.scenario")
    var run = ScenarioRun(scenario, inputs: RunInputs(app: try #require(scenario.apps.first)))
    for _ in 0..<2 { run.executeNext() }
    #expect(run.failureCount == 0)
    let recording = Recording(of: run)
    #expect(recording.departure == nil)
    let again = try Self.played(recording, like: run)
    #expect(again.results.count { $0.isFailure && !$0.statement.isOptional } == 0)
  }

  // MARK: - Waits that nobody wrote

  /// What is done in the middle of something has no line of its own for the time before it: that
  /// is rounded as long as the same comes about.
  private static let rounded: [Case] = [
    ("offline", "in the middle of a wait", [.intoWait, .keys("w"), .keys("]]")]),
    ("offline", "twice in one wait", [.intoWait, .keys("w"), .intoWait, .keys("wb]")]),
    ("offline", "in a wait that is not over", [.intoWait, .keys("s1")]),
    ("midnight", "in a wait until a time", [.keys("]"), .intoWait, .keys("w"), .keys("]]")]),
    ("v5-batch", "in a wait under v5", [.intoWait, .keys("K"), .keys("]")]),
    ("offline", "in the past of a wait", [.end, .look(20), .keys("w"), .lines(["wait 10s"])]),
  ]

  @Test(arguments: rounded)
  func bringsAboutTheSameAtRoundTimes(_ given: Case) throws {
    let monitor = try Self.done(given.scenario, given.actions)
    let recording = Recording(of: monitor.run, override: nil) { $0 }
    #expect(recording.departure == nil, "\(recording.text)")
    let again = try Self.played(recording, like: monitor.run)
    let marks = RunMarks(of: again)
    #expect(marks.isSame(butForTimesOf: RunMarks(of: monitor.run)), "\(recording.text)")
    let exact = recording.text.split(separator: "\n").filter { $0.hasPrefix("wait ") }
      .filter { $0.hasSuffix("ms") && !$0.hasSuffix("0ms") }
    #expect(exact.isEmpty, "\(recording.text)")
  }

  private static func playIntoWait(_ monitor: inout Monitor) {
    let passed = monitor.telling.playback.wait?.passed ?? .zero
    if !monitor.isPlaying { monitor.press(" ") }
    for _ in 0..<10_000 {
      monitor.advance(by: .milliseconds(57))
      if let wait = monitor.telling.playback.wait, wait.passed > passed { break }
      if !monitor.isPlaying { monitor.press(" ") }
    }
    monitor.isPlaying = false
  }

  @Test func timeThatGoesByIsAWait() throws {
    var monitor = try Worlds.trial()
    monitor.press(" ")
    for _ in 0..<47 { monitor.advance(by: .milliseconds(263)) }
    monitor.press(" w")
    let recording = Recording(of: monitor.run, override: nil) { $0 }
    #expect(recording.text.contains("# by hand\nwait 12s\nnetwork offline\n"), "\(recording.text)")
  }

  // MARK: - Expectations

  @Test func whatIsLookedAtIsExpectedAfterItsAct() throws {
    let line = "expect tag \"GA screen view\" fired"
    let monitor = try Shown.over("offline").walk([
      "R": [],
      "#12 4:expect this<enter>": [
        .says("\(line)   added to the recording after #12"),
        .is(\.display.keyboard.history.last, line),
      ],
      ":expect sent 0<enter>": [],
    ])
    let recording = Recording(of: monitor.run, override: nil) { $0 }
    #expect(recording.text.contains("screen \"Confirmation\"\n\(line)\nexpect sent 0\n"))
    let again = try Self.played(recording, like: monitor.run)
    #expect(again.results.allSatisfy { !$0.isFailure })
  }

  /// An expectation in the middle of a wait cuts it in two.
  @Test func whatHeldInAWaitIsExpectedThere() throws {
    var monitor = try Shown.played([
      "container saved v7.json", "launch", "screen \"Home Screen\"", "wait 10m",
    ])
    monitor.press("R")
    let row = try #require(
      monitor.run.timeline.firstRow { $0.event.name.hasPrefix("<dispatch") }?.number)
    monitor.look(at: row)
    monitor.type("expect sent 1")
    let recording = Recording(of: monitor.run, override: nil) { $0 }
    #expect(recording.departure == nil)
    #expect(
      recording.text.contains("wait 1s100ms\nexpect sent 1\nwait 9m58s900ms\n"), "\(recording.text)"
    )
  }

  @Test func whatIsUndoneIsNotExpected() throws {
    try Shown.shipped("demo").walk([
      "Rs1s24:expect this<enter>": [.is(\.run.kept.count, 1)], "z": [.is(\.run.kept.count, 0)],
      "Z": [.is(\.run.kept.count, 1)],
    ])
  }

  // MARK: - Header and files

  /// The world is that of the scenario; files are called what they are called from there.
  @Test func beginsWithTheWorldOfTheScenario() throws {
    let monitor = try Self.done("offline", [.keys("]")])
    let recording = Recording(of: monitor.run, override: nil) { "../" + $0 }
    let lines = recording.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "tagsim 1")
    #expect(lines.contains("app: ../apps/shop.app"))
    #expect(lines.contains("  container saved ../containers/GTM-AB12-v7.json age=13h"))
    #expect(
      recording.containers["../containers/GTM-AB12-v7.json"] == "containers/GTM-AB12-v7.json")
    let formatted = try ScenarioFormatter.format(Array(recording.text.utf8), file: "r")
    #expect(String(decoding: formatted, as: UTF8.self) == recording.text)
  }

  @Test func anAppOfItsOwnAndAWayOfTheMatrixAreKept() throws {
    let text = """
      tagsim 1
      title: Ways  # of many
      start: 2014-03-01T10:00:00+01:00
      matrix: language=es,ko
      ---
      app "A"
        package a.b
        container GTM-A
        screen "S"
          on view push event=${e="x"}
        end
      end
      repeat 2
        launch
        screen "S"
        push n=${pass} l="${language}"
      end
      """
    let ways = try ScenarioParser.parse(text, file: "ways.scenario").variants
    var run = ScenarioRun(ways[1], inputs: RunInputs(app: try #require(ways[1].apps.first)))
    run.executeRest()
    let recording = Recording(of: run)
    #expect(recording.departure == nil)
    #expect(recording.text.contains("title: Ways\n"))
    #expect(recording.text.contains("device language=ko"))
    #expect(recording.text.contains("push n=2 l=\"ko\""))
    #expect(recording.text.contains("on view push event=${e=\"x\"}"))
  }

  @Test func aContainerThatStandsInBelongsToIt() throws {
    var monitor = try Shown.shipped("offline")
    var inputs = monitor.run.inputs
    inputs.publishedOverride = try Shown.container("containers/GTM-AB12-v9-fix.json")
    monitor = Monitor(ScenarioRun(monitor.run.scenario, inputs: inputs))
    monitor.runToEnd()
    let recording = Recording(of: monitor.run, override: "fix.json") { $0 }
    #expect(recording.departure == nil)
    #expect(recording.text.contains("  publish fix.json\n"))
    #expect(recording.containers["fix.json"] == "fix.json")
  }

  // MARK: - Helpers

  private static func done(_ scenario: String, _ actions: [Action]) throws -> Monitor {
    var monitor = try Shown.shipped(scenario)
    for action in actions {
      switch action {
      case .keys(let keys): monitor.press(keys)
      case .lines(let lines): for line in lines { monitor.type(line) }
      case .look(let row): monitor.look(at: row)
      case .intoWait: playIntoWait(&monitor)
      case .end: monitor.runToEnd()
      }
    }
    return monitor
  }

  /// A recording, played with what the run had.
  static func played(_ recording: Recording, like run: ScenarioRun) throws -> ScenarioRun {
    let scenario = try ScenarioParser.parse(recording.text, file: "again.scenario")
    var inputs = run.inputs
    for (name, path) in recording.containers.elements {
      inputs.containers[name] = run.inputs.containers[path]
    }
    var again = ScenarioRun(scenario, inputs: inputs)
    again.executeRest()
    return again
  }

  /// What happened, without what was told and where it stands.
  static func facts(of run: ScenarioRun) -> [String] {
    let kinds = ["event", "data", "rule", "tag", "value", "log", "hit"]
    return RunFacts(of: FinishedRun(of: run)).lines.filter { line in
      kinds.contains {
        line.hasPrefix("{\"fact\": \"\($0)\"") || line.hasPrefix("{\"fact\":\"\($0)\"")
      }
    }.map { line in
      // A statement may be written in another way.
      let parts = line.split(separator: "\"cause\":", maxSplits: 1)
      guard parts.count == 2, let end = parts[1].firstRange(of: "\"network\":") else { return line }
      return String(parts[0] + parts[1][end.lowerBound...])
    }
  }
}
