import ScenarioEngine
import TagRuntime
import TagSimulation
package import TerminalKit

/// Films a monitor while it plays its scenario, in virtual time: nobody waits for it.
package struct CastRecorder {
  /// The time between two looks at the screen, while something moves on it.
  static let tick = Duration.milliseconds(100)
  /// The shortest time that a row of a history is shown.
  private static let shortest = Duration.milliseconds(500)
  /// How long the last screen stands.
  private static let lastScreen = Duration.seconds(5)

  @Boxed private var monitor: Monitor
  private let size: Size
  /// The longest that nothing happens in the film; nil for as long as it takes.
  private let idleLimit: Duration?
  private var cast: Cast
  /// When the last event of the film was.
  private var now = Duration.zero
  /// How long nothing has happened since.
  private var idle = Duration.zero
  private var shown: CellBuffer?
  /// What is told: a run, and its chapter.
  private var told: Reported?

  private struct Reported: Hashable {
    var run: Int
    var chapter: String?
  }

  /// Where a monitor holds, to notice that it gets no further.
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

  /// The film of a scenario that is played to the end of its last way and branch: what stands to be
  /// read stands as long as its text needs, and where it holds Space is pressed.
  ///
  /// - Parameters:
  ///   - monitor: the monitor, before anything was played.
  ///   - size: the size of the screen.
  ///   - idleLimit: the longest that nothing happens in it, however much there is to be read; nil
  ///     for no limit.
  /// - Complexity: O(n) in the time that it plays, times the cells of the screen.
  package static func cast(of monitor: Monitor, size: Size, idleLimit: Duration?) -> Cast {
    var recorder = CastRecorder(monitor, size: size, idleLimit: idleLimit)
    recorder.record()
    return recorder.cast
  }

  /// The film of what was done already: every row of its history, at its moment.
  ///
  /// - Parameters:
  ///   - monitor: the monitor on the run.
  ///   - size: the size of the screen.
  ///   - idleLimit: the longest that nothing happens in it.
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
    for row in monitor.run.timeline.rows where !cast.isCut {
      // What happens in one moment is seen one after the other.
      idle += max(Self.shortest, last.map { row.event.wall - $0 } ?? .zero)
      last = row.event.wall
      monitor.look(at: row.number)
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
        run: monitor.branches.current, position: monitor.run.position, isAsking: monitor.isAsking)
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

  /// Films what the screen shows now.
  private mutating func show() {
    let next = Reported(run: monitor.branches.current, chapter: monitor.story?.chapter)
    if next != told {
      let isOther = told.map { $0.run != next.run } ?? false
      // Another run begins in the chapter that it branched from.
      if isOther {
        add(.marker(monitor.branches.currentName))
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
  /// - Returns: Whether something may have changed on the screen; not while a text stands.
  fileprivate mutating func playOn(by time: Duration) -> Bool {
    let stands = playback.wait == nil && playback.pauseLeft > time
    let shown = lit
    advance(by: time)
    return !stands || lit != shown
  }

  /// How long what stands here is read: the question, else what the line of messages says.
  fileprivate var holdTime: Duration {
    let question = isAsking ? story?.caption ?? "" : ""
    return playback.pace.reading(question + (message?.text ?? ""))
  }
}
