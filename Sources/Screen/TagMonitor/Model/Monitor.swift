import OrderedCollections
package import ScenarioEngine
// The panes belong to the monitor for its users.
@_exported public import TagPanes
package import TagRuntime
package import TagSimulation
package import TerminalKit
import TextKit

/// The monitor as a value: a run with its history, and what the user selected in it.
///
/// Keys and time change it; `frame(size:)` draws it. Neither uses a clock, a file or a terminal.
package struct Monitor: Sendable {
  // Whatever changes makes `drawn` invalid.

  @Boxed package internal(set) var run: ScenarioRun { didSet { drawn = nil } }
  var view: WorldView { didSet { drawn = nil } }
  /// The number of the selected row; nil is the present.
  var cursor: Int? { didSet { drawn = nil } }
  var focus = Pane.events { didSet { drawn = nil } }
  @Boxed var selection = Selection() { didSet { drawn = nil } }
  /// The search text, the filter and the marks.
  @Boxed var finding = Finding() { didSet { drawn = nil } }
  /// What lies over the panes, the one that takes the keys last.
  @Boxed var overlays = Overlays() { didSet { drawn = nil } }
  package var display: Display { didSet { drawn = nil } }
  var telling = Telling() { didSet { drawn = nil } }
  package var comparing = Comparing() { didSet { drawn = nil } }
  var saving = Saving() { didSet { drawn = nil } }
  /// What was computed for the next frame; nil if something changed since.
  private(set) var drawn: FrameMemory?

  /// Opens the monitor on a run, paused.
  package init(_ run: ScenarioRun, borders: Borders = .utf8) {
    self.run = run
    display = Display(borders: borders)
    view = WorldView(run.timeline.live)
    takeStory(of: run.scenario)
    refreshView()
  }

  /// Loads the story of a scenario or of a branch.
  mutating func takeStory(of scenario: Scenario) {
    telling.chapters = Chapter.all(of: scenario)
    telling.tellsStory =
      telling.chapters.contains { $0.title != nil }
      || scenario.statements.contains(where: \.command.isTelling)
      || telling.following?.tellsStory == true
  }

  var chapterTitles: [String] { telling.chapters.compactMap(\.title) }

  /// Returns the changes to the phone's disk since a save; nil if they are not known.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    run.takeDiskChanges(since: save, next: next)
  }

  // MARK: Selecting an event

  /// Selects an event; a number beyond the last selects the present.
  package mutating func look(at row: Int?) {
    selection.tops[.events] = nil
    go(to: row)
    settle()
  }

  /// Selects an event before the screen is first drawn: the panes get the sizes they need, whatever
  /// the size of the screen was before.
  package mutating func begin(at row: Int) {
    display.sizes = nil
    look(at: row)
    selectExpected(at: row)
    settle()
  }

  /// Selects an event; the list does not scroll while the cursor moves within it.
  mutating func go(to row: Int?) {
    cursor = row.flatMap { $0 > run.timeline.rowCount ? nil : max(1, $0) }
    if cursor != nil { isPlaying = false }
    refreshView()
  }

  /// Updates `view` to the world as of the cursor.
  mutating func refreshView() {
    let last = view
    view = WorldView(run.timeline, at: cursor, after: last)
    indexRows()
    selection.follow(in: view)
    followStart(after: last)
    followComparison()
  }

  /// The state from which the parts of the screen are drawn.
  var context: ScreenContext { context(drawn ?? FrameMemory()) }

  private func context(_ drawn: FrameMemory) -> ScreenContext {
    ScreenContext(
      view: view, timeline: run.timeline, wording: run.wording, borders: display.borders,
      selection: selection, focus: focus, isCovered: overlay?.isOfPane == false, seesTags: seesTags,
      isEditing: overlay?.isOfPane == true && keyPlace == .value, hasColors: showsColors,
      isReader: display.isReader,
      isDemo: isDemoLayout(display.size), lit: lit, eventList: eventList,
      chapterRow: chapterRow, shownRows: replay?.isAsking == true ? shownRows : nil,
      isAsking: hidesAnswers,
      isTrace: showsTrace, memory: telling.memory, finding: finding,
      recorded: saving.recorder.isOn ? recordedSum : nil, marks: run.marks,
      phone: telling.following?.shared(upTo: comparing.branches.sharedRows),
      editedCopies: saving.editedCopies.all, tried: run.inputs.instead.values.elements, drawn: drawn
    )
  }

  /// Whether the tags stand beside Explain.
  private var seesTags: Bool {
    let size = display.size
    return size.rows >= Layout.stackedRows && !display.isZoomed && !display.isReader
      && !isDemoLayout(size)
      && (size.columns >= Layout.threeColumns
        || size.columns >= Layout.dockedColumns && display.tab == .tags)
  }

  /// The colours of the roles on this screen.
  package var shownTheme: Theme { display.hasColors ? display.theme : .mono }

  /// Whether colours are visible: the screen has them, and the theme is not the one without.
  var showsColors: Bool { shownTheme != .mono }

  // MARK: The focus

  /// Moves the focus to the pane with a name; returns false if there is no such pane.
  package mutating func focus(on name: String) -> Bool {
    guard let pane = Pane(word: name) else { return false }
    move(to: pane)
    return true
  }

  /// Moves the focus to a pane; a pane without room opens as a popup.
  mutating func move(to pane: Pane) {
    leaveStart()
    if let absence = pane.kind.absence(in: view) { return say(.hint(absence)) }
    switch pane {
    case .explain: explain()
    case .device: explain(.container(run.timeline.live.world.app.containerID))
    case .events: focus = pane
    case .phone:
      selection.phone.isOpen = true
      focus = pane
      display.tab = pane
    default:
      focus = pane
      display.tab = pane
    }
  }

  /// Shows the phone, and focuses it or another pane.
  ///
  /// - Parameter name: the name of the other pane; nil for the phone.
  package mutating func openPhone(besides name: String? = nil) {
    move(to: .phone)
    if let other = name.flatMap(Pane.init(word:)) { move(to: other) }
  }

  mutating func closePhone() {
    selection.phone.isOpen = false
    display.isZoomed = false
    move(to: .tags)
  }

  /// Sets the size of the screen. A new size resets scrolling, so that the screen does not depend
  /// on earlier sizes.
  mutating func resize(to size: Size) {
    if size != self.display.size { selection.tops = [:] }
    self.display.size = size
    settle()
    lookAtStart()
  }

  var eventList: EventList {
    EventList(
      run.timeline.folds, rows: run.timeline.rowCount, opened: selection.opened,
      showsAll: selection.showsAllRows, last: replay?.isAsking == true ? shownRows : nil,
      only: finding.listed?.rows)
  }

  // MARK: Scrolling

  /// Scrolls the panes to their selected rows; a pane whose selected row is visible stays put.
  mutating func settle() {
    // The lists do not depend on sizes and what is scrolled to: one context does for all of them.
    var context = context
    decideSizes(context)
    let layout = layout(size: display.size)
    // An open explanation is placed elsewhere.
    for place in layout.panes where place.pane != .explain || !isExplaining {
      if place.pane == .events {
        selection.tops[.events] = EventsPane(context).first(rows: place.inner.rows)
      } else {
        settle(place, layout, &context)
      }
    }
    drawn = context.drawn
  }

  private mutating func settle(
    _ place: Layout.Place, _ layout: Layout, _ context: inout ScreenContext
  ) {
    let list = listed(place, &context)
    let items = list.items
    let height = items.height
    let places = list.selectable
    let picked = list.index(of: place.pane.view(in: context).place(among: list.total))
    let isAtStart = place.pane == .tags && isFirebaseStart(place.pane)
    var range = picked >= 0 && !isAtStart ? items.lines(of: places[picked]) : nil
    // Include the heading above the first row.
    if picked == 0, let first = range {
      range = min(first.lowerBound, 1) == 1 ? 0..<first.upperBound : first
    }
    // Above another pane, the last line shows how many more there are.
    let hasMoreLine = layout.hasPane(below: place) && height > place.inner.rows
    selection.tops[place.pane] = ScrollWindow.offset(
      count: height, height: max(1, place.inner.rows - (hasMoreLine ? 1 : 0)), selection: range,
      previous: selection.tops[place.pane] ?? 0)
  }

  /// Returns the listed rows of a pane, and selects another row if the selected one is not listed.
  private mutating func listed(
    _ place: Layout.Place, _ context: inout ScreenContext
  ) -> PaneList {
    let view = place.pane.view(in: context)
    let list = view.list(columns: place.inner.columns)
    guard list.places.count < list.total else { return list }
    let wanted = view.place(among: list.total)
    let index = list.index(of: wanted)
    guard index >= 0, list.places[index] != wanted else { return list }
    selection.select(list.places[index], in: place.pane, of: list.total, self.view)
    // The new selection may unfold different details.
    context = self.context
    return place.pane.view(in: context).list(columns: place.inner.columns)
  }

  /// Whether the tags pane must show the outcome of the Firebase event, because it has no focus.
  private func isFirebaseStart(_ pane: Pane) -> Bool {
    view.isFirebase && focus != pane
  }

  // MARK: Messages

  /// Shows a hint until the next key.
  package mutating func show(hint: String) { message = .hint(hint) }

  /// Shows a failure until the next key.
  package mutating func show(failure: String) { message = .failure(failure) }

  /// Shows a message instead of what was asked for.
  mutating func say(_ told: Message) { message = told }

  mutating func say(_ told: Message) -> [MonitorEffect] {
    message = told
    return []
  }
}

extension Monitor {
  /// The readers of every row of a run to be shown, so that no key repeats its steps.
  package static let rowReaders: [any RowReader] = [RowDigests(), RunRecord()]
}

/// The message line, which answers the user's last action.
struct Message: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case ok
    case hint
    case failure
  }

  var kind: Kind
  var said: String
  /// The text behind it: the effect, and how to undo it.
  var remark: String?

  static func ok(_ said: String) -> Message { Message(kind: .ok, said: said) }
  static func hint(_ said: String) -> Message { Message(kind: .hint, said: said) }
  static func failure(_ said: String) -> Message { Message(kind: .failure, said: said) }

  /// The main text followed by the remark.
  var text: String { said + (remark.map { "   " + $0 } ?? "") }

  /// The first of its lines.
  func line(columns: Int, _ borders: Borders) -> Line { lines(columns: columns, borders)[0] }

  /// The line at the bottom, or two where it is longer; a failure starts with a sign, so that
  /// colour is not needed.
  func lines(columns: Int, _ borders: Borders) -> [Line] {
    let (head, style): (String, Style) =
      kind == .failure ? (" ! ", .attention.strong) : (" ", .plain)
    let text = TerminalText.visible(text, maximumScalars: Self.limit)
    let room = max(10, columns - TextWidth.columns(of: head))
    if TextWidth.columns(of: text) <= room {
      let isPlain = kind == .failure || remark == nil
      return [
        isPlain ? Line(head + text, style) : Line(head + said) + Line("   " + (remark ?? ""), .dim)
      ]
    }
    let wrapped = Wrapping.lines(text, columns: room)
    let rest = TextWidth.truncate(
      wrapped.dropFirst().joined(separator: " "), to: room, ellipsis: borders.ellipsis)
    let indent = TextWidth.filled("", to: TextWidth.columns(of: head))
    return [Line(head + (wrapped.first ?? ""), style), Line(indent + rest, style)]
  }

  /// The most characters that are shown.
  private static let limit = 1000
}

/// A request from the monitor to the program around it.
package enum MonitorEffect: Sendable, Hashable {
  /// The user wants to leave.
  case quit
  /// The program must end: after Ctrl-C, a signal, or the end of its input.
  case interrupt
  /// The user wants to open another scenario by its name.
  case open(lesson: String)
  /// A statement names a container file that was not read yet.
  case load(path: String)
  /// An edited copy must be written, with a list of its changes.
  case saveDraft(SavedDraft)
  /// The session must be compared with the same session after a draft is published.
  case compare(PublishedDraft)
  /// The recording must be written to a file, whose path is relative to the scenario.
  case record(path: String)
  /// The user wants to follow a phone: by the path of its log, or by a command with its words.
  case follow(line: String)
  /// The trace of the run must be written to a path; nil for a new name.
  case saveTrace(path: String?)
  /// The run must be written as a page or in Markdown, beside the scenario unless the user named
  /// the file.
  case report(path: String, isNamed: Bool)
  /// A snapshot must be written to a file.
  case keep(lines: [String], path: String)
  /// A text must be copied.
  case copy(CopiedText)
  /// The names in a folder are needed to complete a file path.
  case list(folder: String)
}
