import ArgumentParser
import TagMonitor
import TagRuntime
import TerminalKit

/// `tagsim inspect`: what is in a container file.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what a container file does: tags, rules, variables, in words.",
    discussion: """
      Examples:
        tagsim inspect GTM-AB12                      a page for people
        tagsim inspect GTM-AB12 --json               the same facts for machines
        tagsim inspect GTM-AB12 --graph mermaid      tags, rules and variables as a graph

      It reads every format that scenarios read. Of several files it prints one after the
      other; with --json each is one line.
      """)

  /// The languages of graphs.
  enum Graph: String, ExpressibleByArgument, CaseIterable {
    case dot
    case mermaid

    var syntax: GraphSyntax { self == .dot ? .dot : .mermaid }
  }

  /// The columns of a page on a terminal.
  private static let pageWidth = 100

  @Argument(help: "Container files of any format.")
  var files: [String]

  @Flag(help: "JSON, one line for each file.")
  var json = false

  @Option(help: "A graph of tags, rules and variables instead of the page: dot or mermaid.")
  var graph: Graph?

  func validate() throws {
    if json, graph != nil { throw ValidationError("--json and --graph exclude each other.") }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    var problems: [String] = []
    var isFirst = true
    for file in files {
      do throws(CommandFailure) {
        let description = try describe(file)
        if !isFirst, !json { Console.print([""]) }
        isFirst = false
        Console.print(lines(of: description))
      } catch {
        problems += error.lines
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems, code: .badInput) }
  }

  private func describe(_ file: String) throws(CommandFailure) -> ContainerDescription {
    let bytes = try ScenarioLoader(files: DiskFiles()).containerBytes(file)
    return ContainerDescription(
      of: try ScenarioLoader.container(in: bytes, file), file: file, bytes: bytes.count)
  }

  private func lines(of description: ContainerDescription) -> [String] {
    if json { return [TerminalText.escapedJSON(description.json)] }
    if let graph { return description.graph(graph.syntax) }
    return Self.pageLines(of: description, isTerminal: Console.isTerminal)
  }

  /// The page; on a terminal long lines are broken between words.
  static func pageLines(of description: ContainerDescription, isTerminal: Bool) -> [String] {
    description.page.flatMap { line in
      let margin = String(repeating: " ", count: line.indent)
      if !isTerminal { return [margin + line.text] }
      // What follows the first line of a fact stands further to the right.
      let wrapped = Wrapping.lines(line.text, columns: pageWidth - line.indent - 2)
      return wrapped.enumerated().map {
        $0.offset == 0 ? margin + $0.element : margin + "  " + $0.element
      }
    }
  }
}
