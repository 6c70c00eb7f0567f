import CommandKit
import ScenarioEngine

/// The files of `Scenarios/`, compiled in, so that the program works wherever it is moved.
///
/// The plug-in EmbedScenarios writes their contents with every build.
struct ShippedFiles: FileStore {
  func bytes(of path: String, limit: Int = .max) throws(CommandFailure) -> [UInt8] {
    guard let file = Self.all.first(where: { $0.path == path }) else {
      throw CommandFailure(
        "\(path): is not a file of the demo, which has "
          + Self.all.map(\.path).joined(separator: ", ")
          + "; open your own scenario to use other files",
        code: .badInput)
    }
    return Array(file.text.utf8)
  }

  func origin(of path: String, in scenario: String?) -> FileOrigin { .memory }

  func names(in folder: String) -> [String] {
    let start =
      ["", ".", "./"].contains(folder) ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let inside = Self.all.map(\.path).filter { $0.hasPrefix(start) }.map {
      $0.dropFirst(start.count)
    }
    return Array(
      Set(
        inside.map { path in path.firstIndex(of: "/").map { String(path[...$0]) } ?? String(path) })
    )
  }
}
