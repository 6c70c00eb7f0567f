/// The paths by which a repository knows files that were named from one of its folders.
package struct RepositoryPaths: Sendable, Hashable {
  /// The current folder, without a slash at its end; nil where it is in no repository.
  private let folder: String?
  /// The folder of the repository.
  private let root: String

  /// Paths of a folder that is in no repository: they stay as they are.
  package init() { (folder, root) = (nil, "") }

  /// Paths of a folder in a repository.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the repository.
  ///   - folder: the absolute path of the current folder, in the repository.
  package init(root: String, folder: String) { (self.root, self.folder) = (root, folder) }

  /// The path of a file from the root of the repository. A file outside of it keeps its path.
  package func path(of file: String) -> String {
    let plain = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    guard let folder else { return plain }
    let whole = Self.parts(file.hasPrefix("/") ? file : folder + "/" + file)
    let above = Self.parts(root)
    guard whole.starts(with: above) else { return plain }
    return whole.dropFirst(above.count).joined(separator: "/")
  }

  /// The names in a path, those that `..` takes back left out.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
