import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// The content of panes and pages, as lines.
extension PlainSession {
  /// A width at which no sentence is broken.
  static let wide = 1000
  /// The maximum number of events that are reported at once.
  static let eventLimit = 200

  // MARK: Panes

  mutating func show(_ name: String, _ monitor: Monitor) {
    guard let pane = Pane(word: name) else {
      let hint =
        Suggestion.nearest(to: name, among: Pane.allCases.map(\.rawValue))
        .map { "did you mean '\($0)'?" } ?? "the panes are \(Pane.names)"
      return complain("there is no pane '\(name)': \(hint)")
    }
    if pane == .explain { return explain("", monitor) }
    if pane == .events { return showEvents(monitor) }
    if let absence = pane.kind.absence(in: monitor.view) {
      return say("note \(absence.split(separator: ":").first ?? "")", in: monitor)
    }
    var monitor = monitor
    // A log that is asked for has every line.
    monitor.selection.logLevel = .verbose
    let context = monitor.context
    let list = pane.view(in: context).list(columns: Self.wide)
    let isListed = list.places.count < list.total
    tellCount(of: pane, list.places.count, list.total, context, monitor)
    for item in list.items {
      if item.target == nil, item.kind != .head, isListed || item.kind != .text { continue }
      if case .log(let line)? = item.target {
        let text = PlainText.log(line.line.record, monitor.run.wording)
        say(page: [PlainFacts.line(text, at: line.line.wall, in: monitor.run.timeline.live)])
        continue
      }
      for text in texts(of: item, pane, monitor) { say(text, in: monitor) }
    }
  }

  /// Reports the number of rows that pass a filter; nothing if all do.
  private mutating func tellCount(
    of pane: Pane, _ shown: Int, _ all: Int, _ context: ScreenContext, _ monitor: Monitor
  ) {
    guard let filter = context.filter(of: pane) else { return }
    say("note \(pane.rawValue) \(shown) of \(all), filter \(filter.text)", in: monitor)
  }

  private mutating func showEvents(_ monitor: Monitor) {
    let timeline = monitor.run.timeline
    let last = min(monitor.view.row?.number ?? timeline.rowCount, monitor.shownRows)
    let listed = monitor.finding.listed?.rows.filter { $0 <= last }
    let rows = listed.map { Array($0.suffix(Self.eventLimit)) }
    let numbers = rows ?? Array(max(1, last - Self.eventLimit + 1)..<last + 1)
    let count = listed?.count ?? last
    tellCount(of: .events, count, last, monitor.context, monitor)
    if count > numbers.count {
      say("note \(Counted.text(count - numbers.count, "event")) before these: look", in: monitor)
    }
    tell(rows: numbers, monitor)
  }

  private mutating func tell(rows numbers: [Int], _ monitor: Monitor) {
    let timeline = monitor.run.timeline
    let world = timeline.live
    for number in numbers {
      let row = timeline.row(at: number)
      let tags = timeline.traced(row: row)?.explanations.flatMap(\.tags) ?? []
      say(page: [PlainFacts.line(PlainText.event(row, tags), at: row.event.wall, in: world)])
    }
  }

  /// Returns a row of a pane as facts: in its fixed wording if it has one, otherwise as displayed.
  private func texts(of item: PaneItem, _ pane: Pane, _ monitor: Monitor) -> [String] {
    let view = monitor.view
    switch item.target {
    case .tag(let place)?:
      guard let row = view.eventRow else { return [] }
      return [PlainText.tags(view.tags, of: row, in: view.simulation)[place]]
    case .hit(let place)?: return [PlainText.story(view.hits[place])]
    case .value(let container, let kind, let key)?:
      let status = view.simulation.runtime?.containerStatuses.first { $0.id == container }
      let reading = view.reading(of: TypedRead(kind: kind, key: key), in: container)
      return [PlainText.value(reading, status)]
    case .key(let path)? where !view.isFirebase:
      return view.dataLayer.leaves().filter { $0.path == path }.map { PlainText.data($0) }
    case .log(let line)?: return [PlainText.log(line.line.record, monitor.run.wording)]
    default:
      return item.lines().map(\.words).filter { !$0.isEmpty }.map { "\(pane.rawValue) \($0)" }
    }
  }

  // MARK: Explaining

  mutating func explain(_ text: String, _ monitor: Monitor) {
    let kind = String(text.prefix { $0 != " " })
    let name = String(text.dropFirst(kind.count).trimmedSpaces.unquoted)
    let question: Question
    switch (kind, name.isEmpty) {
    case ("", _): question = .event
    case ("tag", false): question = .tag(name)
    case ("value", false): question = .value(name)
    case ("hit", false):
      guard let number = Int64(name) else {
        return complain("explain hit takes the number of a hit, not '\(name)'")
      }
      question = .hit(number)
    default:
      return complain("explain takes tag NAME, value KEY or hit NUMBER, not '\(text)'")
    }
    do throws(UnknownSubject) {
      let there = monitor.cursor == nil ? try monitor.last(having: question) : monitor
      let lines = try there.answer(to: question, columns: Self.wide)
      say(page: lines.map(\.trimmedSpaces).filter { !$0.isEmpty })
    } catch {
      complain(error.sentence)
    }
  }

  // MARK: View statements

  /// Reports the result of a statement for the screen.
  ///
  /// - Returns: whether it was reported; if not, the monitor has already shown a message.
  mutating func tell(_ command: ViewCommand, on monitor: Monitor) -> Bool {
    switch command.kind {
    case .branches: tellBranches(monitor)
    case .compare: return tellComparison(monitor)
    case .find where !command.words.isEmpty: tellFound(monitor)
    case .focus, .zoom:
      guard monitor.message == nil else { return false }
      say("done \(command.kind.rawValue) \(command.words.joined(separator: " "))", in: monitor)
    default: return false
    }
    return true
  }

  private mutating func tellBranches(_ monitor: Monitor) {
    let differences = monitor.firstDifferences
    for branch in monitor.comparing.branches.tree.map(\.branch) {
      guard let run = monitor.run(named: branch.name) else { continue }
      var text = "branch \(branch.name.quoted)"
      if let parent = monitor.comparing.branches.parentName(of: branch.name) {
        text += " from event \(branch.row) of \(parent.quoted)"
      }
      text += ": \(Counted.text(run.timeline.rowCount, "event")), \(run.heldCount) held, "
      text += "\(run.failureCount) failed"
      if run.isUntoldBranch { text += ", not played yet" }
      if branch.id == monitor.comparing.branches.current { text += ", here" }
      differences[branch.id].map { text += "; first difference \($0)" }
      say(text, in: monitor)
    }
  }

  /// Reports the differences between two runs.
  ///
  /// - Returns: whether there are two; if not, the monitor has already shown the reason.
  @discardableResult
  mutating func tellComparison(_ monitor: Monitor) -> Bool {
    guard let state = monitor.comparing.compared else { return false }
    let sum = ComparisonSum(monitor.context, state, columns: Self.wide)
    let head = [
      "compare A \(state.names[0].quoted) with B \(state.names[1].quoted)",
      state.comparison.countText, state.setup, state.firstText(isWide: false), sum.title,
    ]
    let lines = sum.lines.map(\.line.words)
    say(page: (head + lines).filter { !$0.isEmpty })
    return true
  }

  /// Reports the rows that contain the search text.
  private mutating func tellFound(_ monitor: Monitor) {
    guard let find = monitor.finding.find else { return }
    let pane = monitor.focus
    let context = monitor.context
    let view = pane.view(in: context)
    let matches = view.matches(of: find, columns: Self.wide)
    let text = find.text.quoted
    say(
      "note \(text) is in \(matches.places.count) of \(matches.total) rows of \(pane.rawValue)",
      in: monitor)
    let places = matches.places.prefix(Self.eventLimit)
    if pane == .events { return tell(rows: Array(places), monitor) }
    let list = view.list(columns: Self.wide)
    if matches.isOfLines { return }
    for place in places {
      let index = list.index(of: place)
      guard index >= 0 else { continue }
      for text in texts(of: list.items[list.selectable[index]], pane, monitor) {
        say(text, in: monitor)
      }
    }
  }
}

extension Line {
  /// The text of the line, with one space between its columns.
  fileprivate var words: String {
    text.split { $0 == " " }.joined(separator: " ")
  }
}
