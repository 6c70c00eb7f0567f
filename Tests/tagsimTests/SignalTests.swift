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

  private static func start(
    _ terminal: TerminalPair, in scratch: ScratchFolder, _ arguments: [String] = [],
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    try terminal.start(
      arguments,
      environment: [
        "XDG_STATE_HOME": scratch.url.path, "XDG_CONFIG_HOME": scratch.url.path, "TERM": "xterm",
        "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
      ], errors: errors)
  }

  /// Starts the monitor, which is there then.
  private static func open(
    _ terminal: TerminalPair, in scratch: ScratchFolder, errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = try start(terminal, in: scratch, errors: errors)
    _ = terminal.read(until: "\u{1B}[?2004h")
    return process
  }

  /// The only trace, which has what was typed last.
  private static func traceOfTheLastWish(in scratch: ScratchFolder) throws -> String {
    let name = try #require(try scratch.names(in: "tagsim/traces").first)
    let path = scratch.path("tagsim/traces/" + name)
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    #expect(traced.run.timeline.rows(in: 1...).contains { $0.event.name == "lastWish" })
    return path
  }

  /// Whatever ends a session, what was done in it is in its trace, and the next one says so, once.
  @Test(arguments: [SIGKILL, SIGQUIT, SIGTERM])
  func aSignalLeavesWhatWasDone(_ number: Int32) throws {
    let scratch = try ScratchFolder()
    let errors = try scratch.file("errors")
    func open(_ terminal: TerminalPair) throws -> Process {
      try Self.open(terminal, in: scratch, errors: FileHandle(forWritingTo: errors))
    }
    let terminal = try TerminalPair()
    let process = try open(terminal)
    terminal.type(":push event=\"lastWish\"\r")
    #expect(terminal.shows("z undoes"))
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    let path = try Self.traceOfTheLastWish(in: scratch)
    let said = try scratch.text("errors")
    #expect(said.contains("tagsim \(path) opens it") == (number != SIGKILL), "\(said)")
    for isTold in [number != SIGTERM, false] {
      let next = try TerminalPair()
      let process = try open(next)
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

  /// A program that is too busy to look at the request ends all the same, and what was done before
  /// is kept.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aBusyProgramEnds(_ number: Int32) throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try Self.open(terminal, in: scratch)
    terminal.type(":push event=\"lastWish\"\r" + Self.long)
    #expect(terminal.shows(Self.busy))
    kill(process.processIdentifier, number)
    let last = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    #expect(last.contains("\u{1B}[?1049l"))
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    #expect(terminal.modes == before)
    _ = try Self.traceOfTheLastWish(in: scratch)
  }

  /// A busy program is suspended, gives the terminal back meanwhile, and goes on working.
  @Test func aBusyProgramIsSuspended() throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = try Self.open(terminal, in: scratch)
    let ours = terminal.modes
    terminal.type(Self.long)
    #expect(terminal.shows(Self.busy))
    kill(process.processIdentifier, SIGTSTP)
    var state = siginfo_t()
    let stopped = WSTOPPED | WNOWAIT
    waitid(P_PID, id_t(process.processIdentifier), &state, stopped)
    #expect(terminal.shows("\u{1B}[?1049l"))
    #expect(terminal.modes == before)
    kill(process.processIdentifier, SIGCONT)
    let resumed = terminal.read(until: Self.busy)
    #expect(resumed.contains(Self.busy) && resumed.contains("Queue"))
    #expect(terminal.modes == ours)
    terminal.type("\u{3}")
    #expect(terminal.shows("cancelled: nothing was changed"))
    terminal.type("\u{3}\u{3}")
    process.waitUntilExit()
  }

  /// What takes too long is cancelled by a key, and the line can be mended.
  @Test(arguments: ["\u{3}", "\u{1B}"])
  func longWorkIsCancelled(_ key: String) throws {
    let scratch = try ScratchFolder()
    let terminal = try TerminalPair()
    let process = try Self.open(terminal, in: scratch)
    terminal.type(Self.long)
    #expect(terminal.shows(Self.busy))
    terminal.type(key)
    #expect(terminal.shows("cancelled: nothing was changed"))
    terminal.type("\u{3}\u{3}")
    _ = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    // Nothing was done, so there is no trace.
    #expect((try? scratch.names(in: "tagsim/traces")) ?? [] == [])
  }

  /// Without a screen as well: where a run notices nothing between two statements, it ends.
  @Test func aBusyRunEnds() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "wait 36500d")
    let terminal = try TerminalPair()
    let process = try Self.start(
      terminal, in: scratch,
      ["run", scratch.path("a.scenario"), "--trace", scratch.path("traces")],
      errors: FileHandle(fileDescriptor: terminal.theirs, closeOnDealloc: false))
    #expect(terminal.shows("0 of 1 scenario"))
    kill(process.processIdentifier, SIGTERM)
    #expect(terminal.shows("tagsim: stopped at once, in the middle of long work"))
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
  }
}
