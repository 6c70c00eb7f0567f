import CommandKit
import ContainerFormats
import Foundation
import TagMonitor
import TagRuntime

/// Where edited copies of containers are written: what `tagsim compile` makes, and beside it what
/// was changed by hand.
struct DraftFiles {
  /// How the name of the list of changes ends.
  static let changesEnding = ".changes.txt"

  private let disk = DiskFiles()

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - draft: the container with its changes.
  ///   - path: where the container is written; nothing that is there is replaced.
  /// - Returns: a sentence that tells what was written.
  func save(_ draft: SavedDraft, at path: String) throws(CommandFailure) -> String {
    if [path, draft.path].contains(DiskFiles.standardOutput) {
      throw CommandFailure(
        "\(DiskFiles.standardOutput): the screen is there: name a file, as in save-draft mine",
        code: .badInput)
    }
    let list = path + Self.changesEnding
    for place in [path, list] where FileManager.default.fileExists(atPath: place) {
      throw disk.refusal(existing: place)
    }
    let written = try Self.compiled(draft.version, path)
    try disk.writeNew(written.bytes, to: path)
    do throws(CommandFailure) {
      try disk.writeNew(Array(draft.changes.map { $0 + "\n" }.joined().utf8), to: list)
    } catch {
      // Half of it would be in the way of whoever tries again.
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
    let remarks = written.remarks.map { "; " + $0 }.joined()
    return "written: \(path), and what was changed: \(list)" + remarks
  }

  /// The file that apps of the container's generation have.
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
