import Foundation

/// Finds scenario files.
enum ScenarioFinder {
  /// How deep folders are searched.
  static let depthLimit = 16

  /// The scenarios that paths name: a file is itself, a folder all `*.scenario` files below it, by
  /// name. A scenario that is named twice is found once, where it is named first.
  static func scenarios(at paths: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for path in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw CommandFailure(
          "\(path): there is no such file or folder: check the name", code: .badInput)
      }
      found += isDirectory.boolValue ? scenarios(below: path, depth: 0) : [path]
    }
    var seen: Set<String> = []
    return found.filter {
      let file = URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath()
      return seen.insert(file.path).inserted
    }
  }

  private static func scenarios(below folder: String, depth: Int) -> [String] {
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
        found += scenarios(below: path, depth: depth + 1)
      } else if name.hasSuffix(".scenario") {
        found.append(path)
      }
    }
    return found
  }
}
