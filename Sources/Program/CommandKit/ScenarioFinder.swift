import Foundation
import ScenarioFolders

/// Finds scenario files.
package enum ScenarioFinder {
  /// Returns the scenarios that paths name: a file is itself, a folder stands for all `*.scenario`
  /// files below it, by name. A scenario that is named twice is returned once, at its first place.
  ///
  /// `endings` are the extensions of the files to find in folders. `asTests` is whether the
  /// scenarios will be played: then a path that does not exist is returned, so that it fails, and a
  /// file in a folder that another one includes is left out as a part of that one.
  package static func scenarios(
    at paths: [String], endings: [String] = [".scenario"], asTests: Bool = false
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    var included: Set<String> = []
    for path in paths.map(StandardInput.path) {
      if path == StandardInput.name {
        found.append(path)
        continue
      }
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) || asTests
      else {
        throw CommandFailure(
          "\(path): there is no such file or folder: check the name", code: .badInput)
      }
      let files = isDirectory.boolValue ? ScenarioFolder.files(endings, below: path) : [path]
      if asTests, isDirectory.boolValue {
        included.formUnion(files.flatMap(ScenarioFolder.includes))
      }
      found += files
    }
    let named = Set(paths)
    var seen: Set<String> = []
    return found.filter { path in
      let place = ScenarioFolder.place(of: path)
      if included.contains(place), !named.contains(path) { return false }
      return seen.insert(place).inserted
    }
  }
}
