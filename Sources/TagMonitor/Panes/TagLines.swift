import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// A tag in one line, and its reason under it: for the list of tags.
extension TagText {
  /// `✓`, `✗` or `!`.
  func mark(of tag: TagExplanation) -> String {
    switch tag.outcome {
    case .fired(let result):
      result.needsAttention || idleReason(of: tag) != nil
        ? signs.attentionMark : signs.isReader ? "fired" : signs.yesMark
    case .refused: signs.attentionMark
    case .notFired, .blocked: signs.noMark
    }
  }

  /// Not fired is no error: plain.
  func style(of tag: TagExplanation) -> Style {
    switch tag.outcome {
    case .fired(.threw), .refused: .lost
    case .fired(let result):
      result.needsAttention || idleReason(of: tag) != nil ? .attention : .fired
    case .notFired, .blocked: .plain
    }
  }

  /// What became of it, in a few words: "hit 4 waits: offline", "1 change away", "never".
  func shortOutcome(of tag: TagExplanation) -> String {
    switch tag.outcome {
    case .fired(.hits(let made)): hitOutcome(of: tag, made)
    case .fired(.called): idleReason(of: tag) == nil ? "called the app" : "nothing came of it"
    case .fired(.nothingRan): "nothing ran"
    case .fired(.threw): "the app's code failed"
    case .fired(.wrote(let updates)): Counted.text(updates, "push") + " to the data layer"
    case .fired(.logged): String(outcome(of: tag).trimmingPrefix("1x "))
    case .fired(.ignored): "did nothing"
    case .fired(.refused), .refused: "not run"
    case .blocked: "blocked"
    case .notFired: tag.neverReason == nil ? distance(of: tag) : "never"
    }
  }

  /// How far it was from firing: "1 change away".
  private func distance(of tag: TagExplanation) -> String {
    let failing = tag.rules.map { rule in rule.conditions.count { !$0.holds } }
    guard let least = failing.min(), least > 0 else { return "not fired" }
    return Counted.text(least, "change") + " away"
  }

  /// The number of the hit, where it is, and why it waits.
  private func hitOutcome(of tag: TagExplanation, _ made: [Hit]) -> String {
    let ordinal = view.tags.prefix { $0 != tag }.reduce(0) { $0 + $1.hitsMade }
    let stored = (view.eventRow?.event.hits ?? []).dropFirst(ordinal).prefix(made.count)
    guard let first = stored.first, stored.count == made.count else {
      return Counted.text(made.count, "hit")
    }
    if made.count > 1 {
      let waiting = stored.count { id in
        id.map { view.simulation.world.disk.hit($0) != nil } ?? false
      }
      return "\(made.count) hits" + (waiting > 0 ? ", \(waiting) wait" : "")
    }
    guard let id = first else { return "hit lost" }
    return "hit \(id) " + fate(of: id)
  }

  /// Where a hit is now: "waits: offline", "sent", "sent LATE", "lost".
  func fate(of id: Int64) -> String {
    let world = view.simulation.world
    if world.disk.hit(id) != nil {
      if !view.simulation.isRunning { return "waits: no app runs" }
      if !world.isReachable { return "waits: offline" }
      return "waits"
    }
    guard let ended = world.ledger.ended.last(where: { $0.id == id }) else { return "" }
    if case .lost = ended.outcome { return "lost" }
    return ended.isLate ? "sent LATE" : "sent"
  }

  /// The one line of reason that `!` and *never* keep while the tag is not selected.
  func shortReason(of tag: TagExplanation) -> String? {
    switch tag.outcome {
    case .fired(.nothingRan(let function)):
      FunctionCallRequest.missingText(of: function, isClass: isFirebase)
    case .fired(.threw(_, let reason)), .fired(.ignored(let reason)),
      .fired(.refused(let reason)), .refused(let reason):
      reason
    case .notFired: tag.neverReason
    case .fired(.called): idleReason(of: tag)
    case .fired, .blocked: nil
    }
  }

  /// Why the app's class made nothing of a call; nil where it did.
  private func idleReason(of tag: TagExplanation) -> String? {
    guard case .fired(.called) = tag.outcome, view.hasBraze, let row = view.eventRow else {
      return nil
    }
    return view.idleCalls(at: row.number).first { $0.call.caller == tag.name }?.missedReason
  }

  /// Why the selected tag fired or did not, condition by condition.
  func reasonLines(of tag: TagExplanation, columns: Int) -> [Line] {
    var lines =
      shortReason(of: tag).map { reason in
        wrapped(reason, columns: columns, indent: 5, style(of: tag) == .lost ? .lost : .plain)
      } ?? []
    switch tag.outcome {
    case .fired:
      for line in tag.call?.lines ?? [] {
        lines += wrapped(line, columns: columns, indent: 5)
      }
      for rule in tag.rules where rule.isTrue {
        lines += openLines(of: rule, title: rule.title, columns: columns)
      }
    case .blocked:
      for rule in tag.blockingRules where rule.isTrue {
        lines += openLines(of: rule, title: "blocked by " + rule.name, columns: columns)
      }
    case .notFired where tag.neverReason == nil:
      for rule in tag.rules { lines += openLines(of: rule, title: rule.title, columns: columns) }
      if let miss = tag.nearestMiss {
        let words = miss.split(separator: ", ", maxSplits: 1).last.map(String.init) ?? miss
        lines += wrapped("nearest miss: " + words, columns: columns, indent: 5)
      }
    case .notFired, .refused: break
    }
    return lines
  }

  /// A rule with its conditions in columns, and what was seen where one failed.
  private func openLines(of rule: RuleExplanation, title: String, columns: Int) -> [Line] {
    let needs = rule.conditions.count > 1 ? " needs ALL of" : " needs"
    let verb = rule.conditions.isEmpty ? " has no conditions: always true" : needs
    var lines = wrapped(title + verb, columns: columns, indent: 5)
    let width = rule.conditions.map { TextWidth.columns(of: $0.subject) }.max() ?? 0
    // "it was" stands in the same columns.
    let subject = max(8, min(width, columns / 3))
    for condition in rule.conditions {
      lines += openLines(of: condition, subject, columns: columns)
    }
    if let note = rule.undecidedNote { lines += wrapped(note, columns: columns, indent: 5) }
    return lines
  }

  private func openLines(
    of condition: ConditionExplanation, _ subject: Int, columns: Int
  ) -> [Line] {
    let failed = !condition.holds
    let style: Style = failed ? .attention.strong : .fired
    let mark = failed ? signs.noMark : signs.yesMark
    let name = Names.shortened(condition.subject, to: subject, context.borders)
    let indent = 7 + subject + 2
    func folded(_ text: String, _ head: String) -> [Line] {
      let parts = Wrapping.lines(text, columns: max(8, columns - indent))
      return parts.enumerated().map { index, part in
        Line(
          index == 0 ? head + part : String(repeating: " ", count: indent) + part, style)
      }
    }
    var lines = folded(
      "\(condition.verb) \(condition.wanted)", "     \(mark) " + cell(name, subject) + "  ")
    if failed {
      let source = writtenText(of: condition)
      let head = cell("         it was", indent)
      lines += folded(condition.actual + source, head)
    }
    if let trouble = condition.trouble {
      lines += wrapped(trouble, columns: columns, indent: 7, .attention)
    }
    return lines
  }

  /// ", pushed at #12": where what was seen came from, where it is a value of the data layer.
  private func writtenText(of condition: ConditionExplanation) -> String {
    guard !isFirebase, let row = view.eventRow,
      let path = view.dataLayer.leaves().first(where: { leaf in
        ValueConversion.text(leaf.value) == condition.actual
      })?.path,
      case .row(let number) = timeline.lastWrite(of: path, upTo: row.number)
    else { return "" }
    return ", pushed at #\(number)"
  }
}

extension WorldView {
  /// The calls of an event that Braze or its provider made nothing of.
  func idleCalls(at row: Int) -> [BrazeEntry] {
    guard hasBraze else { return [] }
    let calls = simulation.world.braze.entries.reversed().prefix { $0.row >= row }
    return calls.filter { $0.row == row && $0.missedReason != nil }
  }
}

extension TagExplanation {
  /// How many hits it made.
  fileprivate var hitsMade: Int {
    if case .fired(.hits(let hits)) = outcome { hits.count } else { 0 }
  }
}
