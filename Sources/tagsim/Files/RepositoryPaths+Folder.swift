import Foundation
import ScenarioEngine

extension RepositoryPaths {
  /// The most folders to search upwards.
  private static let heightLimit = 64

  /// The paths of the current folder; its repository is the nearest folder above with a `.git`.
  static var ofCurrentFolder: RepositoryPaths {
    let folder = FileManager.default.currentDirectoryPath
    var root = folder
    for _ in 0..<heightLimit {
      if FileManager.default.fileExists(atPath: (root as NSString).appendingPathComponent(".git")) {
        return RepositoryPaths(root: root, folder: folder)
      }
      let above = (root as NSString).deletingLastPathComponent
      if above == root { break }
      root = above
    }
    return RepositoryPaths()
  }
}
