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

  package let title = "Tags"

  package func note(columns: Int) -> String {
    guard let row = view.eventRow else { return "" }
    let name = view.update?.event ?? ""
    return "#\(row.number)" + (name.isEmpty || isFirebase ? "" : " " + name)
  }

  /// In this pane, Enter explains the selected tag, whatever the event is.
  package var explained: Explained { view.explained(tag: context.selection.tag) }

  package func items(columns: Int) -> [PaneItem] {
    guard let update = view.update, let row = view.eventRow else {
      let key = context.selection.phone.isOpen ? "7 shows the phone" : "s opens a screen"
      return [PaneItem([Line("No events yet: \(key)", .dim)])]
    }
    let isFollowed = context.phone?.isOwn == true
    var items =
      isFollowed ? [] : EventJourney(context).lines(columns: columns).map { PaneItem([$0]) }
    if !items.isEmpty { items.append(PaneItem([Line()])) }
    guard !update.firings.isEmpty else {
      if !items.isEmpty { return items }
      let text = "Nothing can fire: no container was open at #\(row.number)"
      return [PaneItem([Line(text, .attention)])]
    }
    let tags = view.tags
    let groups = TagGroups(tags)
    let room = TagColumns(columns: columns)
    let showsDistances = showsDistances
    for group in groups.all where !group.places.isEmpty {
      let count = group.places.count
      let title = isFollowed ? group.title.replacing("Fired", with: "Must fire") : group.title
      let head =
        isFirebase && title == "Fired"
        ? "Fired (\(count) of \(tags.count))" : "\(title) (\(count))"
      if context.isDemo, group.title != "Fired" { items.append(PaneItem([Line()])) }
      items.append(PaneItem([Line(head, .bold)]).of(.heading))
      items += group.places.map { item(of: tags[$0], at: $0, room, showsDistances) }
    }
    if tags.isEmpty { items.append(PaneItem([Line(noTagsText)])) }
    let paused = update.explanations.flatMap(\.pausedTags)
    if !paused.isEmpty {
      items.append(PaneItem([Line("Paused (\(paused.count))", .bold)]))
      items += paused.map { name in
        PaneItem([Line(" \(signs.noMark) " + room.joined(name, "PAUSED", context), .dim)])
      }
    }
    return items
  }

  /// The reason why there are no tags: the event's container may not be the current one.
  private var noTagsText: String {
    let met = view.update?.explanations.first?.version ?? ""
    return met.isEmpty
      ? "No tags yet: the container had not loaded" : "Container v\(met) has no tags"
  }

  /// Whether tags that did not fire lack different numbers of changes, so that these are worth a
  /// column.
  private var showsDistances: Bool {
    let missed = view.tags.lazy.compactMap { tag -> String? in
      if case .missed = view.fate(of: tag) { view.fate(of: tag).short } else { nil }
    }
    return Set(missed).count > 1
  }

  /// The maximum number of lines for the reason of a tag that is not selected.
  private static let reasonRows = 2

  /// Returns the reason below a tag that is not selected; a longer one is shown when it is.
  private func reasonLines(_ fate: TagFate, _ style: Style, columns: Int) -> [Line] {
    let lines = fate.reason.map { wrapped($0, columns: columns, indent: 5, style) } ?? []
    return Array(lines.prefix(Self.reasonRows))
  }

  /// Returns a tag as an item, with details below it if it is selected.
  private func item(
    of tag: TagExplanation, at place: Int, _ room: TagColumns, _ showsDistances: Bool
  ) -> PaneItem {
    let isSelected = context.selection.tag == place
    let text = TagText(context)
    let fate = view.fate(of: tag)
    let seen = tag.didFire ? PhoneText(context: context).match(ofTag: tag.name) : nil
    let style = seen?.state.style ?? fate.mark.style
    let mark = isSelected ? signs.cursor : " "
    let words = fate.kind == .missed && !showsDistances ? "" : fate.short
    let head =
      Line(mark, .accent)
      + Line(
        (seen.map { signs.phone($0.state) } ?? text.mark(of: fate)) + " "
          + room.joined(
            context.title(ofTag: tag.name, in: tag.containerID), seen?.state.short ?? words,
            context),
        style)
    let phone = isSelected ? seen : nil
    let below =
      phone.map { PhoneText(context: context).brief($0, columns: room.columns, indent: 5) }
      ?? (seen != nil
        ? []
        : isSelected
          ? text.reasonLines(of: tag, columns: room.columns)
          : reasonLines(fate, style == .lost ? .lost : .plain, columns: room.columns))
    return PaneItem([head] + below, target: .tag(place)).telling {
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

/// The columns of the tags: the outcome at the right, but not too far from the name.
package struct TagColumns {
  /// In a wider column the eye loses the row.
  package static let eye = 52

  let columns: Int

  /// Returns a name and an outcome, as the columns have room.
  func joined(_ name: String, _ outcome: String, _ context: ScreenContext) -> String {
    if context.isReader { return outcome.isEmpty ? name : "\(name): \(outcome)" }
    let wanted = TextWidth.columns(of: outcome)
    let whole = TextWidth.columns(of: TerminalText.visible(name))
    // A long outcome or name gets what a wide pane has.
    let room = min(columns, max(Self.eye, whole + wanted + 6)) - 4
    let names = max(room / 3, room - wanted - 1)
    let shown = Names.shortened(name, to: names, context.borders)
    let used = TextWidth.columns(of: shown)
    return shown + " " + context.borders.cell(outcome, room - used - 1, .trailing)
  }
}
