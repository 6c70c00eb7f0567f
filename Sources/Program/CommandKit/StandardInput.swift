import Foundation
import Synchronization

/// Standard input, which is `-` wherever a command line names a file to read.
package enum StandardInput {
  /// The argument for standard input on a command line.
  package static let argument = "-"
  /// Its name for users, and the path by which it is read. A scenario from standard input names its
  /// files relative to the current folder; a file with this name is `./standard input`.
  package static let name = "standard input"
  /// Options for which the value `-` is not a file to read.
  private static let otherOptions = ["-o", "--output", "--keys", "--grep"]

  /// The bytes that it held. A pipe can be read only once, but several parts of a command may need
  /// it.
  private static let kept = Mutex<[UInt8]?>(nil)

  /// Whether its content was requested.
  package static var isRead: Bool { kept.withLock { $0 != nil } }

  /// Returns the path of a file that a command line names.
  package static func path(_ argument: String) -> String {
    argument == Self.argument ? name : argument
  }

  /// Whether a path means standard input.
  package static func isMeant(by path: String) -> Bool { path == argument || path == name }

  /// Returns its entire content.
  ///
  /// `limit` is the most bytes that it may have.
  package static func bytes(limit: Int) throws(CommandFailure) -> [UInt8] {
    try kept.withLock { (kept) throws(CommandFailure) in
      if let kept { return kept }
      let bytes = try DiskFiles().bytes(in: STDIN_FILENO, name, limit: limit)
      kept = bytes
      return bytes
    }
  }

  /// Refuses a command line that uses it for several files.
  package static func refuse(severalIn arguments: [String]) throws(CommandFailure) {
    var count = 0
    for (index, word) in arguments.enumerated() {
      let before = index > 0 ? arguments[index - 1] : ""
      if word == argument, !otherOptions.contains(before) { count += 1 }
      // `--report=tap=-` has another equals sign before the name of a file that is written.
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      let isOption = word.hasPrefix("--") && parts.count == 2 && parts[1] == argument
      if isOption, !otherOptions.contains(String(parts[0])) { count += 1 }
    }
    guard count > 1 else { return }
    throw CommandFailure(
      "'-' is standard input, which can be read only once, but appears \(count) times: name files "
        + "for the others", code: .usage)
  }

  /// Returns a copy of the stream for a caller that reads it as it arrives; -1 if it is closed.
  package static func handOver() -> Int32 {
    kept.withLock { $0 = $0 ?? [] }
    return dup(STDIN_FILENO)
  }

  /// Replaces it with the terminal once it was read, so that keys come from there.
  package static func giveWayToTerminal() {
    guard isRead, isatty(STDIN_FILENO) == 0 else { return }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}

/// The paths on the command line, which may be pipes and devices: `<(...)` of a shell is a pipe,
/// and a user who writes `/dev/stdin` means it.
package enum NamedStreams {
  private static let noted = Mutex<Set<String>>([])

  package static var paths: Set<String> { noted.withLock { $0 } }

  /// Records a command line, on which any word may be a path, and so may the text after the `=` of
  /// an option.
  package static func note(_ arguments: [String]) {
    var paths: Set<String> = []
    for word in arguments {
      paths.insert(StandardInput.path(word))
      paths.insert(word)
      guard word.hasPrefix("-"), let sign = word.firstIndex(of: "=") else { continue }
      let value = String(word[word.index(after: sign)...])
      paths.formUnion([value, StandardInput.path(value)])
    }
    noted.withLock { $0 = paths }
  }
}
