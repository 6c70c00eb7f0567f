import CommandKit
import ContainerFormats
import ScenarioEngine

/// Files whose bytes are already known, so that a pipe is read once, and those of the machine.
struct GivenFiles: FileStore {
  /// The file name of a trial's scenario. It is in the current folder, so that paths in it mean the
  /// same as in the shell.
  static let trial = "trial.scenario"
  /// The file name of a followed phone's scenario.
  static let followed = "followed.scenario"

  /// The known files; of two with the same path, the first counts.
  let files: [(path: String, bytes: [UInt8])]

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    if let file = files.first(where: { $0.path == path }) { return file.bytes }
    return try DiskFiles().bytes(of: path, limit: limit)
  }

  func names(in folder: String) -> [String] { DiskFiles().names(in: folder) }

  func origin(of path: String, in scenario: String?) -> FileOrigin {
    DiskFiles().origin(of: path, in: scenario)
  }
}

extension DiskFiles {
  /// Returns the name for users and the bytes of a container file on the command line.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    let name = StandardInput.path(argument)
    let bytes = try bytes(of: name, limit: ContainerLimits.bytes)
    try OpenedTrace.refuse(bytes, name)
    return (name, bytes)
  }
}
