import Foundation
import ScenarioEngine
import TagSimulation
import Testing

@testable import tagsim

/// The monitor on a real terminal: whatever ends the program, the terminal is given back.
struct SignalTests {
  /// All that end a process that does nothing about them, but for SIGKILL, which nobody can answer;
  /// SIGPIPE and SIGXFSZ, which the tool ignores, for the writing itself fails then; and the
  /// events: SIGHUP, SIGINT and SIGTERM are told to the monitor.
  private static let signals: [Int32] = {
    var signals = [
      SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGALRM,
      SIGXCPU, SIGVTALRM, SIGPROF, SIGSYS,
    ]
    #if os(Linux)
      // And the first and last of those that have no names.
      signals += [SIGSTKFLT, SIGPOLL, SIGPWR, 34, 64]
    #endif
    return signals
  }()

  @Test(arguments: signals)
  func aSignalGivesTheTerminalBack(_ number: Int32) throws {
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try terminal.start(
      ["--history", "16MB"],
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"])
    let shown = terminal.read(until: "\u{1B}[?2004h")
    #expect(shown.contains("\u{1B}[?1049h"))
    #expect(terminal.modes != before)
    kill(process.processIdentifier, number)
    let last = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    #expect(last.contains("\u{1B}[?2004l"))
    #expect(last.contains("\u{1B}[?1049l"))
    #expect(terminal.modes == before)
  }

  /// Whatever ends a session, what was done in it is in its trace, and the next one says so, once.
  @Test(arguments: [SIGKILL, SIGQUIT, SIGTERM])
  func aSignalLeavesWhatWasDone(_ number: Int32) throws {
    let scratch = try ScratchFolder()
    let errors = try scratch.file("errors")
    let environment = [
      "XDG_STATE_HOME": scratch.url.path, "XDG_CONFIG_HOME": scratch.url.path, "TERM": "xterm",
      "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
    func start(_ terminal: TerminalPair) throws -> Process {
      let process = try terminal.start(
        [], environment: environment, errors: try FileHandle(forWritingTo: errors))
      _ = terminal.read(until: "\u{1B}[?2004h")
      return process
    }
    let terminal = try TerminalPair()
    let process = try start(terminal)
    terminal.type(":push event=\"lastWish\"\r")
    #expect(terminal.read(until: "z undoes").contains("z undoes"))
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    let folder = scratch.url.appending(path: "tagsim/traces")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let path = folder.appending(path: try #require(names.first)).path
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    #expect(traced.run.timeline.rows.contains { $0.event.name == "lastWish" })
    let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    let isSaid = said.contains("tagsim \(path) opens it")
    #expect(isSaid == (number != SIGKILL), "\(said)")
    let isLost = number != SIGTERM
    for isTold in [isLost, false] {
      let next = try TerminalPair()
      let process = try start(next)
      next.type("q")
      let screen = next.read(until: "\u{1B}[?1049l")
      process.waitUntilExit()
      #expect(screen.contains("last session ended early and was saved: ") == isTold)
    }
  }

  // MARK: While it is opened

  /// From the moment in which the terminal is another one, a signal gives it back.
  @Test func aSignalDuringTheOpeningGivesTheTerminalBack() throws {
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try terminal.start(
      ["--history", "16MB"], environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"])
    while process.isRunning, terminal.modes == before { sched_yield() }
    kill(process.processIdentifier, SIGUSR1)
    _ = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGUSR1)
    #expect(terminal.modes == before)
  }

  // MARK: While it is busy

  /// A century takes longer than anybody waits.
  private static let long = ":wait 36500d\r"
  private static let busy = "Esc or Ctrl-C cancels"

  private static func start(
    _ terminal: TerminalPair, in scratch: ScratchFolder, _ arguments: [String] = [],
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    try terminal.start(
      arguments,
      environment: [
        "XDG_STATE_HOME": scratch.url.path, "XDG_CONFIG_HOME": scratch.url.path, "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
      ], errors: errors)
  }

  /// A program that is too busy to look at the request ends all the same, and what was done before
  /// is kept.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aBusyProgramEnds(_ number: Int32) throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try Self.start(terminal, in: scratch)
    _ = terminal.read(until: "\u{1B}[?2004h")
    terminal.type(":push event=\"lastWish\"\r" + Self.long)
    #expect(terminal.read(until: Self.busy).contains(Self.busy))
    kill(process.processIdentifier, number)
    let last = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    #expect(last.contains("\u{1B}[?1049l"))
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    #expect(terminal.modes == before)
    let folder = scratch.url.appending(path: "tagsim/traces")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let path = folder.appending(path: try #require(names.first)).path
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    #expect(traced.run.timeline.rows.contains { $0.event.name == "lastWish" })
  }

  /// A busy program is suspended, gives the terminal back meanwhile, and goes on working.
  @Test func aBusyProgramIsSuspended() throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try Self.start(terminal, in: scratch)
    _ = terminal.read(until: "\u{1B}[?2004h")
    let ours = terminal.modes
    terminal.type(Self.long)
    #expect(terminal.read(until: Self.busy).contains(Self.busy))
    kill(process.processIdentifier, SIGTSTP)
    var state = siginfo_t()
    let stopped = WSTOPPED | WNOWAIT
    waitid(P_PID, id_t(process.processIdentifier), &state, stopped)
    #expect(terminal.read(until: "\u{1B}[?1049l").contains("\u{1B}[?1049l"))
    #expect(terminal.modes == before)
    kill(process.processIdentifier, SIGCONT)
    let resumed = terminal.read(until: Self.busy)
    #expect(resumed.contains(Self.busy) && resumed.contains("Queue"))
    #expect(terminal.modes == ours)
    terminal.type("\u{3}")
    let said = "cancelled: nothing was changed"
    #expect(terminal.read(until: said).contains(said))
    terminal.type("\u{3}\u{3}")
    process.waitUntilExit()
  }

  /// What takes too long is cancelled by a key, and the line can be mended.
  @Test(arguments: ["\u{3}", "\u{1B}"])
  func longWorkIsCancelled(_ key: String) throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let process = try Self.start(terminal, in: scratch)
    _ = terminal.read(until: "\u{1B}[?2004h")
    terminal.type(Self.long)
    #expect(terminal.read(until: Self.busy).contains(Self.busy))
    terminal.type(key)
    let said = "cancelled: nothing was changed"
    #expect(terminal.read(until: said).contains(said))
    terminal.type("\u{3}\u{3}")
    _ = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    // Nothing was done, so there is no trace.
    let traces = scratch.url.appending(path: "tagsim/traces").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: traces)) ?? []
    #expect(names.isEmpty)
  }

  /// Without a screen as well: where a run notices nothing between two statements, it ends.
  @Test func aBusyRunEnds() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "wait 36500d")
    let terminal = try TerminalPair()
    let process = try Self.start(
      terminal, in: scratch,
      [
        "run", scratch.url.appendingPathComponent("a.scenario").path, "--trace",
        scratch.url.appendingPathComponent("traces").path,
      ], errors: FileHandle(fileDescriptor: terminal.theirs, closeOnDealloc: false))
    #expect(terminal.read(until: "0 of 1 scenario").contains("0 of 1 scenario"))
    kill(process.processIdentifier, SIGTERM)
    let said = "tagsim: stopped at once, in the middle of long work"
    #expect(terminal.read(until: said).contains(said))
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
  }
}
