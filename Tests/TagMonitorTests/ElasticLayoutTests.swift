import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// The room goes to what is looked at: a layout is a function of the size of the screen and of what
/// the panes need.
struct ElasticLayoutTests {
  private static let sizes: [Size] = [100, 110, 120, 133, 150, 160, 180, 199, 200, 240].flatMap {
    columns in [24, 40, 60].map { Size(columns: columns, rows: $0) }
  }

  private static let states: [(name: String, state: LayoutState)] = [
    ("a quiet world", state(.tags, [.tags: 2, .data: 1, .values: 4, .queue: 3, .log: 5])),
    ("many tags", state(.tags, [.tags: 70, .data: 4, .values: 9, .queue: 5, .log: 200])),
    ("many values", state(.values, [.tags: 17, .data: 8, .values: 135, .queue: 2, .log: 90])),
    ("a long queue", state(.queue, [.tags: 9, .data: 12, .values: 20, .queue: 44, .log: 90])),
    ("a short queue", state(.queue, [.tags: 30, .data: 30, .values: 30, .queue: 5, .log: 90])),
    (
      "a tag explained",
      state(.tags, [.tags: 17, .data: 8, .values: 9, .queue: 5, .log: 90], explaining: 40)
    ),
    (
      "a value explained",
      state(.values, [.tags: 17, .data: 8, .values: 9, .queue: 5, .log: 90], explaining: 25)
    ),
    ("Braze", braze),
    (
      "many firings",
      state(.tags, [.tags: 14, .firings: 90, .data: 5, .values: 14, .queue: 6, .log: 90])
    ),
    (
      "the firings looked at",
      state(.firings, [.tags: 14, .firings: 90, .data: 5, .values: 14, .queue: 6, .log: 90])
    ),
    (
      "a long list of tags",
      state(.tags, [.tags: 23, .firings: 30, .data: 5, .values: 14, .queue: 6, .log: 90])
    ),
  ]

  private static var braze: LayoutState {
    var braze = state(.braze, [.tags: 6, .data: 8, .braze: 30, .queue: 5, .log: 90])
    braze.hasBraze = true
    return braze
  }

  private static func state(
    _ focus: Pane, _ needs: [Pane: Int], explaining page: Int? = nil
  ) -> LayoutState {
    var state = LayoutState()
    (state.focus, state.tab, state.tellsStory) = (focus, focus, true)
    state.needs = needs
    state.needs[.explain] = page ?? 20
    state.isExplaining = page != nil
    return state
  }

  /// The focused pane with its column.
  private static func focused(
    _ state: LayoutState, in layout: Layout
  ) throws -> (place: Layout.Place, column: [Layout.Place]) {
    let opened = state.isExplaining ? layout.explain : nil
    let place = try #require(opened ?? layout.panes.first { $0.pane == state.focus })
    let column = layout.panes.filter { other in
      other.pane != .log && other.rect.column == place.rect.column
    }
    return (place, column)
  }

  /// Nothing of the focused pane is cut as long as another one could fold for it.
  @Test(arguments: sizes) func aFoldElsewherePaysForACut(_ size: Size) throws {
    for (name, state) in Self.states {
      let layout = Layout(size: size, state: state)
      let (place, column) = try Self.focused(state, in: layout)
      guard place.inner.rows < state.need(of: place.pane) else { continue }
      let fewest = PaneStack.fewestRows
      for other in column where other.pane != place.pane {
        // A pane and its explanation are looked at together.
        let isTogether = other.pane == .explain || other.pane == state.focus
        #expect(isTogether || other.inner.rows <= fewest, "\(size) \(name): \(other.pane)")
      }
      if let log = layout.panes.first(where: { $0.pane == .log }) {
        #expect(log.inner.rows <= fewest, "\(size) \(name)")
      }
    }
  }

  /// The column of the focused pane is used, or there is nothing left to show in it.
  @Test(arguments: sizes) func theFocusedColumnIsUsed(_ size: Size) throws {
    for (name, state) in Self.states {
      let layout = Layout(size: size, state: state)
      let column = try Self.focused(state, in: layout).column
      let rooms = column.map { (room: $0.inner.rows, need: state.need(of: $0.pane)) }
      let all = rooms.reduce(0) { $0 + $1.room }
      let used = rooms.reduce(0) { $0 + min($1.room, $1.need) }
      let showsAll = rooms.allSatisfy { $0.need <= $0.room }
      #expect(showsAll || used * 10 >= all * 6, "\(size) \(name): \(used) of \(all)")
    }
  }

  /// The four panes are in sight, the column of the focus is the wide one, and the log is under all
  /// of them where there are rows for it.
  @Test(arguments: sizes) func fourPanesStayInSight(_ size: Size) throws {
    for (name, state) in Self.states {
      let layout = Layout(size: size, state: state)
      let shown = layout.panes.map(\.pane)
      let wanted: [Pane] = state.hasBraze ? [.braze, .data] : [.data, .values]
      // Where the rows are few, the tags and the firings are tabs of one pane.
      let middle: Pane = size.rows < 34 && state.focus == .firings ? .firings : .tags
      for pane in wanted + [.events, middle, .queue] {
        #expect(shown.contains(pane), "\(size) \(name): \(pane)")
      }
      let place = try Self.focused(state, in: layout).place
      #expect(place.inner.columns >= min(50, size.columns * 44 / 100), "\(size) \(name)")
      let log = layout.panes.first { $0.pane == .log }
      #expect((log != nil) == (size.rows >= 36), "\(size) \(name)")
      guard let log else { continue }
      #expect(log.rect.columns == size.columns, "\(size) \(name)")
      #expect(log.inner.rows >= 2, "\(size) \(name)")
    }
  }

  /// The firings have what the tags leave, and nothing of what those need while they are looked at.
  @Test(arguments: sizes) func theFiringsSqueezeNoTags(_ size: Size) throws {
    for (name, state) in Self.states where !state.isExplaining && !state.hasBraze {
      let layout = Layout(size: size, state: state)
      let tags = layout.panes.first { $0.pane == .tags }
      let firings = layout.panes.first { $0.pane == .firings }
      guard let firings else {
        // Behind a tab, for want of room.
        #expect(tags?.tabs.contains(.firings) ?? false, "\(size) \(name)")
        continue
      }
      #expect(firings.inner.rows >= 2, "\(size) \(name)")
      guard state.focus == .tags, let tags else { continue }
      #expect(firings.rect.row == tags.rect.endRow - 1, "\(size) \(name)")
      // On a wide screen the explanation has half of the column.
      guard size.columns < Layout.fourColumns else { continue }
      #expect(tags.inner.rows >= state.need(of: .tags), "\(size) \(name)")
    }
    let quiet = Layout(size: size, state: Self.states[0].state)
    #expect(quiet.panes.contains { $0.pane == .firings } == (size.rows >= 34))
  }

  /// The facts of the event are below the list, and never cost it a row that it needs.
  @Test(arguments: sizes) func theFactsLeaveTheListItsRows(_ size: Size) throws {
    for (name, state) in Self.states {
      var state = state
      let without = Layout(size: size, state: state)
      #expect(without.eventFacts == nil)
      for count in [0, 1, 5, 6, 13, 14, 20, 30, 60] {
        state.listRows = SelectedEvent.listRows(for: count)
        let layout = Layout(size: size, state: state)
        let events = try #require(layout.panes.first { $0.pane == .events })
        let whole = try #require(without.panes.first { $0.pane == .events })
        guard let facts = layout.eventFacts else {
          #expect(layout == without, "\(size) \(name)")
          continue
        }
        // A row for the heads of the columns.
        #expect(events.inner.rows >= count + 1, "\(size) \(name)")
        #expect(facts.inset().rows >= SelectedEvent.fewestRows, "\(size) \(name)")
        #expect(facts.endRow == whole.rect.endRow && facts.row == events.rect.endRow - 1)
        #expect(facts.columns == events.rect.columns)
        let others = without.panes.filter { $0.pane != .events }
        #expect(layout.panes.filter { $0.pane != .events } == others)
      }
    }
  }

  /// Sizes stand still while one plays or moves about, and are decided anew after an act by hand.
  @Test func nothingJumps() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]..")
    let before = monitor.layout(size: monitor.display.size)
    for _ in 0..<4 {
      monitor.press(",")
      #expect(monitor.layout(size: monitor.display.size) == before)
    }
    func queue() -> Layout.Place? {
      monitor.layout(size: monitor.display.size).panes.first { $0.pane == .queue }
    }
    monitor.press("5")
    let wide = try #require(queue())
    #expect(wide.inner.columns >= 50)
    monitor.press("1")
    #expect(queue()?.rect.columns == wide.rect.columns)
  }

  /// Explain is under what it explains, which stays in sight.
  @Test(arguments: ["2", "3", "4", "5"]) func explainIsDocked(_ key: String) throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press(key + "<enter>")
    let layout = monitor.layout(size: monitor.display.size)
    let explain = try #require(layout.explain)
    let explained = try #require(layout.panes.first { $0.pane == monitor.focus })
    #expect(explain.rect.column == explained.rect.column)
    #expect(explain.rect.row == explained.rect.endRow - 1)
    #expect(explain.inner.columns >= 50)
    monitor.press("<esc>")
    #expect(!monitor.isExplaining)
  }
}

/// The lessons as they are read at 120x40, step by step.
struct LessonRoomTests {
  /// What a walk through a lesson shows.
  private struct Walk {
    var steps = 0
    var narrow = 0
    var empty: [String] = []
  }

  private static func walk(_ name: String) throws -> Walk {
    var monitor = try Shown.shipped(name)
    var walk = Walk()
    monitor.press(".")
    while !monitor.isOver, walk.steps < 200 {
      walk.steps += 1
      let layout = monitor.layout(size: monitor.display.size)
      if let place = layout.panes.first(where: { $0.pane == monitor.focus }),
        place.pane != .events, place.rect.columns < 50
      {
        walk.narrow += 1
      }
      let tags = try #require(layout.panes.first { [.tags, .log, .phone].contains($0.pane) })
      let middle = layout.panes.filter { $0.rect.column == tags.rect.column && $0.pane != .log }
      let screen = monitor.frame(size: monitor.display.size).buffer
      let lines = middle.reduce(0) { count, place in
        count
          + (place.inner.row..<place.inner.endRow).count { row in
            (place.inner.column..<place.inner.endColumn).contains { column in
              let text = screen[Point(column: column, row: row)]?.text ?? ""
              return !text.isEmpty && text != " "
            }
          }
      }
      if lines <= 2 { walk.empty.append("\(name) \(walk.steps)") }
      monitor.press(" .")
    }
    return walk
  }

  private static let lessons = [
    "android", "background", "delivery", "filter-and-block", "first-run", "midnight-abroad",
    "midnight", "moving", "offline", "open-race", "played-song", "preview", "stale", "types",
    "v5-batch", "why-not",
  ]

  @Test func theStoryIsToldInWidePanes() throws {
    let walks = try Self.lessons.map(Self.walk)
    #expect(walks.reduce(0) { $0 + $1.steps } > 400)
    #expect(walks.reduce(0) { $0 + $1.narrow } == 0)
    let empty = walks.flatMap(\.empty)
    #expect(empty.count < 10, "\(empty)")
  }

  /// Every line that points at a pane finds one of at least 50 columns.
  @Test func everyFocusHasAWidePane() throws {
    var (lines, narrow): (Set<String>, Set<String>) = ([], [])
    for name in Self.lessons {
      for var monitor in try Shown.ways(name) {
        while let statement = monitor.run.next {
          monitor.executeNext()
          guard case .view(let command) = statement.command, command.kind == .focus else {
            continue
          }
          monitor.refreshView()
          monitor.settle()
          let line = "\(name):\(statement.location.line) \(statement.text)"
          lines.insert(line)
          let place = monitor.layout(size: monitor.size).panes.first { $0.pane == monitor.focus }
          if (place?.rect.columns ?? 0) < 50 { narrow.insert(line) }
        }
      }
    }
    #expect(lines.count == 287)
    #expect(narrow.isEmpty, "\(narrow.sorted())")
  }

  @Test func theFirstScreenIsUsed() throws {
    var monitor = try Shown.shipped("demo")
    monitor.standAfterFirstScreen()
    let size = monitor.display.size
    let screen = monitor.frame(size: size).buffer
    var blank = 0
    for row in 0..<size.rows {
      blank += (0..<size.columns).count { screen[Point(column: $0, row: row)]?.text == " " }
    }
    #expect(blank * 100 < size.columns * size.rows * 50, "\(blank)")
  }

  /// A lesson that is not about a missing handler has none that is missing.
  @Test(arguments: [
    "background", "delivery", "first-run", "midnight", "midnight-abroad", "moving", "preview",
  ])
  func noHandlerIsMissing(_ name: String) throws {
    let rows = try Shown.over(name).run.timeline.rows
    #expect(rows.contains { ($0.event.firedCount ?? 0) > 0 })
    #expect(rows.allSatisfy { $0.event.troubledTags == 0 })
  }

  /// The race is told in a line of its own where the story is about opening, and nowhere else.
  @Test func theRaceIsToldWhereTheStoryIsAboutIt() throws {
    for name in Self.lessons {
      var monitor = try Shown.shipped(name)
      let isAboutIt = name == "open-race"
      var races = 0
      for _ in 0..<200 where !monitor.isOver {
        monitor.press(". ")
        if monitor.view.race != nil { races += 1 }
        let lines = monitor.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[1].contains("race ├") == false, "\(name)")
        #expect(lines[2].contains("race ├") == (isAboutIt && monitor.view.race != nil), "\(name)")
      }
      #expect(!isAboutIt || races > 3)
    }
  }
}
