import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// The loop around the monitor: events in, frames out, files on demand.
struct SessionTests {
  private static func session(
    _ terminal: HeadlessTerminal, in scratch: ScratchFolder? = nil
  ) throws -> MonitorSession {
    let path = try scratch?.scenario("a.scenario", "launch").path
    let loader = ScenarioLoader(of: path == nil ? ShippedFiles() : DiskFiles())
    let loaded = try loader.load(path ?? Lessons.path(of: Lessons.demo))
    return MonitorSession(
      monitor: Monitor(ScenarioRun(loaded.scenario, inputs: loaded.inputs)), loader: loader,
      scenarioPath: path ?? Lessons.path(of: Lessons.demo))
  }

  private static func typed(_ line: String) -> [TerminalEvent] {
    ([.character(":")] + line.map { .character($0) } + [.enter]).map { .key($0) }
  }

  @Test func endsWithTheTerminalAndGivesItBack() throws {
    let terminal = HeadlessTerminal(size: Size(columns: 80, rows: 24))
    var session = try Self.session(terminal)
    let isLeft = session.run(on: terminal)
    #expect(!isLeft, "the end of the input is no wish of the user")
    #expect(terminal.isClosed)
    #expect(terminal.frames.count == 1)
    #expect(terminal.timeouts == [-1], "a paused monitor waits for a key, and for nothing else")
  }

  @Test func keysReachTheMonitor() throws {
    let keys: [Key] = [.character("s"), .enter, .character("q")]
    let terminal = HeadlessTerminal(
      size: Size(columns: 80, rows: 24),
      steps: keys.flatMap { [.event(.key($0)), .timeout] })
    var session = try Self.session(terminal)
    let isLeft = session.run(on: terminal)
    #expect(isLeft)
    #expect(terminal.frames.last?.buffer.text.contains("Home Screen") == true)
  }

  @Test func aNewSizeIsDrawnAtOnce() throws {
    let size = Size(columns: 133, rows: 50)
    let terminal = HeadlessTerminal(
      size: Size(columns: 80, rows: 24), steps: [.event(.resized(size)), .timeout])
    var session = try Self.session(terminal)
    let isLeft = session.run(on: terminal)
    #expect(!isLeft)
    #expect(terminal.frames.last?.buffer.size == size)
  }

  @Test func aTypedFileIsReadBesideTheScenario() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let answers = [("publish GTM-NEW", "<publish v5>"), ("publish gone", "there is no such file")]
    for (line, answer) in answers {
      let terminal = HeadlessTerminal(
        size: Size(columns: 120, rows: 40), steps: Self.typed(line).map { .event($0) } + [.timeout])
      var session = try Self.session(terminal, in: scratch)
      let isLeft = session.run(on: terminal)
      #expect(!isLeft)
      #expect(terminal.frames.last?.buffer.text.contains(answer) == true, "\(line)")
    }
  }
}
