import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// How scenarios are played, whatever run is shown, and what follows this one.
struct PlayPlan: Sendable {
  /// The pace at which texts are shown.
  var pace = Pace.normal
  /// The speed of the clock in a wait; nil if a wait of any length passes in a few seconds.
  var speed: Speed?
  /// The same scenario under other generations of the SDK, not played yet.
  var ways: [ScenarioRun] = []
  /// The branches of the scenario that are kept among the runs that were begun here.
  var storyBranches: [StoryBranch] = []
  /// The lessons offered at the end.
  var lessons: [Lesson] = []
}

/// The state of playback in the current run: the rest of the current statement, and what was seen.
struct Playback: Sendable {
  /// The real time for which a text is shown, and what is left of it.
  struct Pause: Sendable {
    var whole = Duration.zero
    var left = Duration.zero
  }

  var isPlaying = false
  /// Whether a question in the present waits for its answer.
  var isAsking = false
  /// Whether the end of the current chapter was seen, so that the next one may begin.
  var goesOn = false
  /// Whether the end card was shown.
  var sawEnd = false
  /// The wait that is being played.
  var wait: PlayedWait?
  var pause = Pause()
  var replay: Replay?
  /// The targets of the expectations after the last action.
  var checks: [LitCheck] = []
  /// The view before the scenario's temporary changes.
  var held: HeldView?
  /// The view before the changes that a chapter made ahead of its first action.
  var heldByChapter: HeldView?
  /// The tour that Space gives in the demo; nil in any other scenario.
  var tour: DemoTour?
  /// The page that the presenter was given last; nil before the first.
  @Boxed var noted: NotesPage?

  /// Shows a text for some time.
  mutating func pause(for duration: Duration) { pause = Pause(whole: duration, left: duration) }
}

/// The pace at which texts are shown during playback.
package enum Pace: String, Sendable, Hashable, CaseIterable {
  /// Half as long again as people need to read.
  case slow
  /// The time that people need to read.
  case normal
  /// Two thirds of that time, for a presenter who knows the text.
  case fast

  /// The average reading speed.
  private static let charactersPerSecond = 15
  /// The least time that anything is shown.
  private static let shortest = Duration.milliseconds(1500)

  /// Returns how long a text is shown, in real time.
  func reading(_ text: String) -> Duration {
    let needed = Duration.milliseconds(text.count * 1000 / Self.charactersPerSecond)
    let time = max(Self.shortest, needed)
    return switch self {
    case .slow: time * 3 / 2
    case .normal: time
    case .fast: time * 2 / 3
    }
  }

  /// The next slower pace, or the slowest.
  var slower: Pace { self == .fast ? .normal : .slow }

  /// The next faster pace, or the fastest.
  var faster: Pace { self == .slow ? .normal : .fast }
}

/// A wait of the scenario that passes bit by bit.
struct PlayedWait: Sendable, Hashable {
  /// The longest time to show a wait, in real time.
  static let longest = Duration.seconds(3)

  /// The statement as written.
  let text: String
  /// The length on the clock.
  let total: Duration
  /// The time that has passed on the clock.
  var passed = Duration.zero
  /// The real time for which it was shown.
  var watched = Duration.zero

  /// The time that is left on the clock.
  var left: Duration { total - passed }

  /// The real time for which to show it.
  private var toWatch: Duration { min(total, Self.longest) }

  /// Shows the wait for some time.
  ///
  /// - Parameter left: the available real time; the unused part remains.
  /// - Returns: the time that passes on the clock.
  mutating func watch(_ left: inout Duration) -> Duration {
    let real = min(left, toWatch - watched)
    left -= real
    watched += real
    let all = toWatch.wholeMilliseconds
    let target =
      watched >= toWatch
      ? total : .milliseconds(total.wholeMilliseconds * watched.wholeMilliseconds / max(1, all))
    return max(.zero, target - passed)
  }
}

/// The speed of the simulated clock in a wait, compared with real time.
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

  /// Finds the speed nearest to a factor.
  init(factor: Double = 1) {
    // The factor can be any number: far beyond the fastest, all speeds are equally near.
    let wanted = min(max(factor, 0), 3600) * 4
    func distance(_ index: Int) -> Double { (Double(Self.quarters[index]) - wanted).magnitude }
    index = Self.quarters.indices.min { distance($0) < distance($1) } ?? 2
  }

  /// Returns the virtual time that passes in some real time.
  func virtual(_ real: Duration) -> Duration {
    .milliseconds(
      Int64(real.components.seconds) * 1000 * quarters / 4
        + real.components.attoseconds / 1_000_000_000_000_000 * quarters / 4)
  }

  /// Returns the real time in which some virtual time passes.
  func real(_ virtual: Duration) -> Duration {
    .milliseconds(virtual.wholeMilliseconds * 4 / quarters)
  }
}

/// A scenario to open after this one.
package struct Lesson: Sendable, Hashable {
  package var title: String
  /// The short name that identifies it.
  package var name: String

  /// Creates a lesson from its title and its short name.
  package init(title: String, name: String) {
    self.title = title
    self.name = name
  }
}

/// The user's view before the scenario changed it.
struct HeldView: Sendable, Hashable {
  let focus: Pane
  let tab: Pane
  let isZoomed: Bool
  let tag: Int
  /// The focus that the scenario chose; if it differs from the current one, the user has moved on.
  var chosen: Pane
}

extension Monitor {
  /// Takes over the user's display options from the monitor of another scenario.
  package mutating func take(over other: Monitor) {
    resize(to: other.display.size)
    display.borders = other.display.borders
    display.theme = other.display.theme
    display.hasColors = other.display.hasColors
    telling.plan.pace = other.telling.plan.pace
    telling.plan.speed = other.telling.plan.speed
    display.keyboard.history = other.display.keyboard.history
    display.keyboard.map = other.display.keyboard.map
    display.preset = other.display.preset
    display.isReader = other.display.isReader
    display.wantsMouse = other.display.wantsMouse
    saving.recorder = other.saving.recorder
    selection.showsAllRows = other.selection.showsAllRows
  }
}

/// A replay of a record: nothing runs again, the cursor moves along the existing rows.
struct Replay: Sendable, Hashable {
  /// The place in the record of the next statement.
  var place: Int
  var row: Int
  /// The number of story moments so far; the caption is that of the last.
  var moments: Int
  /// Whether a question to the audience is open.
  var isAsking = false
  /// Whether a chapter ended, and the next one waits.
  var isHolding = false
  /// The place in the record of the chapter at whose start the replay is; nil after the start.
  var start: Int?

  /// The row to select; before the first row it is the first.
  var cursor: Int { max(1, row) }

  /// Starts after a row.
  init(from row: Int, in run: ScenarioRun) {
    place = run.record.partitioningIndex {
      $0.rows.upperBound > row || ($0.rows.isEmpty && $0.rows.upperBound == row)
    }
    self.row = row
    moments = place > 0 ? run.record[place - 1].moments : 0
  }

  /// Starts at a chapter, with its title and its first caption.
  init(chapter start: Int, in run: ScenarioRun) {
    place = start
    row = run.record[start].rows.lowerBound
    moments = start > 0 ? run.record[start - 1].moments : 0
    self.start = start
    guard case .chapter = run.record[start].statement.command else { return }
    tell(run.record[start])
    while place < run.record.count, run.record[place].isTold {
      switch run.record[place].statement.command.part {
      case .words(.note), .staging(.view), .staging(.settling), .staging(.mark),
        .staging(.wording):
        place += 1
      case .words(.caption):
        place += 1
        moments = run.record[place - 1].moments
        return
      case .act, .file, .world, .time, .words, .staging, .expectation: return
      }
    }
  }
}

/// The state of a run that the keys depend on.
enum PlayingMoment: Sendable, Hashable {
  /// A scenario was opened, nothing was played, and its title card is shown.
  case titleCard
  /// The present is shown and nothing plays.
  case exploring
  /// The story paused; Space continues with the named part.
  case holds(next: String)
  /// The scenario or its record is playing.
  case playing
  /// A question to the audience is open, and Space shows the answer.
  case askOpen
  /// The past is shown and nothing plays.
  case lookingBack
  /// The scenario is over, and its end card is shown.
  case end
}
