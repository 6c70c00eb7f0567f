import ScenarioEngine
import TagRuntime
import TagSimulation
package import TerminalKit

/// Records a monitor while it plays its scenario, in virtual time, without waiting.
package struct CastRecorder {
  /// The interval between frames while something moves on the screen.
  static let tick = Duration.milliseconds(100)
  /// The shortest time that a row of a history is shown.
  private static let shortest = Duration.milliseconds(500)
  /// The time that the last screen is shown.
  private static let lastScreen = Duration.seconds(5)

  @Boxed private var monitor: Monitor
  private let size: Size
  /// The longest pause in the recording; nil for no limit.
  private let idleLimit: Duration?
  private var cast: Cast
  /// The time of the last event.
  private var now = Duration.zero
  /// The time since then without changes.
  private var idle = Duration.zero
  private var shown: CellBuffer?
  /// The run and chapter on display.
  private var told: Reported?

  private struct Reported: Hashable {
    var run: Int
    var chapter: String?
  }

  /// The position of a hold, to detect when the monitor makes no more progress.
  private struct Hold: Hashable {
    var run: Int
    var position: Int
    var isAsking: Bool
  }

  private init(_ monitor: Monitor, size: Size, idleLimit: Duration?) {
    self.monitor = monitor
    self.size = size
    self.idleLimit = idleLimit
    cast = Cast(title: monitor.scenarioTitle, size: size, theme: monitor.shownTheme)
  }

  /// Records a scenario until its last way and branch are over: texts are shown as long as it takes
  /// to read them, and at a hold Space is pressed.
  ///
  /// - Parameters:
  ///   - monitor: the monitor, before anything was played.
  ///   - size: the size of the screen.
  ///   - idleLimit: the longest pause, however much there is to read; nil for no limit.
  /// - Complexity: O(n) in the time that it plays, times the cells of the screen.
  package static func cast(of monitor: Monitor, size: Size, idleLimit: Duration?) -> Cast {
    var recorder = CastRecorder(monitor, size: size, idleLimit: idleLimit)
    recorder.record()
    return recorder.cast
  }

  /// Records a finished run: every row of its history, at its moment.
  ///
  /// - Parameters:
  ///   - monitor: the monitor on the run.
  ///   - size: the size of the screen.
  ///   - idleLimit: the longest pause.
  /// - Complexity: O(n) in the rows, times the cells of the screen.
  package static func cast(
    ofHistory monitor: Monitor, size: Size, idleLimit: Duration
  ) -> Cast {
    var recorder = CastRecorder(monitor, size: size, idleLimit: idleLimit)
    recorder.recordHistory()
    return recorder.cast
  }

  private mutating func recordHistory() {
    _ = monitor.handle(.resized(size))
    var last: WallTime?
    let timeline = monitor.run.timeline
    for number in 1..<timeline.rowCount + 1 where !cast.isCut {
      let row = timeline.row(at: number)
      // Rows of the same moment are shown one after the other.
      idle += max(Self.shortest, last.map { row.event.wall - $0 } ?? .zero)
      last = row.event.wall
      monitor.look(at: number)
      show()
    }
    idle += Self.lastScreen
    add(.exit)
  }

  private mutating func record() {
    _ = monitor.handle(.resized(size))
    monitor.play()
    show()
    var last: Hold?
    while monitor.moment != .end, !cast.isCut {
      if monitor.wantsTime {
        idle += Self.tick
        if monitor.playOn(by: Self.tick) { show() }
        continue
      }
      let hold = Hold(
        run: monitor.comparing.branches.current, position: monitor.run.position,
        isAsking: monitor.isAsking)
      guard hold != last else { break }
      last = hold
      idle += monitor.holdTime
      _ = monitor.handle(.key(.character(" ")))
      show()
    }
    idle += Self.lastScreen
    add(.exit)
  }

  // MARK: Events

  /// Records the current screen.
  private mutating func show() {
    let next = Reported(run: monitor.comparing.branches.current, chapter: monitor.story?.chapter)
    if next != told {
      let isOther = told.map { $0.run != next.run } ?? false
      // A new run begins in the chapter from which it branched.
      if isOther {
        add(.marker(monitor.comparing.branches.currentName))
      } else if let chapter = next.chapter {
        add(.marker(chapter))
      }
      told = next
    }
    let frame = monitor.frame(size: size)
    let hiding = shown == nil ? "\u{1B}[?25l" : ""
    let changes = frame.buffer.ansiChanges(from: shown, theme: frame.theme)
    if !changes.isEmpty { add(.output(hiding + changes)) }
    shown = frame.buffer
  }

  private mutating func add(_ kind: Cast.Event.Kind) {
    now += idleLimit.map { min($0, idle) } ?? idle
    idle = .zero
    cast.add(kind, at: now)
  }
}

extension Monitor {
  /// Plays on by some real time.
  ///
  /// - Returns: Whether the screen may have changed; not while a text is shown.
  fileprivate mutating func playOn(by time: Duration) -> Bool {
    let stands = telling.playback.wait == nil && telling.playback.pause.left > time
    let shown = lit
    advance(by: time)
    return !stands || lit != shown
  }

  /// The time to read the text at a hold: the question, otherwise the message line.
  fileprivate var holdTime: Duration {
    let question = isAsking ? story?.caption ?? "" : ""
    return telling.plan.pace.reading(question + (message?.text ?? ""))
  }
}
