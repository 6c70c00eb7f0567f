import Foundation

/// A program that runs until it is killed.
///
/// It has a terminal of its own where it wants one. What it tells is read line by line, where it
/// tells it: on its standard output, or in the pipe of the presenter's notes.
final class KilledProgram {
  /// What keeps a program from being killed as it should be.
  struct Trouble: Error, CustomStringConvertible {
    var description: String
  }

  private let process = Process()
  /// The side of its terminal that is ours; -1 for none.
  private var terminal: Int32 = -1
  private var theirs: Int32 = -1
  private var told: Int32 = -1
  private var part: [UInt8] = []
  /// What it drew.
  private(set) var drawn: [UInt8] = []
  /// Whether it has its screen up.
  private(set) var isShown = false

  /// Starts it; `notes` is the pipe that it tells through, nil for its standard output.
  init(_ program: URL, _ arguments: [String], folder: URL, notes: String?) throws {
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TERM": "xterm", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
      "XDG_STATE_HOME": folder.appendingPathComponent("state").path,
    ]) { $1 }
    if let notes {
      if !FileManager.default.fileExists(atPath: notes) { mkfifo(notes, 0o600) }
      told = open(notes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
      guard told >= 0, openpty(&terminal, &theirs, nil, nil, &size) == 0 else {
        throw Trouble(description: "there is no terminal for it")
      }
      _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
      _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
      let handle = FileHandle(fileDescriptor: theirs, closeOnDealloc: false)
      (process.standardInput, process.standardOutput) = (handle, handle)
      process.standardError = handle
    } else {
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      told = dup(pipe.fileHandleForReading.fileDescriptor)
    }
    try process.run()
  }

  deinit { for file in [terminal, theirs, told] where file >= 0 { close(file) } }

  var isRunning: Bool { process.isRunning }

  /// Types at its terminal.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }

  /// Waits for some time for what it says.
  ///
  /// - Returns: the lines that it has told.
  func lines(within milliseconds: Int32) -> [String] {
    var files = [pollfd(fd: told, events: Int16(POLLIN), revents: 0)]
    if terminal >= 0 { files.append(pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)) }
    // A pipe of notes that nobody has open yet, or any more, is always ready.
    if files[0].fd >= 0, terminal >= 0 { files.removeFirst() }
    _ = poll(&files, nfds_t(files.count), milliseconds)
    if terminal >= 0 { drawn += Self.available(terminal) }
    if !isShown { isShown = Data(drawn).range(of: Data("\u{1B}[?2004h".utf8)) != nil }
    part += Self.available(told, isPolled: terminal < 0)
    var lines = part.split(separator: 0x0A, omittingEmptySubsequences: false)
    part = Array(lines.removeLast())
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func available(_ file: Int32, isPolled: Bool = true) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      if isPolled {
        var polled = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLIN) != 0 else { return all }
      }
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return all }
      all += bytes[..<count]
    }
  }

  /// Kills it.
  ///
  /// - Returns: what it had told by then, and its exit code where it had ended by itself.
  func kill() -> (lines: [String], code: Int32?) {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let last = lines(within: 0)
    let isKilled =
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    return (last, isKilled ? nil : process.terminationStatus)
  }

  /// Waits until it has ended by itself; kills it where it takes too long.
  ///
  /// - Returns: its exit code; nil where it was killed.
  func end(within milliseconds: Int) -> Int32? {
    let start = Date()
    while process.isRunning, Date().timeIntervalSince(start) * 1000 < Double(milliseconds) {
      _ = lines(within: 10)
    }
    if process.isRunning {
      _ = kill()
      return nil
    }
    _ = lines(within: 0)
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }
}
