import ArgumentParser
import CommandKit
import Foundation

/// `tagsim notes`: the presenter's notes, in a terminal that the room does not see.
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
    // Kept open for writing, too: so it does not end when a scenario does.
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Self.failure(path, "cannot be opened", errno) }
    defer { close(file) }
    Console.print([path])
    Console.complain(["tagsim play SCENARIO --notes \(path)   writes to it; Ctrl-C ends this"])
    try Self.follow(file, path)
  }

  /// Makes the pipe, or takes the one that is there.
  static func makePipe(in folder: String) throws(CommandFailure) -> String {
    let path = (folder as NSString).appendingPathComponent("notes")
    try DiskFiles().makeFolder(folder, isPrivate: true)
    // For whoever made it alone, as the presenter is.
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

  /// How many bytes are waited for before they are shown without the end of their line.
  private static let lineLimit = 65_536

  /// Prints what comes, a line at a time.
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
      // What has no end is shown in pieces, so that it takes no memory and none is lost.
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
