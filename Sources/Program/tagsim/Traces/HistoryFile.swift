import CommandKit
import Foundation
import TerminalKit

/// The lines that a user typed, kept across sessions: one per line, the oldest first.
///
/// Lines are added under a lock on the folder, and the file is rewritten in one step, so that
/// concurrent sessions do not lose each other's lines.
final class HistoryFile {
  /// The most bytes of a line that is kept.
  static let lineLimit = 4096
  /// The most bytes of the file that are read; it is never that long.
  static let fileLimit = 4_000_000

  private let folder: String
  private let path: String
  private var hasComplained = false

  /// - Parameter folder: the folder of the file; it is created with the first line.
  init(in folder: String) {
    self.folder = folder
    path = (folder as NSString).appendingPathComponent("history")
  }

  /// Returns the saved lines; none if there is no file.
  ///
  /// - Throws: why an existing file cannot be read.
  func lines() throws(CommandFailure) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let bytes = try DiskFiles().bytes(of: path, limit: Self.fileLimit)
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    return Array(lines.suffix(TextField.maximumHistory))
  }

  /// Adds lines, except those that are too long or contain several lines.
  ///
  /// - Returns: why they are not kept, the first time; nil later, and if they are kept.
  func add(_ lines: [String]) -> String? {
    let kept = lines.filter { line in
      line.utf8.count <= Self.lineLimit
        && !line.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    guard !kept.isEmpty else { return nil }
    do throws(CommandFailure) {
      try write(kept)
      return nil
    } catch {
      defer { hasComplained = true }
      let why = error.lines.joined(separator: " ")
      return hasComplained ? nil : "typed lines are not remembered: \(why)"
    }
  }

  private func write(_ added: [String]) throws(CommandFailure) {
    let files = DiskFiles()
    if !FileManager.default.fileExists(atPath: folder) {
      try files.makeFolder(folder)
      chmod(folder, 0o700)
    }
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else {
      throw CommandFailure(
        "\(folder): cannot be opened (\(String(cString: strerror(errno)))): check its permissions",
        code: .internalError)
    }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    var all = try lines()
    for line in added where all.last != line { all.append(line) }
    let text = all.suffix(TextField.maximumHistory).map { $0 + "\n" }.joined()
    // Only the user who typed the lines may read them, even while they are being written.
    let mask = umask(0o077)
    defer { umask(mask) }
    try files.write(Array(text.utf8), to: path)
    chmod(path, 0o600)
  }
}
