import Foundation
import Testing

/// The files of this package, found from where this file lies.
struct Repository {
  /// A text file by its path from the package's root.
  struct File: Sendable, CustomTestStringConvertible {
    var path: String
    var text: String

    var testDescription: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var name: String { String(path.split(separator: "/").last ?? "") }
    var isSwift: Bool { path.hasSuffix(".swift") }
    /// Whether it is read by a compiler.
    var isCode: Bool {
      [".swift", ".c", ".cc", ".cpp", ".h", ".proto"].contains(where: path.hasSuffix)
    }

    /// The name without what follows its first point.
    var title: String { String(name.prefix { $0 != "." }) }

    /// The target that the file belongs to, by its folder: `Sources/<House>/<Target>`.
    var target: String { folder(path.hasPrefix("Sources/") ? 2 : 1) }
    /// The house of a source file.
    var house: String { folder(1) }

    private func folder(_ depth: Int) -> String {
      let parts = path.split(separator: "/")
      return parts.count > depth + 1 ? String(parts[depth]) : ""
    }
  }

  /// Folders that hold no file of ours.
  private static let skipped: Set<String> = [".build", ".git", ".swiftpm"]
  private static let textSuffixes = [
    ".swift", ".md", ".c", ".cc", ".cpp", ".h", ".app", ".scenario", ".json", ".plist", ".proto",
    ".yml", ".yaml", ".modulemap", "/install", "/run",
  ]

  let root: URL

  init(filePath: String = #filePath) {
    root = URL(fileURLWithPath: filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Every text file of the package, in the order of their paths; they are read once.
  func files() throws -> [File] { try Self.read.get() }

  private static let read = Result { try Repository().readFiles() }

  private func readFiles() throws -> [File] {
    try paths(under: "").sorted().compactMap { path in
      guard Self.textSuffixes.contains(where: ("/" + path).hasSuffix),
        let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      else { return nil }
      return File(path: path, text: text)
    }
  }

  /// The Swift files under one of the folders.
  func swiftFiles(under folders: String...) throws -> [File] {
    try files().filter { file in
      file.isSwift && folders.contains { file.path.hasPrefix($0 + "/") }
    }
  }

  private func paths(under folder: String) throws -> [String] {
    let url = folder.isEmpty ? root : root.appending(path: folder)
    var paths: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      if Self.skipped.contains(name) { continue }
      let path = folder.isEmpty ? name : folder + "/" + name
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isFolder)
      paths += exists && isFolder.boolValue ? try self.paths(under: path) : [path]
    }
    return paths
  }
}
