import ScenarioEngine
import TagSimulation
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
    var monitor = try Self.recording().walk([
      "": [.says("recording: 0 acts"), .sees("● REC 0 acts")], "s1s2": [.sees("● REC 2 acts")],
      "z": [.sees("● REC 1 act"), .hides("REC 1 acts")],
    ])
    monitor.display.isReader = true
    monitor.walk(["": [.sees("recording 1 act")]])
    try Shown.shipped("demo").walk(["s1s2R": [.says("everything so far: 2 acts")]])
  }

  @Test func rAsksForTheFileAndEscapeGoesOn() throws {
    var monitor = try Self.recording("s1R").walk([
      "": [.is(\.typed, "record demo-recorded.scenario")],
      "<enter>": [.leads(to: .record(path: "demo-recorded.scenario"))],
    ])
    monitor.failedToRecord("it is there already")
    monitor = monitor.walk([
      "": [.is(\.saving.recorder.isOn, true)], "R<esc>": [.is(\.saving.recorder.isOn, true)],
    ])
    let leaves = monitor.recorded("written")
    #expect(!leaves)
    monitor.walk(["": [.is(\.saving.recorder.isOn, false), .says("written")]])
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
    ("q", [.quit]), ("s1q", []), ("s1<ctrl-c>", []), ("s1:q<enter>", []),
    ("s1qd", [.quit]), ("s1qs", []), ("s1q<esc>", []), ("s1<ctrl-c><ctrl-c>", [.interrupt]),
    ("s1qw", []),
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
    var monitor = try Self.recording("s1 q").walk([
      "": [
        .is(\.wantsTime, false), .sees("w save it to a file, and quit"),
        .sees("d discard it, and quit"),
      ],
      "w": [.is(\.typed, "record demo-recorded.scenario")],
    ])
    let leaves = monitor.recorded("written")
    #expect(leaves, "the monitor is left once it is written")
  }

  @Test func escapeStaysAndTheRecordingGoesOn() throws {
    var monitor = try Self.recording("s1q<esc>").walk([
      "": [.closed, .is(\.hasUnsavedRecording, true)], "qw<esc>R<enter>": [],
    ])
    let leaves = monitor.recorded("written")
    #expect(!leaves, "who stayed is not sent away later")
  }

  /// Where nothing is recorded the line is offered all the same.
  @Test func whatIsExpectedAlreadyIsExpectedOnce() throws {
    try Shown.shipped("demo").walk([
      "s14:expect this<enter>": [
        .says("expect tag "), .says("press R to record"), .is(\.run.kept.count, 0),
      ],
      "R:expect this<enter>": [.is(\.run.kept.count, 1)],
      ":expect this<enter>": [.is(\.run.kept.count, 1), .says("in the recording already")],
    ])
  }
}
