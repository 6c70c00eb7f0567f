import CommandKit
import ContainerFormats
import Foundation
import TagMonitor
import TagRuntime
import TextKit

/// Writes edited copies of containers: the output of `tagsim compile`, and beside it a list of the
/// changes made by hand.
struct DraftFiles {
  static let changesEnding = ".changes.txt"

  private let disk = DiskFiles()

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - draft: the container with its changes.
  ///   - path: the path for the container; existing files are not replaced.
  /// - Returns: a sentence that says what was written.
  func save(_ draft: SavedDraft, at path: String) throws(CommandFailure) -> String {
    if [path, draft.path].contains(where: DiskFiles.isStandardOutput) {
      throw CommandFailure(
        "\(DiskFiles.standardOutput): that is the screen: name a file, as in save-draft mine",
        code: .badInput)
    }
    let list = path + Self.changesEnding
    for place in [path, list] where FileManager.default.fileExists(atPath: place) {
      throw disk.refusal(existing: place)
    }
    let written = try Self.compiled(draft.version, path)
    try disk.writeNew(written.bytes, to: path)
    do throws(CommandFailure) {
      let lines = draft.changes.map { TerminalText.visible($0) + "\n" }
      try disk.writeNew(Array(lines.joined().utf8), to: list)
    } catch {
      // A half-written copy would block the next attempt.
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
    let remarks = written.remarks.map { "; " + $0 }.joined()
    return "saved: \(path); changes: \(list)" + remarks
  }

  /// Returns the file that apps of the container's generation ship.
  static func compiled(
    _ version: ContainerVersion, _ name: String
  ) throws(CommandFailure) -> WrittenContainer {
    do throws(UnwritableContainer) {
      return switch version.generation {
      case .legacy: try BinaryWriter.write(version)
      case .firebase: try FirebaseWriter.write(version)
      }
    } catch {
      throw CommandFailure("\(name): \(error)", code: .badInput)
    }
  }
}
