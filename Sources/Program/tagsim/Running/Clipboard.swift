import CommandKit
import Foundation
import TerminalKit

/// How a copy reaches the clipboard through a terminal.
///
/// The sequences are those of xterm's control sequences (OSC 52), and of the manuals of tmux
/// (`set-clipboard`, `allow-passthrough`) and screen (device control strings).
enum ClipboardWay: Sendable, Hashable {
  /// Directly to the terminal.
  case terminal
  /// Through tmux.
  case tmux
  /// Through screen.
  case screen
  /// Nowhere: this type of terminal has no clipboard, and would draw the sequence.
  case nobody

  /// Chooses the way for an environment. On another machine, the terminal type reveals tmux.
  init(_ environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    if environment["TMUX"]?.isEmpty == false || type.hasPrefix("tmux") {
      self = .tmux
    } else if environment["STY"]?.isEmpty == false {
      self = .screen
    } else {
      self = ["linux", "dumb", ""].contains(type) ? .nobody : .terminal
    }
  }

  /// The multiplexer between the program and the terminal; nil for none.
  var multiplexer: String? {
    switch self {
    case .terminal, .nobody: nil
    case .tmux: "tmux"
    case .screen: "screen"
    }
  }

  var words: String {
    switch self {
    case .terminal: "y sends its copy to the terminal (OSC 52)"
    case .tmux:
      "y sends its copy through tmux (OSC 52), which passes it on with 'set-clipboard on' or "
        + "'allow-passthrough on'"
    case .screen: "y sends its copy through screen (OSC 52)"
    case .nobody: "this type of terminal (TERM) has none: set a command with set copy-command"
    }
  }

  /// The longest piece that screen passes on at once.
  static let screenPiece = 240

  /// Returns the sequences that put a text into the clipboard.
  ///
  /// `tmux` handles the plain one if it manages the clipboard, and passes the wrapped one on if
  /// allowed. Which of the two it does is unknown, and both put the same text there.
  func sequence(for text: String) -> String {
    let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    switch self {
    case .terminal: return plain
    case .nobody: return ""
    case .tmux:
      let inner = plain.replacingOccurrences(of: "\u{1B}", with: "\u{1B}\u{1B}")
      return plain + "\u{1B}Ptmux;\(inner)\u{1B}\\"
    case .screen:
      let bytes = Array(plain.utf8)
      return stride(from: 0, to: bytes.count, by: Self.screenPiece).map { start in
        let piece = bytes[start..<min(bytes.count, start + Self.screenPiece)]
        return "\u{1B}P" + String(decoding: piece, as: UTF8.self) + "\u{1B}\\"
      }.joined()
    }
  }
}

/// The terminal's clipboard, if it has one.
struct TerminalClipboard {
  /// The most bytes of a text in Base64: some terminals cut or drop longer texts.
  static let limit = 74_994
  /// The message about a copy: no terminal reports what became of it.
  static let doubt = "sent to the terminal's clipboard (OSC 52 does not confirm it)"

  private let terminal: any Terminal
  private let way: ClipboardWay

  init(_ terminal: any Terminal, _ environment: [String: String]) {
    self.terminal = terminal
    way = ClipboardWay(environment)
  }

  func take(_ text: String) throws(CommandFailure) {
    guard way != .nobody else {
      throw CommandFailure("nothing was copied: \(way.words)", code: .usage)
    }
    let bytes = (text.utf8.count + 2) / 3 * 4
    guard bytes <= Self.limit else {
      throw CommandFailure(
        "it has \(text.utf8.count) bytes, but terminals accept at most "
          + "\(Self.limit / 4 * 3): set a command with set copy-command, or use tagsim export",
        code: .usage)
    }
    terminal.send(way.sequence(for: text))
  }
}

/// A command of the user's that receives copies, such as `pbcopy`.
struct CopyCommand {
  /// The most seconds that it may take.
  static let secondLimit = 2
  /// The most bytes of its error output that are read.
  static let answerLimit = 4096
  /// Makes the shell report how the command ended. Programs that it leaves in the background, as
  /// some clipboards do, do not delay this answer.
  private static let script = "/bin/sh -c \"$1\" >/dev/null; echo $?"

  private let command: String

  init(_ command: String) { self.command = command }

  func take(_ text: String) throws(CommandFailure) {
    let (input, answer, complaint) = (Pipe(), Pipe(), Pipe())
    let process: ChildProcess
    do throws(POSIXError) {
      process = try ChildProcess(
        ["/bin/sh", "-c", Self.script, "sh", command],
        [input.fileHandleForReading, answer.fileHandleForWriting, complaint.fileHandleForWriting],
        without: [
          input.fileHandleForWriting, answer.fileHandleForReading, complaint.fileHandleForReading,
        ])
    } catch {
      throw failure("cannot be started (\(String(cString: strerror(error.code.rawValue))))")
    }
    let deadline = DispatchTime.now() + .seconds(Self.secondLimit)
    write(Array(text.utf8), to: input.fileHandleForWriting.fileDescriptor, until: deadline)
    try? input.fileHandleForWriting.close()
    let status = line(in: answer, until: deadline)
    // The shell reports how the command ended, then ends; a command still running may never end.
    if status == nil { process.kill() } else { process.wait() }
    guard let status else {
      throw failure("took longer than \(Self.secondLimit) s and was stopped")
    }
    guard status != "0" else { return }
    let said = line(in: complaint, until: .now()).map { ": \($0)" } ?? ""
    throw failure("ended with exit status \(status)\(said)")
  }

  private func failure(_ what: String) -> CommandFailure {
    CommandFailure("nothing was copied: '\(command)' \(what)", code: .internalError)
  }

  /// Writes as much as the command reads in time.
  private func write(_ bytes: [UInt8], to pipe: Int32, until deadline: DispatchTime) {
    _ = fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_NONBLOCK)
    var offset = 0
    while offset < bytes.count, DispatchTime.now() < deadline {
      let count = bytes[offset...].withUnsafeBytes {
        Foundation.write(pipe, $0.baseAddress, $0.count)
      }
      if count > 0 {
        offset += count
      } else if errno == EAGAIN || errno == EINTR {
        wait(for: pipe, POLLOUT)
      } else {
        return
      }
    }
  }

  /// The first line that arrives in time; nil if none does.
  private func line(in pipe: Pipe, until deadline: DispatchTime) -> String? {
    let end = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    var told: [UInt8] = []
    var part = [UInt8](repeating: 0, count: Self.answerLimit)
    repeat {
      let count = part.withUnsafeMutableBytes { read(end, $0.baseAddress, $0.count) }
      if count > 0 { told += part.prefix(count) }
      let isOver = count == 0 || told.count >= Self.answerLimit || told.contains(0x0A)
      if isOver { break }
      if count < 0, errno == EAGAIN, DispatchTime.now() < deadline { wait(for: end, POLLIN) }
    } while DispatchTime.now() < deadline
    let text = String(decoding: told, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map(String.init)
  }

  private func wait(for pipe: Int32, _ events: Int32) {
    var waiting = pollfd(fd: pipe, events: Int16(events), revents: 0)
    _ = poll(&waiting, 1, 50)
  }
}
