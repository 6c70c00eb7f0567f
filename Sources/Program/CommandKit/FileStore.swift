package import ScenarioEngine
import ScenarioFolders
package import TagRuntime
package import TagSimulation

/// The source of the files of scenarios.
package protocol FileStore {
  /// Returns the bytes of a file.
  ///
  /// `limit` is the most bytes that it may have; no more are read of a larger one.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]

  /// Returns the names in a folder, with a `/` after those of folders; none if it cannot be read.
  func names(in folder: String) -> [String]

  /// Returns the rules of a time zone; nil if there is none with this name.
  func zone(_ name: String, around start: WallTime) -> ZoneRules?

  /// Returns the origin of a file, as `ScenarioFiles` does.
  func origin(of path: String, in scenario: String?) -> FileOrigin
}

extension FileStore {
  /// Returns the system's rules of a time zone.
  package func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    ZoneRules(ofSystem: name, around: start)
  }
}

/// Files of another store, which a store adds something to.
package protocol WrappedFiles: FileStore {
  var store: any FileStore { get }
}

extension WrappedFiles {
  package func names(in folder: String) -> [String] { store.names(in: folder) }

  package func origin(of path: String, in scenario: String?) -> FileOrigin {
    store.origin(of: path, in: scenario)
  }
}

/// Files whose bytes are already known, so that a pipe is read once, and those of the machine.
package struct GivenFiles: WrappedFiles {
  package let store: any FileStore = DiskFiles()
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
    return try store.bytes(of: path, limit: limit)
  }
}
