import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What became of a tag of the event, in signs and words; for the tags, the way of an event and the
/// explanation.
struct TagText: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func sign(of tag: TagExplanation) -> Line {
    switch tag.outcome {
    case .fired(let result): result.needsAttention ? signs.attention : signs.yes
    case .refused: signs.attention
    case .notFired, .blocked: signs.no
    }
  }

  /// The outcome, with the number of the hit and where it is now.
  func outcome(of tag: TagExplanation) -> String {
    if case .fired(.logged(let events, let suppresses)) = tag.outcome {
      return loggedText(events, suppresses, of: tag)
    }
    guard case .fired(.hits(let made)) = tag.outcome, let hit = made.first else {
      return tag.outcomeText
    }
    let stored = hits(of: tag)
    guard let id = stored.first, stored.count == made.count else {
      return made.count == 1 ? "1x \(hit.typeName) hit" : "1x \(made.count) hits"
    }
    guard made.count == 1 else { return "1x \(made.count) hits" + places(of: stored) }
    return id.map { "1x hit \($0)" + (place(of: $0).map { " " + $0.rawValue } ?? "") }
      ?? "1x hit lost"
  }

  /// The numbers of the hits that a tag made; nil in place of one that was never stored.
  func hits(of tag: TagExplanation) -> [Int64?] {
    let ordinal = view.tags.prefix { $0 != tag }.reduce(0) { $0 + $1.hitCount }
    return Array((view.eventRow?.event.hits ?? []).dropFirst(ordinal).prefix(tag.hitCount))
  }

  private enum Place: String, CaseIterable {
    case waits
    case sent
    case lost
  }

  /// Where a hit is now; one that was never stored has no number and is lost.
  private func place(of id: Int64?) -> Place? {
    guard let id else { return .lost }
    if view.simulation.world.disk.hit(id) != nil { return .waits }
    switch view.simulation.world.ledger.ended.last(where: { $0.id == id })?.outcome {
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

  /// "hit 7 waits"
  func hitText(_ id: Int64?) -> String {
    let place = place(of: id)?.rawValue ?? ""
    return (id.map { "hit \($0) " } ?? "") + place
  }

  /// What a tag logged, with the numbers of the hits and where they are: "1x listening, hit 7
  /// waits".
  private func loggedText(
    _ events: [FirebaseEvent], _ suppresses: Bool, of tag: TagExplanation
  ) -> String {
    let passed = view.update?.firebase?.passed ?? []
    let hits = (view.eventRow?.event.hits ?? []).suffix(passed.count)
    let own = zip(passed, hits).filter { $0.0.tag == tag.name }.map {
      "\($0.0.event.longName), \(hitText($0.1))"
    }
    let kept = suppresses ? ["kept \(view.update?.event ?? "the event") back"] : []
    return (["1x"] + [(own + kept).joined(separator: "; ")]).joined(separator: " ")
  }

  // MARK: Rules

  /// What a rule needs, condition by condition.
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
        lines += wrapped(trouble, columns: columns, indent: 8, .attention)
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
