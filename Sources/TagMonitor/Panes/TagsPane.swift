import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The tags of the event with their reasons; under v5 the way of the event stands above them.
struct TagsPane: PaneView {
  static let pane = Pane.tags

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { "Tags @\(view.eventRow?.number ?? 0)" }

  func footer(columns: Int) -> String { "0 explain" }

  func lines(columns: Int) -> [Line] { text(columns: columns).lines }

  func content(in room: Size) -> PaneContent {
    let (all, selection) = text(columns: room.columns)
    // What became of the event of Firebase is seen until the tags are looked at.
    let isFromTop = context.selection.tag == 0 && !(isFirebase && isFocused)
    let first = ScrollWindow.offset(
      count: all.count, height: room.rows, selection: isFromTop ? nil : selection, previous: 0)
    return PaneContent(
      lines: Array(all.dropFirst(first)), present: selection.lowerBound - first)
  }

  /// Whoever is among the tags means the tag, whatever the row is.
  var explained: Explained { .tag }

  /// The tags of the event with their reasons, and which lines belong to the selected one.
  private func text(columns: Int) -> (lines: [Line], selection: Range<Int>) {
    let tags = view.tags
    let journey = EventJourney(context)
    guard let update = view.update, let row = view.eventRow else {
      let key = context.selection.phone.isOpen ? "7 leads to the phone" : "s views a screen"
      return (wrapped("no event yet: \(key)", columns: columns, .dim), 0..<0)
    }
    var lines = journey.lines(columns: columns)
    guard !update.firings.isEmpty else {
      if !lines.isEmpty { return (lines, 0..<0) }
      let text = "event \(row.number) came while no container was open: nothing can fire, ever"
      return (wrapped(text, columns: columns), 0..<0)
    }
    let fired = tags.count(where: \.didFire)
    if !lines.isEmpty { lines.append(Line()) }
    lines += wrapped(
      "fired \(fired) of \(tags.count) at event \(row.number) \(update.event ?? "")",
      columns: columns)
    var selection = 0..<1
    let nameColumns = min(
      max(10, tags.map { TextWidth.columns(of: $0.name) }.max() ?? 0), max(10, columns * 45 / 100))
    for (index, tag) in tags.enumerated() {
      let start = lines.count
      lines += self.lines(
        of: tag, isSelected: index == context.selection.tag, nameColumns: nameColumns,
        columns: columns)
      if index == context.selection.tag { selection = start..<lines.count }
    }
    if tags.isEmpty { lines += wrapped(noTagsText, columns: columns) }
    for paused in view.update?.explanations.flatMap(\.pausedTags) ?? [] {
      lines.append(signs.no + Line(cell(paused, nameColumns), .dim) + Line(" PAUSED", .dim))
    }
    // What a tag made of the event says more than that it fired.
    return (lines, journey.selectedChange(columns: columns) ?? selection)
  }

  /// Why there are no tags: the container of the event may not be the one of now.
  private var noTagsText: String {
    let met = view.update?.explanations.first?.version ?? ""
    let what =
      met.isEmpty ? "no container with tags had come yet" : "container v\(met) has no tags"
    let now = view.simulation.container?.version ?? met
    return now == met ? what : what + "; v\(now) came later"
  }

  private func lines(
    of tag: TagExplanation, isSelected: Bool, nameColumns: Int, columns: Int
  ) -> [Line] {
    let text = TagText(context)
    let style: Style = isSelected && isFocused ? .selection : tag.didFire ? .bold : .plain
    let name = Line(cell(tag.name, nameColumns), style)
    let outcome = text.outcome(of: tag)
    let head = text.sign(of: tag) + name
    let room = columns - 4 - nameColumns
    var lines = [head + Line(" " + outcome)]
    if TextWidth.columns(of: " " + outcome) > room {
      lines = [head] + wrapped(outcome, columns: columns, indent: 4)
    }
    return lines + reasonLines(of: tag, columns: columns)
  }

  private func reasonLines(of tag: TagExplanation, columns: Int) -> [Line] {
    let text = TagText(context)
    switch tag.outcome {
    case .fired(.nothingRan(let function)):
      let missing =
        isFirebase ? "the app has no class \(function)" : "no handler is registered for \(function)"
      return wrapped(missing, columns: columns, indent: 4)
    case .fired(.threw(_, let reason)): return wrapped(reason, columns: columns, indent: 4)
    case .fired, .refused: return []
    case .blocked:
      return tag.blockingRules.filter(\.isTrue).flatMap {
        text.ruleLines($0, head: "blocked by " + $0.name, columns: columns)
      }
    case .notFired:
      if let never = tag.neverReason { return wrapped(never, columns: columns, indent: 4) }
      let rules = tag.rules.flatMap { text.ruleLines($0, head: $0.name, columns: columns) }
      guard let miss = tag.nearestMiss else { return rules }
      return rules + wrapped("nearest miss: " + miss, columns: columns, indent: 4)
    }
  }
}

extension TagResult {
  /// Whether the tag fired and did not do what one would expect of it.
  var needsAttention: Bool {
    switch self {
    case .nothingRan, .threw, .ignored, .refused: true
    case .hits, .called, .wrote, .logged: false
    }
  }
}
