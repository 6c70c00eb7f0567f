import ScenarioEngine
import TagSimulation
import TerminalKit

/// What the scenario tells, and what came of its expectations.
extension Monitor {
  /// How many lines the chapter and the caption have: enough for the longest caption of the
  /// scenario, so that the panes do not jump, and three for a caption at most.
  func captionRows(columns: Int, rows: Int) -> Int {
    guard !run.story.isEmpty || score != nil else { return 0 }
    // What is looked at comes before what is told about it.
    if rows < 16 { return rows < 13 ? 0 : 1 }
    let lines = [longestTold, told(run.story.last)].map { texts in
      texts.reduce(0) { $0 + Wrapping.lines($1, columns: columns - 4).count }
    }
    return 1 + min(3, max(1, lines.max() ?? 1))
  }

  /// The chapter with the step, and the caption.
  func captionLines(columns: Int) -> [Line] {
    let total = run.scenario.statements.count
    let story = cursor.map { run.story(atRow: $0) } ?? run.story.last
    let place =
      cursor.map { "looking back at event \($0) of \(run.timeline.rows.count)" }
      ?? "Step \(min(run.position, total))/\(total)   \(score ?? "")"
    let chapter = story?.chapter ?? (story == nil ? "setup" : "")
    let hasFailures = cursor == nil && run.failureCount > 0
    let head =
      Line("> ", .bold) + Line(chapter + "   ", .bold)
      + Line(place, hasFailures ? .attention.strong : .dim)
    let mark = story?.isQuestion == true ? "? " : "  "
    let texts = told(story).prefix(hidesAnswer ? 1 : 2).enumerated()
    return [head]
      + texts.flatMap { index, text in
        Wrapping.lines(text, columns: columns - 4).map {
          Line(index == 0 ? mark : "  ") + Line($0, index == 0 ? .plain : .bold)
        }
      }
  }

  /// Whether the room is still to find the answer.
  private var hidesAnswer: Bool { isAsking && cursor == nil }

  /// What a moment tells: a caption, or a question and its answer.
  private func told(_ story: StoryMoment?) -> [String] {
    [story?.caption ?? ""] + [story?.answer].compactMap { $0 }
  }

  /// What needs the most columns of all that a scenario tells; nothing where it tells nothing.
  static func longestTold(of scenario: Scenario) -> [String] {
    var longest = (texts: [String](), columns: 0)
    for statement in scenario.setup + scenario.statements {
      let texts: [String]
      switch statement.command {
      case .caption(let text): texts = [text]
      case .ask(let question, let answer): texts = [question] + [answer].compactMap { $0 }
      default: continue
      }
      let columns = texts.reduce(0) { $0 + TextWidth.columns(of: $1) }
      if columns > longest.columns { longest = (texts, columns) }
    }
    return longest.texts
  }

  /// What came of the expectations so far; nil before the first.
  private var score: String? {
    let (held, failed) = (run.heldCount, run.failureCount)
    guard held + failed > 0 else { return nil }
    return "expected: \(held) held, \(failed) failed" + (failed == 0 ? "" : " (e shows them)")
  }

  var failures: [StatementResult] { run.results.filter(\.isFailure) }

  /// The expectations that failed, each with its place and its reason.
  func failureLines(columns: Int) -> [Line] {
    var lines: [Line] = []
    for failure in failures {
      let location = failure.statement.location
      lines += Line.wrapped(
        "\(location.file):\(location.line)  \(failure.statement.text)", columns: columns, .bold)
      switch failure.outcome {
      case .failed(let reason):
        for line in reason.lines { lines += Line.wrapped(line, columns: columns, indent: 2) }
      case .error(let sentence): lines += Line.wrapped(sentence, columns: columns, indent: 2)
      case .done, .passed: break
      }
      lines.append(Line())
    }
    return Array(lines.dropLast())
  }
}
