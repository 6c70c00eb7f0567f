import Foundation
import ScenarioFolders

/// Finds scenario files.
package enum ScenarioFinder {
  /// The scenarios that paths name: a file is itself, a folder all `*.scenario` files below it, by
  /// name. A scenario that is named twice is found once, where it is named first.
  ///
  /// `endings` are those of the files that are looked for in folders. `asTests` is whether they are
  /// to be played: a path that leads nowhere is found then, to be one that fails, and a file that
  /// another one in a folder includes is a part of it and not found.
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
