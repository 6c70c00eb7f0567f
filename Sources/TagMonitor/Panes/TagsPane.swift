import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The tags of the event with their reasons, and which lines belong to the selected one.
  func tagLines(columns: Int) -> (lines: [Line], selection: Range<Int>) {
    guard let update = view.update, let row = view.eventRow else {
      let key = phone.isOpen ? "7 leads to the phone" : "s views a screen"
      return (wrapped("no event yet: \(key)", columns: columns, .dim), 0..<0)
    }
    var lines = journeyLines(columns: columns)
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
    for (index, tag) in tags.enumerated() {
      let start = lines.count
      lines += self.lines(of: tag, isSelected: index == selectedTag, columns: columns)
      if index == selectedTag { selection = start..<lines.count }
    }
    if tags.isEmpty { lines += wrapped(noTagsText, columns: columns) }
    // What a tag made of the event says more than that it fired.
    return (lines, selectedChange(columns: columns) ?? selection)
  }

  /// Why there are no tags: the container of the event may not be the one of now.
  private var noTagsText: String {
    let met = view.update?.explanations.first?.version ?? ""
    let what =
      met.isEmpty ? "no container with tags had come yet" : "container v\(met) has no tags"
    let now = view.simulation.container?.version ?? met
    return now == met ? what : what + "; v\(now) came later"
  }

  private func lines(of tag: TagExplanation, isSelected: Bool, columns: Int) -> [Line] {
    let nameColumns = min(
      max(10, tags.map { TextWidth.columns(of: $0.name) }.max() ?? 0), max(10, columns * 45 / 100))
    let style: Style = isSelected && focus == .tags ? .reverse : tag.didFire ? .bold : .plain
    let name = Line(cell(tag.name, nameColumns), style)
    let outcome = " " + outcomeText(of: tag)
    let head = sign(of: tag) + name
    let room = columns - 4 - nameColumns
    var lines = [head + Line(outcome)]
    if TextWidth.columns(of: outcome) > room {
      lines = [head] + wrapped(outcomeText(of: tag), columns: columns, indent: 4)
    }
    return lines + reasonLines(of: tag, columns: columns)
  }

  func sign(of tag: TagExplanation) -> Line {
    switch tag.outcome {
    case .fired(let result): result.needsAttention ? signs.attention : signs.yes
    case .refused: signs.attention
    case .notFired, .blocked: signs.no
    }
  }

  /// The outcome, with the number of the hit and where it is now.
  func outcomeText(of tag: TagExplanation) -> String {
    if case .fired(.logged(let events, let suppresses)) = tag.outcome {
      return loggedText(events, suppresses, of: tag)
    }
    guard case .fired(.hits(let made)) = tag.outcome, let hit = made.first else {
      return tag.outcomeText
    }
    let ordinal = tags.prefix { $0 != tag }.reduce(0) { $0 + $1.hitCount }
    let stored = (view.eventRow?.event.hits ?? []).dropFirst(ordinal).prefix(made.count)
    guard let id = stored.first, stored.count == made.count else {
      return made.count == 1 ? "1x \(hit.typeName) hit" : "1x \(made.count) hits"
    }
    guard made.count == 1 else { return "1x \(made.count) hits" + places(of: Array(stored)) }
    return id.map { "1x hit \($0)" + (place(of: $0).map { " " + $0.rawValue } ?? "") }
      ?? "1x hit lost"
  }

  enum Place: String, CaseIterable {
    case waits
    case sent
    case lost
  }

  /// Where a hit is now; one that was never stored has no number and is lost.
  func place(of id: Int64?) -> Place? {
    guard let id else { return .lost }
    if view.simulation.world.disk.hits.contains(where: { $0.id == id }) { return .waits }
    switch view.simulation.world.ledger.settled.last(where: { $0.id == id })?.outcome {
    case .sent: return .sent
    case .lost: return .lost
    case nil: return nil
    }
  }

  /// " wait", or ": 1 waits, 2 sent"
  private func places(of hits: [Int64?]) -> String {
    let places = hits.compactMap { place(of: $0) }
    let parts = Place.allCases.compactMap { place -> (count: Int, word: String)? in
      let count = places.count { $0 == place }
      return count == 0 ? nil : (count, place == .waits && count > 1 ? "wait" : place.rawValue)
    }
    guard parts.count > 1 else { return parts.first.map { " " + $0.word } ?? "" }
    return ": " + parts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }

  private func reasonLines(of tag: TagExplanation, columns: Int) -> [Line] {
    switch tag.outcome {
    case .fired(.nothingRan(let function)):
      let missing =
        isFirebase ? "the app has no class \(function)" : "no handler is registered for \(function)"
      return wrapped(missing, columns: columns, indent: 4)
    case .fired(.threw(_, let reason)): return wrapped(reason, columns: columns, indent: 4)
    case .fired, .refused: return []
    case .blocked:
      return tag.blockingRules.filter(\.isTrue).flatMap {
        ruleLines($0, head: "blocked by " + $0.name, columns: columns)
      }
    case .notFired:
      if let never = tag.neverReason { return wrapped(never, columns: columns, indent: 4) }
      let rules = tag.rules.flatMap { ruleLines($0, head: $0.name, columns: columns) }
      guard let miss = tag.nearestMiss else { return rules }
      return rules + wrapped("nearest miss: " + miss, columns: columns, indent: 4)
    }
  }

  func ruleLines(_ rule: RuleExplanation, head: String, columns: Int) -> [Line] {
    let needs = rule.conditions.count > 1 ? " needs ALL of" : " needs"
    let verb = rule.conditions.isEmpty ? " has no conditions: always true" : needs
    var lines = wrapped(head + verb, columns: columns, indent: 4)
    for condition in rule.conditions {
      let sign = condition.holds ? signs.yes : signs.no
      let text = Wrapping.lines(condition.sentence, columns: columns - 8)
      for (index, part) in text.enumerated() {
        lines.append(index == 0 ? Line("    ") + sign + part : Line("        " + part))
      }
      if !condition.holds {
        lines += wrapped("actual: " + condition.actual, columns: columns, indent: 8, .bold)
      }
      if let trouble = condition.trouble {
        lines += wrapped(trouble, columns: columns, indent: 8, .plain.colored(.yellow))
      }
    }
    if let note = rule.undecidedNote { lines += wrapped(note, columns: columns, indent: 4) }
    return lines
  }
}

extension TagExplanation {
  /// How many hits it made.
  fileprivate var hitCount: Int {
    if case .fired(.hits(let hits)) = outcome { hits.count } else { 0 }
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
