package import TagRuntime
package import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// A tag in one line with its reason below, for the list of tags.
extension TagText {
  /// Returns `✓`, `✗` or `!`.
  package func mark(of fate: TagFate) -> String {
    if fate.isTrouble { return signs.attentionMark }
    return fate.kind.didFire ? signs.isReader ? "fired" : signs.yesMark : signs.noMark
  }

  /// Returns why the selected tag fired or did not, condition by condition.
  package func reasonLines(of tag: TagExplanation, columns: Int) -> [Line] {
    let fate = view.fate(of: tag)
    var lines =
      fate.reason.map { reason in
        wrapped(reason, columns: columns, indent: 5, fate.mark == .lost ? .lost : .plain)
      } ?? []
    switch fate {
    case .hits, .logged, .wrote, .called, .idle, .nothingRan, .threw, .ignored:
      for line in tag.call?.lines ?? [] {
        lines += wrapped(line, columns: columns, indent: 5)
      }
      for rule in tag.rules where rule.isTrue {
        lines += openLines(of: rule, title: rule.title, columns: columns)
      }
    case .blocked(let rules):
      for rule in rules {
        lines += openLines(
          of: rule, title: "blocked by " + rule.name, effect: .blocked, columns: columns)
      }
    case .missed:
      for rule in tag.rules { lines += openLines(of: rule, title: rule.title, columns: columns) }
    case .never, .refused: break
    }
    return lines
  }

  /// Returns a rule with its conditions in columns, and the actual value where one failed.
  private func openLines(
    of rule: RuleExplanation, title: String, effect: RuleEffect = .missed, columns: Int
  ) -> [Line] {
    let needs = rule.conditions.count > 1 ? " needs ALL of" : " needs"
    let verb = rule.conditions.isEmpty ? " has no conditions: always true" : needs
    var lines = wrapped(title + verb, columns: columns, indent: 5)
    let width = rule.conditions.map { TextWidth.columns(of: $0.subject) }.max() ?? 0
    // "it was" is in the same columns.
    let subject = max(8, min(width, columns / 3))
    for condition in rule.conditions {
      lines += openLines(of: condition, effect, subject, columns: columns)
    }
    if let note = rule.undecidedNote { lines += wrapped(note, columns: columns, indent: 5) }
    return lines
  }

  private func openLines(
    of condition: ConditionExplanation, _ effect: RuleEffect, _ subject: Int, columns: Int
  ) -> [Line] {
    let isDecisive = effect.isDecided(by: condition)
    let isQuiet = !isDecisive && condition.holds
    let style: Style = isQuiet ? .fired : effect.style(of: condition)
    let mark = condition.holds ? signs.yesMark : signs.noMark
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
    if isDecisive, !condition.holds {
      let source = writtenText(of: condition)
      let head = cell("         it was", indent)
      lines += folded(condition.actual + source, head)
    }
    if let trouble = condition.trouble {
      lines += wrapped(trouble, columns: columns, indent: 7, .attention)
    }
    return lines
  }

  /// Returns ", pushed at #12": the origin of the actual value, if it is in the data layer.
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

extension FateMark {
  /// The style of what came out so; a tag that did not fire is not an error and stays plain.
  package var style: Style {
    switch self {
    case .quiet: .plain
    case .well: .fired
    case .attention: .attention
    case .lost: .lost
    }
  }
}

extension WorldView {
  /// Returns the fate of a tag at the selected event.
  ///
  /// - Complexity: O(n) in the conditions of its rules if it did not fire.
  package func fate(of tag: TagExplanation) -> TagFate {
    eventRow.map { simulation.fate(of: tag, at: $0.event) } ?? .missed(nil)
  }
}
