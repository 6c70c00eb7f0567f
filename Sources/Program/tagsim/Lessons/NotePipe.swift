import CommandKit
import Foundation
import TagMonitor

/// The named pipe through which a presenter reads notes in another terminal.
///
/// Writing never blocks: if nobody reads, or too slowly, its text is lost.
final class NotePipe {
  /// Why a note was not written.
  enum Trouble: Error {
    /// No reader has the pipe open.
    case nobodyReads
    /// It cannot be written to.
    case unwritable(Int32)
  }

  private let path: String
  private var file: Int32 = -1
  private var hasComplained = false

  /// Uses an existing pipe.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw CommandFailure(
        "--notes \(path): there is no such pipe: 'tagsim notes' creates one and prints its name",
        code: .badInput)
    }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw CommandFailure(
        "--notes \(path): is not a named pipe and would be overwritten: 'tagsim notes' creates one "
          + "and prints its name", code: .usage)
    }
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes the page of the presenter, in one line.
  ///
  /// - Returns: why nobody gets it, the first time; nil later, and where it is on its way.
  func write(_ page: NotesPage?) -> String? {
    guard let page else { return nil }
    do throws(Trouble) {
      try open()
      try write(line: NotesText.line(of: page, limit: Int(PIPE_BUF) - 1))
      return nil
    } catch {
      if file >= 0 { close(file) }
      file = -1
      defer { hasComplained = true }
      return hasComplained ? nil : sentence(of: error)
    }
  }

  private func open() throws(Trouble) {
    guard file < 0 else { return }
    // Opens without waiting for a reader: the system reports if there is none.
    file = Foundation.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard file < 0 else { return }
    throw errno == ENXIO ? .nobodyReads : .unwritable(errno)
  }

  private func write(line: String) throws(Trouble) {
    // A line is written in whole or not at all: up to this size the system does not split it.
    let bytes = Array(line.utf8.prefix(Int(PIPE_BUF) - 1)) + [0x0A]
    var count = -1
    repeat {
      count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    guard count < 0 else { return }
    switch errno {
    case EAGAIN: return
    case EPIPE: throw .nobodyReads
    default: throw .unwritable(errno)
    }
  }

  private func sentence(of trouble: Trouble) -> String {
    switch trouble {
    case .nobodyReads: "no program reads the notes: start 'tagsim notes' in another terminal"
    case .unwritable(let error):
      "the notes cannot be written (\(String(cString: strerror(error)))): check \(path)"
    }
  }
}
