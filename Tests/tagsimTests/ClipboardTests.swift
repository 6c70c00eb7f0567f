import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// Copies: the bytes that reach the terminal, and the command that takes them in its place.
struct ClipboardTests {
  private static let terminal = ["TERM": "xterm-256color"]

  /// A pipe that nobody reads is an error, as in the program.
  init() { Console.prepare() }

  /// As xterm's control sequences (OSC 52), and the manuals of tmux and screen have it.
  @Test(arguments: [
    (["TERM": "xterm-256color"], ClipboardWay.terminal, "\u{1B}]52;c;aGkK\u{07}"),
    (
      ["TERM": "screen-256color", "TMUX": "/run/tmux,1,0"], .tmux,
      "\u{1B}]52;c;aGkK\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGkK\u{07}\u{1B}\\"
    ),
    (
      ["TERM": "tmux-256color"], .tmux,
      "\u{1B}]52;c;aGkK\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGkK\u{07}\u{1B}\\"
    ),
    (["TERM": "linux"], .nobody, ""),
    (
      ["TERM": "screen", "STY": "1.pts"], .screen, "\u{1B}P\u{1B}]52;c;aGkK\u{07}\u{1B}\\"
    ),
  ])
  func theTerminalIsGivenTheText(
    _ environment: [String: String], _ way: ClipboardWay, _ bytes: String
  ) {
    #expect(ClipboardWay(environment) == way)
    #expect(ClipboardWay(environment).sequence(for: "hi\n") == bytes)
  }

  @Test func nothingOfTheTextIsACommandToTheTerminal() {
    let text = "\u{1B}]0;x\u{07}\u{1B}\\ \u{202E}é"
    let sequence = ClipboardWay(Self.terminal).sequence(for: text)
    #expect(sequence.unicodeScalars.count { $0.value == 0x1B } == 1)
    #expect(sequence.unicodeScalars.allSatisfy { $0.isASCII })
    let coded = sequence.dropFirst(7).dropLast()
    #expect(Data(base64Encoded: String(coded)) == Data(text.utf8))
  }

  @Test func screenIsGivenPiecesThatItPassesOn() {
    let sequence = ClipboardWay.screen.sequence(for: String(repeating: "abc", count: 400))
    let pieces = sequence.components(separatedBy: "\u{1B}\\").filter { !$0.isEmpty }
    #expect(pieces.count > 4)
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count < 256 })
    let whole = pieces.map { $0.dropFirst(2) }.joined()
    #expect(whole == ClipboardWay.terminal.sequence(for: String(repeating: "abc", count: 400)))
  }

  @Test func whatIsTooLongIsNotSent() throws {
    let terminal = HeadlessTerminal(size: Size(columns: 80, rows: 24))
    let clipboard = TerminalClipboard(terminal, Self.terminal)
    let most = TerminalClipboard.limit / 4 * 3
    try clipboard.take(String(repeating: "x", count: most))
    #expect(terminal.sent.count == 1)
    let failure = #expect(throws: CommandFailure.self) {
      try clipboard.take(String(repeating: "x", count: most + 3))
    }
    #expect(failure?.lines.first?.contains("set a command with set copy-command") == true)
    #expect(terminal.sent.count == 1)
  }

  // MARK: Commands

  @Test func aCommandReadsTheText() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path("copy")
    let text = String(repeating: "it's $(x) \u{E9}\n", count: 20_000)
    try CopyCommand("cat > '\(file)'").take(text)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test(arguments: [
    ("echo no display >&2; echo more >&2; exit 3", "ended with exit status 3: no display"),
    ("exit 4", "ended with exit status 4"),
    ("kill -9 $$", "ended with exit status 137"),
  ])
  func aCommandThatFailsIsTold(_ command: String, _ told: String) {
    let failure = #expect(throws: CommandFailure.self) { try CopyCommand(command).take("text") }
    let start = "nothing was copied: '\(command)' \(told)"
    #expect(failure?.lines.first?.hasPrefix(start) == true, "\(failure?.lines ?? [])")
  }

  /// As clipboards do that keep what they were given until somebody asks for it.
  @Test func aCommandThatStaysInTheBackgroundIsLeftThere() throws {
    let clock = ContinuousClock()
    let took = try clock.measure { try CopyCommand("cat >/dev/null; sleep 9 &").take("text") }
    #expect(took < .seconds(1))
  }

  @Test func aCommandThatReadsNothingHangsNobody() throws {
    try CopyCommand("exit 0").take(String(repeating: "x", count: 1_000_000))
  }

  // MARK: The monitor

  private static func session(_ keys: [Key]) throws -> HeadlessTerminal {
    let loader = ScenarioLoader(of: ShippedFiles())
    let loaded = try loader.load(Lessons.path(of: Lessons.demo))
    var monitor = Monitor(ScenarioRun(loaded.scenario, inputs: loaded.inputs))
    monitor.runToEnd()
    let size = Size(columns: 120, rows: 40)
    let screen = HeadlessTerminal(
      size: size, steps: keys.flatMap { [.event(.key($0)), .timeout] })
    var session = MonitorSession(
      monitor: monitor, loader: loader, scenarioPath: Lessons.path(of: Lessons.demo))
    session.environment = Self.terminal
    _ = session.run(on: screen)
    return screen
  }

  @Test func yReachesTheTerminal() throws {
    let terminal = try Self.session([.character("1"), .character("y")])
    #expect(terminal.sent.count == 1)
    #expect(terminal.sent.first?.contains("\u{1B}]52;c;") == true)
    let shown = terminal.frames.last?.buffer.text ?? ""
    #expect(shown.contains("copied: #"))
    #expect(shown.contains(TerminalClipboard.doubt))
  }

  @Test func aCommandThatWasTypedTakesTheCopy() throws {
    let line = ":set copy-command \"exit 7\""
    let keys = line.map { Key.character($0) } + [.enter, .character("y")]
    let terminal = try Self.session(keys)
    #expect(terminal.sent.isEmpty)
    #expect(terminal.frames.last?.buffer.text.contains("exit status 7") == true)
  }
}
