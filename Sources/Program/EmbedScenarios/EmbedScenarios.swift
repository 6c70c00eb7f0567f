import Foundation
import PackagePlugin

/// Compiles the files of `Scenarios/` and the schemas of reports into the tool, as string literals,
/// and the commit that it is built from; and the texts of the glossary and the script of the
/// page into their targets.
///
/// Resources that SwiftPM embeds by itself become literals of arrays, which take minutes to
/// compile.
@main struct EmbedScenarios: BuildToolPlugin {
  func createBuildCommands(
    context: PluginContext, target: any Target
  ) throws -> [Command] {
    let package = context.package.directoryURL
    if target.name == "TagGlossary" {
      return [
        try embedding(target.directoryURL.appending(path: "Texts"), as: "GlossaryTexts", context)
      ]
    }
    if target.name == "RunPage" {
      return [
        try embedding(target.directoryURL.appending(path: "Page"), as: "PageFiles", context)
      ]
    }
    return [
      try embedding(package.appending(path: "Scenarios"), as: "ShippedFiles", context),
      try embedding(
        package.appending(path: "Sources/Program/tagsim/Schemas"), as: "SchemaFiles", context),
      try commit(context),
    ]
  }

  private func embedding(
    _ folder: URL, as type: String, _ context: PluginContext
  ) throws -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: type + "+All.swift")
    // The folders, too: they change where a file comes or goes.
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    ).sorted()
    return .buildCommand(
      displayName: "Embedding \(folder.lastPathComponent)",
      executable: try context.tool(named: "WriteLiterals").url,
      arguments: [
        output.path(percentEncoded: false), folder.path(percentEncoded: false), type,
      ],
      inputFiles: [folder] + names.map { folder.appending(path: $0) }, outputFiles: [output])
  }

  /// The files of git that change with every commit, and whenever another one is checked out, are
  /// what it is made of; an archive has none of them.
  private func commit(_ context: PluginContext) throws -> Command {
    let package = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltCommit.swift")
    var git = package.appending(path: ".git")
    // A second work tree has a file that leads to its folder.
    if let link = try? String(contentsOf: git, encoding: .utf8), link.hasPrefix("gitdir: ") {
      let place = link.dropFirst("gitdir: ".count).trimmingCharacters(in: .newlines)
      git = URL(fileURLWithPath: place, relativeTo: package).absoluteURL
    }
    let inputs = ["HEAD", "logs/HEAD"].map { git.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    return .buildCommand(
      displayName: "Reading the commit", executable: try context.tool(named: "WriteLiterals").url,
      arguments: [
        "--commit", output.path(percentEncoded: false), package.path(percentEncoded: false),
      ],
      inputFiles: inputs, outputFiles: [output])
  }
}
