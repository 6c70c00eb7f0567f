import ScenarioFolders
package import TagRuntime
package import TagSimulation

/// Where the files of scenarios come from.
package protocol FileStore {
  /// The bytes of a file.
  ///
  /// `limit` is the most bytes that it may have; of a larger one not more is read.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]

  /// The names in a folder, those of folders with a `/`; none where it cannot be read.
  func names(in folder: String) -> [String]

  /// The rules of a time zone; nil where there is none of that name.
  func zone(_ name: String, around start: WallTime) -> ZoneRules?

  /// Whether a file lies on the machine's disk under its path.
  func isOnDisk(_ path: String) -> Bool
}

extension FileStore {
  /// No: the program has it, or a trace.
  package func isOnDisk(_ path: String) -> Bool { false }

  /// The rules that the system knows.
  package func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    ZoneRules(ofSystem: name, around: start)
  }
}
