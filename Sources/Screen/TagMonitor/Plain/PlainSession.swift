package import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A conversation in lines: a monitor executes each line, as at its prompt, and the results are
/// reported, one fact per line.
///
/// The program passes in a line, fulfils the monitor's requests, and asks for the report; while
/// `isPlaying`, repeatedly. Nothing here uses a stream or a clock.
package struct PlainSession: Sendable {
  /// The source of the lines, in sentences.
  package static let source = "standard input"
  /// The maximum number of lines that JSON in one statement may span.
  package static let heldLineLimit = 1000

  package struct Answer: Sendable, Hashable {
    /// The facts, one per line.
    package var facts: [String] = []
    package var problems: [LoadProblem] = []
  }

  /// The kind of the last line.
  private enum Heard: Sendable {
    /// A line without an answer, or with one that was given already.
    case nothing
    case statement(Statement)
    /// A word of the plain mode or of the prompt.
    case word
  }

  /// The number of failed expectations and failed actions, without optional ones.
  package private(set) var failureCount = 0
  /// The number of lines that could not be understood or executed.
  package private(set) var mistakeCount = 0
  /// Whether the rest of the scenario is being played.
  package internal(set) var isPlaying = false
  @Boxed var facts = PlainFacts()
  /// Whether the end of the scenario was reported.
  var toldEnd = false
  private var answer = Answer()
  @Boxed private var heard = Heard.nothing
  private var number = 0
  /// The lines of a statement whose JSON is not closed yet.
  private var held: [String] = []
  /// The branch before the line.
  private var branch: Int
  /// The selected row before the line.
  private var cursor: Int?

  /// Begins a conversation on a monitor, which is set up for a screen reader.
  package init(on monitor: inout Monitor) {
    monitor.display.isReader = true
    monitor.display.borders = .none
    monitor.isPlaying = false
    monitor.leaveStart()
    branch = monitor.comparing.branches.current
    cursor = monitor.cursor
    let isPlayed = monitor.run.record.contains { $0.origin != .setup }
    facts.passOver(monitor.run, upToRow: isPlayed ? nil : 0)
    if isPlayed {
      let world = monitor.run.timeline.live
      answer.facts += facts.day(at: world.now.wall, in: world)
      tellPresent(of: monitor)
      return
    }
    for entry in monitor.run.record { tell(entry.result, in: monitor) { $0.isFailure } }
    tellNews(of: monitor)
  }

  /// Returns a title for the start of a conversation: "Offline purchase, app Corner Shop, v3".
  ///
  /// - Parameter monitor: the monitor of the conversation.
  /// - Returns: one line.
  package static func title(of monitor: Monitor) -> String {
    let view = monitor.view
    return "\(monitor.scenarioTitle), app \(view.simulation.world.app.name), \(view.sdkText)"
  }

  // MARK: Input

  /// Handles a line.
  ///
  /// - Parameters:
  ///   - line: the typed line.
  ///   - monitor: the monitor that executes it.
  /// - Returns: the monitor's requests to the program; after these, `tell` returns the results.
  package mutating func take(_ line: String, on monitor: inout Monitor) -> [MonitorEffect] {
    number += 1
    heard = .nothing
    begin(on: &monitor)
    guard held.isEmpty else { return takeMore(line, on: &monitor) }
    let trimmed = line.trimmedSpaces
    let isPrompt = trimmed.hasPrefix(":")
    let text = isPrompt ? String(trimmed.dropFirst()).trimmedSpaces : trimmed
    let ofPrompt = PromptWord(line: text)
    if !(isPrompt && ofPrompt?.action == .next), let (word, rest) = PlainWord.parse(text) {
      heard = .word
      return obey(word, rest, on: &monitor)
    }
    if let ofPrompt {
      heard = .word
      return monitor.obey(ofPrompt, text)
    }
    return takeStatement([isPrompt ? text : line], on: &monitor)
  }

  /// Reports that a line could not be read.
  ///
  /// - Parameter sentence: the reason.
  package mutating func refuse(line sentence: String) {
    number += 1
    held = []
    complain(sentence)
  }

  /// Ends the conversation, and reports an unfinished statement.
  package mutating func end() {
    guard !held.isEmpty else { return }
    complain("the input ended before a statement's braces were closed: it was not run")
    held = []
  }

  private mutating func begin(on monitor: inout Monitor) {
    monitor.message = nil
    monitor.telling.lastResult = nil
    branch = monitor.comparing.branches.current
    cursor = monitor.cursor
  }

  /// Continues a statement whose JSON spans lines; an empty line cancels it.
  private mutating func takeMore(
    _ line: String, on monitor: inout Monitor
  ) -> [MonitorEffect] {
    if line.trimmedSpaces.isEmpty || held.count >= Self.heldLineLimit {
      let why =
        held.count >= Self.heldLineLimit
        ? "its JSON spans more than \(Self.heldLineLimit) lines" : "an empty line cancelled it"
      held = []
      complain("the statement was not run: \(why)")
      return []
    }
    return takeStatement(held + [line], on: &monitor)
  }

  private mutating func takeStatement(
    _ lines: [String], on monitor: inout Monitor
  ) -> [MonitorEffect] {
    let linesBefore = number - lines.count
    held = []
    do throws(ScenarioError) {
      let text = lines.joined(separator: "\n")
      guard var statement = try StatementParser.parse(line: text, file: Self.source) else {
        return []
      }
      statement.location.line += linesBefore
      heard = .statement(statement)
      return monitor.submit(statement)
    } catch {
      if case .unclosedJSON = error.kind {
        held = lines
        return []
      }
      var place = error.location
      place.line += linesBefore
      problem(error.sentence, at: place)
      return []
    }
  }

  // MARK: Reporting

  /// Returns the results of the last line, or of playback since then.
  package mutating func tell(_ monitor: inout Monitor) -> Answer {
    switch heard {
    case .nothing: break
    case .statement(let statement): tellStatement(statement, on: monitor)
    case .word:
      if let changes = monitor.shownChanges { say(page: changes.text) }
      tellMessage(of: monitor)
    }
    tellPlace(of: monitor)
    heard = .nothing
    // The content of overlays was reported.
    monitor.close()
    monitor.comparing.compared = nil
    monitor.comparing.changes?.isShown = false
    monitor.leaveStart()
    begin(on: &monitor)
    defer { answer = Answer() }
    // Whatever the data contains, a fact stays on one line.
    answer.facts = answer.facts.map { TerminalText.visible($0) }
    return answer
  }

  /// Adds a fact about the selected moment.
  mutating func say(_ text: String, in monitor: Monitor) {
    let world = monitor.cursor == nil ? monitor.run.timeline.live : monitor.view.simulation
    answer.facts.append(PlainFacts.line(text, at: world.now.wall, in: world))
  }

  mutating func say(page lines: [String]) { answer.facts += lines }

  mutating func tellNews(of monitor: Monitor) {
    answer.facts += facts.news(of: monitor.run, seenIn: monitor.view)
  }

  /// Reports a problem with the current line.
  mutating func complain(_ sentence: String) {
    problem(sentence, at: ScenarioLocation(file: Self.source, line: number, column: 1))
  }

  private mutating func problem(_ sentence: String, at place: ScenarioLocation) {
    mistakeCount += 1
    answer.problems.append(LoadProblem(sentence, at: place))
  }

  private mutating func tellStatement(_ statement: Statement, on monitor: Monitor) {
    if case .view(let command) = statement.command, tell(command, on: monitor) { return }
    if monitor.comparing.branches.current != branch {
      // The action was in the past, from where the new branch continues.
      facts.passOver(monitor.run, upToRow: monitor.comparing.branches.here.row)
      if let remark = monitor.message?.remark { say("note " + remark, in: monitor) }
      branch = monitor.comparing.branches.current
      cursor = monitor.cursor
    }
    let before = answer.facts.count
    tellNews(of: monitor)
    guard let result = monitor.telling.lastResult else { return tellMessage(of: monitor) }
    let isTold = answer.facts.count > before
    tell(result, in: monitor) { $0.isPoint || $0.statement.story != nil || !isTold }
  }

  /// Reports the result of a statement, if it is wanted.
  mutating func tell(
    _ result: StatementResult?, in monitor: Monitor, where isWanted: (StatementResult) -> Bool
  ) {
    guard let result else { return }
    let isPardoned = result.statement.isOptional
    if result.isFailure, !isPardoned { failureCount += 1 }
    guard isWanted(result) else { return }
    let text = result.statement.text
    let optional = isPardoned ? " (optional)" : ""
    switch result.outcome {
    case .done(let summary):
      say(result.statement.story ?? "done \(summary.isEmpty ? text : summary)", in: monitor)
    case .passed: say("ok \(text)", in: monitor)
    case .failed: say("not ok\(optional) \(text)", in: monitor)
    case .error: say("not done\(optional) \(text)", in: monitor)
    }
    for line in result.reason { say("why " + line.trimmedSpaces, in: monitor) }
    for line in result.remarks { say("note " + line, in: monitor) }
  }

  /// Reports the monitor's message; a failure counts as a mistake.
  private mutating func tellMessage(of monitor: Monitor) {
    guard let message = monitor.message else { return }
    switch message.kind {
    case .failure: complain(message.said)
    case .ok, .hint: say("note " + message.text, in: monitor)
    }
  }

  private mutating func tellPresent(of monitor: Monitor) {
    let count = Counted.text(monitor.run.timeline.rowCount, "event")
    say("at the present, after \(count)", in: monitor)
  }

  /// Reports the selected moment, if it changed.
  private mutating func tellPlace(of monitor: Monitor) {
    guard monitor.cursor != cursor || monitor.comparing.branches.current != branch else { return }
    guard let row = monitor.view.row, monitor.cursor != nil else {
      tellPresent(of: monitor)
      return
    }
    let event = PlainText.event(row, monitor.view.tags(of: row))
    say("at \(event)", in: monitor)
  }
}

extension Statement {
  /// The text for the audience; nil for an action.
  fileprivate var story: String? {
    switch command.words {
    case .chapter(let text)?: "chapter \(text)"
    case .caption(let text)?: "caption \(text)"
    case .note(let text)?: "presenter \(text)"
    case .question(let text, _)?: "question \(text)"
    case nil: nil
    }
  }
}

extension WorldView {
  /// Returns the tags of an event; none if the row is not an event.
  func tags(of row: Timeline.Row) -> [TagExplanation] {
    eventRow?.number == row.number ? tags : []
  }
}
