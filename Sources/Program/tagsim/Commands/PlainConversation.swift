import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// `--plain`: lines instead of the screen.
struct PlainOption: ParsableArguments {
  @Flag(help: "Use lines on standard input and output instead of the screen.")
  var plain = false

  /// Whether to use no screen: if requested, or on a terminal that cannot show one.
  var isWanted: Bool {
    let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
    return plain || isDumb && isatty(STDIN_FILENO) == 1 && Console.isTerminal
  }
}

/// A conversation in lines on the streams of the process.
struct PlainConversation {
  private var session: MonitorSession
  private var plain: PlainSession
  private static let isInteractive = isatty(STDIN_FILENO) == 1
  @Boxed private var intro: String
  /// Remarks about the file.
  private let remarks: [String]
  /// Whether there is nothing left to play.
  private let isPlayed: Bool

  init(_ opened: OpenedFile, device: DeviceFile?) {
    var opened = opened
    device?.insert(into: &opened.loaded)
    var monitor = opened.monitor(borders: .none)
    if device != nil { monitor.play(then: []) }
    monitor.comparing.isOneWorld = device != nil
    intro =
      "\(PlainSession.title(of: monitor)): 'next' continues, 'help' lists the words, 'quit' ends"
    plain = PlainSession(on: &monitor)
    session = MonitorSession(
      monitor: monitor, loader: opened.loader, scenarioPath: opened.scenarioPath, device: device)
    session.source = opened.source
    // Lines from a program still exist afterwards; what a person typed does not.
    if device == nil, Self.isInteractive {
      session.trace = SessionTrace(of: opened, in: UserFolders.present.traces)
    }
    remarks = opened.traced?.remarks ?? []
    isPlayed = opened.isPlayed
  }

  /// Refuses standard input as a file, because the lines come from there.
  static func refuseStandardInput(_ files: [String?]) throws(CommandFailure) {
    guard files.contains(StandardInput.argument) else { return }
    throw CommandFailure(
      "'-' is standard input, which provides the lines: name a file", code: .usage)
  }

  /// Talks until the input ends or the user quits.
  ///
  /// - Parameters:
  ///   - place: the place to show first, after everything was played; nil and start play nothing.
  ///   - playing: whether to play the scenario immediately.
  /// - Throws: an error with the exit code if the conversation does not end in success.
  mutating func run(at place: String? = nil, playing: Bool = false) throws(CommandFailure) {
    Interruption.endsProcess(.silently)
    greet()
    _ = session.take { _ in [] }
    answer()
    let place = place == "start" ? nil : place
    if place != nil || playing, !isPlayed { play() }
    if let row = try place.map({ (word) throws(CommandFailure) in
      try session.monitor.run.row(atOption: word)
    }) {
      _ = session.take { monitor in
        monitor.look(at: row)
        return []
      }
      answer()
    }
    try talk()
    session.trace?.end(session.monitor, "quit")
    if session.monitor.hasUnsavedRecording {
      Console.complain(["tagsim: " + (try session.recordings.keepUnwritten(session.monitor))])
    }
    if let unsaved = session.unsaved { throw unsaved }
    session.device?.close()
    if plain.mistakeCount > 0 { throw CommandFailure([], code: .badInput) }
    if plain.failureCount > 0 { throw CommandFailure([], code: .expectationFailed) }
  }

  private func greet() {
    Console.complain(remarks.map { "tagsim: " + $0 })
    guard Self.isInteractive else { return }
    Console.complain(["tagsim: " + intro])
    guard let lost = TraceFolder(UserFolders.present.traces).takeLost() else { return }
    Console.complain([SessionTrace.sentence(ofLost: lost)])
  }

  private mutating func talk() throws(CommandFailure) {
    var reader = StreamReader(STDIN_FILENO)
    while true {
      prompt()
      switch try reader.next() {
      case .end:
        plain.end()
        return answer()
      case .refused(let why): plain.refuse(line: why)
      case .line(let line):
        if session.take({ plain.take(line, on: &$0) }) != nil { return answer() }
      }
      answer()
      goOn()
    }
  }

  private mutating func play() {
    _ = session.take {
      plain.play(&$0)
      return []
    }
    goOn()
  }

  /// Plays the rest of the scenario, and reports each statement when it is done.
  private mutating func goOn() {
    while plain.isPlaying {
      _ = session.take {
        plain.goOn(&$0)
        return []
      }
      answer()
    }
  }

  /// Prints the result of the last line, so that a program waiting on the pipe receives it.
  private mutating func answer() {
    let answer = plain.tell(&session.monitor)
    if !answer.facts.isEmpty { Console.print(answer.facts) }
    if !answer.problems.isEmpty {
      Console.complain(answer.problems.map(\.description))
    }
  }

  /// Prints a prompt if a user can see it.
  private func prompt() {
    if Self.isInteractive, Console.isTerminal {
      _ = Console.write(Array("> ".utf8), to: STDERR_FILENO)
    }
  }
}
