import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The tags of the event with their reasons, and which lines belong to the selected one.
  func tagLines(columns: Int) -> (lines: [Line], selection: Range<Int>) {
    guard let update = view.update, let row = view.eventRow else {
      return (wrapped("no event yet: s views a screen", columns: columns, .dim), 0..<0)
    }
    guard !update.firings.isEmpty else {
      let text = "event \(row.number) came before any container was open: nothing can fire, ever"
      return (wrapped(text, columns: columns), 0..<0)
    }
    let fired = tags.count(where: \.didFire)
    var lines = wrapped(
      "fired \(fired) of \(tags.count) at event \(row.number) \(update.event ?? "")",
      columns: columns)
    var selection = 0..<1
    for (index, tag) in tags.enumerated() {
      let start = lines.count
      lines += self.lines(of: tag, isSelected: index == selectedTag, columns: columns)
      if index == selectedTag { selection = start..<lines.count }
    }
    if tags.isEmpty { lines += wrapped(noTagsText, columns: columns) }
    return (lines, selection)
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

  private func sign(of tag: TagExplanation) -> Line {
    switch tag.outcome {
    case .fired(let result): result.needsAttention ? signs.attention : signs.yes
    case .refused: signs.attention
    case .notFired, .blocked: signs.no
    }
  }

  /// The outcome, with the number of the hit and where it is now.
  private func outcomeText(of tag: TagExplanation) -> String {
    guard case .fired(.hit(let hit)) = tag.outcome else { return tag.outcomeText }
    let ordinal = tags.prefix { $0 != tag }.count(where: \.madeHit)
    let hits = view.eventRow?.event.hits ?? []
    guard hits.indices.contains(ordinal) else { return "1x \(hit.typeName) hit" }
    guard let id = hits[ordinal] else { return "1x hit lost" }
    if view.simulation.world.disk.hits.contains(where: { $0.id == id }) {
      return "1x hit \(id) waits"
    }
    switch view.simulation.world.ledger.settled.last(where: { $0.id == id })?.outcome {
    case .sent: return "1x hit \(id) sent"
    case .lost: return "1x hit \(id) lost"
    case nil: return "1x hit \(id)"
    }
  }

  private func reasonLines(of tag: TagExplanation, columns: Int) -> [Line] {
    switch tag.outcome {
    case .fired(.nothingRan(let function)):
      return wrapped("no handler is registered for \(function)", columns: columns, indent: 4)
    case .fired(.threw(_, let reason)): return wrapped(reason, columns: columns, indent: 4)
    case .fired, .refused: return []
    case .blocked:
      return tag.blockingRules.filter(\.isTrue).flatMap {
        ruleLines($0, role: "blocked by ", columns: columns)
      }
    case .notFired:
      if let never = tag.neverReason { return wrapped(never, columns: columns, indent: 4) }
      let rules = tag.rules.flatMap { ruleLines($0, role: "", columns: columns) }
      guard let miss = tag.nearestMiss else { return rules }
      return rules + wrapped("nearest miss: " + miss, columns: columns, indent: 4)
    }
  }

  func ruleLines(_ rule: RuleExplanation, role: String, columns: Int) -> [Line] {
    let needs = rule.conditions.count > 1 ? " needs ALL of" : " needs"
    let head = rule.conditions.isEmpty ? " has no conditions: always true" : needs
    var lines = wrapped(role + rule.name + head, columns: columns, indent: 4)
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
    return lines
  }
}

extension TagExplanation {
  /// Whether it fired and made a hit.
  fileprivate var madeHit: Bool {
    if case .fired(.hit) = outcome { true } else { false }
  }
}
