import Foundation
package import ScenarioEngine

extension ScenarioFolder {
  /// The most folders that are searched upwards.
  private static let heightLimit = 64

  /// Returns the nearest folder with a `.git`, from a folder upwards; nil if there is none below
  /// the given ends.
  package static func repository(above folder: String, upTo ends: [String] = []) -> String? {
    var place = folder
    for _ in 0..<heightLimit where !ends.contains(place) {
      let git = (place as NSString).appendingPathComponent(".git")
      if FileManager.default.fileExists(atPath: git) { return place }
      place = (place as NSString).deletingLastPathComponent
    }
    return nil
  }

  /// Returns the project of a scenario, without links: its repository, or else its folder.
  ///
  /// The home folder and `/` may be repositories, too, but hold more than one project.
  static func project(of scenario: String) -> String? {
    let folder = (scenario as NSString).deletingLastPathComponent
    guard let folder = resolved(folder.isEmpty ? "." : folder) else { return nil }
    let homes = [
      ProcessInfo.processInfo.environment["HOME"],
      FileManager.default.homeDirectoryForCurrentUser.path,
    ].compactMap { $0.flatMap(resolved) }
    return repository(above: folder, upTo: homes + ["/"]) ?? folder
  }

  /// Returns the origin of a file that a scenario names.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - scenario: the path of the scenario.
  ///   - project: the folder of the project; nil for that of the scenario.
  package static func origin(
    of path: String, in scenario: String, project: String? = nil
  ) -> FileOrigin {
    guard let project = project ?? Self.project(of: scenario), let place = resolved(path),
      place.hasPrefix(project == "/" ? project : project + "/")
    else { return .elsewhere }
    return .project(path: place)
  }

  /// Returns a path without links, as the system opens it; nil if nothing is there.
  package static func resolved(_ path: String) -> String? {
    guard let place = realpath(path, nil) else { return nil }
    defer { free(place) }
    return String(cString: place)
  }
}
