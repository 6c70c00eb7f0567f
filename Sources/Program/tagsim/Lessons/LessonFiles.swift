import CommandKit
import Foundation
import ScenarioEngine

/// A lesson with all files that it names, to be written where users work on them.
struct LessonFiles {
  /// The files by their paths beside the scenario, which is the first.
  private let files: [(path: String, bytes: [UInt8])]

  /// Reads a lesson and everything that it names.
  init(lesson name: String) throws(CommandFailure) {
    files = try OpenedFile(lesson: name).files.read.compactMap { file in
      file.bytes.map { (path: file.path, bytes: $0) }
    }
  }

  /// The bytes of the scenario.
  var scenario: [UInt8] { files.first?.bytes ?? [] }

  var named: [String] { files.dropFirst().map(\.path) }

  /// Writes all files into a folder, which is created, or none of them.
  ///
  /// An existing file with the same bytes stays: lessons share apps and containers.
  ///
  /// - Returns: the path of the scenario.
  /// - Throws: if a file exists that differs, or one cannot be written.
  func write(to folder: String) throws(CommandFailure) -> String {
    let targets = files.map { file in
      (path: (folder as NSString).appendingPathComponent(file.path), bytes: file.bytes)
    }
    var missing: [(path: String, bytes: [UInt8])] = []
    for target in targets {
      if try Self.isFree(target.path, for: target.bytes) { missing.append(target) }
    }
    let disk = DiskFiles()
    for target in missing {
      let folder = DiskFiles.folder(of: target.path)
      if !folder.isEmpty { try disk.makeFolder(folder) }
    }
    var written: [String] = []
    do throws(CommandFailure) {
      for target in missing {
        guard try disk.create(target.bytes, at: target.path) else {
          throw Self.refusal(target.path)
        }
        written.append(target.path)
      }
    } catch {
      for path in written { try? FileManager.default.removeItem(atPath: path) }
      throw error
    }
    return targets.first?.path ?? folder
  }

  /// Whether a path is free; false if the same file already exists, and throws for another file.
  private static func isFree(_ path: String, for bytes: [UInt8]) throws(CommandFailure) -> Bool {
    // A link counts, even a broken one.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return true }
    let disk = DiskFiles()
    if disk.isPlain(path), (try? disk.bytes(of: path, limit: bytes.count)) == bytes { return false }
    throw refusal(path)
  }

  private static func refusal(_ path: String) -> CommandFailure {
    CommandFailure(
      "\(path): already exists and is not the lesson's: choose another folder", code: .usage)
  }
}
