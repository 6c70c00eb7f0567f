import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// What is so of a monitor after keys were pressed.
struct Seen: Sendable {
  /// A monitor where a walk began, and after some of its keys.
  struct Place {
    let start: Monitor
    var monitor: Monitor
    /// What the last key leads to.
    var effects: [MonitorEffect] = []
  }

  /// What is otherwise; nil if it is so.
  let mistake: @Sendable (Place) -> String?

  /// A value of the monitor.
  static func `is`<Value: Equatable & Sendable>(
    _ path: any KeyPath<Monitor, Value> & Sendable, _ value: Value
  ) -> Seen {
    Seen { place in
      let found = place.monitor[keyPath: path]
      return found == value ? nil : "\(path) is \(found), not \(value)"
    }
  }

  /// A value is what it was where the walk began.
  static func same<Value: Equatable & Sendable>(_ path: any KeyPath<Monitor, Value> & Sendable)
    -> Seen
  {
    Seen { place in
      let (found, start) = (place.monitor[keyPath: path], place.start[keyPath: path])
      return found == start ? nil : "\(path) is \(found), not as at the start, \(start)"
    }
  }

  /// Nothing was done since the walk began.
  static var nothingDone: Seen { same(\.rowCount) }

  static func at(_ row: Int?) -> Seen { .is(\.cursor, row) }
  static func row(_ number: Int) -> Seen { .is(\.view.row?.number, number) }
  static func focus(_ pane: Pane) -> Seen { .is(\.focus, pane) }
  static func tag(_ name: String) -> Seen { .is(\.selectedTag, name) }
  static func on(_ branch: String) -> Seen { .is(\.comparing.branches.currentName, branch) }
  static func branches(_ names: String...) -> Seen { .is(\.comparing.branches.names, names) }
  static func kind(_ kind: Message.Kind) -> Seen { .is(\.message?.kind, kind) }
  static func did(_ line: String) -> Seen { .is(\.run.results.last?.statement.text, line) }
  static func told(_ lines: String...) -> Seen { .is(\.told, lines) }
  static var closed: Seen { .is(\.top, nil) }
  static var silent: Seen { .is(\.message, nil) }

  static func leads(to effects: MonitorEffect...) -> Seen {
    Seen { $0.effects == effects ? nil : "the effects are \($0.effects)" }
  }

  /// The message has these words.
  static func says(_ words: String) -> Seen {
    Seen { $0.monitor.message?.text.contains(words) == true ? nil : "it does not say \(words)" }
  }

  /// The screen has these words.
  static func sees(_ words: String) -> Seen {
    Seen { place in
      let screen = place.monitor.screen
      return screen.contains(words) ? nil : "no \(words) in\n\(screen)"
    }
  }

  static func hides(_ words: String) -> Seen {
    Seen { $0.monitor.screen.contains(words) ? "\(words) is on the screen" : nil }
  }
}

extension Monitor {
  /// Presses keys, and checks what is seen after each of them. `#12 ` before keys looks at that row
  /// and `#` at the present; at `◷` a second passes, and at `…` all time until nothing plays.
  ///
  /// - Returns: the monitor after the last keys.
  @discardableResult
  func walk(
    _ steps: KeyValuePairs<String, [Seen]>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Monitor {
    var place = Seen.Place(start: self, monitor: self)
    for (keys, seen) in steps {
      place.effects = place.monitor.take(keys[...])
      for mistake in seen.compactMap({ $0.mistake(place) }) {
        let said = place.monitor.message?.text ?? "nothing"
        Issue.record(
          "after \(keys): \(mistake); it says \(said)", sourceLocation: sourceLocation)
      }
    }
    return place.monitor
  }

  private mutating func take(_ keys: Substring) -> [MonitorEffect] {
    var keys = keys
    if keys.first == "#" {
      let number = keys.dropFirst().prefix { $0.isNumber }
      look(at: Int(number))
      keys = keys[number.endIndex...].drop { $0 == " " }
    }
    while let place = keys.firstIndex(where: { "…◷".contains($0) }) {
      press(String(keys[..<place]))
      if keys[place] == "…" { playOn() } else { advance(by: .seconds(1)) }
      keys = keys[keys.index(after: place)...]
    }
    return press(String(keys))
  }

  /// The same after the rest of its scenario.
  var atEnd: Monitor {
    var monitor = self
    monitor.runToEnd()
    return monitor
  }

  /// Lets time pass until nothing plays.
  mutating func playOn() {
    for _ in 0..<10_000 where wantsTime { advance(by: .milliseconds(100)) }
  }

  /// Clicks on a text of the screen, in any row or in one.
  mutating func click(_ text: String, row: Int? = nil) throws {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(row ?? rows.firstIndex { $0.contains(text) })
    let start = try #require(rows[row].firstRange(of: text), "\(text) in \(rows[row])").lowerBound
    _ = handle(.click(Point(column: TextWidth.columns(of: String(rows[row][..<start])), row: row)))
  }

  var rowCount: Int { run.timeline.rowCount }
  /// How long the run lasts until now.
  var milliseconds: Int64 { run.timeline.live.now.instant.milliseconds }
  var isOnline: Bool { run.timeline.live.world.isOnline }
  var selectedTag: String? {
    view.tags.indices.contains(selection.tag) ? view.tags[selection.tag].name : nil
  }
  /// What is typed into the open prompt.
  var typed: String? { (overlay as? Prompt)?.field.text }
  /// What lies over the panes, in words.
  var top: String? { overlay.map { "\($0)" } }

  /// What Explain is about.
  var topSubject: Explained? { explaining?.top.subject }
  /// What stands over the panes.
  var told: [String] { captionLines(columns: 80).map(\.text) }
}
