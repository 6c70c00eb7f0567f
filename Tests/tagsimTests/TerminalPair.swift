import Foundation
import Testing

/// A pair of terminals: what is written to one is read from the other.
final class TerminalPair {
  let ours: Int32
  let theirs: Int32

  init(columns: Int = 120, rows: Int = 40) throws {
    var pair: (ours: Int32, theirs: Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
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

  /// Starts the program, or another one, on the terminal.
  func start(
    _ arguments: [String], environment: [String: String], errors: FileHandle = .nullDevice,
    program: URL? = nil, in folder: URL? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = try program ?? CommandLineTool.executable()
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let handle = FileHandle(fileDescriptor: theirs, closeOnDealloc: false)
    (process.standardInput, process.standardOutput) = (handle, handle)
    process.standardError = errors
    try process.run()
    return process
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(ours, bytes, bytes.count) == bytes.count)
  }

  /// Whether a text comes.
  func shows(_ text: String) -> Bool { read(until: text).contains(text) }

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
