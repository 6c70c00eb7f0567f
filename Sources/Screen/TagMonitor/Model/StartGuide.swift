import ScenarioEngine
import TagInspection
package import TagRuntime
import TagSimulation

/// The facts about a container before anything happened, computed once when it is opened.
package struct StartGuide: Sendable {
  /// The events that the container listens for.
  let outlook: ContainerOutlook
  /// The container in a few sentences.
  let summary: [String]

  /// Analyzes a container.
  ///
  /// - Complexity: O(n) in the size of the container for each event that it listens for, up to a
  ///   limit.
  package init(of container: CompiledContainer) {
    outlook = ContainerOutlook(of: container)
    summary = ContainerDescription(of: container.version, file: "", bytes: 0).summary
  }

  /// A placeholder for no event: every condition is tested with it, and no rule listens for it.
  static let noEvent = "no_event_yet"

  // MARK: Lines

  /// Returns the line of the language that sends an event with the values that make its rules true.
  func line(for event: ContainerOutlook.Event) -> String {
    let given = event.keys.compactMap { key in key.value.map { (key.path, $0) } }
    return line(event.name, given)
  }

  /// The line that sends an event for which no rule listens.
  var noEventLine: String { line(Self.noEvent, []) }

  private func line(_ name: String, _ keys: [(path: String, value: Value)]) -> String {
    let head = (outlook.generation == .firebase ? "log-event " : "push event=") + name.quoted
    return ([head] + keys.map { "\(LanguageWord.key($0.path))=\(JSONWriter.write($0.value))" })
      .joined(separator: " ")
  }
}

/// The effect of an event on every tag.
struct StartForecast: Sendable {
  /// Every tag with its reasons, in container order; empty if no container would get the event.
  var tags: [TagExplanation]
  /// The reason why no container gets the event, in case none does.
  var reason: String

  /// The number of tags that would fire.
  var firedCount: Int { tags.count(where: \.didFire) }

  /// Sends an event in a copy of the world, and records its effects there.
  ///
  /// - Returns: nil if the line cannot be executed now.
  /// - Complexity: that of one event in the container.
  init?(of line: String, in run: ScenarioRun) {
    var copy = run
    do throws(ScenarioError) {
      guard let statement = try StatementParser.parse(line: line) else { return nil }
      guard case .done = copy.execute(statement).outcome else { return nil }
      guard let row = copy.rowsOfLastAct.first(where: { $0.event.update != nil }) else {
        return nil
      }
      let update = copy.timeline.traced(row: row)
      tags = update?.explanations.first?.tags ?? []
      let fault = update?.firebase.flatMap { $0.isDropped ? $0.faults.last : nil }
      reason =
        fault.map { "Firebase drops it: \($0.sentence)." }
        ?? update?.unjudgedReason.map { "No container gets it: \($0)." }
        ?? "No container is open to receive it."
    } catch {
      return nil
    }
  }
}

/// The state of the page: the list, the selection and the filter.
struct StartState: Sendable {
  enum List: Sendable, Hashable {
    /// Events, tags that can never fire, and what the app must register.
    case events
    case tags
  }

  /// A row of the list, by its kind and its place among those.
  struct Row: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case event
      /// An event that only Firebase logs.
      case automatic
      /// A tag that can never fire.
      case never
      case paused
      /// A function of the app.
      case function
      /// A value for the app.
      case value
      case tag
    }

    let kind: Kind
    let place: Int

    var isEvent: Bool { kind == .event || kind == .automatic }
  }

  /// The facts about the container.
  let guide: StartGuide
  var isShown = true
  private(set) var list = List.events
  private(set) var rows: [Row] = []
  private(set) var selected = 0
  /// Whether the half with the effects has the keys.
  var isAside = false
  /// The number of lines that this half is scrolled by.
  var scroll = 0
  /// The search text for names; "" for all.
  private(set) var filter = ""
  /// Whether the search text is being typed.
  var isFiltering = false
  /// The effects of events, by their places.
  private var forecasts: [Int: StartForecast] = [:]
  /// The effect of no event on every tag.
  private(set) var unheard: StartForecast?
  /// The length of the history for which the forecasts were made.
  private var forecastRows = -1

  /// Lists the events that a container listens for.
  init(_ guide: StartGuide) {
    self.guide = guide
    listRows()
  }

  var outlook: ContainerOutlook { guide.outlook }

  /// The selected row; nil if the list is empty.
  var row: Row? { rows.indices.contains(selected) ? rows[selected] : nil }

  var event: ContainerOutlook.Event? {
    row.flatMap { $0.isEvent ? outlook.events[$0.place] : nil }
  }

  func forecast(ofEvent place: Int) -> StartForecast? { forecasts[place] }

  // MARK: Moving

  /// Moves the selection by a number of rows, stopping at the ends.
  mutating func move(by count: Int) {
    let count = min(max(count, -rows.count), rows.count)
    selected = min(max(0, selected + count), max(0, rows.count - 1))
    scroll = 0
  }

  mutating func select(_ place: Int) {
    selected = 0
    move(by: place)
  }

  mutating func show(_ list: List) {
    self.list = list
    (selected, scroll, isAside) = (0, 0, false)
    listRows()
  }

  /// Lists the rows whose names contain a text, ignoring case.
  mutating func search(_ text: String) {
    filter = text
    (selected, scroll) = (0, 0)
    listRows()
  }

  private mutating func listRows() {
    let wanted = filter.lowercased()
    rows = wanted.isEmpty ? allRows : allRows.filter { names(of: $0).lowercased().contains(wanted) }
  }

  var allRows: [Row] {
    func rows(_ kind: Row.Kind, _ places: some Sequence<Int>) -> [Row] {
      places.map { Row(kind: kind, place: $0) }
    }
    if list == .tags { return rows(.tag, outlook.tags.indices) }
    let events = outlook.events.indices
    return rows(.event, events.filter { !outlook.events[$0].isAutomatic })
      + rows(.automatic, events.filter { outlook.events[$0].isAutomatic })
      + rows(.never, outlook.neverTags) + rows(.paused, outlook.pausedTags.indices)
      + rows(.function, outlook.functions.indices) + rows(.value, outlook.values.indices)
  }

  /// Returns the names by which a row is found: its own, and those of the tags and keys of an
  /// event.
  private func names(of row: Row) -> String {
    guard row.isEvent else { return name(of: row) }
    let event = outlook.events[row.place]
    return
      ([event.heard, event.name] + event.tags.map { outlook.tags[$0].name }
      + event.keys.map(\.path)).joined(separator: "\n")
  }

  func name(of row: Row) -> String {
    switch row.kind {
    case .event, .automatic: outlook.events[row.place].heard
    case .never, .tag: outlook.tags[row.place].name
    case .paused: outlook.pausedTags[row.place]
    case .function: outlook.functions[row.place].name
    case .value: outlook.values[row.place].name
    }
  }

  // MARK: Forecasts

  /// The maximum number of other events whose effects are below those of the selected one.
  private static let othersShown = 3

  /// The events after the selected one, and then those before it, as many as are shown with it.
  var otherEvents: [Int] {
    guard event != nil else { return [] }
    let around = rows.dropFirst(selected + 1) + rows.prefix(selected)
    return around.lazy.filter { $0.kind == .event }.prefix(Self.othersShown).map(\.place)
  }

  /// Computes the effects of the selected row, unless they are known for the current world.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - hasRoom: whether there is room for the effects of other events.
  /// - Complexity: that of one event in the container, or of a few.
  mutating func lookAhead(in run: ScenarioRun, hasRoom: Bool) {
    let rows = run.timeline.rows.count
    if rows != forecastRows { (forecasts, unheard, forecastRows) = ([:], nil, rows) }
    guard let row else { return }
    if row.isEvent {
      look(at: row.place, in: run)
      if hasRoom { otherEvents.forEach { look(at: $0, in: run) } }
    } else if row.kind == .tag || row.kind == .never {
      if unheard == nil { unheard = StartForecast(of: guide.noEventLine, in: run) }
      eventsOf(tag: row.place).first.map { look(at: $0, in: run) }
    }
  }

  private mutating func look(at place: Int, in run: ScenarioRun) {
    let event = outlook.events[place]
    guard forecasts[place] == nil, !event.isAutomatic else { return }
    forecasts[place] = StartForecast(of: guide.line(for: event), in: run)
  }

  /// Returns the places of the events that can fire a tag.
  func eventsOf(tag: Int) -> [Int] {
    outlook.events.indices.filter { outlook.events[$0].tags.contains(tag) }
  }
}
