import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// The line of keys: those of the focused pane and of the moment, and nothing that does nothing.
struct KeyLineTests {
  /// A pane and a moment, with the keys that lead there from the fourth chapter of a story.
  private static let places: [(name: String, keys: String)] = [
    ("events", "1"), ("data", "2"), ("values", "3"), ("tags", "4"), ("queue", "5"), ("log", "6"),
    ("phone", "7"), ("explained", "4<enter>"), ("a hit", "5<enter>"), ("help", "?"),
    ("a menu", "s"), ("a field", "7je"),
    ("looking back", "1<up><up>"),
    ("the first row", "1<home>"), ("playing", " "), ("zoomed", "4+"), ("killed", "K"),
    ("in the background", "b"), ("offline", "w"),
  ]

  private static let sizes = [
    Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    Size(columns: 200, rows: 60),
  ]

  /// The start of a story, a chapter that holds, the middle of one, and the end.
  private static let moments = ["", "]]", "]].", "]]]]]]]"]

  /// The story at each moment, played once.
  private static let stories = Result {
    try moments.map { moment in
      var monitor = try Shown.shipped("offline")
      monitor.press(moment)
      return monitor
    }
  }

  @Test(arguments: places, moments)
  func everyHintDoesSomething(
    _ place: (name: String, keys: String), _ moment: String
  ) throws {
    let story = try Self.stories.get()[#require(Self.moments.firstIndex(of: moment))]
    // A key does the same at every size, so it is pressed at the first one whose line has it.
    var pressedKeys: Set<Key> = []
    for size in Self.sizes {
      var monitor = story
      _ = monitor.handle(.resized(size))
      monitor.press(place.keys)
      let line = monitor.keyLine.hints(columns: size.columns).map(\.hint)
      #expect(Set(line.map(\.key)).count == line.count, "\(size): \(line.map(\.shown))")
      let hints =
        line
        .filter { pressedKeys.insert($0.key).inserted }
      if hints.isEmpty { continue }
      let before = monitor.frame(size: size)
      for hint in hints {
        var pressed = monitor
        let effects = pressed.handle(.key(hint.key))
        let isFelt =
          !effects.isEmpty || pressed.isPlaying != monitor.isPlaying
          || pressed.frame(size: size) != before
        #expect(isFelt, "\(hint.shown) \(hint.words): \(size), \(pressed.message?.text ?? "")")
        #expect(pressed.message?.text.hasPrefix("that key does nothing") != true)
      }
    }
  }

  /// What somebody wants next is named where they are, at every width.
  @Test(arguments: [80, 120, 200])
  func theNextDoorIsNamed(_ columns: Int) throws {
    let size = Size(columns: columns, rows: 40)
    var start = try Worlds.started()
    start.resize(to: size)
    var changes = try Shown.shipped("demo", size: size)
    changes.showChanges(PublishedChanges(of: ["v8", "v9"]))
    let doors: [(monitor: Monitor, door: String)] = [
      (start, "O what changes"), (try Shown.demo(size: size), "P versions"),
      (try Shown.over("offline", at: 12, size: size), "P versions"), (changes, "P publish"),
    ]
    for (monitor, door) in doors {
      #expect(monitor.keyLine.line(columns: columns).text.contains(door), "\(door)")
    }
    changes.walk(["P": [.sees("Versions")]])
  }

  @Test(arguments: sizes)
  func everyHintCanBeClicked(_ size: Size) throws {
    let monitor = try Shown.shipped("offline", size: size).walk(["]]4": []])
    for (hint, columns) in monitor.keyLine.hints(columns: size.columns) {
      for column in [columns.lowerBound, columns.upperBound - 1] {
        var (clicked, pressed) = (monitor, monitor)
        let point = Point(column: column, row: size.rows - 1)
        #expect(clicked.handle(.click(point)) == pressed.handle(.key(hint.key)))
        let isSame = clicked.frame(size: size) == pressed.frame(size: size)
        #expect(isSame, "\(hint.words)")
      }
    }
  }

  /// What is shown while the events or the tags have the focus is in the goldens of screens.
  private static let lines: [(keys: String, columns: Int, line: String)] = [
    ("4", 80, " Enter explain  / find  f filter   Space play  s screen  P versions  ? keys"),
    (
      "5", 200,
      " Enter explain  / find  f filter  y copy   Space play  s screen  p push  w network  "
        + "b background  K kill  t time  P versions  ? keys"
    ),
    (
      "1<home>4", 80,
      " / find  f filter  y copy   Space play  . next  , before  P versions  ? keys"
    ),
    (
      " ", 120,
      " Space pause  . on  ] next chapter   "
        + "Enter open  / find  f filter  y copy  P versions  ? keys"
    ),
    ("s", 80, " Enter open  1–9 choose  Esc close"),
  ]

  /// What is shown, in the order of its worth.
  @Test(arguments: lines)
  func line(_ keys: String, _ columns: Int, _ line: String) throws {
    var monitor = try Shown.shipped("offline", size: Size(columns: columns, rows: 40))
    monitor.press("]]" + keys)
    let text = monitor.keyLine.line(columns: columns).text
    #expect(text == line)
    #expect(TextWidth.columns(of: text) <= columns)
  }
}
