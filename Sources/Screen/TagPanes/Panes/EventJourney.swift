import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The journey of a Firebase event, in three parts: what the app logged, what the container
/// changed, and what left for Firebase.
package struct EventJourney: ScreenPart {
  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  private var text: TagText { TagText(context) }
  private var table: ParameterTable { ParameterTable(context: context) }

  /// Returns the three parts; empty unless the event is one of Firebase.
  ///
  /// `isWhole` says whether there is room to break long values and to leave lines empty.
  package func lines(columns: Int, isWhole: Bool = false) -> [Line] {
    guard let update = view.update, let outcome = update.firebase, let row = view.eventRow else {
      return []
    }
    let space = isWhole ? [Line()] : []
    return loggedLines(outcome, row, columns: columns, isWhole: isWhole) + space
      + changedLines(outcome, update, columns: columns, isWhole: isWhole) + space
      + leftLines(outcome, row, columns: columns, isWhole: isWhole)
  }

  // MARK: The logged event

  /// Returns only what was logged, with all of its parameters.
  package func logged(columns: Int) -> [Line] {
    guard let outcome = view.update?.firebase, let row = view.eventRow else { return [] }
    return loggedLines(outcome, row, columns: columns, isWhole: true)
  }

  private func loggedLines(
    _ outcome: FirebaseOutcome, _ row: Timeline.Row, columns: Int, isWhole: Bool
  ) -> [Line] {
    let who = outcome.source == .app ? "As the app logged it" : "As Firebase logged it by itself"
    let name = outcome.logged.longName
    var lines = [Line(" " + who, .bold)]
    if isWhole {
      lines += wrapped("\(name) at event \(row.number)", columns: columns, indent: 2)
      lines += table.lines(
        outcome.logged.parameters, indent: 2, columns: columns, isWhole: isWhole)
      if outcome.logged.parameters.isEmpty { lines.append(Line("    no parameters", .dim)) }
    } else {
      lines += shortLines(of: outcome.logged, columns: columns)
    }
    if let waited = outcome.waited, waited > .zero {
      lines += wrapped(
        "it waited \(waited.shortText) for the container", columns: columns, indent: 4)
    }
    return lines
      + outcome.faults.flatMap { faultLines($0, outcome.isDropped, columns: columns) }
  }

  /// Returns an event and its parameters on few lines: `played_song   genre = "jazz"`.
  private func shortLines(of event: FirebaseEvent, columns: Int) -> [Line] {
    var lines: [String] = [" " + event.longName]
    for leaf in DataLayer.leaves(of: event.parameters) {
      let part = "\(leaf.path) = \(JSONWriter.write(leaf.value))"
      let joined = (lines.last ?? "") + "   " + part
      if TextWidth.columns(of: TerminalText.visible(joined)) <= columns {
        lines[lines.count - 1] = joined
      } else {
        lines.append("   " + part)
      }
    }
    return lines.map { Line($0) }
  }

  /// Returns a fault with its code, its reason and its remedy.
  private func faultLines(_ fault: FirebaseFault, _ isDropped: Bool, columns: Int) -> [Line] {
    let style: Style = isDropped && !fault.isWarning ? .lost.strong : .attention.strong
    var head = fault.code > 0 ? "firebase_error \(fault.code)" : ""
    if isDropped, !fault.isWarning {
      head += (head.isEmpty ? "" : ": ") + "the event is DROPPED"
    } else if fault.isWarning, fault.code > 0 {
      head += ", only reported"
    } else if head.isEmpty {
      head = "left out"
    }
    let reason = "\"\(fault.subject)\" \(fault.reason)"
    return [Line(" ! " + head, style)]
      + wrapped(reason, columns: columns, indent: 4)
      + wrapped("do: \(fault.remedy)", columns: columns, indent: 4)
  }

  // MARK: Changes by the container

  private func changedLines(
    _ outcome: FirebaseOutcome, _ update: UpdateRecord, columns: Int, isWhole: Bool
  ) -> [Line] {
    let head = Line(" What the container changed", .bold)
    if outcome.isDropped || outcome.isError {
      return [head] + wrapped("nothing: no tag saw it", columns: columns, indent: 1, .dim)
    }
    if update.firings.isEmpty {
      let reason = "nothing: " + (update.unjudgedReason ?? "no container is open")
      return [head] + wrapped(reason, columns: columns, indent: 1, .dim)
    }
    let tags = view.tags
    let fired = tags.filter(\.didFire)
    let editors = fired.filter { tag in
      if case .fired(.logged) = tag.outcome { true } else { false }
    }
    guard isWhole ? !fired.isEmpty : !editors.isEmpty else {
      let none =
        isWhole
        ? "nothing: none of its \(Counted.text(tags.count, "tag")) fired"
        : "nothing: no rule edits or blocks this event"
      return [head] + wrapped(none, columns: columns, indent: 1, .dim)
    }
    return [head]
      + (isWhole ? fired : editors).flatMap {
        changeLines(of: $0, outcome, columns: columns, isWhole: isWhole)
      }
      + assumptionLines(fired, outcome, columns: columns)
  }

  /// Returns the assumption about what a tag saw, if it fired after a tag that edited the event.
  ///
  /// Source: Firebase §5.3; inferred.
  private func assumptionLines(
    _ fired: [TagExplanation], _ outcome: FirebaseOutcome, columns: Int
  ) -> [Line] {
    let editor = fired.dropLast().first { tag in
      guard case .fired(.logged(let events, _)) = tag.outcome else { return false }
      // Only an event that shares a parameter with the logged one can be an edit of it.
      return events.contains { event in
        event.parameters != outcome.logged.parameters
          && outcome.logged.parameters.contains { event.parameters[$0.key] != nil }
      }
    }
    guard let editor else { return [] }
    return wrapped(
      "assumption: the tags after \(editor.name) saw the event as it was logged",
      columns: columns, indent: 4, .dim)
  }

  private func title(of tag: TagExplanation) -> String {
    context.title(ofTag: tag.name, in: tag.containerID)
  }

  private func changeLines(
    of tag: TagExplanation, _ outcome: FirebaseOutcome, columns: Int, isWhole: Bool
  ) -> [Line] {
    guard case .fired(.logged(let events, let suppresses)) = tag.outcome else {
      let fate = view.fate(of: tag)
      let parts = Wrapping.lines("\(title(of: tag)): \(fate.short)", columns: columns - 4)
      return parts.enumerated().map { index, part in
        index == 0 ? text.sign(of: fate) + part : Line("    " + part)
      }
    }
    let tags = view.tags
    let selected = context.selection.tag
    let isSelected =
      context.focus == .tags && tags.indices.contains(selected) && tags[selected] == tag
    var lines = [
      text.sign(of: view.fate(of: tag)) + Line(title(of: tag), isSelected ? .selection : .plain)
    ]
    let original = outcome.logged
    for (index, event) in events.enumerated() {
      // An event that replaces the original is a change of it; any other is new.
      let replaces = suppresses && index == 0
      let words =
        replaces
        ? event.name == original.name
          ? "event \(event.longName) changed"
          : "event \(event.longName) in place of \(original.longName)"
        : "event \(event.longName) added"
      lines += signed(
        replaces ? signs.tilde : signs.plus, words, columns: columns,
        .bold)
      lines += table.lines(
        ParameterChange.between(original.parameters, event.parameters), indent: 4,
        columns: columns, isWhole: isWhole)
    }
    if suppresses, events.isEmpty {
      lines += signed(
        signs.minus, "event \(original.longName) blocked", columns: columns,
        .attention)
    }
    return lines
  }

  private func signed(_ sign: String, _ text: String, columns: Int, _ style: Style) -> [Line] {
    Wrapping.lines(text, columns: columns - 4).enumerated().map { index, part in
      Line((index == 0 ? "  \(sign) " : "    ") + part, style)
    }
  }

  // MARK: The sent event

  /// Returns what was passed to the app's own code, through which other tools get the event.
  private func calledLines(columns: Int) -> [Line] {
    let called = view.tags.filter(\.didFire).map { ($0.name, view.fate(of: $0)) }
    let who = view.hasBraze ? "Braze" : "the app"
    return [TagFate.Kind.called, .idle].flatMap { kind -> [Line] in
      let names = called.filter { $0.1.kind == kind }.map(\.0)
      guard !names.isEmpty else { return [] }
      let text = names.count == 1 ? "by \(names[0])" : "by \(names.count) tags"
      let came = kind == .called ? "called" : kind.short
      let room = columns - 11
      let shown = context.borders.cell(
        Names.shortened(text, to: max(8, room - came.count - 1), context.borders),
        room - came.count)
      return [
        Line(" " + cell(who, 8) + "  " + shown) + Line(came, kind == .called ? .fired : .attention)
      ]
    }
  }

  private func leftLines(
    _ outcome: FirebaseOutcome, _ row: Timeline.Row, columns: Int, isWhole: Bool
  ) -> [Line] {
    var lines = [Line(" What left the phone", .bold)]
    let hits = row.event.hits.suffix(outcome.passed.count)
    for (passed, id) in zip(outcome.passed, hits) {
      let story = id.flatMap { view.simulation.world.hit($0) }
      let made = TagFate.MadeHit(
        number: id, name: passed.event.longName, fate: story?.fate(in: view.simulation))
      let place = made.short
      let isError = passed.tag == nil && passed.event != outcome.logged
      let isLogged = passed.event == outcome.logged
      let words =
        isError
        ? "\(passed.event.longName), which reports the error"
        : isLogged ? isWhole ? "as it was logged" : "as logged" : passed.event.longName
      if isLogged, !isWhole {
        let room = columns - 11
        let text = context.borders.cell(
          Names.shortened(
            words, to: max(8, room - TextWidth.columns(of: place) - 1), context.borders),
          room - TextWidth.columns(of: place))
        lines.append(Line(" Firebase  " + text) + Line(place, .fired))
        continue
      }
      let sign = isLogged ? " " : outcome.suppressedBy.isEmpty ? signs.plus : signs.tilde
      lines += signed(
        sign, "\(words): \(place)", columns: columns, isLogged ? .plain : .bold)
      if isWhole || isError, !isLogged {
        lines += table.lines(
          passed.event.parameters, indent: 4, columns: columns, isWhole: isWhole)
      }
    }
    if !outcome.suppressedBy.isEmpty {
      let tags = outcome.suppressedBy.joined(separator: ", ")
      lines += signed(
        signs.minus, "\(outcome.logged.longName), blocked by \(tags)", columns: columns,
        .attention)
    } else if outcome.isDropped {
      lines += signed(
        signs.minus, "\(outcome.logged.longName), DROPPED", columns: columns, .lost.strong)
    }
    if lines.count == 1 { lines.append(Line(" nothing", .dim)) }
    if !isWhole { lines += calledLines(columns: columns) }
    return lines
  }
}
