import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

extension Monitor {
  /// The caption or title at the current position; nil for none.
  var story: StoryMoment? {
    if let replay { return replay.moments > 0 ? run.story[replay.moments - 1] : nil }
    return cursor.map { run.story(atRow: $0) } ?? run.story.last
  }

  /// Returns the caption, or the question with its answer once it is shown; without either, the
  /// title of the chapter. If a question and its answer need more than two lines, the answer comes
  /// first; the note shows the text in full.
  func captionLines(columns: Int) -> [Line] {
    let rows = 2
    let story = story
    guard let caption = story?.caption else {
      return [Line("   " + (story?.chapter ?? ""), .bold)]
    }
    let width = max(1, columns - 4)
    let question = Wrapping.lines(caption, columns: width)
    let answer = shownAnswer.map { Wrapping.lines($0, columns: width) } ?? []
    let room = answer.isEmpty ? rows : max(0, rows - answer.count)
    let mark = story?.isQuestion == true ? " ? " : "   "
    let lines = question.prefix(room).enumerated().map {
      Line(($0 == 0 ? mark : "   ") + $1, .bold)
    }
    return lines + answer.prefix(rows - lines.count).map { Line("   " + $0, .bold) }
  }

  /// The answer to the current question; nil if there is none, and while the audience must find it.
  private var shownAnswer: String? {
    guard let story, !isAsking else { return nil }
    // A question that is open in the present is open in the past, too.
    if cursor != nil, replay == nil, telling.playback.isAsking, story == run.story.last {
      return nil
    }
    return story.answer
  }

  // MARK: Notes

  /// Returns the current text in full, and the note for the presenter.
  func noteLines(columns: Int) -> [Line] {
    let parts = [story?.caption, shownAnswer].compactMap { $0 }
    var lines = parts.flatMap { Line.wrapped($0, columns: columns) }
    if let note = story?.note {
      if !lines.isEmpty { lines.append(Line()) }
      lines += Line.wrapped(note, columns: columns, .bold)
    }
    return lines
  }

  mutating func showNote() { open(TextPage(.note)) }

  // MARK: Failures

  var failures: [StatementResult] {
    run.failureCount == 0 ? [] : run.results.filter(\.isFailure)
  }

  /// Returns failed expectations, each with its place and its reason.
  func failureLines(of failures: [StatementResult], columns: Int) -> [Line] {
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
