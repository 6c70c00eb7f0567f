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
