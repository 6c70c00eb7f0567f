import ArgumentParser
import ContainerFormats
import ScenarioEngine
import TagRuntime

/// `tagsim compile`: turns a container of any readable format into the file that apps ship.
struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compile an export, or any container, to the file that apps ship.",
    discussion: """
      Examples:
        tagsim compile GTM-AB12-v7.json -o GTM-AB12        legacy: a binary
        tagsim compile GTM-CD34-v2.json -o GTM-CD34.json   Firebase (v5): JSON

      What cannot be compiled is left out and said. OUTPUT is replaced where it
      exists. The runtime of a v5 container is Google's own code. JSON that is
      made of an export has none: it is for tagsim, comparisons and CI, and apps
      need the container that the web interface downloads.
      """)

  @Argument(
    help:
      "An export of a mobile container, or a container file of another format; - is standard input."
  )
  var file: String

  @Option(name: .shortAndLong, help: "The file for the compiled container.")
  var output: String

  func run() throws {
    let files = DiskFiles()
    let (name, bytes) = try files.input(file)
    let version = try ScenarioLoader.version(in: bytes, name)
    if files.areSame(file, output) {
      throw CommandFailure(
        "--output \(output): is the file that is compiled: give another name", code: .usage)
    }
    let written: WrittenContainer
    do throws(UnwritableContainer) {
      written =
        switch version.generation {
        case .legacy: try BinaryWriter.write(version)
        case .firebase: try FirebaseWriter.write(version)
        }
    } catch {
      throw CommandFailure("\(name): \(error)", code: .badInput)
    }
    try files.write(written.bytes, to: output)
    Console.print(report(on: version, written))
  }

  private func report(on version: ContainerVersion, _ written: WrittenContainer) -> [String] {
    let parts = [
      Counted.text(version.macros.count, "macro"), Counted.text(version.tags.count, "tag"),
      Counted.text(version.predicates.count, "condition"),
      Counted.text(version.rules.count, "rule"),
    ]
    let said = version.leftOut.map(\.sentence) + version.remarks
    let remarks = said + written.remarks.filter { !said.contains($0) }
    return [
      "\(output): \(Counted.text(written.bytes.count, "byte")), "
        + parts.joined(separator: ", ")
    ] + remarks.map { "  " + $0 }
  }
}
