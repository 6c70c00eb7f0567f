import ScenarioEngine
import TagSimulation
import TerminalKit

/// What the scenario tells.
extension Monitor {
  /// What is told at the place that is shown: nil where nothing was told there.
  var story: StoryMoment? {
    if let replay { return replay.moments > 0 ? run.story[replay.moments - 1] : nil }
    return cursor.map { run.story(atRow: $0) } ?? run.story.last
  }

  /// The caption, or the question with its answer once it is shown; where nothing is told yet the
  /// title of the chapter.
  ///
  /// - Parameters:
  ///   - columns: how wide the lines may be.
  ///   - rows: how many there may be. Where a question and its answer need more, the answer has
  ///     them; what is still left out is read in full with the note.
  func captionLines(columns: Int, rows: Int = 2) -> [Line] {
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

  /// The answer to what the room is asked; nil where there is none, and while the room is to find
  /// it.
  private var shownAnswer: String? {
    guard let story, !isAsking else { return nil }
    // A question that is open in the present is open whatever is looked at.
    if cursor != nil, replay == nil, playback.isAsking, story == run.story.last { return nil }
    return story.answer
  }

  // MARK: Notes

  /// What is told in full, and the note for the presenter.
  func noteLines(columns: Int) -> [Line] {
    let parts = [story?.caption, shownAnswer].compactMap { $0 }
    var lines = parts.flatMap { Line.wrapped($0, columns: columns) }
    if let note = story?.note {
      if !lines.isEmpty { lines.append(Line()) }
      lines += Line.wrapped(note, columns: columns, .bold)
    }
    return lines
  }

  /// Shows the note for the presenter.
  mutating func showNote() {
    if story?.note == nil, story?.caption == nil {
      message = Message(kind: .hint, text: "nothing is told here, and there is no note")
    } else {
      overlay = .note(0)
    }
  }

  /// What came for the presenter since the last call: notes, and questions with their answers.
  package mutating func takeNotes() -> [String] {
    let count = replay?.moments ?? run.story.count
    // Where the record is shown again, its notes come again.
    let start = playback.notedMoment > count ? max(0, count - 1) : playback.notedMoment
    playback.notedMoment = count
    guard start < count else { return [] }
    var notes: [String] = []
    var before = start > 0 ? run.story[start - 1] : nil
    for moment in run.story[start..<count] {
      if moment == before { continue }
      if moment.isQuestion, moment.caption != before?.caption {
        notes.append("? " + (moment.caption ?? ""))
        if let answer = moment.answer { notes.append("  " + answer) }
      }
      if let note = moment.note { notes.append(note) }
      before = moment
    }
    return notes
  }

  // MARK: Failures

  var failures: [StatementResult] { run.results.filter(\.isFailure) }

  /// Expectations that failed, each with its place and its reason.
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
