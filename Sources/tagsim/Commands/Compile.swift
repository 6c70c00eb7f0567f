import ArgumentParser
import ContainerFormats
import ScenarioEngine
import TagRuntime

/// `tagsim compile`: turns a container of any readable format into the legacy binary.
struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compile an export, or any container, to the binary that apps ship.",
    discussion: """
      Example:
        tagsim compile GTM-AB12-v7.json -o GTM-AB12

      What cannot be compiled is left out and said. OUT is replaced where it exists.
      """)

  @Argument(help: "An export of a legacy container, or a container file of another format.")
  var file: String

  @Option(name: .shortAndLong, help: "The file for the binary.")
  var output: String

  func run() throws {
    let files = DiskFiles()
    let version = try ScenarioLoader(files: files).version(file)
    if files.areSame(file, output) {
      throw CommandFailure(
        "--output \(output): is the file that is compiled: give another name", code: .usage)
    }
    let written: BinaryWriter.Written
    do throws(UnwritableContainer) {
      written = try BinaryWriter.write(version)
    } catch {
      throw CommandFailure("\(file): \(error)", code: .badInput)
    }
    try files.write(written.bytes, to: output)
    Console.print(report(on: version, written))
  }

  private func report(on version: ContainerVersion, _ written: BinaryWriter.Written) -> [String] {
    let parts = [
      Counted.text(version.macros.count, "macro"), Counted.text(version.tags.count, "tag"),
      Counted.text(version.predicates.count, "condition"),
      Counted.text(version.rules.count, "rule"),
    ]
    let remarks = version.remarks + written.remarks.filter { !version.remarks.contains($0) }
    return [
      "\(output): \(Counted.text(written.bytes.count, "byte")), "
        + parts.joined(separator: ", ")
    ] + remarks.map { "  " + $0 }
  }
}
