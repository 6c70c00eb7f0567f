import ArgumentParser
import CommandKit
import Foundation

/// `tagsim notes`: shows the presenter's notes, in a terminal that the audience does not see.
struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Show the presenter's notes of a scenario that is played in another terminal.",
    discussion: HelpText.laidOut(
      """
      It makes a named pipe, prints its name and the command that writes to it, and then the notes
      as they come, with the questions and their answers; Ctrl-C ends it. The pipe lies in
      $XDG_STATE_HOME/tagsim, or in ~/.local/state/tagsim.

      Example, in two terminals:
        tagsim notes
        tagsim play offline.scenario --notes ~/.local/state/tagsim/notes

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
    Console.complain(["tagsim play SCENARIO --notes \(path)   writes to it; Ctrl-C ends this"])
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
      throw failure(path, "is there already and no named pipe: move it away", 0)
    }
    return path
  }

  /// The most bytes to wait for before they are shown without the end of their line.
  private static let lineLimit = 65_536

  /// Prints the incoming notes, a line at a time.
  private static func follow(_ file: Int32, _ path: String) throws(CommandFailure) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, "cannot be read", errno) }
      if count == 0 { return }
      line += buffer[..<count]
      while let end = line.firstIndex(of: 0x0A) {
        Console.print([String(decoding: line[..<end], as: UTF8.self)])
        line.removeSubrange(...end)
      }
      // An endless line is shown in pieces, so that memory stays bounded and nothing is lost.
      if line.count >= lineLimit {
        Console.print([String(decoding: line, as: UTF8.self)])
        line = []
      }
    }
  }

  private static func failure(_ path: String, _ trouble: String, _ error: Int32) -> CommandFailure {
    let reason = error == 0 ? "" : " (\(String(cString: strerror(error))))"
    return CommandFailure(
      "\(path): \(trouble)\(reason): check the folder and its permissions", code: .internalError)
  }
}
