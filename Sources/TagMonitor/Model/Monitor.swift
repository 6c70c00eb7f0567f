public import ScenarioEngine
import TagRuntime
import TagSimulation
public import TerminalKit

/// The monitor as a value: a run with its history, and what the user looks at.
///
/// Keys and passing time change it; `frame(size:)` draws it. Neither knows a clock, a file or a
/// terminal.
public struct Monitor: Sendable {
  /// How long a statement that does something is shown while playing, in real time at speed 1.
  static let actPause = Duration.seconds(1)
  /// How long a caption is shown while playing, in real time at speed 1.
  static let captionPause = Duration.seconds(3)

  /// The run that is watched.
  public internal(set) var run: ScenarioRun
  /// How borders and signs are drawn.
  public var borders: Borders
  /// The size of the screen that was drawn last, by which scrolling is bounded.
  var size = Size(columns: 120, rows: 40)
  /// The number of the row that is looked at; nil is the present.
  var cursor: Int?
  var isPlaying = false
  var speed = Speed()
  var focus = Pane.events
  /// The pane that shows in the tabbed half of a small screen.
  var tab = Pane.tags
  var isZoomed = false
  var scrolls: [Pane: Int] = [:]
  var selectedTag = 0
  var selectedHit = SelectedHit()
  var logLevel = LogLevel.verbose
  var overlay: Overlay?
  var phone = Phone()
  var message: Message?
  var history: [String] = []
  let longestTold: [String]
  /// Whether the room was asked something and waits for a key.
  var isAsking = false
  /// What is left of the wait that is being played.
  var waitLeft = Duration.zero
  /// Real time until the next statement is played.
  var pauseLeft = Duration.zero
  var view: WorldView
  /// A statement that waits for a file.
  var pending: Statement?

  /// Opens the monitor on a run, paused.
  public init(_ run: ScenarioRun, borders: Borders = .utf8) {
    self.run = run
    self.borders = borders
    longestTold = Self.longestTold(of: run.scenario)
    view = WorldView(
      row: nil, isLive: true, simulation: run.timeline.live, step: 0, eventRow: nil, update: nil,
      dataLayer: DataLayer())
    refreshView()
  }

  /// Whether the clock runs, so that time must be told to `advance`.
  public var wantsTime: Bool { isPlaying && !isAsking }

  /// Whether an expectation of the scenario failed so far.
  public var hasFailures: Bool { run.results.contains(where: \.isFailure) }

  /// Starts playing.
  public mutating func play() {
    cursor = nil
    isPlaying = true
    refreshView()
  }

  /// Sets how many times faster than real time the clock runs; the nearest speed there is.
  public mutating func setSpeed(factor: Int64) {
    speed = Speed(factor: Double(factor))
    guard Double(speed.quarters) != Double(factor) * 4 else { return }
    message = Message(
      kind: .hint, text: "there is no speed x\(factor): the nearest is \(speed.text)")
  }

  /// Moves the focus to a pane by its name; false where there is none.
  public mutating func focus(on name: String) -> Bool {
    guard let pane = Pane(word: name) else { return false }
    move(to: pane)
    return true
  }

  /// The names of the panes, as `focus` takes them.
  public static var paneNames: String {
    Pane.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Shows a hint until the next key.
  public mutating func show(hint: String) { message = Message(kind: .hint, text: hint) }

  /// Shows what is wrong until the next key.
  public mutating func show(failure: String) { message = Message(kind: .failure, text: failure) }

  /// Goes to an event; the present where the number is beyond the last.
  public mutating func look(at row: Int?) {
    cursor = row.flatMap { $0 > run.timeline.rows.count ? nil : max(1, $0) }
    if cursor != nil { isPlaying = false }
    refreshView()
  }

  /// Makes `view` the world as of the cursor.
  mutating func refreshView() {
    let timeline = run.timeline
    let rows = timeline.rows
    let index = cursor.map { $0 - 1 } ?? rows.count - 1
    let row = rows.indices.contains(index) ? rows[index] : nil
    let step = cursor == nil ? timeline.stepCount : row?.step ?? 0
    let eventRow = rows[...max(-1, index)].last { $0.event.update?.event != nil }
    if eventRow?.number != view.eventRow?.number || view.update == nil {
      view.update = eventRow.flatMap { timeline.traced(row: $0) }
    }
    let simulation = timeline.simulation(afterStep: step)
    var dataLayer = simulation.runtime?.dataLayer ?? DataLayer()
    if cursor != nil, let row { dataLayer = self.dataLayer(after: row) ?? dataLayer }
    view = WorldView(
      row: row, isLive: cursor == nil, simulation: simulation, step: step, eventRow: eventRow,
      update: view.update, dataLayer: dataLayer,
      race: OpenRace(at: step, row: row, world: simulation, in: timeline))
    selectedTag = min(selectedTag, max(0, tags.count - 1))
    selectedHit.follow(in: hits)
  }

  /// The data layer right after a row; nil where that is the one after its step.
  ///
  /// One step may make several rows, as a launch does and what the app pushes at launch: what comes
  /// after the row is left out.
  private func dataLayer(after row: Timeline.Row) -> DataLayer? {
    let timeline = run.timeline
    let upToRow = timeline.rows[..<row.number].reversed().prefix { $0.step == row.step }
    if let update = upToRow.first(where: { $0.event.update != nil }) {
      return timeline.traced(row: update)?.dataLayer
    }
    let later = timeline.rows[row.number...].prefix { $0.step == row.step }
    guard later.contains(where: { $0.event.update != nil }) else { return nil }
    return timeline.simulation(afterStep: row.step - 1).runtime?.dataLayer ?? DataLayer()
  }

  /// The tags of the event that is looked at.
  var tags: [TagExplanation] { view.update?.explanations.flatMap(\.tags) ?? [] }
}

/// What the monitor wants from the program around it.
public enum MonitorEffect: Sendable, Hashable {
  /// The user wants to leave.
  case quit
  /// The program was told to end, by Ctrl-C, a signal, or the end of its input.
  case interrupt
  /// A statement names a container file that was not read yet.
  case load(path: String)
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
  /// Whether the past was looked at, and what the user did led back to the present.
  var ledBackToLive = false

  init(kind: Kind, text: String) {
    self.kind = kind
    said = text
  }

  /// What is said, and where it led.
  var text: String {
    ledBackToLive ? said + "  (back to live: the past cannot be changed)" : said
  }

  /// The word that stands before the text, so that colour is not needed.
  var prefix: String {
    switch kind {
    case .ok: "ok: "
    case .hint: ""
    case .failure: "! "
    }
  }
}
