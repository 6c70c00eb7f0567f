package import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

/// Presses every key at every place of a scenario, each on a copy of the monitor, and draws what it
/// leads to. What it finds is a crash; it counts what it presses, so that nothing is skipped
/// unseen.
package struct KeyTour: Sendable {
  /// A moment of a scenario.
  package struct Place: Sendable {
    package var name: String
    /// The monitor that looks at it.
    package var monitor: Monitor

    package init(name: String, monitor: Monitor) { (self.name, self.monitor) = (name, monitor) }
  }

  package enum Scope: Sendable {
    /// Every key of the table, and every line of the menus, with each pane in focus.
    case everything
    /// Every key of the table, and every line of the menus.
    case keys
    /// What acts on the phone and the world, with the lines of its menus.
    case acts
  }

  package private(set) var pressed = 0
  /// Whether the screen is drawn after every key, and acts are tried with each pane in focus; if
  /// not, it is drawn after acts, which are tried once a place.
  private let isThorough: Bool
  /// Is told the keys that are pressed next, and where.
  private let tell: @Sendable (String) -> Void

  /// The keys of the table, each once, and those of what acts on the phone and the world.
  static let keys = once(KeyBinding.all)
  private static let acts = once(KeyBinding.acts) + [.enter]

  private static func once(_ bindings: [KeyBinding]) -> [Key] {
    var keys: [Key] = []
    for key in bindings.flatMap(\.keys) where !keys.contains(key) { keys.append(key) }
    return keys
  }

  /// The number of lines that are tried of a menu.
  private static let menuLines = 40
  /// The time that a walk lets pass now and then.
  private static let tick = Duration.seconds(1)
  /// The sizes that a walk changes between.
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
    Size(columns: 20, rows: 5),
  ]

  /// Creates a tour that has not begun.
  package init(isThorough: Bool = true, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    self.isThorough = isThorough
    self.tell = tell
  }

  /// The start of a scenario, its chapters, its end, its first and its middle event when it is
  /// over, a branch from there, and its start while it plays.
  ///
  /// - Parameters:
  ///   - run: the scenario, before its first statement.
  ///   - name: its name, for those of its places.
  package static func places(of run: ScenarioRun, named name: String) -> [Place] {
    var places: [Place] = []
    func add(_ place: String, _ monitor: Monitor) {
      places.append(Place(name: "\(name), \(place)", monitor: monitor))
    }
    let start = Monitor(run)
    add("start", start)
    var live = start
    for number in start.telling.chapters.indices {
      _ = live.handle(.key(.character("]")))
      add("chapter \(number + 1)", live)
    }
    live.runToEnd()
    add("end", live)
    var past = live
    past.look(at: 1)
    add("first event", past)
    past.look(at: live.run.timeline.rowCount / 2)
    add("middle", past)
    _ = past.handle(.key(.character("w")))
    add("branch", past)
    var playing = start
    _ = playing.handle(.key(.character(" ")))
    playing.advance(by: tick)
    add("playing", playing)
    return places
  }

  /// Presses keys at a place, each from a copy of its monitor.
  package mutating func press(_ scope: Scope, at place: Place) {
    let keys = scope == .acts ? Self.acts : Self.keys
    for pane in [nil] + (scope == .everything ? Pane.allCases.map(Optional.some) : []) {
      var monitor = place.monitor
      if let pane { monitor.move(to: pane) }
      for key in keys where pane == nil || isThorough || !Self.acts.contains(key) {
        tell("\(place.name), \(pane?.name ?? "no pane chosen"): \(key.name)")
        press(key, on: monitor)
      }
    }
  }

  private mutating func press(_ key: Key, on monitor: Monitor) {
    var after = monitor
    press(key, &after)
    guard after.keyPlace == .menu, monitor.keyPlace != .menu else { return }
    for line in 0..<Self.menuLines {
      tell("  line \(line + 1) of the menu")
      var chosen = after
      press(.enter, &chosen)
      let last = (after.overlay as? OpenMenu)?.selected
      press(.down, &after)
      if (after.overlay as? OpenMenu)?.selected == last { return }
    }
  }

  private mutating func press(_ key: Key, _ monitor: inout Monitor) {
    _ = monitor.handle(.key(key))
    if isThorough || Self.acts.contains(key) { _ = monitor.frame(size: monitor.display.size) }
    pressed += 1
  }

  /// Presses keys in any order, in any of the monitors, lets time pass and changes the size.
  ///
  /// - Parameters:
  ///   - count: how many keys.
  ///   - monitors: where to begin; there is at least one.
  ///   - draw: returns a number from 0 up to one less than the given one.
  package mutating func walk(_ count: Int, from monitors: [Place], _ draw: (Int) -> Int) {
    let keys =
      Self.keys
      + (33...126).compactMap { Unicode.Scalar($0).map { .character(Character($0)) } }
    var place = monitors[draw(monitors.count)]
    for _ in 0..<count {
      if draw(300) == 0 { place = monitors[draw(monitors.count)] }
      if draw(20) == 0 { place.monitor.advance(by: Self.tick) }
      if draw(50) == 0 {
        _ = place.monitor.handle(.resized(Self.sizes[draw(Self.sizes.count)]))
      }
      let key = keys[draw(keys.count)]
      tell("\(place.name): \(key.name)")
      press(key, &place.monitor)
    }
  }
}
