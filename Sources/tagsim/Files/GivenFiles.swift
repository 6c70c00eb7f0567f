import CommandKit
import ContainerFormats

/// Files whose bytes are known already, so that a pipe is read once, and those of the machine.
struct GivenFiles: FileStore {
  /// What the scenario of a trial is called. It lies where the program was started, so that paths
  /// mean there what they mean at the prompt of the shell.
  static let trial = "trial.scenario"
  /// What that of a phone that is followed is called.
  static let followed = "followed.scenario"

  /// The known files; of two with the same path the first counts.
  let files: [(path: String, bytes: [UInt8])]

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    if let file = files.first(where: { $0.path == path }) { return file.bytes }
    return try DiskFiles().bytes(of: path, limit: limit)
  }

  func names(in folder: String) -> [String] { DiskFiles().names(in: folder) }

  func isOnDisk(_ path: String) -> Bool { DiskFiles().isOnDisk(path) }
}

extension DiskFiles {
  /// A container file of the command line: what people call it, and its bytes.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    let name = StandardInput.path(argument)
    let bytes = try bytes(of: name, limit: ContainerLimits.bytes)
    try OpenedTrace.refuse(bytes, name)
    return (name, bytes)
  }
}
