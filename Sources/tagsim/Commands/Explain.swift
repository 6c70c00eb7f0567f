import ArgumentParser
import TagInspection
import TagMonitor
import TerminalKit

/// `tagsim explain`: what a captured hit says.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell what a captured hit of Google Analytics says, field by field.",
    discussion: """
      Examples:
        tagsim explain --hit 'v=1&_v=mi3.1.7&t=event&_u=.7nBL'  a hit, in quotes
        pbpaste | tagsim explain --hit -                 from standard input
        tagsim explain --hit - --json < batch.txt        for machines

      It takes a query, an address, a request with its headers, the lines of a
      batch, and saved hits as the SDK logs them. _u tells whether an app or a GTM
      tag sent a hit. What no source knows is called unknown. Put a query in
      quotes: the shell ends a command at &.

      It exits with 0 when there is a hit, 4 when the command line is wrong, 6 when
      no hit is found or the input cannot be read.
      """)

  @Option(help: "A captured hit, or several lines of them; - is standard input.")
  var hit: String

  @Flag(help: "JSON, on one line.")
  var json = false

  func run() throws {
    Interruption.endsProcess(.silently)
    let captured = CapturedHits(try text())
    guard !captured.hits.isEmpty else { throw Self.nothing(in: captured) }
    if json {
      Console.print([TerminalText.escapedJSON(captured.json)])
    } else {
      Console.print(Self.lines(of: captured, isTerminal: Console.isTerminal))
    }
    if let line = captured.unread.first {
      Console.complain(["tagsim: \"\(line)\" is no hit, and is left out"])
    }
  }

  private func text() throws(CommandFailure) -> String {
    guard hit == StandardInput.argument else {
      guard hit.utf8.count <= CapturedHits.byteLimit else {
        throw CommandFailure(
          "--hit: has \(hit.utf8.count) bytes and at most \(CapturedHits.byteLimit) are read: "
            + "give fewer hits", code: .badInput)
      }
      return hit
    }
    return String(decoding: try StandardInput.bytes(limit: CapturedHits.byteLimit), as: UTF8.self)
  }

  private static func nothing(in captured: CapturedHits) -> CommandFailure {
    let found = captured.unread.first.map { ": \"\($0)\" is none" } ?? ""
    return CommandFailure(
      "--hit: there is no hit of Google Analytics\(found); it takes a query such as "
        + "'v=1&t=event&tid=UA-1-1', in quotes", code: .badInput)
  }

  /// On a terminal long lines are broken between words, under their value.
  private static func lines(of captured: CapturedHits, isTerminal: Bool) -> [String] {
    guard isTerminal else { return captured.lines }
    return captured.lines.flatMap { line in
      Wrapping.lines(line, columns: 100).enumerated().map {
        $0.offset == 0 ? $0.element : "      " + $0.element
      }
    }
  }
}
