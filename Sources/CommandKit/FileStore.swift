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

  /// Whether a file is on the machine's disk under its path.
  func isOnDisk(_ path: String) -> Bool
}

extension FileStore {
  /// Returns false: the file is in the program or in a trace.
  package func isOnDisk(_ path: String) -> Bool { false }

  /// Returns the system's rules of a time zone.
  package func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    ZoneRules(ofSystem: name, around: start)
  }
}
