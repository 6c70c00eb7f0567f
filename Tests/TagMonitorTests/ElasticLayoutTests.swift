import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// A layout is a function of the size of the screen and of what the panes need: what one pane of a
/// column leaves blank belongs to the others.
struct ElasticLayoutTests {
  private static let sizes: [Size] = [80, 100, 119, 120, 150, 160, 199, 200, 240].flatMap {
    columns in [24, 30, 40, 60].map { Size(columns: columns, rows: $0) }
  }

  private static let states: [(name: String, state: LayoutState)] = [
    ("a quiet world", state(.tags, [.tags: 2, .data: 1, .values: 4, .queue: 3, .log: 5])),
    ("many tags", state(.tags, [.tags: 70, .data: 4, .values: 9, .queue: 5, .log: 200])),
    ("many values", state(.values, [.tags: 17, .data: 8, .values: 135, .queue: 2, .log: 90])),
    ("a long queue", state(.queue, [.tags: 9, .data: 12, .values: 20, .queue: 44, .log: 90])),
    ("all is long", state(.queue, [.tags: 30, .data: 30, .values: 30, .queue: 50, .log: 90])),
    (
      "a tag explained",
      state(.tags, [.tags: 17, .data: 8, .values: 9, .queue: 5, .log: 90], explaining: 40)
    ),
    ("Braze", braze),
  ]

  private static var braze: LayoutState {
    var braze = state(.braze, [.tags: 6, .data: 8, .braze: 30, .queue: 5, .log: 90])
    (braze.hasBraze, braze.hasPhone) = (true, true)
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

  /// The panes of each column.
  private static func columns(of layout: Layout) -> [[Layout.Place]] {
    let panes = layout.panes.filter { $0.pane != .log || !$0.tabs.isEmpty }
    return Set(panes.map(\.rect.column)).sorted().map { column in
      panes.filter { $0.rect.column == column }
    }
  }

  /// Nothing folds as long as another pane of the column has rows that it does not need.
  @Test(arguments: sizes) func nothingFoldsBesideBlankRows(_ size: Size) {
    for (name, state) in Self.states {
      for column in Self.columns(of: Layout(size: size, state: state)) where column.count > 1 {
        let isCut = column.contains { $0.inner.rows < state.need(of: $0.pane) }
        let isBlank = column.contains { $0.inner.rows > state.need(of: $0.pane) }
        #expect(!isCut || !isBlank, "\(size) \(name)")
      }
    }
  }

  /// What panes need changes: each keeps the rows that it shows, and one grows into blank ones.
  @Test(arguments: sizes) func aPaneGrowsAndNoneShrinks(_ size: Size) {
    for (name, first) in Self.states {
      var state = first
      let before = Layout(size: size, state: state)
      for pane in before.panes {
        state.before[pane.pane] = pane.inner.rows
      }
      #expect(Layout(size: size, state: state) == before, "\(size) \(name)")
      for more in [Pane.tags, .values, .queue, .log] {
        var state = state
        state.needs[more, default: 0] += 7
        let after = Layout(size: size, state: state)
        for place in after.panes where place.pane != more {
          let had = before.panes.first { $0.pane == place.pane }?.inner.rows ?? 0
          let kept = min(had, state.need(of: place.pane))
          #expect(place.inner.rows >= kept, "\(size) \(name) \(place.pane)")
        }
      }
    }
  }

  /// The log is under all panes where there are rows for it, with a row at least.
  @Test(arguments: sizes) func theLogIsAtTheFoot(_ size: Size) throws {
    for (name, state) in Self.states {
      let layout = Layout(size: size, state: state)
      let log = layout.panes.first { $0.pane == .log && $0.tabs.isEmpty }
      #expect((log != nil) == (size.rows >= 30 && size.columns >= 120), "\(size) \(name)")
      guard let log else { continue }
      #expect(log.rect.columns == size.columns && (1...10).contains(log.inner.rows))
    }
  }

  /// Sizes stand still while one plays or moves about.
  @Test func nothingJumps() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]..")
    let before = monitor.layout(size: monitor.display.size)
    for _ in 0..<4 {
      monitor.press(",")
      #expect(
        monitor.layout(size: monitor.display.size).panes.map(\.rect.column)
          == before.panes.map(\.rect.column))
    }
  }

  /// Explain is under the tags, whatever it explains, and the explained pane stays in sight.
  @Test(arguments: ["2", "3", "4", "5"]) func explainIsDocked(_ key: String) throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press(key)
    let before = monitor.layout(size: monitor.display.size)
    monitor.press("<enter>")
    let layout = monitor.layout(size: monitor.display.size)
    let explain = try #require(layout.explain)
    let tags = try #require(layout.panes.first { $0.pane == .tags })
    #expect(explain.rect.column == tags.rect.column && explain.rect.row == tags.rect.endRow - 1)
    #expect(layout.panes.map(\.pane) == before.panes.map(\.pane))
    monitor.press("<esc>")
    #expect(!monitor.isExplaining)
  }
}

/// The lessons as they are read, step by step.
struct LessonRoomTests {
  /// What a walk through a lesson finds, each with its place.
  private struct Walk {
    var steps = 0
    var folded: [String] = []
    var empty: [String] = []
    var told: [String] = []
    var asked = 0
    var hidden: [String] = []
    var named: [String] = []
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private static func walk(_ name: String, _ size: Size) throws -> Walk {
    var monitor = try Shown.shipped(name, size: size)
    var walk = Walk()
    monitor.press(".")
    while !monitor.isOver, walk.steps < 200 {
      walk.steps += 1
      look(monitor, "\(name) \(walk.steps)", &walk)
      monitor.press(" .")
    }
    return walk
  }

  private static func look(_ monitor: Monitor, _ place: String, _ walk: inout Walk) {
    let size = monitor.display.size
    guard monitor.overlay == nil, monitor.page == nil else { return }
    let layout = monitor.layout(size: size)
    let buffer = monitor.frame(size: size).buffer
    func text(_ rect: Rect, _ row: Int) -> String {
      (rect.column..<rect.endColumn).map { buffer[Point(column: $0, row: row)]?.text ?? "" }
        .joined()
    }
    func lines(_ rect: Rect) -> [String] { (rect.row..<rect.endRow).map { text(rect, $0) } }
    func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " } }
    var texts: [Pane: [String]] = [:]
    for pane in layout.panes { texts[pane.pane] = lines(pane.inner) }
    for pane in layout.panes {
      let own = texts[pane.pane] ?? []
      if own.allSatisfy(isBlank) { walk.empty.append("\(place) \(pane.pane)") }
      guard own.last?.hasPrefix(" ⋯ ") == true else { continue }
      let others = layout.panes.filter { $0.rect.column == pane.rect.column && $0.pane != .log }
      let blank = others.contains { other in
        let lines = texts[other.pane] ?? []
        return other.pane != pane.pane && lines.suffix(2).count == 2
          && lines.suffix(2).allSatisfy(isBlank)
      }
      if blank { walk.folded.append("\(place) \(pane.pane)") }
    }
    // The selected event is named in its row, and seldom beside the lists.
    if let name = monitor.view.row?.event.shortName, name.count > 3 {
      let beside = texts.filter { [.tags, .data, .values, .explain].contains($0.key) }
      let count = beside.values.joined().reduce(1) { $0 + $1.ranges(of: name).count }
      // A rule and the phone's own journey of an event name it, too.
      if count > (size.columns == 80 ? 6 : 10), size.columns < 200 {
        walk.named.append("\(place) \(name) \(count)")
      }
    }
    // What came of a tag, of its hits and of the event is worded in two panes at most; the line of
    // messages counts as one.
    texts[.log] = nil
    var all = texts.filter { $0.key != .braze }.mapValues { $0.joined(separator: "\n") }
    all[.log] = text(
      Rect(column: 0, row: size.rows - 2, columns: size.columns, rows: 1), size.rows - 2)
    let tags = monitor.view.tags
    let fates = tags.map { monitor.view.fate(of: $0) }
    let outcomes = zip(tags, fates).map { tag, fate in
      fate.kind == .missed ? "\(tag.name) did not fire" : fate.short
    }
    for word in Set(outcomes + ["\(tags.count(where: \.didFire)) of \(tags.count) fired"]) {
      let panes = all.filter { !word.isEmpty && $0.value.contains(word) }
      if panes.count > 2 { walk.told.append("\(place) \(word)") }
    }
    look(monitor, all[.tags] ?? "", place, &walk)
  }

  /// What an open question names is selected and in sight.
  private static func look(_ monitor: Monitor, _ pane: String, _ place: String, _ walk: inout Walk)
  {
    guard monitor.telling.playback.isAsking, let question = monitor.story?.caption else { return }
    walk.asked += 1
    let tags = monitor.view.tags
    let selected =
      tags.indices.contains(monitor.selection.tag) ? tags[monitor.selection.tag].name : ""
    for tag in tags where question.contains(tag.name) {
      let isSeen = pane.split(separator: "\n").contains {
        "▌▏".contains($0.first ?? " ") && $0.contains(tag.name)
      }
      if selected != tag.name || !isSeen { walk.hidden.append("\(place) \(tag.name)") }
    }
  }

  private static let lessons = [
    "android", "background", "delivery", "filter-and-block", "first-run", "midnight-abroad",
    "midnight", "moving", "offline", "open-race", "played-song", "preview", "stale", "types",
    "v5-batch", "why-not",
  ]

  @Test(arguments: sizes) func noRowIsWasted(_ size: Size) throws {
    let walks = try Self.lessons.map { try Self.walk($0, size) }
    #expect(walks.reduce(0) { $0 + $1.steps } > 400)
    let folded = walks.flatMap(\.folded)
    #expect(folded.isEmpty, "\(folded.count): \(folded.prefix(9))")
    let empty = walks.flatMap(\.empty)
    #expect(empty.isEmpty, "\(empty.count): \(empty.prefix(9))")
    let told = walks.flatMap(\.told)
    #expect(told.isEmpty, "\(told.count): \(told.prefix(9))")
    #expect(walks.reduce(0) { $0 + $1.asked } > 20)
    let hidden = walks.flatMap(\.hidden)
    #expect(hidden.isEmpty, "\(hidden.count): \(hidden.prefix(9))")
    let named = walks.flatMap(\.named)
    #expect(named.isEmpty, "\(named.count): \(named.prefix(30))")
  }

  /// A container of one's own, its first four events sent from the page that it opens on.
  @Test(arguments: sizes) func noRowIsWastedOnAContainer(_ size: Size) throws {
    let names = [
      "AB12-v7", "AB12-v8", "AB12-v9-fix", "AN40-v1", "MV50-v1", "RD10-v1", "RD10-v2", "SB20-v1",
      "SB20-v2", "TYPE-v3",
    ]
    var walk = Walk()
    for name in names {
      let container = try Shown.container("containers/GTM-\(name).json")
      var monitor = try Shown.trial(of: container, size: size)
      for step in 0..<8 {
        Self.look(monitor, "\(name) \(step)", &walk)
        monitor.press(step % 2 == 0 ? "4<down>" : "s<enter>")
      }
    }
    for found in [walk.folded, walk.empty, walk.told, walk.named] {
      #expect(found.isEmpty, "\(found.count): \(found.prefix(9))")
    }
  }

  /// The name of the selected event is said where it is needed, and not again.
  @Test(arguments: [(80, 24, 3), (120, 40, 8), (200, 60, 9)])
  func anEventIsNamedSeldom(_ columns: Int, _ rows: Int, _ most: Int) throws {
    let monitor = try Shown.shipped("demo", size: Size(columns: columns, rows: rows))
    var first = monitor
    first.press("s14")
    #expect(first.screen.ranges(of: "Home Screen").count <= most, "\(first.screen)")
  }

  /// A lesson that is not about a missing handler has none that is missing.
  @Test(arguments: [
    "background", "delivery", "first-run", "midnight", "midnight-abroad", "moving", "preview",
  ])
  func noHandlerIsMissing(_ name: String) throws {
    let rows = try Shown.over(name).run.timeline.rows(in: 1...)
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
