package import ScenarioEngine

/// Files whose bytes are already known, so that a pipe is read once, and those of the machine.
package struct GivenFiles: FileStore {
  /// The file name of a trial's scenario. It is in the current folder, so that paths in it mean the
  /// same as in the shell.
  package static let trial = "trial.scenario"
  /// The file name of a followed phone's scenario.
  package static let followed = "followed.scenario"

  /// The known files; of two with the same path, the first counts.
  package let files: [(path: String, bytes: [UInt8])]

  package init(files: [(path: String, bytes: [UInt8])]) { self.files = files }

  package func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    if let file = files.first(where: { $0.path == path }) { return file.bytes }
    return try DiskFiles().bytes(of: path, limit: limit)
  }

  package func names(in folder: String) -> [String] { DiskFiles().names(in: folder) }

  package func origin(of path: String, in scenario: String?) -> FileOrigin {
    DiskFiles().origin(of: path, in: scenario)
  }
}
