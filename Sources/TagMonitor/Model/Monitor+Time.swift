import ScenarioEngine
import TagSimulation

extension Monitor {
  /// The longest stretch of real time that is played at once; a program that was stopped for an
  /// hour does not catch up.
  private static let longestTick = Duration.seconds(1)

  /// Plays on by some real time: statements of the scenario with pauses to read, waits in virtual
  /// time at the chosen speed, and when the scenario is over just time.
  public mutating func advance(by real: Duration) {
    guard isPlaying else { return }
    var left = speed.virtual(min(real, Self.longestTick))
    while left > .zero, isPlaying {
      if waitLeft > .zero {
        let part = min(left, waitLeft)
        run.passTime(part)
        waitLeft -= part
        left -= part
      } else if pauseLeft > .zero {
        let part = min(left, pauseLeft)
        pauseLeft -= part
        left -= part
      } else if run.next != nil {
        playNext()
      } else {
        run.passTime(left)
        left = .zero
      }
    }
    refreshView()
  }

  private mutating func playNext() {
    guard let statement = run.next else { return }
    switch statement.command {
    case .wait(let duration):
      run.skipNext()
      waitLeft = duration
      message = Message(kind: .ok, text: statement.text)
    case .caption, .chapter:
      executeNext()
      pauseLeft = Self.captionPause
    case .expect, .note, .mark, .settle, .view, .containerDefault, .containerSaved:
      executeNext()
    default:
      executeNext()
      pauseLeft = Self.actPause
    }
  }

  /// Executes the next statement of the scenario and tells what came of it.
  mutating func executeNext() {
    guard let statement = run.next else { return }
    if let result = run.executeNext() { tell(result) }
    if case .view(let command) = statement.command {
      // What is highlighted is looked for in the last event, not in the one drawn last.
      refreshView()
      obey(command)
    }
  }

  /// One step forward: the next statement that does something, with the captions and expectations
  /// before it; when the scenario is over, the next thing that is due.
  mutating func stepForward() {
    if cursor != nil {
      look(at: (cursor ?? 0) + 1)
      return
    }
    if waitLeft > .zero {
      run.passTime(waitLeft)
      waitLeft = .zero
      refreshView()
      return
    }
    pauseLeft = .zero
    var stepped = false
    while let statement = run.next, !stepped {
      stepped = statement.command.isStep
      executeNext()
    }
    // What is expected of the step belongs to it.
    while let statement = run.next, statement.command.isExpectation { executeNext() }
    if !stepped { fireNext() }
    refreshView()
  }

  private mutating func fireNext() {
    let before = run.timeline.rows.count
    guard run.fireNext() else {
      message = Message(
        kind: .hint, text: "nothing is due: press s for a screen, p to push, or : for a line")
      return
    }
    let rows = run.timeline.rows[before...].map(\.event.summary)
    let what = rows.isEmpty ? "a timer was due" : rows.joined(separator: "; ")
    message = Message(kind: .ok, text: "\(run.clockText) \(what)")
  }

  /// Plays to the next chapter, or to the end.
  mutating func playToNextChapter() {
    cursor = nil
    waitLeft = .zero
    var moved = false
    while let statement = run.next {
      if case .chapter = statement.command, moved { break }
      executeNext()
      moved = true
    }
    // The chapter's title and its first caption are shown, not passed.
    while let statement = run.next, statement.command.isTitle { executeNext() }
    if !moved { message = Message(kind: .hint, text: "the scenario is over") }
    refreshView()
  }

  /// Looks at the first event of the chapter, or of the one before it.
  mutating func lookAtPreviousChapter() {
    let here = cursor ?? run.timeline.rows.count
    var first: [Int] = []
    for (index, moment) in run.story.enumerated() {
      let isNew = index == 0 || run.story[index - 1].chapter != moment.chapter
      if isNew { first.append(moment.rows + 1) }
    }
    look(at: first.last { $0 < here } ?? 1)
  }
}

extension Command {
  /// Whether a step ends with it.
  fileprivate var isStep: Bool {
    switch self {
    case .chapter, .caption, .note, .mark, .settle, .view, .expect: false
    default: true
    }
  }

  fileprivate var isExpectation: Bool {
    if case .expect = self { true } else { false }
  }

  fileprivate var isTitle: Bool {
    switch self {
    case .chapter, .caption, .note: true
    default: false
    }
  }
}
