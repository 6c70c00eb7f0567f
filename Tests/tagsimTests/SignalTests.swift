import Foundation
import Testing

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
}
