import ScenarioEngine
import TagRuntime
import TagSimulation

extension Monitor {
  // MARK: Single steps

  /// Steps to the next stop: an event, a caption, a question, a failed expectation; after the
  /// scenario, the next due moment.
  mutating func stepForward() {
    guard !isAsking else { return say(.hint("A question is open: Space shows the answer")) }
    telling.playback.pause.left = .zero
    if telling.playback.tour != nil, cursor == nil {
      goOnWithTour()
    } else if replay != nil {
      stepThroughRecord()
    } else if let cursor {
      look(at: cursor + 1)
    } else if telling.playback.wait != nil {
      endWait()
    } else {
      stepInPresent()
    }
    refreshView()
  }

  private mutating func stepInPresent() {
    let finishes = run.next == nil && !telling.playback.sawEnd && !run.scenario.statements.isEmpty
    guard finishes ? keepUndone() : prepareGoingOn() else { return }
    let failed = run.failureCount
    while let statement = run.next, run.failureCount == failed, !run.timeline.isGivenUp {
      executeNext()
      if run.isHidden { continue }
      switch PlayedCommand(statement.command) {
      case .caption, .question: return
      case .pause: return pause()
      case .chapter:
        if run.next?.command.isTelling != true { return }
      case .other:
        let numbers = run.numbersOfLastAct
        guard !numbers.isEmpty else { continue }
        let place = run.record.count - 1
        checkAct()
        return stopBetween(numbers.lowerBound - 1..<numbers.upperBound - 1, of: place)
      }
    }
    guard run.failureCount == failed else { return }
    if telling.playback.sawEnd || run.scenario.statements.isEmpty { fireNext() } else { finish() }
  }

  /// Stops at the first of several events of one statement.
  private mutating func stopBetween(_ rows: Range<Int>, of place: Int) {
    let stop = nextStop(after: rows.lowerBound, in: rows)
    guard stop < rows.upperBound else { return }
    var replay = Replay(from: stop, in: run)
    replay.place = place
    telling.playback.replay = replay
    cursor = stop
  }

  private mutating func fireNext() {
    guard run.fireNext() else {
      return say(.hint("nothing is due: press s for a screen, p to push, or : for a line"))
    }
    let rows = run.rowsOfLastAct.map(\.event.summary)
    let what = rows.isEmpty ? "a timer was due" : rows.joined(separator: "; ")
    message = .ok("\(run.clockText) \(what)")
    let remark = actRemark(wasBack: false)
    message?.remark = remark
  }

  /// Selects the previous event.
  mutating func stepBack() { look(at: max(1, (cursor ?? run.timeline.rowCount) - 1)) }

  // MARK: Chapters

  /// Plays the whole scenario at once.
  package mutating func runToEnd() {
    while run.next != nil, !run.timeline.isGivenUp { executeNext() }
    telling.playback.isAsking = false
    message = nil
    refreshView()
    display.sizes = nil
    settle()
  }

  /// Jumps to the next chapter if it was played already; otherwise plays to it, or to the end.
  mutating func playToNextChapter() {
    telling.playback.pause.left = .zero
    if cursor != nil {
      let here = placeInRecord
      if let start = chapterStarts.first(where: { $0 >= here }) {
        goTo(chapter: start)
      } else {
        look(at: nil)
        if isOver, !chapterTitles.isEmpty { finish() }
      }
      return
    }
    endWait()
    guard run.next == nil ? keepUndone() : prepareGoingOn() else { return }
    message = nil
    var moved = false
    while let statement = run.next, !run.timeline.isGivenUp {
      if case .chapter = statement.command, moved { break }
      let failed = run.failureCount
      executeNext()
      moved = true
      // Stop at a failure.
      if run.failureCount > failed { return refreshView() }
    }
    // Stop after the chapter's title and first caption, so that they are shown.
    while let statement = run.next,
      !statement.command.traits.isDisjoint(with: [.titles, .stages])
    {
      executeNext()
    }
    message = nil
    telling.playback.isAsking = false
    refreshView()
    guard isOver else { return }
    if !chapterTitles.isEmpty {
      finish()
    } else if !moved {
      message = .hint("the scenario is over")
    }
  }

  /// Jumps to the start of the chapter, or from there to the previous one, to replay its record.
  mutating func goToChapterStart() {
    let here = replay?.start ?? placeInRecord
    guard run.timeline.rowCount > 0 else {
      return say(.hint("nothing happened yet that could be replayed"))
    }
    guard let start = chapterStarts.last(where: { $0 < here }) ?? chapterStarts.first else {
      return look(at: 1)
    }
    goTo(chapter: start)
  }

  private mutating func goTo(chapter start: Int) {
    isPlaying = false
    let replay = Replay(chapter: start, in: run)
    telling.playback.replay = replay
    telling.playback.checks = []
    cursor = replay.cursor
    endLooks(ofChapter: true)
    lookAgain(at: start..<replay.place)
    telling.playback.pause(for: story?.caption.map(telling.plan.pace.reading) ?? .zero)
    let end = chapterStarts.first { $0 > start } ?? run.record.count
    let byHand = run.record[start..<end].contains { $0.origin == .hand }
    let left = byHand ? ", without your own actions" : ""
    message = .hint("Space plays the record of this chapter\(left)")
    refreshView()
  }

  /// The place in the record after the current state.
  private var placeInRecord: Int {
    replay?.place ?? cursor.map { Replay(from: $0, in: run).place } ?? run.record.count
  }

  /// The places in the record at which the played chapters start; without chapters, that of the
  /// first statement.
  private var chapterStarts: [Int] {
    let record = run.record
    let chapters = record.indices.filter { index in
      guard record[index].isTold, case .chapter = record[index].statement.command else {
        return false
      }
      return true
    }
    guard chapters.isEmpty else { return chapters }
    return record.firstIndex { $0.isTold }.map { [$0] } ?? []
  }
}
