import Foundation
package import ScenarioEngine
import ScenarioFolders

extension RepositoryPaths {
  /// The paths of the current folder; its repository is the nearest folder above with a `.git`.
  package static var ofCurrentFolder: RepositoryPaths {
    let folder = FileManager.default.currentDirectoryPath
    return ScenarioFolder.repository(above: folder).map {
      RepositoryPaths(root: $0, folder: folder)
    } ?? RepositoryPaths()
  }
}
