import ArgumentParser
import CommandKit
import ContainerFormats
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim inspect`: describes the contents of a container file.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Describe a container in words: its tags, rules and variables.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim inspect GTM-AB12                      a page for people
        tagsim inspect GTM-AB12 --json               the same facts for machines
        tagsim inspect GTM-AB12 --graph mermaid      tags, rules and variables as a graph
        tagsim inspect GTM-AB12 --platform ios       as an iOS app would use it
        unzip -p App.ipa '*/GTM-AB12' | tagsim inspect -   from standard input

      It reads legacy and v5 containers of every format. Several files are printed one after
      another; as JSON, one per line.
      """))

  /// The languages of graphs.
  enum Graph: String, ExpressibleByArgument, CaseIterable {
    case dot
    case mermaid

    var syntax: GraphSyntax { self == .dot ? .dot : .mermaid }
  }

  enum AppPlatform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    var platform: Platform { self == .ios ? .ios : .android }
  }

  @Argument(
    help: "Container files of any format, or folders of them; - is standard input.",
    completion: .file())
  var files: [String]

  @Option(help: ReportCommand.inspect.help, completion: ReportCommand.inspect.completion)
  var report: [String] = []

  @Flag(help: "Print JSON, one line per file.")
  var json = false

  @Option(help: "The app's platform: ios or android; default: as in the file, or ios.")
  var platform: AppPlatform?

  @Option(help: "Print a graph of tags, rules and variables instead: dot or mermaid.")
  var graph: Graph?

  func validate() throws {
    if graph != nil, json || !report.isEmpty {
      throw ValidationError("use only one of \(json ? "--json" : "--report") and --graph.")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let paths = try NamedFolder.containers(at: files)
    let places = try ReportPlaces(
      try ReportRequest.requests(report, of: .inspect, isJSON: json, besides: paths), of: .inspect)
    var told = InspectReport()
    var problems: [LoadProblem] = []
    for file in paths {
      do throws(CommandFailure) {
        let container = try Self.describe(file, on: platform?.platform)
        if let graph {
          Console.print((told.containers.isEmpty ? [] : [""]) + container.graph(graph.syntax))
        }
        told.containers.append(container)
      } catch {
        problems += error.problems
      }
    }
    if graph == nil { try places.tell(told) }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
  }

  /// Reads a container file or standard input, and describes it.
  static func describe(
    _ file: String, on platform: Platform? = nil
  ) throws(CommandFailure) -> ContainerDescription {
    let (name, bytes) = try DiskFiles().input(file)
    return try ProgressLine.during("reading \(name)…") { () throws(CommandFailure) in
      ContainerDescription(
        of: try MachineFiles.version(in: bytes, name), file: name, bytes: bytes.count,
        platform: platform)
    }
  }
}

/// The report of `tagsim inspect`: the containers, one after the other.
private struct InspectReport: Reported {
  var containers: [ContainerDescription] = []

  private var pages: [HandedReport] {
    containers.map { HandedReport(outline: $0.page) }
  }

  var page: HandedReport {
    let pages = pages
    guard pages.count != 1 else { return pages[0] }
    return HandedReport(
      title: Counted.text(pages.count, "container"),
      parts: pages.flatMap { [.heading($0.title, level: 2)] + $0.parts.map(\.lower) })
  }

  func text(columns: Int?) -> [String] {
    let texts = pages.map { page in
      var page = page
      page.columns = columns
      return page.lines(.human)
    }
    return Array(texts.joined(separator: [""]))
  }

  var documents: [String] { containers.map(\.json) }
}

/// `tagsim compile`: converts a container of any readable format to the file that apps ship.
struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compile an export or any container to the file that apps ship.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim compile GTM-AB12-v7.json -o GTM-AB12        legacy: a binary
        tagsim compile GTM-CD34-v2.json -o GTM-CD34.json   Firebase (v5): JSON
        tagsim compile GTM-AB12-v7.json -o - | xxd         to another program

      Parts that cannot be compiled are left out and reported. OUTPUT is replaced if it
      exists. The runtime of a v5 container is Google's own code, and JSON compiled from
      an export does not have it: use such JSON for tagsim, comparisons and CI. Apps need
      the container that the web interface downloads.
      """))

  @Argument(
    help:
      "An export of a mobile container, or a container of another format; - is standard input.",
    completion: .file())
  var file: String

  @Option(
    name: .shortAndLong, help: "The file for the compiled container; - is standard output.",
    completion: .file())
  var output: String

  func run() throws {
    let files = DiskFiles()
    let (name, bytes) = try files.input(file)
    let version = try MachineFiles.version(in: bytes, name)
    try files.refuse(overwritingInput: file, with: output)
    let written = try DraftFiles.compiled(version, name)
    if DiskFiles.isStandardOutput(output) {
      guard !Console.isTerminal else {
        throw CommandFailure(
          "--output -: standard output is a terminal, but a container is not text: send it to a "
            + "file or another program", code: .usage)
      }
      Console.write(written.bytes)
      Console.complain(report(on: version, written))
    } else {
      try files.write(written.bytes, to: output)
      Console.print(report(on: version, written))
    }
  }

  private func report(on version: ContainerVersion, _ written: WrittenContainer) -> [String] {
    let parts = [
      Counted.text(version.macros.count, "macro"), Counted.text(version.tags.count, "tag"),
      Counted.text(version.predicates.count, "condition"),
      Counted.text(version.rules.count, "rule"),
    ]
    let place = DiskFiles.isStandardOutput(output) ? "standard output" : output
    let said = version.leftOut.map(\.sentence) + version.remarks
    let remarks = said + written.remarks.filter { !said.contains($0) }
    return [
      "\(place): \(Counted.text(written.bytes.count, "byte")), "
        + parts.joined(separator: ", ")
    ] + remarks.map { "  " + $0 }
  }
}
