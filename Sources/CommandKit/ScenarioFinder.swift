import Foundation
import ScenarioEngine

/// Finds scenario files.
package enum ScenarioFinder {
  /// How deep folders are searched.
  package static let depthLimit = 16

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
      let files = isDirectory.boolValue ? files(endings, below: path, depth: 0) : [path]
      if asTests, isDirectory.boolValue { included.formUnion(files.flatMap(includes)) }
      found += files
    }
    let named = Set(paths)
    var seen: Set<String> = []
    return found.filter { path in
      let place = place(of: path)
      if included.contains(place), !named.contains(path) { return false }
      return seen.insert(place).inserted
    }
  }

  /// Where a file lies, by whatever name.
  private static func place(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Where the files lie that a scenario includes.
  private static func includes(of path: String) -> [String] {
    guard let bytes = try? DiskFiles().bytes(of: path, limit: ScenarioLoader.textLimit) else {
      return []
    }
    return ScenarioParser.includedPaths(in: bytes, file: path).map {
      place(of: ScenarioPath.resolved($0, besides: path))
    }
  }

  private static func files(
    _ endings: [String], below folder: String, depth: Int
  ) -> [String] {
    guard depth < depthLimit else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = (folder as NSString).appendingPathComponent(name)
      var isDirectory: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      if isThere, isDirectory.boolValue {
        found += files(endings, below: path, depth: depth + 1)
      } else if endings.contains(where: name.hasSuffix) {
        found.append(path)
      }
    }
    return found
  }
}
