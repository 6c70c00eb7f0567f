import TagInspection
package import TagRuntime
import TagSimulation
package import TagWords
import TerminalKit
import TextKit

/// The tags of the event: those that fired, those that did not, and the selected one with its
/// reason; under v5 the journey of the event is above them.
package struct TagsPane: PaneView {
  package static let pane = Pane.tags

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "why the tag did or did not fire"

  package static func subject(of name: String, in view: WorldView) -> Explained? {
    view.tags.first { $0.name == name }.map { .tag(name: $0.name, container: $0.containerID) }
  }

  package let filteredList: FilteredList? = .tags

  package let showsMoment = true

  package func hints(_ hints: PaneHints) -> [KeyHint] {
    hints.explain("explain") + hints.tries
      + [
        KeyHint("T", "all firings"), hints.find, KeyHint("y", "copy"), hints.filter,
        KeyHint("Y", "copy as"),
      ]
  }

  package let title = "Tags"

  package func note(columns: Int) -> String {
    guard let row = view.eventRow else { return "" }
    let name = view.update?.event ?? ""
    let head = "#\(row.number)" + (name.isEmpty || isFirebase ? "" : " " + name)
    guard columns >= 64, !view.tags.isEmpty else { return head }
    return head + ", \(view.tags.count(where: \.didFire)) of \(view.tags.count) fired"
  }

  /// In this pane, Enter explains the selected tag, whatever the event is.
  package var explained: Explained { view.explained(tag: context.selection.tag) }

  package func items(columns: Int) -> [PaneItem] {
    guard let update = view.update, let row = view.eventRow else {
      let key = context.selection.phone.isOpen ? "7 shows the phone" : "s opens a screen"
      return [PaneItem(wrapped("no events yet: \(key)", columns: columns, indent: 1, .dim))]
    }
    var items = EventJourney(context).lines(columns: columns).map { PaneItem([$0]) }
    if !items.isEmpty { items.append(PaneItem([Line()])) }
    guard !update.firings.isEmpty else {
      if !items.isEmpty { return items }
      let text = "event \(row.number) came before any container was open: nothing can fire"
      return [PaneItem(wrapped(text, columns: columns, indent: 1, .attention))]
    }
    let tags = view.tags
    let groups = TagGroups(tags)
    let room = TagColumns(columns, tags: tags)
    for group in groups.all where !group.places.isEmpty {
      let count = group.places.count
      let head =
        isFirebase && group.title == "Fired"
        ? "Fired (\(count) of \(tags.count))" : "\(group.title) (\(count))"
      if context.isDemo, group.title != "Fired" { items.append(PaneItem([Line()])) }
      items.append(PaneItem([Line(" " + head, .bold)]).of(.heading))
      items += group.places.map { item(of: tags[$0], at: $0, room) }
    }
    if tags.isEmpty { items.append(PaneItem(wrapped(noTagsText, columns: columns, indent: 1))) }
    let paused = update.explanations.flatMap(\.pausedTags)
    if !paused.isEmpty {
      items.append(PaneItem([Line(" Paused (\(paused.count))", .bold)]))
      items += paused.map { name in
        PaneItem([
          Line(" \(signs.noMark) " + room.joined(name, "PAUSED", "", context), .dim)
        ])
      }
    }
    return items
  }

  /// The number of tags that are measured to find the list's greatest height.
  private static let openedTags = 40

  /// Returns the height of the list for any selection, which is that of the tag with most details.
  ///
  /// - Complexity: O(n) in the tags and the conditions of their rules.
  package func neededRows(columns: Int) -> Int {
    let rows = list(columns: columns).items.height
    guard !context.isExplainedBelow, view.update != nil else { return rows }
    let text = TagText(context)
    // A tag that is not selected has its reason below it already.
    let opened = view.tags.prefix(Self.openedTags).map { tag in
      text.reasonLines(of: tag, columns: columns).count
        - reasonLines(view.fate(of: tag), .plain, columns: columns).count
    }
    let here = context.selection.tag
    let now = opened.indices.contains(here) ? opened[here] : 0
    return rows + (opened.max() ?? 0) - now
  }

  /// The reason why there are no tags: the event's container may not be the current one.
  private var noTagsText: String {
    let met = view.update?.explanations.first?.version ?? ""
    let what =
      met.isEmpty ? "no tags yet: the container had not loaded" : "container v\(met) has no tags"
    let now = view.simulation.container?.version ?? met
    return now == met ? what : what + " (v\(now) arrived later)"
  }

  /// Returns "1 of 4": the tag's firings and evaluations so far; empty to hide an answer.
  private func total(of tag: TagExplanation) -> String {
    guard view.isLive, !context.isAsking, let total = timeline.firings.total(of: tag.name) else {
      return ""
    }
    return "\(total.fired) of \(total.asked)"
  }

  /// The maximum number of lines for the reason of a tag that is not selected.
  private static let reasonRows = 2

  /// Returns the reason below a tag that is not selected; a longer one is shown when it is.
  private func reasonLines(_ fate: TagFate, _ style: Style, columns: Int) -> [Line] {
    let lines = fate.reason.map { wrapped($0, columns: columns, indent: 5, style) } ?? []
    return Array(lines.prefix(Self.reasonRows))
  }

  /// Returns a tag as an item, with details below it if it is selected.
  private func item(of tag: TagExplanation, at place: Int, _ room: TagColumns) -> PaneItem {
    let isSelected = context.selection.tag == place
    let text = TagText(context)
    let fate = view.fate(of: tag)
    let seen = tag.didFire ? PhoneText(context: context).match(ofTag: tag.name) : nil
    // If the phone's log cannot show it, show the outcome here.
    let shown = seen.flatMap { $0.state == .hidden ? nil : $0 }
    let style = shown?.state.style ?? fate.mark.style
    let mark = isSelected ? signs.cursor : " "
    let head =
      Line(mark, .accent)
      + Line(
        text.mark(of: fate) + " "
          + room.joined(
            tag.name, shown.map { PhoneText(context: context).words(of: $0) } ?? fate.short,
            total(of: tag), context),
        style)
    let phone =
      isSelected
      ? seen.map { PhoneText(context: context).lines(of: $0, columns: room.columns, indent: 5) }
        ?? []
      : []
    let below =
      isSelected && !context.isExplainedBelow
      ? text.reasonLines(of: tag, columns: room.columns)
      : reasonLines(fate, style == .lost ? .lost : .plain, columns: room.columns)
    return PaneItem([head] + phone + below, target: .tag(place)).telling {
      text.facts(of: tag, at: place)
    }
  }
}

/// The tags in groups: those that fired, and those that did not.
package struct TagGroups {
  package let all: [(title: String, places: [Int])]

  package init(_ tags: [TagExplanation]) {
    let missed = tags.indices.filter { !tags[$0].didFire }
    // Tags that can never fire come last.
    all = [
      ("Fired", tags.indices.filter { tags[$0].didFire }),
      (
        "Not fired",
        missed.filter { tags[$0].neverReason == nil }
          + missed.filter { tags[$0].neverReason != nil }
      ),
    ]
  }

  package var order: [Int] { all.flatMap(\.places) }
}

/// The columns of the tags: the outcome at the right, or near the name if the pane is wide.
package struct TagColumns {
  /// In a wider column the eye loses the row.
  package static let eye = 45

  let columns: Int
  /// The first column of the outcome, in a wide pane; nil if it is at the right.
  private let outcome: Int?

  init(_ columns: Int, tags: [TagExplanation]) {
    self.columns = columns
    let longest = tags.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    outcome = columns > 60 ? min(max(24, longest + 2), columns / 2) : nil
  }

  /// Returns a name, an outcome and a total, as the columns have room.
  func joined(
    _ name: String, _ outcome: String, _ total: String, _ context: ScreenContext
  ) -> String {
    if context.isReader { return "\(name): \(outcome)" + (total.isEmpty ? "" : ", \(total)") }
    let room = columns - 3
    if let column = self.outcome {
      let shown = Names.shortened(name, to: column - 2, context.borders)
      let left = context.borders.cell(shown, column)
      let totals = total.isEmpty ? 0 : 8
      return left + context.borders.cell(outcome, room - column - totals)
        + (total.isEmpty ? "" : context.borders.cell(total, totals, .trailing))
    }
    let wanted = TextWidth.columns(of: outcome)
    let names = max(room / 3, room - wanted - 1)
    let shown = Names.shortened(name, to: names, context.borders)
    let used = TextWidth.columns(of: shown)
    return shown + " " + context.borders.cell(outcome, room - used - 1, .trailing)
  }
}
