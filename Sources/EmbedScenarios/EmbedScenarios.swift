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
    // The folders, too: they change where a file comes or goes.
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    ).sorted()
    return [
      .buildCommand(
        displayName: "Embedding Scenarios",
        executable: try context.tool(named: "WriteLiterals").url,
        arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)],
        inputFiles: [folder] + names.map { folder.appending(path: $0) }, outputFiles: [output])
    ]
  }
}
