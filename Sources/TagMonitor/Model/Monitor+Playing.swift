import ScenarioEngine
import TagSimulation

extension Monitor {
  /// How long a statement that does something is shown while playing, in real time at speed 1.
  private static let actPause = Duration.seconds(1)
  /// How long a caption is shown while playing, in real time at speed 1.
  private static let captionPause = Duration.seconds(3)
  /// The longest stretch of real time that is played at once; a program that was stopped for an
  /// hour does not catch up.
  private static let longestTick = Duration.seconds(1)

  /// Whether the clock runs, so that time must be told to `advance`.
  package var wantsTime: Bool { isPlaying && !isAsking }

  /// Starts playing.
  package mutating func play() {
    cursor = nil
    isPlaying = true
    refreshView()
  }

  /// Sets how many times faster than real time the clock runs; the nearest speed there is.
  package mutating func setSpeed(factor: Int64) {
    speed = Speed(factor: Double(factor))
    guard Double(speed.quarters) != Double(factor) * 4 else { return }
    message = Message(
      kind: .hint, text: "there is no speed x\(factor): the nearest is \(speed.text)")
  }

  /// Plays on by some real time: statements of the scenario with pauses to read, waits in virtual
  /// time at the chosen speed, and when the scenario is over just time.
  package mutating func advance(by real: Duration) {
    guard wantsTime else { return }
    var left = speed.virtual(min(real, Self.longestTick))
    while left > .zero, wantsTime {
      if let end = run.timeline.end {
        isPlaying = false
        message = Message(kind: .failure, text: end.sentence)
      } else if waitLeft > .zero {
        let part = min(left, waitLeft)
        run.passTime(part)
        waitLeft -= part
        left -= part
        if waitLeft == .zero { run.endWait() }
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
    if let duration = run.beginWait() {
      waitLeft = duration
      message = Message(kind: .ok, text: statement.text)
      if duration == .zero { run.endWait() }
      return
    }
    switch statement.command {
    case .caption, .chapter:
      executeNext()
      pauseLeft = speed.pause(Self.captionPause)
    case .expect, .note, .mark, .settle, .view, .containerDefault, .containerSaved:
      executeNext()
    default:
      executeNext()
      pauseLeft = speed.pause(Self.actPause)
    }
  }

  /// Lets the rest of a wait pass at once.
  private mutating func endWait() {
    guard waitLeft > .zero else { return }
    run.passTime(waitLeft)
    waitLeft = .zero
    run.endWait()
  }

  /// Executes the next statement of the scenario and tells what came of it.
  mutating func executeNext() {
    guard let statement = run.next else { return }
    guard let result = run.executeNext() else { return }
    tell(result)
    isAsking = false
    if case .ask(_, let answer) = statement.command { ask(hasAnswer: answer != nil) }
    // A failure is not played over: it stands until somebody has seen it.
    if result.isFailure { isPlaying = false }
    if case .view(let command) = statement.command {
      // What is highlighted is looked for in the last event, not in the one drawn last.
      refreshView()
      obey(command)
    }
  }

  private mutating func ask(hasAnswer: Bool) {
    isAsking = true
    message = Message(
      kind: .hint, text: hasAnswer ? "any key shows the answer" : "any key goes on")
  }

  /// Shows the answer, and plays on when it could be read.
  mutating func showAnswer() {
    isAsking = false
    message = nil
    pauseLeft = speed.pause(Self.captionPause)
  }

  /// One step forward: the next statement that does something, with the captions and expectations
  /// before it; when the scenario is over, the next thing that is due.
  mutating func stepForward() {
    if cursor != nil {
      look(at: (cursor ?? 0) + 1)
      return
    }
    if waitLeft > .zero {
      endWait()
      refreshView()
      return
    }
    pauseLeft = .zero
    var stepped = false
    let failedBefore = run.failureCount
    while let statement = run.next, !stepped, run.failureCount == failedBefore {
      stepped = statement.command.isStep
      executeNext()
    }
    // What is expected of the step belongs to it; the first thing that fails is shown.
    let failed = run.failureCount
    while let statement = run.next, statement.command.isExpectation, run.failureCount == failed,
      !isAsking
    {
      executeNext()
    }
    if !stepped, run.failureCount == failed { fireNext() }
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

  /// Plays the whole scenario at once.
  package mutating func runToEnd() {
    while run.next != nil { executeNext() }
    isAsking = false
    message = nil
    refreshView()
  }

  /// Looks at the next chapter where it was played already; else plays to it, or to the end.
  mutating func playToNextChapter() {
    if let here = cursor {
      look(at: chapterStarts.first { $0 > here })
      return
    }
    endWait()
    var moved = false
    while let statement = run.next {
      if case .chapter = statement.command, moved { break }
      let failed = run.failureCount
      executeNext()
      moved = true
      // A failure is not played over.
      if run.failureCount > failed {
        refreshView()
        return
      }
    }
    // The chapter's title and its first caption are shown, not passed.
    while let statement = run.next, statement.command.isTitle { executeNext() }
    if !moved { message = Message(kind: .hint, text: "the scenario is over") }
    refreshView()
  }

  /// Looks at the first event of the chapter, or of the one before it.
  mutating func lookAtPreviousChapter() {
    let here = cursor ?? run.timeline.rows.count
    look(at: chapterStarts.last { $0 < here } ?? 1)
  }

  /// The number of the first event of every chapter so far.
  private var chapterStarts: [Int] {
    run.story.indices.filter { index in
      index == 0 || run.story[index - 1].chapter != run.story[index].chapter
    }.map { run.story[$0].rows + 1 }
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

/// How much faster than real time the simulated clock runs while playing.
struct Speed: Sendable, Hashable {
  /// The factors, in quarters, so that they stay integers.
  static let quarters: [Int64] = [1, 2, 4, 8, 16, 40, 120, 240, 1200, 14400]

  private(set) var index = 2

  var quarters: Int64 { Self.quarters[index] }

  /// "x1", "x1/4", "x60".
  var text: String {
    switch quarters {
    case 1: "x1/4"
    case 2: "x1/2"
    default: "x\(quarters / 4)"
    }
  }

  mutating func faster() { index = min(index + 1, Self.quarters.count - 1) }

  mutating func slower() { index = max(index - 1, 0) }

  /// The speed nearest to a factor that somebody asked for.
  init(factor: Double = 1) {
    // Whoever asks may ask for anything: far beyond the fastest all speeds are equally near.
    let wanted = min(max(factor, 0), 3600) * 4
    func distance(_ index: Int) -> Double { (Double(Self.quarters[index]) - wanted).magnitude }
    index = Self.quarters.indices.min { distance($0) < distance($1) } ?? 2
  }

  /// How many times faster than at speed 1 pauses for reading go by at most.
  private static let fastestReading: Int64 = 4

  /// A pause for reading as virtual time: it gets shorter with the speed, but not shorter than
  /// people can read.
  func pause(_ real: Duration) -> Duration {
    real * Int(max(1, quarters / (4 * Self.fastestReading)))
  }

  /// The virtual time that goes by in some real time.
  func virtual(_ real: Duration) -> Duration {
    .milliseconds(
      Int64(real.components.seconds) * 1000 * quarters / 4
        + real.components.attoseconds / 1_000_000_000_000_000 * quarters / 4)
  }
}
