import OrderedCollections
package import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The longest stretch of real time that is played at once; a program that was stopped for an
  /// hour does not catch up.
  private static let longestTick = Duration.seconds(1)

  /// Whether a scenario or its record is being played.
  var isPlaying: Bool {
    get { telling.playback.isPlaying }
    set { telling.playback.isPlaying = newValue }
  }

  /// The speed of the clock in a wait, if one was chosen; otherwise real time.
  var speed: Speed {
    get { telling.plan.speed ?? Speed() }
    set { telling.plan.speed = newValue }
  }

  /// Whether a question to the audience waits for its answer.
  var isAsking: Bool {
    get { cursor == nil ? telling.playback.isAsking : replay?.isAsking ?? false }
    set { telling.playback.isAsking = newValue }
  }

  /// Whether an open question, here or in the present, hides everything after it.
  var hidesAnswers: Bool { telling.playback.isAsking || replay?.isAsking ?? false }

  /// The number of rows that may be seen: a question in the record hides the rows after it.
  var shownRows: Int {
    guard let replay, replay.isAsking else { return run.timeline.rowCount }
    return min(replay.cursor, run.timeline.rowCount)
  }

  /// Whether playback is running, so that the program must call `advance`.
  package var wantsTime: Bool { isPlaying && !isAsking || isReadingRun }

  /// Whether the dial still reads the run.
  private var isReadingRun: Bool { (overlay as? Dial)?.isReading(run.timeline) == true }

  // MARK: Space

  /// Handles Space: shows the answer, continues after a hold, plays or pauses.
  mutating func pressSpace() {
    if isAsking {
      showAnswer()
    } else if isPlaying {
      isPlaying = false
    } else {
      play()
    }
  }

  /// Starts playing: in the past from the selected row, otherwise from the present.
  package mutating func play() {
    message = nil
    if cursor != nil {
      if replay == nil { telling.playback.replay = Replay(from: cursor ?? 1, in: run) }
      isPlaying = true
    } else if isOver, telling.playback.tour != nil {
      goOnWithTour()
    } else if isOver, nextStory != nil {
      playNextStory()
    } else if isOver, !run.scenario.statements.isEmpty {
      finish()
    } else {
      telling.playback.goesOn = true
      isPlaying = true
    }
    refreshView()
  }

  /// Whether the whole scenario was played.
  var isOver: Bool { run.next == nil && telling.playback.wait == nil }

  // MARK: Pace and speed

  /// Sets the speed of the clock in a wait, as a multiple of real time; uses the nearest available
  /// speed.
  package mutating func setSpeed(factor: Int64) {
    speed = Speed(factor: Double(factor))
    guard Double(speed.quarters) != Double(factor) * 4 else { return }
    message = .hint("there is no speed x\(factor): the closest is \(speed.text)")
  }

  /// Sets how long texts are shown.
  package mutating func setPace(_ pace: Pace) { telling.plan.pace = pace }

  /// Shows texts longer or shorter, or changes the clock's speed if one was chosen, and reports the
  /// change.
  mutating func changePace(faster: Bool) {
    if telling.plan.speed != nil {
      if faster { speed.faster() } else { speed.slower() }
      return say(.hint("the clock runs at \(speed.text) during waits"))
    }
    let before = telling.plan.pace
    telling.plan.pace = faster ? before.faster : before.slower
    let already = telling.plan.pace == before ? " already" : ""
    message = .hint("the pace is \(telling.plan.pace.rawValue)\(already)")
  }

  // MARK: Time

  /// Plays for some real time: a text is shown as long as it takes to read, a wait passes in a few
  /// seconds or at the chosen speed.
  package mutating func advance(by real: Duration) {
    guard wantsTime else { return }
    if isReadingRun, var dial = overlay as? Dial {
      dial.read(in: self)
      return update(dial)
    }
    var left = min(real, Self.longestTick)
    let shown = lit
    var hasMoved = false
    while left > .zero, wantsTime {
      if telling.playback.pause.left > .zero {
        let part = min(left, telling.playback.pause.left)
        telling.playback.pause.left -= part
        left -= part
        selectLit()
      } else {
        hasMoved = true
        if cursor != nil { replayNext() } else { playOn(&left) }
      }
    }
    // While a text is shown, only the highlight is redrawn.
    guard hasMoved || lit != shown || !wantsTime else { return }
    refreshView()
    // Keep a pane where the wheel scrolled it.
    if !display.isScrolledByWheel { settle() }
  }

  private mutating func playOn(_ left: inout Duration) {
    let goesOn = run.next != nil || run.scenario.statements.isEmpty
    if goesOn, !comparing.undone.isEmpty || showsTrace, !prepareGoingOn() {
      isPlaying = false
    } else if let end = run.timeline.end {
      isPlaying = false
      message = .failure(end.sentence)
    } else if telling.playback.wait != nil {
      playWait(&left)
    } else if run.next != nil, let title = nextTitle, !telling.playback.goesOn {
      hold(before: title)
    } else if run.next != nil {
      playNext()
    } else if run.scenario.statements.isEmpty {
      run.passTime(speed.virtual(left))
      left = .zero
    } else {
      finish()
    }
  }

  private mutating func playWait(_ left: inout Duration) {
    guard var wait = telling.playback.wait else { return }
    let part: Duration
    if let speed = telling.plan.speed {
      let virtual = speed.virtual(left)
      part = min(virtual, wait.left)
      left = virtual > part ? max(.zero, left - speed.real(part)) : .zero
    } else {
      part = wait.watch(&left)
    }
    run.passTime(part)
    wait.passed += part
    telling.playback.wait = wait
    message = .hint(bar(of: wait))
    if wait.left == .zero { endWait() }
  }

  /// Returns the progress of a wait, as a bar and in words.
  private func bar(of wait: PlayedWait) -> String {
    let columns = 20
    let all = max(1, wait.total.wholeMilliseconds)
    let done = Int(wait.passed.wholeMilliseconds * Int64(columns) / all)
    let (full, empty) = display.borders == .utf8 ? ("━", "╌") : ("=", ".")
    let bar = String(repeating: full, count: done) + String(repeating: empty, count: columns - done)
    return "\(bar) \(wait.passed.shortText) of \(wait.total.shortText) on the clock"
  }

  private mutating func playNext() {
    guard let statement = run.next else { return }
    telling.playback.goesOn = false
    message = nil
    if run.isHidden { return executeNext() }
    if let duration = run.beginWait() {
      telling.playback.checks = []
      telling.playback.wait = PlayedWait(text: statement.text, total: duration)
      if duration == .zero { endWait() }
      return
    }
    executeNext()
    switch PlayedCommand(statement.command) {
    case .caption(let text): telling.playback.pause(for: telling.plan.pace.reading(text))
    case .chapter(let title):
      if run.next?.command.isTelling != true {
        telling.playback.pause(for: telling.plan.pace.reading(title))
      }
    case .question: break
    case .pause: pause()
    case .other:
      guard !run.numbersOfLastAct.isEmpty else { return }
      telling.playback.pause(for: telling.plan.pace.reading(statement.text))
      checkAct()
    }
  }

  /// Lets the rest of a wait pass at once.
  mutating func endWait() {
    guard let wait = telling.playback.wait else { return }
    if wait.left > .zero { run.passTime(wait.left) }
    telling.playback.wait = nil
    message = nil
    if let failure = run.endWait() {
      tell(failure)
      isPlaying = false
    }
    if !run.numbersOfLastAct.isEmpty, isPlaying {
      telling.playback.pause(for: telling.plan.pace.reading(wait.text))
    }
    checkAct()
  }

  // MARK: Statements

  /// Executes the next statement of the scenario and reports the result.
  mutating func executeNext() {
    guard let statement = run.next else { return }
    if statement.command.isAct { telling.playback.checks = [] }
    guard let result = run.executeNext() else { return }
    if case .chapter = statement.command { endLooks(ofChapter: true) }
    if case .mark = statement.command { keepStoryBranches() }
    if run.record.last?.endsLooks == true { endLooks() }
    tell(result)
    telling.playback.isAsking = false
    if case .ask(_, let answer) = statement.command { ask(hasAnswer: answer != nil) }
    // Playing stops at a failure, so that the user can see it.
    if result.isFailure { isPlaying = false }
    if case .view(let command) = statement.command {
      look(with: command, at: run.record.count - 1)
    }
  }

  /// Checks the expectations of an action at once, so that they are highlighted together with it.
  mutating func checkAct() {
    let before = run.record.count
    let failed = run.failureCount
    while let statement = run.next, statement.command.isRemark, run.failureCount == failed {
      executeNext()
    }
    refreshView()
    telling.playback.checks = run.record[before...].compactMap(LitCheck.init)
    selectLit()
  }

  // MARK: Questions

  /// Opens a question, and says how to show the answer.
  mutating func ask(hasAnswer: Bool) {
    telling.playback.isAsking = true
    selectAsked()
    message = .hint(hasAnswer ? "Space shows the answer" : "Space continues")
  }

  /// Shows the answer, with the action that produces it, and plays on after time to read it.
  mutating func showAnswer() {
    message = nil
    guard cursor == nil else { return showAnswerAgain() }
    guard prepareGoingOn() else { return }
    telling.playback.isAsking = false
    if let command = run.next?.command, command.isAct, !command.isWait { executeNext() }
    checkAct()
    let answer = run.story.last?.answer
    telling.playback.pause(
      for: isPlaying ? answer.map(telling.plan.pace.reading) ?? .zero : .zero)
    refreshView()
  }

  // MARK: Holds

  /// Pauses at the scenario's request.
  mutating func pause() {
    isPlaying = false
    telling.playback.goesOn = true
    message = .hint("paused here   Space continues")
  }

  private mutating func hold(before title: String) {
    isPlaying = false
    message = .hint("the chapter ends here   \(goingOn(to: title))")
  }

  /// Returns "Space ▸ 2 Offline purchase".
  func goingOn(to title: String) -> String {
    "Space \(display.borders == .utf8 ? "▸" : ">") \(title)"
  }

  /// Stops at the end: before a branch of the scenario or another way to play it, or for good.
  mutating func finish() {
    isPlaying = false
    if let next = nextStory {
      message = .hint("\(run.scenario.wayTitle) ends here   \(goingOn(to: next.title))")
    } else if run.record.contains(where: {
      $0.origin == .hand && $0.statement.command.changesWorld
    }) {
      // The card is about the scenario, but this world has moved past it.
      telling.playback.sawEnd = true
      message = .hint(
        "the scenario is over, and you continued: . goes to the next due step, [ plays it again")
    } else {
      message = nil
      telling.playback.sawEnd = true
      open(ShownEnd())
    }
  }

  /// Sets the other ways to play the scenario, which follow this one.
  package mutating func play(then ways: [ScenarioRun]) { telling.plan.ways = ways }
}

extension Scenario {
  /// The title of the played branch, or of the way: "sdk v5".
  var wayTitle: String {
    if let branch { return branch.title }
    return header.choices.isEmpty
      ? Branches.firstName : header.choices.elements.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

extension Command {
  /// Whether it only lets time pass.
  var isWait: Bool { traits.contains(.waits) }
  /// Whether it has text for the audience.
  var isTelling: Bool { traits.contains(.speaks) }
}
