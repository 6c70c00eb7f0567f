import Foundation
import PackagePlugin

/// Compiles the files of `Scenarios/` into a target, as string literals.
///
/// Resources that SwiftPM embeds by itself become literals of arrays, which take minutes to
/// compile.
@main struct EmbedScenarios: BuildToolPlugin {
  func createBuildCommands(
    context: PluginContext, target: any Target
  ) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Scenarios")
    let output = context.pluginWorkDirectoryURL.appending(path: "ShippedFiles+All.swift")
    let files = try Self.files(below: folder)
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files of Scenarios",
        executable: try context.tool(named: "WriteLiterals").url,
        arguments: [output.path(), folder.path()] + files,
        inputFiles: files.map { folder.appending(path: $0) }, outputFiles: [output])
    ]
  }

  /// The paths of all files below a folder, by name, as seen from there.
  private static func files(below folder: URL) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return names.sorted().filter { name in
      let parts = name.split(separator: "/")
      let isHidden = parts.contains { $0.hasPrefix(".") }
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path()
      return !isHidden && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
