import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// `R`, what is said while all is recorded, and that nothing recorded is lost by leaving.
@Suite struct RecorderTests {
  private static func recording(_ keys: String = "") throws -> Monitor {
    var monitor = try Shown.shipped("demo")
    monitor.press("R" + keys)
    return monitor
  }

  @Test func theStatusSaysHowMuchIsRecorded() throws {
    var monitor = try Self.recording()
    #expect(
      monitor.message?.text
        == "recording: 0 acts so far   R stops and saves a scenario")
    #expect(monitor.screen.contains("● REC 0 acts"))
    monitor.press("s1s2")
    #expect(monitor.screen.contains("● REC 2 acts"))
    monitor.press("z")
    #expect(monitor.screen.contains("● REC 1 act›") || monitor.screen.contains("● REC 1 act "))
    monitor.isReader = true
    #expect(monitor.screen.contains("recording 1 act"))
  }

  @Test func whatWasDoneBeforeBelongsToIt() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1s2R")
    #expect(
      monitor.message?.text.hasPrefix(
        "recording, including everything so far: 2 acts") == true)
  }

  @Test func rAsksForTheFileAndEscapeGoesOn() throws {
    var monitor = try Self.recording("s1R")
    guard case .prompt(let field)? = monitor.overlay else {
      Issue.record("no file is asked for")
      return
    }
    #expect(field.text == "record demo-recorded.scenario")
    #expect(monitor.press("<enter>") == [.record(path: "demo-recorded.scenario")])
    monitor.failedToRecord("it is there already")
    #expect(monitor.recorder.isOn)
    monitor.press("R<esc>")
    #expect(monitor.recorder.isOn)
    let leaves = monitor.recorded("written")
    #expect(!leaves)
    #expect(!monitor.recorder.isOn)
    #expect(monitor.message?.text == "written")
  }

  private static let words: [(line: String, effects: [MonitorEffect])] = [
    ("record", []), ("record a.scenario", [.record(path: "a.scenario")]),
    ("record \"a b.scenario\"", [.record(path: "a b.scenario")]), ("record a\"b", []),
  ]

  @Test(arguments: words)
  func isWrittenByItsWord(_ line: String, _ effects: [MonitorEffect]) throws {
    var monitor = try Shown.shipped("demo")
    #expect(monitor.type(line) == effects)
  }

  /// What leads out, and what it does: a recording of nothing, and one that is written at the end
  /// anyhow, are not asked about.
  private static let leaving: [(keys: String, effects: [MonitorEffect])] = [
    ("q", [.quit]), ("s1q", []), ("s1Q", []), ("s1<ctrl-c>", []), ("s1:q<enter>", []),
    ("s1qd", [.quit]), ("s1qs", []), ("s1q<esc>", []), ("s1<ctrl-c><ctrl-c>", [.interrupt]),
    ("s1QQ", [.quit]), ("s1qw", []),
  ]

  @Test(arguments: leaving)
  func leavingAsksOnce(_ keys: String, _ effects: [MonitorEffect]) throws {
    var monitor = try Self.recording()
    #expect(monitor.press(keys) == effects, "\(keys)")
    var other = try Shown.shipped("demo")
    other.recordToEnd()
    #expect(other.press("s1q") == [.quit])
  }

  @Test func theFileOfTheCommandLineIsTheOneThatIsWritten() throws {
    var monitor = try Shown.shipped("demo")
    monitor.recordToEnd(in: "mine.scenario")
    #expect(monitor.press("s1R<enter>") == [.record(path: "mine.scenario")])
    _ = monitor.recorded("written")
    #expect(monitor.press("s1R<enter>") == [.record(path: "mine.scenario")])
  }

  @Test func theQuestionNamesItsKeysAndNothingMovesMeanwhile() throws {
    var monitor = try Self.recording("s1 q")
    #expect(!monitor.wantsTime)
    #expect(monitor.screen.contains("w  save it to a file, and quit"))
    #expect(monitor.screen.contains("d  discard it, and quit"))
    monitor.press("w")
    #expect(monitor.screen.contains(":record demo-recorded.scenario"))
    let leaves = monitor.recorded("written")
    #expect(leaves, "the monitor is left once it is written")
  }

  @Test func escapeStaysAndTheRecordingGoesOn() throws {
    var monitor = try Self.recording("s1q<esc>")
    #expect(monitor.overlay == nil)
    #expect(monitor.hasUnsavedRecording)
    monitor.press("qw<esc>R<enter>")
    let leaves = monitor.recorded("written")
    #expect(!leaves, "who stayed is not sent away later")
  }

  @Test func whatIsExpectedAlreadyIsExpectedOnce() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("R")
    monitor.press("s1")
    monitor.press("4")
    monitor.type("expect this")
    monitor.type("expect this")
    #expect(monitor.run.kept.count == 1)
    #expect(monitor.message?.text.contains("in the recording already") == true)
  }

  @Test func whereNothingIsRecordedTheLineIsOfferedAllTheSame() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    monitor.press("4")
    monitor.type("expect this")
    #expect(monitor.message?.text.hasPrefix("expect tag ") == true)
    #expect(monitor.message?.remark == "press R to record; then it is kept")
    #expect(monitor.run.kept.isEmpty)
  }
}
