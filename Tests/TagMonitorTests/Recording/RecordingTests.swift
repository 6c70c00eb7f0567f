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
  enum Deed: Sendable {
    case keys(String)
    case lines([String])
    case look(Int?)
    case advance(Double)
    case end
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let scenario: String
    let name: String
    let deeds: [Deed]

    init(_ scenario: String, _ name: String, _ deeds: [Deed]) {
      (self.scenario, self.name, self.deeds) = (scenario, name, deeds)
    }

    var testDescription: String { "\(scenario), \(name)" }
  }

  private static let exact: [Case] = [
    Case("demo", "screens and buttons", [.keys("s1s2x1wx1w")]),
    Case("demo", "typed waits", [.lines(["wait 47s", "screen \"Cart\"", "wait 2m3s"])]),
    Case("offline", "nothing by hand", [.end]),
    Case("offline", "in the story", [.keys("]."), .keys("ws1w"), .keys("]]")]),
    Case("offline", "after the end", [.end, .lines(["launch", "wait 5m", "network offline"])]),
    Case(
      "offline", "on a branch", [.end, .look(12), .lines(["tap \"Buy\" price=1.5", "wait 3m"])]),
    Case("offline", "after undo", [.end, .keys("wzK"), .lines(["launch", "wait 20s"])]),
    Case("offline", "undone and done again", [.end, .keys("wKzzZ")]),
    Case("background", "background and kill", [.keys("]"), .keys("bbKK"), .lines(["wait 2h"])]),
    Case("open-race", "a race that is cut", [.end, .look(3), .keys("w")]),
    Case("first-run", "network changes", [.keys("]"), .keys("wrw"), .lines(["at 23:59:30"])]),
    Case("played-song", "under v5", [.end, .lines(["log-event \"a\" b=1", "wait 1h"])]),
    Case("v5-batch", "v5 with a restart", [.end, .keys("KK"), .lines(["screen \"Player\""])]),
    Case(
      "midnight", "links and previews",
      [.end, .lines(["open-url \"other://x\"", "jump 3h", "idfa off", "clock 10:00:00"])]),
    Case("why-not", "settle off", [.keys("]"), .lines(["settle off", "refresh", "settle on"])]),
    Case("stale", "what cannot be done", [.end, .lines(["tap \"No such\"", "wait 1s"])]),
    Case("preview", "what does not hold", [.end, .lines(["expect queue size == 99", "kill"])]),
  ]

  @Test(arguments: exact)
  func bringsAboutTheSame(_ given: Case) throws {
    let monitor = try Self.done(given)
    let recording = monitor.recording(override: nil) { $0 }
    #expect(recording.departure == nil)
    let again = try Self.played(recording, like: monitor.run)
    #expect(Self.facts(of: again) == Self.facts(of: monitor.run), "\(recording.text)")
  }

  static func done(_ given: Case) throws -> Monitor {
    var monitor = try Shown.shipped(given.scenario)
    for deed in given.deeds {
      switch deed {
      case .keys(let keys): monitor.press(keys)
      case .lines(let lines): for line in lines { monitor.type(line) }
      case .look(let row): monitor.look(at: row)
      case .advance(let seconds):
        for _ in 0..<Int(seconds * 20) { monitor.advance(by: .milliseconds(50)) }
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
    }
  }
}
