import ArgumentParser
import CommandKit
import Foundation
import TagMonitor
import TextKit

/// `tagsim notes`: shows the presenter's notes, in a terminal that the audience does not see.
struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Show the presenter's notes for a scenario that plays in another terminal.",
    discussion: HelpText.laidOut(
      """
      Creates a named pipe, prints its name and the command that writes to it, and then shows a page
      for the presenter: the chapter, the clock, the question with its answer, the note, and what
      comes next. Ctrl-C ends it. The pipe is in $XDG_STATE_HOME/tagsim, or in
      ~/.local/state/tagsim. On a terminal the page is replaced as the story goes on; elsewhere each
      page follows the one before.

      Example, in two terminals:
        tagsim notes
        tagsim open --play offline.scenario --notes ~/.local/state/tagsim/notes

      Exit codes: 2 ended by Ctrl-C or SIGTERM, 3 the pipe cannot be made or read.
      """))

  func run() throws {
    let path = try Self.makePipe(in: UserFolders.present.state)
    Interruption.endsProcess(.silently)
    // Also open for writing, so that the stream does not end with a scenario.
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Self.failure(path, "cannot be opened", errno) }
    defer { close(file) }
    Console.print([path])
    Console.complain([
      "tagsim open --play SCENARIO --notes \(path)   writes to it; Ctrl-C ends this"
    ])
    try Self.follow(file, path)
  }

  /// Makes the pipe, or uses an existing one.
  static func makePipe(in folder: String) throws(CommandFailure) -> String {
    let path = (folder as NSString).appendingPathComponent("notes")
    try DiskFiles().makeFolder(folder, isPrivate: true)
    // Only its owner, the presenter, may read it.
    guard mkfifo(path, 0o600) != 0 else { return path }
    let error = errno
    var status = stat()
    guard error == EEXIST, stat(path, &status) == 0 else {
      throw failure(path, "cannot be made", error)
    }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw failure(path, "already exists and is not a named pipe: move it away", 0)
    }
    return path
  }

  /// The most bytes to wait for before they are shown without the end of their line.
  private static let lineLimit = 65_536

  /// How often the time of the talk is shown anew, in milliseconds.
  private static let period: Int32 = 1_000

  /// The columns of a page that is not for a terminal, and the most of one that is.
  private static let plainColumns = 80

  /// Shows what comes, a page at a time.
  private static func follow(_ file: Int32, _ path: String) throws(CommandFailure) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var screen = Screen()
    while true {
      var source = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&source, 1, Console.isTerminal ? period : -1)
      if ready < 0, errno != EINTR { throw failure(path, "cannot be read", errno) }
      guard ready > 0 else {
        screen.tick()
        continue
      }
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, "cannot be read", errno) }
      if count == 0 { return }
      line += buffer[..<count]
      while let end = line.firstIndex(of: 0x0A) {
        screen.show(NotesText.page(ofLine: String(decoding: line[..<end], as: UTF8.self)))
        line.removeSubrange(...end)
      }
      // An endless line is shown in pieces, so that memory stays bounded and nothing is lost.
      if line.count >= lineLimit {
        screen.show(NotesText.page(ofLine: String(decoding: line, as: UTF8.self)))
        line = []
      }
    }
  }

  /// The page on a terminal, or the pages below one another elsewhere.
  private struct Screen {
    private var page: NotesPage?
    private var start: ContinuousClock.Instant?

    /// Shows a page; elsewhere than on a terminal one that has another clock alone is left out.
    mutating func show(_ next: NotesPage) {
      var same = next
      same.clock = page?.clock ?? ""
      let isClock = same == page
      page = next
      if start == nil { start = ContinuousClock.now }
      if Console.isTerminal { draw() } else if !isClock { printPage(next) }
    }

    /// Shows the time of the talk anew.
    func tick() {
      if page != nil, Console.isTerminal { draw() }
    }

    private func printPage(_ page: NotesPage) {
      Console.print(
        NotesText.lines(of: page, columns: Notes.plainColumns, elapsed: nil) + [""])
    }

    private func draw() {
      guard let page else { return }
      let columns = Info.size?.columns ?? Notes.plainColumns
      let elapsed = start.map { ContinuousClock.now - $0 }
      let lines = NotesText.lines(
        of: page, columns: min(columns, Notes.plainColumns), elapsed: elapsed)
      Console.printScreen(["\u{1B}[2J\u{1B}[H" + (lines.first ?? "")] + lines.dropFirst())
    }
  }

  private static func failure(_ path: String, _ trouble: String, _ error: Int32) -> CommandFailure {
    let reason = error == 0 ? "" : " (\(String(cString: strerror(error))))"
    return CommandFailure(
      "\(path): \(trouble)\(reason): check the folder and its permissions", code: .internalError)
  }
}
