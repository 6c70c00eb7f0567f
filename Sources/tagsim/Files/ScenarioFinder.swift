import Foundation

/// Finds scenario files.
enum ScenarioFinder {
  /// How deep folders are searched.
  static let depthLimit = 16

  /// The scenarios that paths name: a file is itself, a folder all `*.scenario` files below it, by
  /// name. A scenario that is named twice is found once, where it is named first.
  ///
  /// `endings` are those of the files that are looked for in folders.
  static func scenarios(
    at paths: [String], endings: [String] = [".scenario"]
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for path in paths.map(StandardInput.path) {
      if path == StandardInput.name {
        found.append(path)
        continue
      }
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw CommandFailure(
          "\(path): there is no such file or folder: check the name", code: .badInput)
      }
      found += isDirectory.boolValue ? files(endings, below: path, depth: 0) : [path]
    }
    var seen: Set<String> = []
    return found.filter {
      let file = URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath()
      return seen.insert(file.path).inserted
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
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        continue
      }
      if isDirectory.boolValue {
        found += files(endings, below: path, depth: depth + 1)
      } else if endings.contains(where: name.hasSuffix) {
        found.append(path)
      }
    }
    return found
  }
}
