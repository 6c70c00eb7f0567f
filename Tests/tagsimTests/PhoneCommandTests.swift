import CommandKit
import Foundation
import ScenarioEngine
import TagInspection
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// A command that writes the log of a phone is started as typed, and ended with the following.
struct PhoneCommandTests {
  private static let container = CommandLineTool.path("Scenarios/containers/GTM-MV50-v1.json")

  private static let log =
    "2024-05-02 12:18:21.001+0200 Shop[1796:3] GoogleTagManager info: Processing logged event: "
    + "open_screen with parameters: {\n    screen = Home;\n}\n"

  /// Follows a command until it ends, and returns the last news.
  private static func follow(_ line: String) throws -> PhoneNews? {
    let source = try CapturedContainer(container)
    var feed = try PhoneFeed(PhoneCommand(line), source)
    let (scenario, inputs) = try RunInputs.parsed(
      feed.text, file: "phone.scenario", (source.container, source.path(from: "")))
    var run = ScenarioRun(scenario, inputs: inputs)
    var last: PhoneNews?
    let limit = ContinuousClock.now + .seconds(20)
    while feed.isOpen || feed.isBusy, ContinuousClock.now < limit {
      last = feed.news(in: &run) ?? last
    }
    return last
  }

  @Test(arguments: ["cat", "sh -c 'cat \"$0\"'"])
  func whatItWritesIsFollowed(_ command: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone 1.log", Self.log)
    let line = "\(command) \"\(log.path)\""
    let news = try #require(try Self.follow(line))
    #expect(news.sum.events == 1 && !news.sum.isOpen && news.unplayed.isEmpty)
    #expect(news.head == line + ", 3 lines, ended")
  }

  @Test func anErrorIsSaidInItsOwnWords() throws {
    let news = try #require(try Self.follow("sh -c 'echo first >&2; echo no devices >&2; exit 3'"))
    #expect(
      news.unplayed
        == [
          "sh -c 'echo first >&2; echo no devices >&2; exit 3' ended with exit status 3: no devices"
        ])
  }

  @Test func aMissingProgramIsSaid() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try PhoneCommand("no-such-program-here logcat")
    }
    #expect(
      failure?.lines.joined(separator: " ").contains(
        "no-such-program-here: there is no such file and no such command") == true)
  }

  @Test(arguments: [
    ("adb logcat", ["adb", "logcat"]), ("  a  'b c' \"d e\" ", ["a", "b c", "d e"]),
    ("a\\ b ''", ["a b", ""]), ("a'b\"'c", ["ab\"c"]), ("$HOME *", ["$HOME", "*"]),
  ])
  func wordsAreAsTyped(_ line: String, _ words: [String]) throws {
    #expect(try PhoneCommand.words(of: line) == words)
  }

  @Test(arguments: ["a 'b", "a \"b", "a \\", "", "  "])
  func anOpenQuoteIsRefused(_ line: String) {
    #expect(throws: CommandFailure.self) { try PhoneCommand.words(of: line) }
  }

  /// A session on the container, in which keys are pressed.
  private static func session(
    _ steps: [HeadlessTerminal.Step]
  ) throws -> (frames: [Frame], isLeft: Bool) {
    let opened = try OpenedFile(container, containerOverride: nil)
    let terminal = HeadlessTerminal(size: Size(columns: 120, rows: 40), steps: steps)
    var session = MonitorSession(
      monitor: opened.monitor(borders: .utf8), loader: opened.loader,
      scenarioPath: opened.scenarioPath)
    session.opens = { $0.monitor(borders: .utf8) }
    let isLeft = session.run(on: terminal)
    return (terminal.frames, isLeft)
  }

  private static func typed(_ text: String) throws -> [HeadlessTerminal.Step] {
    try KeyScript("F").keys.map { .event(.key($0)) } + [.event(.paste(text, droppedBytes: 0))]
      + [.event(.key(.enter)), .timeout]
  }

  @Test(arguments: ["", "cat "])
  func fFollowsWithTheOpenContainer(_ command: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.log)
    let ended = try Self.session(
      Self.typed(command + log.path) + [.timeout, .event(.key(.character("q")))])
    let text = try #require(ended.frames.last?.buffer.text)
    #expect(text.contains("must send") && text.contains("screen Home"), "\(text)")
    #expect(text.contains(command + (command.isEmpty ? "phone.log" : log.path) + ", 3 lines"))
    #expect(ended.isLeft)
  }

  @Test func fSaysWhatCannotBeStarted() throws {
    let ended = try Self.session(
      Self.typed("no-such-program-here") + [.event(.key(.control("c")))])
    let text = try #require(ended.frames.last?.buffer.text)
    #expect(text.contains("no-such-program-here: there is no such file"), "\(text)")
  }

  /// The command ends with the monitor, also by Ctrl-C, and if it does not want to.
  @Test(arguments: [Key.character("q"), .control("c")], ["", "trap \"\" TERM; "])
  func theCommandEndsWithTheMonitor(_ key: Key, _ trap: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.log)
    let place = scratch.path("pid")
    let line =
      "sh -c '\(trap)cat \"$0\"; echo $$ > \"$1\"; while :; do sleep 1; done' \(log.path) \(place)"
    let ended = try Self.session(
      Self.typed(line) + [.timeout, .event(.key(key)), .event(.key(key))])
    #expect(ended.frames.contains { $0.buffer.text.contains("must send") })
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let process = try #require(pid_t(text.split(separator: "\n").first ?? ""))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }
}
