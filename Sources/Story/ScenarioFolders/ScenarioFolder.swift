import Foundation
import ScenarioEngine

/// Finds scenarios in folders of the machine.
public enum ScenarioFolder {
  package static let depthLimit = 16

  /// Returns the paths of the `*.scenario` files below a folder, by name. A file that another one
  /// includes is a part of that one and is left out.
  public static func scenarios(below folder: String) -> [String] {
    let files = files([".scenario"], below: folder)
    let included = Set(files.flatMap(includes))
    return files.filter { !included.contains(place(of: $0)) }
  }

  /// Returns the paths of all files below a folder whose names have one of the endings, by name.
  /// Names that begin with a dot are left out.
  package static func files(_ endings: [String], below folder: String) -> [String] {
    files(endings, below: folder, depth: 0)
  }

  private static func files(
    _ endings: [String], below folder: String, depth: Int
  ) -> [String] {
    guard depth < depthLimit else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = (folder as NSString).appendingPathComponent(name)
      if isFolder(path) {
        found += files(endings, below: path, depth: depth + 1)
      } else if endings.contains(where: name.hasSuffix) {
        found.append(path)
      }
    }
    return found
  }

  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns the canonical path of a file, whatever name it is given.
  package static func place(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Returns the canonical paths of the files that a scenario includes.
  package static func includes(of path: String) -> [String] {
    let bytes = try? FolderFiles().bytes(of: path, limit: ScenarioLoader.textLimit)
    return ScenarioParser.includedPaths(in: bytes ?? [], file: path).map {
      place(of: ScenarioPath.resolved($0, besides: path))
    }
  }
}
