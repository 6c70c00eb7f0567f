import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What became of a tag of the event, in signs and words; for the tags, the way of an event and the
/// explanation.
struct TagText: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func sign(of fate: TagFate) -> Line {
    if fate.isTrouble { return signs.attention }
    return fate.kind.didFire ? signs.yes : signs.no
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
