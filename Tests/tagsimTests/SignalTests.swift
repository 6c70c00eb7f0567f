import Foundation
import ScenarioEngine
import TagSimulation
import Testing

@testable import tagsim

/// The monitor on a real terminal: whatever ends the program, the terminal is given back.
struct SignalTests {
  /// A pair of terminals: what is written to one is read from the other.
  private final class TerminalPair {
    let ours: Int32
    let theirs: Int32

    init() throws {
      var pair: (ours: Int32, theirs: Int32) = (-1, -1)
      var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
      try #require(openpty(&pair.ours, &pair.theirs, nil, nil, &size) == 0)
      (ours, theirs) = pair
    }

    deinit {
      close(ours)
      close(theirs)
    }

    var modes: [UInt32] {
      var modes = termios()
      tcgetattr(theirs, &modes)
      return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt32($0) }
    }

    /// Reads until a text was seen, or nothing comes any more.
    func read(until end: String) -> String {
      var text: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 4096)
      var polled = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
      while poll(&polled, 1, 20_000) > 0, polled.revents & Int16(POLLIN) != 0 {
        let count = Foundation.read(ours, &bytes, bytes.count)
        guard count > 0 else { break }
        text += bytes[..<count]
        if String(decoding: text, as: UTF8.self).contains(end) { break }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private static let signals: [Int32] = {
    var signals = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGQUIT]
    #if os(Linux)
      // One that has a name of its own, and the first and last of those that have none.
      signals += [SIGPWR, 34, 64]
    #endif
    return signals
  }()

  @Test(arguments: signals)
  func aSignalGivesTheTerminalBack(_ number: Int32) throws {
    let terminal = try TerminalPair()
    let before = terminal.modes
    let process = Process()
    process.executableURL = try CommandLineTool.executable()
    process.arguments = ["--history", "16MB"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TERM": "xterm", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let handle = FileHandle(fileDescriptor: terminal.theirs, closeOnDealloc: false)
    (process.standardInput, process.standardOutput) = (handle, handle)
    process.standardError = FileHandle.nullDevice
    try process.run()
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
      let process = Process()
      process.executableURL = try CommandLineTool.executable()
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      let handle = FileHandle(fileDescriptor: terminal.theirs, closeOnDealloc: false)
      (process.standardInput, process.standardOutput) = (handle, handle)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      _ = terminal.read(until: "\u{1B}[?2004h")
      return process
    }
    let terminal = try TerminalPair()
    let process = try start(terminal)
    let line = Array(":push event=\"lastWish\"\r".utf8)
    #expect(write(terminal.ours, line, line.count) == line.count)
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
      let size = Array("q".utf8)
      #expect(write(next.ours, size, size.count) == size.count)
      let screen = next.read(until: "\u{1B}[?1049l")
      process.waitUntilExit()
      #expect(screen.contains("cut short last time: ") == isTold)
    }
  }
}
