import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// The current replay; nil if the user looks at something else.
  var replay: Replay? {
    guard let replay = telling.playback.replay, replay.cursor == cursor else { return nil }
    return replay
  }

  /// The result of a step through the record.
  enum ReplayStep {
    /// Nothing to show: it continues.
    case nothing
    case shown(String)
    /// It stopped: a question is open, a chapter ended, or something failed.
    case stopped
    /// It reached the present.
    case live
  }

  /// Plays on through the record.
  mutating func replayNext() {
    if case .shown(let text) = replayStep() {
      telling.playback.pause(for: telling.plan.pace.reading(text))
      refreshView()
      selectLit()
    }
  }

  /// Steps to the next stop in the record.
  mutating func stepThroughRecord() {
    while cursor != nil, case .nothing = replayStep() {}
    refreshView()
    selectLit()
  }

  private mutating func replayStep() -> ReplayStep {
    guard var replay, replay.place < run.record.count else {
      telling.playback.replay = nil
      cursor = nil
      return .live
    }
    replay.start = nil
    telling.playback.checks = []
    let before = replay
    let step = step(&replay, run.record[replay.place])
    telling.playback.replay = replay
    cursor = replay.cursor
    let rows = run.timeline.rowCount
    if replay.place >= run.record.count, replay.row >= rows, !replay.isAsking {
      telling.playback.replay = nil
      cursor = nil
    }
    // An action with several events begins before its place is passed.
    let isBegun = replay.row > before.row
    lookAgain(at: before.place..<max(replay.place, before.place + (isBegun ? 1 : 0)))
    return step
  }

  private mutating func step(
    _ replay: inout Replay, _ entry: RecordedStatement
  ) -> ReplayStep {
    guard entry.isTold else {
      // The user's own actions are not part of the story.
      replay.row = max(replay.row, entry.rows.upperBound)
      replay.place += 1
      return .nothing
    }
    if case .hidden(true) = entry.statement.command {
      repeat {
        replay.row = max(replay.row, run.record[replay.place].rows.upperBound)
        replay.tell(run.record[replay.place])
      } while run.record.indices.contains(replay.place)
        && run.record[replay.place].statement.command != .hidden(false)
      return .nothing
    }
    switch PlayedCommand(entry.statement.command) {
    case .chapter(let title):
      let isWithin = replay.moments > 0 && run.story[replay.moments - 1].chapter != nil
      if isWithin, !replay.isHolding {
        replay.isHolding = true
        isPlaying = false
        message = .hint("the chapter ends here   \(goingOn(to: title))")
        return .stopped
      }
      replay.isHolding = false
      replay.tell(entry)
      let next = run.record.indices.contains(replay.place) ? run.record[replay.place] : nil
      return next?.statement.command.isTelling == true ? .nothing : .shown(title)
    case .caption(let text):
      replay.tell(entry)
      return .shown(text)
    case .question(let answer):
      replay.tell(entry)
      replay.isAsking = true
      message = .hint(answer == nil ? "Space continues" : "Space shows the answer")
      return .stopped
    case .pause:
      replay.tell(entry)
      pause()
      return .stopped
    case .other: return stepRows(&replay, entry)
    }
  }

  private mutating func stepRows(
    _ replay: inout Replay, _ entry: RecordedStatement
  ) -> ReplayStep {
    replay.row = max(replay.row, entry.rows.lowerBound)
    let isSeen = replay.row < entry.rows.upperBound
    if isSeen {
      replay.row = nextStop(after: replay.row, in: entry.rows)
      if replay.row < entry.rows.upperBound { return .shown(entry.statement.text) }
    }
    replay.tell(entry)
    if entry.isFailure { return stop(atFailed: entry) }
    guard isSeen else { return .nothing }
    while run.record.indices.contains(replay.place) {
      let remark = run.record[replay.place]
      guard remark.isTold, remark.statement.command.isRemark else { break }
      replay.tell(remark)
      if let check = LitCheck(remark) { telling.playback.checks.append(check) }
      if remark.isFailure { return stop(atFailed: remark) }
    }
    return .shown(entry.statement.text)
  }

  private mutating func stop(atFailed entry: RecordedStatement) -> ReplayStep {
    isPlaying = false
    if let result = entry.result { tell(result) }
    return .stopped
  }

  /// Returns the next row to stop at: an event of the app before the last one, otherwise the end.
  ///
  /// - Parameters:
  ///   - row: the number of the selected row.
  ///   - rows: the places of rows from the same statement.
  func nextStop(after row: Int, in rows: Range<Int>) -> Int {
    let numbers = row + 1..<rows.upperBound + 1
    let events = numbers.lazy.filter { run.timeline.row(at: $0).event.isSeen }
    let found = Array(events.prefix(2))
    return found.count == 2 ? found[0] : rows.upperBound
  }

  /// Shows an answer in a replay, with the action that produces it.
  mutating func showAnswerAgain() {
    guard var replay else { return }
    replay.isAsking = false
    telling.playback.replay = replay
    let answer = run.story[max(0, replay.moments - 1)].answer
    if run.record.indices.contains(replay.place) {
      let command = run.record[replay.place].statement.command
      if command.isAct, !command.isWait { stepThroughRecord() }
    }
    telling.playback.pause(
      for: isPlaying ? answer.map(telling.plan.pace.reading) ?? .zero : .zero)
    refreshView()
    selectLit()
  }
}

extension Replay {
  /// Moves past a statement.
  mutating func tell(_ entry: RecordedStatement) {
    moments = entry.moments
    place += 1
  }
}

extension EventRow {
  /// Whether it is an event of the app, which is worth a stop.
  fileprivate var isSeen: Bool {
    guard let update else { return false }
    return update.firebase?.source != .automatic
  }
}
