import CommandKit
import OrderedCollections
import ScenarioEngine

/// Where snapshots are kept: beside their scenario, so that they are read in a review with it.
struct SnapshotFiles {
  private let disk = DiskFiles()

  /// Keeps a snapshot in its file, and makes the folder where it is the first.
  func keep(_ lines: [String], at path: String) throws(CommandFailure) {
    try makeFolder(of: path)
    try disk.write(Self.bytes(of: lines), to: path)
  }

  /// Keeps a snapshot in a file that is not there yet.
  func keepNew(_ lines: [String], at path: String) throws(CommandFailure) {
    try NewScenario.refuse(existing: path)
    try makeFolder(of: path)
    try NewScenario.write(Self.bytes(of: lines), to: path)
  }

  private func makeFolder(of path: String) throws(CommandFailure) {
    let folder = DiskFiles.folder(of: path)
    if !folder.isEmpty { try disk.makeFolder(folder) }
  }

  private static func bytes(of lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Keeps of a run what is new, or all of it where it replaces what is kept.
  func keep(_ run: FinishedRun) throws(CommandFailure) {
    for (path, lines) in run.newSnapshots { try keep(lines, at: path) }
  }
}
