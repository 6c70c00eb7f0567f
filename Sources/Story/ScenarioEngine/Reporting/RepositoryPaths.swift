/// Converts paths relative to a folder into paths relative to the root of its repository.
package struct RepositoryPaths: Sendable, Hashable {
  /// The current folder, without a slash at its end; nil if it is not in a repository.
  private let folder: String?
  private let root: String

  /// Creates paths for a folder outside a repository: they stay unchanged.
  package init() { (folder, root) = (nil, "") }

  /// Creates paths for a folder in a repository.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the repository.
  ///   - folder: the absolute path of the current folder, in the repository.
  package init(root: String, folder: String) { (self.root, self.folder) = (root, folder) }

  /// Returns the path of a file relative to the root of the repository. A file outside it retains
  /// its path.
  package func path(of file: String) -> String {
    let plain = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    guard let folder else { return plain }
    let whole = Self.parts(file.hasPrefix("/") ? file : folder + "/" + file)
    let above = Self.parts(root)
    guard whole.starts(with: above) else { return plain }
    return whole.dropFirst(above.count).joined(separator: "/")
  }

  /// Splits a path into names, and resolves `..`.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
