import ScenarioEngine
import TagRuntime

/// Where playing stands: what is left of the statement at hand, and how fast it goes.
struct Playback: Sendable {
  var isPlaying = false
  /// How long texts stand.
  var pace = Pace.normal
  /// How fast the clock runs in a wait; nil where a wait of any length passes in a few seconds.
  var speed: Speed?
  /// Whether the room was asked something in the present, and waits for the answer.
  var isAsking = false
  /// Whether the end of the chapter at hand was seen, so that the next one may begin.
  var goesOn = false
  /// Whether the last card was shown.
  var sawEnd = false
  /// The wait that is being played.
  var wait: PlayedWait?
  /// Real time until the next statement is played.
  var pauseLeft = Duration.zero
  /// All of that time.
  var pause = Duration.zero
  /// The record that is shown once more.
  var replay: Replay?
  /// What the expectations after the last act look at.
  var checks: [LitCheck] = []
  /// What the scenario drew the eye away from.
  var held: HeldView?
  /// What a chapter drew the eye away from before its first act.
  var heldByChapter: HeldView?
  /// The same scenario under other generations of the SDK, not played yet.
  var ways: [ScenarioRun] = []
  /// The branches of the scenario that are kept among the runs that were begun here.
  var storyBranches: [StoryBranch] = []
  /// What Space does in the demo; nil in any other scenario.
  var tour: DemoTour?
  /// What can be opened at the end.
  var lessons: [Lesson] = []
  /// The last note for the presenter that somebody was given, by the place of its moment.
  var notedMoment = 0

  /// Lets a text stand for a time.
  mutating func pause(for duration: Duration) {
    pause = duration
    pauseLeft = duration
  }
}

/// How long texts stand while a scenario is being played.
package enum Pace: String, Sendable, Hashable, CaseIterable {
  /// Half as long again as people need.
  case slow
  /// As people read.
  case normal
  /// Two thirds of it, for whoever knows the text.
  case fast

  /// How many characters people read in a second.
  private static let charactersPerSecond = 15
  /// The least time that anything is shown.
  private static let shortest = Duration.milliseconds(1500)

  /// How long a text stands, in real time.
  func reading(_ text: String) -> Duration {
    let needed = Duration.milliseconds(text.count * 1000 / Self.charactersPerSecond)
    let time = max(Self.shortest, needed)
    return switch self {
    case .slow: time * 3 / 2
    case .normal: time
    case .fast: time * 2 / 3
    }
  }

  /// The pace before this one, or itself.
  var slower: Pace { self == .fast ? .normal : .slow }

  /// The pace after this one, or itself.
  var faster: Pace { self == .slow ? .normal : .fast }
}

/// A wait of the scenario that passes bit by bit.
struct PlayedWait: Sendable, Hashable {
  /// The longest that a wait is watched, in real time.
  static let longest = Duration.seconds(3)

  /// The statement as it is written.
  let text: String
  /// How long it is on the clock.
  let total: Duration
  /// How much of it has passed on the clock.
  var passed = Duration.zero
  /// How long it has been watched.
  var watched = Duration.zero

  /// How much of it is left on the clock.
  var left: Duration { total - passed }

  /// How long it is watched.
  private var toWatch: Duration { min(total, Self.longest) }

  /// Watches for some time.
  ///
  /// - Parameter left: the real time at hand; what is not needed stays.
  /// - Returns: how much passes on the clock.
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

/// How much faster than real time the simulated clock runs in a wait.
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

  /// The virtual time that goes by in some real time.
  func virtual(_ real: Duration) -> Duration {
    .milliseconds(
      Int64(real.components.seconds) * 1000 * quarters / 4
        + real.components.attoseconds / 1_000_000_000_000_000 * quarters / 4)
  }

  /// The real time in which some virtual time goes by.
  func real(_ virtual: Duration) -> Duration {
    .milliseconds(virtual.wholeMilliseconds * 4 / quarters)
  }
}

/// A scenario that can be opened when this one is over.
package struct Lesson: Sendable, Hashable {
  /// What it is called.
  package var title: String
  /// The short name by which it is known.
  package var name: String

  /// Creates a lesson.
  package init(title: String, name: String) {
    self.title = title
    self.name = name
  }
}

/// What the user looked at before the scenario drew the eye to something.
struct HeldView: Sendable, Hashable {
  let focus: Pane
  let tab: Pane
  let isZoomed: Bool
  let tag: Int
  /// The focus that the scenario chose; where there is another one, the user has moved on.
  var chosen: Pane
}

extension Monitor {
  /// Takes over from a monitor of another scenario how the user wants to see things.
  package mutating func take(over other: Monitor) {
    resize(to: other.size)
    borders = other.borders
    theme = other.theme
    hasColors = other.hasColors
    playback.pace = other.playback.pace
    playback.speed = other.playback.speed
    history = other.history
    keyboard.map = other.keyboard.map
    preset = other.preset
    isReader = other.isReader
    wantsMouse = other.wantsMouse
    recorder = other.recorder
    selection.showsAllRows = other.selection.showsAllRows
  }
}
