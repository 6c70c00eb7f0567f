import CommandKit
import OrderedCollections
import ScenarioEngine

/// Saves snapshots beside their scenario, so that both are reviewed together.
struct SnapshotFiles {
  private let disk = DiskFiles()

  /// Saves a snapshot in its file, and creates the folder for the first one.
  func keep(_ lines: [String], at path: String) throws(CommandFailure) {
    try makeFolder(of: path)
    try disk.write(Console.bytes(of: lines), to: path)
  }

  /// Saves a snapshot in a file that does not exist yet.
  func keepNew(_ lines: [String], at path: String) throws(CommandFailure) {
    try NewScenario.refuse(existing: path)
    try makeFolder(of: path)
    try NewScenario.write(Console.bytes(of: lines), to: path)
  }

  private func makeFolder(of path: String) throws(CommandFailure) {
    let folder = DiskFiles.folder(of: path)
    if !folder.isEmpty { try disk.makeFolder(folder) }
  }

  /// Saves the new snapshots of a run, or all of them if it updates snapshots.
  func keep(_ run: FinishedRun) throws(CommandFailure) {
    for (path, lines) in run.newSnapshots { try keep(lines, at: path) }
  }
}
