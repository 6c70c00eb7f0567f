package import ScenarioEngine
package import TagRuntime
import TagSimulation
package import TerminalKit
import TextKit

/// The monitor as a value: a run with its history, and what the user looks at.
///
/// Keys and passing time change it; `frame(size:)` draws it. Neither knows a clock, a file or a
/// terminal.
package struct Monitor: Sendable {
  /// The run that is watched.
  @Boxed package internal(set) var run: ScenarioRun
  /// How borders and signs are drawn.
  package var borders: Borders
  /// How the roles of colour look, where there are colours.
  package var theme = Theme.standard
  /// Whether the screen has colours, and they are wanted.
  package var hasColors = true
  /// The size of the screen that was drawn last, by which scrolling is bounded.
  var size = Size(columns: 120, rows: 40)
  /// The number of the row that is looked at; nil is the present.
  var cursor: Int?
  var focus = Pane.events
  /// The pane that had the focus before Explain, which explains the row that is selected there.
  var explainedPane = Pane.tags
  /// The pane that shows in the tabbed half of a small screen.
  var tab = Pane.tags
  var isZoomed = false
  /// Whether the screen is for a screen reader: one pane, no lines, words for signs.
  var isReader = false
  /// Whether clicks and the wheel are taken; else the mouse selects text in the terminal.
  package var wantsMouse = true
  /// The layout that was chosen.
  var preset = Layout.Preset.auto
  /// The sizes of the panes as they were decided last; nil where they are decided anew.
  @Boxed var sizes: DecidedSizes?
  @Boxed var selection = Selection()
  /// What is looked for, which rows are listed, and which are marked.
  @Boxed var finding = Finding()
  @Boxed var overlay: Overlay?
  var message: Message?
  /// What came of the statement that was told last.
  @Boxed var lastResult: StatementResult?
  var history: [String] = []
  /// What keys mean, and what is being completed.
  @Boxed var keyboard = Keyboard()
  /// Whether the last event scrolled a pane, so that its selected row may be out of sight.
  var isScrolledByWheel = false
  /// Where playing stands.
  @Boxed var playback = Playback()
  /// The chapters of the story at hand.
  private(set) var chapters: [Chapter]
  /// Whether it tells anything, so that there is room for captions.
  private(set) var tellsStory = false
  var view: WorldView
  /// What explanations have found out.
  var memory = ExplainMemory()
  /// The runs that were begun here.
  @Boxed package internal(set) var branches = Branches()
  /// What was taken back, the last one last.
  var undone: [Undone] = []
  /// The name under which what was taken back was kept just now.
  var keptUndone: String?
  /// Whether there is one world, which is kept in a file, so that none can branch from it.
  package var isOneWorld = false
  /// The moment that was sought last.
  @Boxed var asked: AskedMoment?
  /// A statement that waits for a file.
  @Boxed var pending: Statement?
  /// Where copies go.
  @Boxed var copying = Copying()
  /// Two runs that are compared; nil while none are.
  @Boxed var comparing: ComparisonState?
  /// The containers that were altered by hand.
  @Boxed var editedCopies = EditedCopies()
  /// What would change if a draft were published, as it was told last.
  @Boxed var changes: PublishedChanges?
  /// The file that is read to be compared with what is published; nil for none.
  var pendingChanges: String?
  /// What was told to be not saved when the user wanted to leave.
  var toldUnsaved: String?
  /// What is recorded of all this.
  @Boxed var recorder = Recorder()
  /// Whether the run is that of a trace, and what whoever writes one has to know.
  @Boxed var tracing = Tracing()
  /// What is known of a real phone that is followed; nil where none is.
  @Boxed var following: Following?
  /// The page that a container opens on; nil where no container was opened.
  @Boxed var start: StartState?

  /// Opens the monitor on a run, paused.
  package init(_ run: ScenarioRun, borders: Borders = .utf8) {
    self.run = run
    self.borders = borders
    chapters = []
    view = WorldView(run.timeline.live)
    takeStory(of: run.scenario)
    refreshView()
  }

  /// Takes in what a scenario tells, or a branch of it.
  mutating func takeStory(of scenario: Scenario) {
    chapters = Chapter.all(of: scenario)
    tellsStory =
      chapters.contains { $0.title != nil }
      || scenario.statements.contains(where: \.command.isTelling)
      || following?.tellsStory == true
  }

  /// The titles of the chapters, in order.
  var chapterTitles: [String] { chapters.compactMap(\.title) }

  /// Whether an expectation of the scenario failed so far.
  package var hasFailures: Bool { run.failureCount > 0 }

  /// What has changed on the phone's disk since a save of it; nil where that is not known.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    run.takeDiskChanges(since: save, next: next)
  }

  // MARK: Looking

  /// Goes to an event; the present where the number is beyond the last.
  package mutating func look(at row: Int?) {
    selection.tops[.events] = nil
    go(to: row)
    settle()
  }

  /// Goes to an event before the screen is first seen: the panes get the sizes that it needs,
  /// whatever the size of the screen was before.
  package mutating func begin(at row: Int) {
    sizes = nil
    look(at: row)
  }

  /// Goes to an event; the list stands while the cursor moves in it.
  mutating func go(to row: Int?) {
    cursor = row.flatMap { $0 > run.timeline.rows.count ? nil : max(1, $0) }
    if cursor != nil { isPlaying = false }
    refreshView()
  }

  /// Makes `view` the world as of the cursor.
  mutating func refreshView() {
    let last = view
    view = WorldView(run.timeline, at: cursor, after: last)
    finding.follow(run, ofBranch: branches.current)
    selection.follow(in: view)
    followStart(after: last)
    followComparison()
  }

  /// What the parts of the screen are made of.
  var context: ScreenContext { ScreenContext(of: self, isEditing: isEditingField) }

  private var isEditingField: Bool {
    if case .field? = overlay { true } else { false }
  }

  /// How the roles of colour look on this screen.
  package var shownTheme: Theme { hasColors ? theme : .mono }

  /// Whether colours are seen: not where the screen has none, nor in the theme without any.
  var showsColors: Bool { shownTheme != .mono }

  // MARK: The focus

  /// Moves the focus to a pane by its name; false where there is none.
  package mutating func focus(on name: String) -> Bool {
    guard let pane = Pane(word: name) else { return false }
    move(to: pane)
    return true
  }

  /// Moves the focus to a pane; one that has no room becomes a popup.
  mutating func move(to pane: Pane) {
    leaveStart()
    if focus != .explain { explainedPane = focus }
    if let absence = pane.kind.absence(in: view) {
      message = Message(kind: .hint, text: absence)
      return
    }
    switch pane {
    case .explain:
      if size.columns >= Layout.fourColumns, layout(size: size).explain != nil {
        focus = .explain
      } else {
        explain()
      }
    case .device: overlay = .device(0)
    case .events: focus = pane
    case .firings:
      if focus != pane { selection.firing = nil }
      focus = pane
      tab = pane
    case .phone:
      selection.phone.isOpen = true
      focus = pane
      tab = pane
    default:
      focus = pane
      tab = pane
    }
  }

  /// Shows the phone, and gives the keys to it or to another pane.
  ///
  /// - Parameter name: the name of the other pane; nil for the phone.
  package mutating func openPhone(besides name: String? = nil) {
    move(to: .phone)
    if let other = name.flatMap(Pane.init(word:)) { move(to: other) }
  }

  /// Hides the phone.
  mutating func closePhone() {
    selection.phone.isOpen = false
    isZoomed = false
    move(to: .tags)
  }

  /// Takes the size of the screen. What was scrolled in another one is scrolled anew, so that a
  /// screen does not depend on the sizes before it.
  mutating func resize(to size: Size) {
    if size != self.size { selection.tops = [:] }
    self.size = size
    let hasPane = size.columns >= Layout.fourColumns && size.rows >= Layout.stackedRows
    if focus == .explain, !hasPane { focus = tab }
    settle()
  }

  /// The rows of the event list.
  var eventList: EventList {
    EventList(
      run.timeline.folds, rows: run.timeline.rows.count, opened: selection.opened,
      showsAll: selection.showsAllRows, last: replay?.isAsking == true ? shownRows : nil,
      only: finding.listed?.rows)
  }

  // MARK: Scrolling

  /// Scrolls the panes so that what is selected is seen; they stand as long as it is.
  mutating func settle() {
    decideSizes()
    let layout = layout(size: size)
    // An open explanation has a place of its own.
    for place in layout.panes where place.pane != .explain || !isExplaining {
      place.pane == .events ? settleEvents(place) : settle(place, layout)
    }
  }

  private mutating func settleEvents(_ place: Layout.Place) {
    let list = eventList
    let room = max(1, place.inner.rows - (place.inner.columns >= EventsPane.timedColumns ? 1 : 0))
    let current = list.place(of: view.row?.number ?? 1)
    let last = max(0, list.count - room)
    guard let top = selection.tops[.events] else {
      // A third of the room is for what comes after.
      selection.tops[.events] = min(max(0, current - room * 2 / 3), last)
      return
    }
    guard current < top || current >= top + room else { return }
    // Half a page at once, so that the list stands for a while again.
    selection.tops[.events] = max(0, current - room / 2)
  }

  private mutating func settle(_ place: Layout.Place, _ layout: Layout) {
    let list = listed(place)
    let items = list.items
    let height = items.height
    let places = list.selectable
    let picked = list.index(of: place.pane.view(in: context).place(among: list.total))
    let isAtStart = place.pane == .tags && isFirebaseStart(place.pane)
    var range = picked >= 0 && !isAtStart ? items.lines(of: places[picked]) : nil
    // The heading above the first row is seen with it.
    if picked == 0, let first = range {
      range = min(first.lowerBound, 1) == 1 ? 0..<first.upperBound : first
    }
    // Over another pane the last line tells how many more there are.
    let hasMoreLine = layout.hasPane(below: place) && height > place.inner.rows
    selection.tops[place.pane] = ScrollWindow.offset(
      count: height, height: max(1, place.inner.rows - (hasMoreLine ? 1 : 0)), selection: range,
      previous: selection.tops[place.pane] ?? 0)
  }

  /// The rows of a pane that are listed; where the selected one is not, another is selected.
  private mutating func listed(_ place: Layout.Place) -> PaneList {
    let view = place.pane.view(in: context)
    let list = view.list(columns: place.inner.columns)
    guard list.places.count < list.total else { return list }
    let wanted = view.place(among: list.total)
    let index = list.index(of: wanted)
    guard index >= 0, list.places[index] != wanted else { return list }
    selection.select(list.places[index], in: place.pane, of: list.total, self.view)
    // What is open under the selected row is another then.
    return place.pane.view(in: context).list(columns: place.inner.columns)
  }

  /// What became of the event of Firebase is seen until the tags are looked at.
  private func isFirebaseStart(_ pane: Pane) -> Bool {
    view.isFirebase && focus != pane
  }

  // MARK: Messages

  /// Shows a hint until the next key.
  package mutating func show(hint: String) { message = Message(kind: .hint, text: hint) }

  /// Shows what is wrong until the next key.
  package mutating func show(failure: String) { message = Message(kind: .failure, text: failure) }
}

/// The line that answers what the user did last.
struct Message: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case ok
    case hint
    case failure
  }

  var kind: Kind
  /// What is said.
  var said: String
  /// What is said behind it: where it led, and how to take it back.
  var remark: String?

  init(kind: Kind, text: String) {
    self.kind = kind
    said = text
  }

  /// What is said, with the remark behind it.
  var text: String { said + (remark.map { "   " + $0 } ?? "") }

  /// The line at the bottom; a word or a sign stands before the text, so that colour is not needed.
  /// Where there is little room, the remark is what is read to its end.
  func line(columns: Int, _ borders: Borders) -> Line {
    switch kind {
    case .failure: return Line(" ! " + text, .attention.strong)
    case .ok, .hint:
      guard let remark else { return Line(" ") + Line(said) }
      let room = columns - TextWidth.columns(of: TerminalText.visible(remark)) - 5
      let text = TextWidth.truncate(
        TerminalText.visible(said), to: max(columns / 4, room), ellipsis: borders.ellipsis)
      return Line(" ") + Line(text) + Line("   " + remark, .dim)
    }
  }
}

/// What the monitor wants from the program around it.
package enum MonitorEffect: Sendable, Hashable {
  /// The user wants to leave.
  case quit
  /// The program was told to end, by Ctrl-C, a signal, or the end of its input.
  case interrupt
  /// The user wants to see another scenario, known by its name.
  case open(lesson: String)
  /// A statement names a container file that was not read yet.
  case load(path: String)
  /// An edited copy is to be written, with a list of what was changed.
  case saveDraft(SavedDraft)
  /// What was done is to be compared with the same after a draft is published.
  case compare(PublishedDraft)
  /// The recording is to be written to a file, whose path is relative to the scenario.
  case record(path: String)
  /// The trace of the run is to be written, to a path or to a name of its own.
  case saveTrace(path: String?)
  /// A report of what is seen is to be written.
  case report(path: String)
  /// A snapshot is to be kept in a file.
  case keep(lines: [String], path: String)
  /// A text is to be copied.
  case copy(CopiedText)
  /// The names in a folder are wanted, to complete the path of a file.
  case list(folder: String)
}
