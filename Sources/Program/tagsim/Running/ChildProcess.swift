import CommandKit
import Foundation

/// A program that was started by its words, without a shell, as the first of a new process group,
/// so that everything it starts can be ended.
struct ChildProcess {
  /// How long a program may take to end after it was asked to.
  private static let farewell = Duration.milliseconds(500)
  private static let turnMilliseconds: Int32 = 10

  private let process: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its name, which is looked for in the folders of `PATH`, and its arguments.
  ///   - streams: its input, output and error output, which are closed here.
  ///   - others: what it must not inherit.
  /// - Throws: the error number of the system.
  init(_ words: [String], _ streams: [FileHandle], without others: [FileHandle]) throws(POSIXError)
  {
    #if canImport(Darwin)
      var (files, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    for (stream, end) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&files, end.fileDescriptor, Int32(stream))
    }
    for end in streams + others { posix_spawn_file_actions_addclose(&files, end.fileDescriptor) }
    var arguments = words.map { (text: String) in strdup(text) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let trouble = posix_spawnp(&process, words[0], &files, &attributes, &arguments, environ)
    for end in streams { try? end.close() }
    if trouble != 0 { throw POSIXError(POSIXErrorCode(rawValue: trouble) ?? .EIO) }
    self.process = process
  }

  /// Ends it and everything it has started, and waits for that.
  func kill() {
    _ = Foundation.kill(-process, SIGKILL)
    wait()
  }

  /// Waits for its end.
  func wait() { while waitpid(process, nil, 0) < 0, errno == EINTR {} }

  /// Waits a moment for its end, then asks it to end, and kills it if it does not.
  ///
  /// - Parameter isOver: whether it ends by itself.
  /// - Returns: its exit status; nil if it was ended from here or by a signal.
  func end(isOver: Bool) -> Int32? {
    if isOver, let status = status(within: Self.farewell) { return status }
    _ = Foundation.kill(-process, SIGTERM)
    if status(within: Self.farewell) == nil { kill() }
    return nil
  }

  /// The exit status, if it ends in time; a signal counts as 128 and its number.
  private func status(within time: Duration) -> Int32? {
    let end = ContinuousClock.now + time
    var status: Int32 = 0
    repeat {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || ended < 0 && errno != EINTR {
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      }
      poll(nil, 0, Self.turnMilliseconds)
    } while ContinuousClock.now < end
    return nil
  }
}

/// A command that writes the log of a phone, such as `adb logcat`, as typed.
struct PhoneCommand {
  /// The most bytes of its error output that are kept: those at the end.
  private static let complaintLimit = 4096

  /// The command as typed.
  let line: String
  /// What it writes.
  let output: FileHandle
  private let complaint: FileHandle
  private let process: ChildProcess
  private var complaints: [UInt8] = []

  /// Starts a command.
  init(_ line: String) throws(CommandFailure) {
    self.line = line
    let words = try Self.words(of: line)
    let (output, complaint) = (Pipe(), Pipe())
    let streams = [
      FileHandle(forReadingAtPath: "/dev/null") ?? .nullDevice, output.fileHandleForWriting,
      complaint.fileHandleForWriting,
    ]
    let own = [output.fileHandleForReading, complaint.fileHandleForReading]
    do throws(POSIXError) {
      process = try ChildProcess(words, streams, without: own)
    } catch {
      let why =
        error.code == .ENOENT
        ? "there is no such file and no such command: name a log, or a command such as adb logcat"
        : "cannot be started (\(String(cString: strerror(error.code.rawValue))))"
      throw CommandFailure("\(words[0]): \(why)", code: .badInput)
    }
    (self.output, self.complaint) = (own[0], own[1])
    let end = complaint.fileHandleForReading.fileDescriptor
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
  }

  /// Returns the words of a line, split at blanks outside of quotes; a backslash takes the next
  /// character as it is.
  static func words(of line: String) throws(CommandFailure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for letter in line {
      if isEscaped {
        (word, isEscaped) = ((word ?? "") + String(letter), false)
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'" {
        (quote, word) = (letter, word ?? "")
      } else if quote == nil, letter.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    guard quote == nil, !isEscaped else {
      throw CommandFailure("\(line): a quote is open: close it", code: .usage)
    }
    if let word { words.append(word) }
    guard !words.isEmpty else { throw CommandFailure("no command given", code: .usage) }
    return words
  }

  /// Reads what it complains about, so that it need not wait.
  mutating func readComplaints() {
    var part = [UInt8](repeating: 0, count: Self.complaintLimit)
    while true {
      let count = part.withUnsafeMutableBytes {
        read(complaint.fileDescriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      complaints = Array((complaints + part.prefix(count)).suffix(Self.complaintLimit))
    }
  }

  /// Ends it.
  ///
  /// - Parameter isOver: whether it has closed its output.
  /// - Returns: a sentence if it failed; nil if it did not, or was ended from here.
  mutating func end(isOver: Bool) -> String? {
    let status = process.end(isOver: isOver)
    readComplaints()
    guard let status, status != 0 else { return nil }
    let last = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline).last
    return "\(line) ended with exit status \(status)" + (last.map { ": \($0)" } ?? "")
  }
}
