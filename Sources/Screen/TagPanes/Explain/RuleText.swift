import TagInspection
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// A rule's conditions and the actual values in columns, with the sources of failed values; for the
/// pages of tags, rules and values.
struct RuleText: ScreenPart {
  let context: ScreenContext
  let container: String

  /// Writes the rule with all its conditions; each links to the macro that it tests.
  ///
  /// - Parameters:
  ///   - rule: the rule as evaluated at the event.
  ///   - head: the text before its name: "blocking ".
  ///   - effect: its effect on the tag of the page.
  ///   - page: the page to write on.
  func write(
    _ rule: RuleExplanation, head: String = "", effect: RuleEffect = .missed,
    _ page: inout PageText
  ) {
    let needs = rule.conditions.count > 1 ? "  needs ALL of" : "  needs"
    let verb = rule.conditions.isEmpty ? "  has no conditions: always true" : needs
    page.say(
      head + rule.title + verb, to: .init(.rule(rule.position, container: container)))
    let subjects = rule.conditions.map { TextWidth.columns(of: TerminalText.visible($0.subject)) }
    let verbs = rule.conditions.map { TextWidth.columns(of: $0.verb) }
    let first = min(subjects.max() ?? 0, page.columns / 3)
    let second = min(verbs.max() ?? 0, page.columns / 3)
    let places = places(of: rule)
    for (index, condition) in rule.conditions.enumerated() {
      let place = places.indices.contains(index) ? places[index] : nil
      write(condition, effect, (first, second), place.map { .condition($0) }, &page)
    }
    if let note = rule.undecidedNote { page.say(note, .attention, indent: 2) }
  }

  /// Returns the places of a rule's conditions in the container, in the order of their display.
  private func places(of rule: RuleExplanation) -> [ConditionPlace] {
    let met = view.update?.explanations.first { $0.containerID == container }?.compiled
    return met.map { AlterableContainer($0).conditions(ofRule: rule.position) } ?? []
  }

  private func write(
    _ condition: ConditionExplanation, _ effect: RuleEffect, _ widths: (subject: Int, verb: Int),
    _ part: AlterPart?, _ page: inout PageText
  ) {
    let isDecisive = effect.isDecided(by: condition)
    let style = effect.style(of: condition)
    let sign = condition.holds ? signs.yesMark : signs.noMark
    let head =
      Line("  ") + Line(sign, condition.holds && !isDecisive ? .fired : style)
      + Line(
        " " + cell(condition.subject, widths.subject) + "  " + cell(condition.verb, widths.verb)
          + "  ", style)
    let indent = 4 + widths.subject + 2 + widths.verb + 2
    if isDecisive { page.startHere() }
    let parts = Wrapping.lines(condition.wanted, columns: page.columns - indent)
    page.append(
      parts.enumerated().map { index, part in
        index == 0
          ? head + Line(part, style) : Line(String(repeating: " ", count: indent) + part, style)
      }, to: target(of: condition), part: part)
    guard isDecisive else { return }
    page.fact(
      "it was", condition.actual, width: indent - 7, indent: 7, style, to: nil)
    if let source = source(of: condition) {
      page.fact("read from", source.text, width: indent - 7, indent: 7, to: source.target)
    }
    for call in condition.calls {
      page.fact("asked", call.request.text, width: indent - 7, indent: 7)
      page.fact("", call.outcomeText, width: indent - 7, indent: 7)
    }
    if let trouble = condition.trouble { page.say(trouble, .attention, indent: 7) }
  }

  private func target(of condition: ConditionExplanation) -> PageLine.Target? {
    condition.macro.map {
      .init(.value(TypedRead(kind: .string, key: $0), container: container))
    }
  }

  // MARK: Sources

  /// Returns the source of a condition's value; nil if that is the event itself.
  func source(of condition: ConditionExplanation) -> (text: String, target: PageLine.Target?)? {
    if condition.isAboutEvent { return nil }
    guard let maker = condition.maker else { return nil }
    return source(of: maker)
  }

  /// Returns the source of a value: "data layer screenName, pushed at #12 by screen "Cart"".
  func source(of maker: ValueMaker) -> (text: String, target: PageLine.Target?) {
    guard let path = maker.subject, maker.readsDataLayer else {
      if maker.readsEvent, let path = maker.subject {
        return (maker.words, .init(.dataKey(path)))
      }
      return (maker.words == "language" ? "language of the phone" : maker.words, nil)
    }
    let last = view.eventRow?.number ?? view.row?.number ?? 0
    let text = "data layer \(path)"
    let key = PageLine.Target(.dataKey(path))
    switch timeline.lastWrite(of: path, upTo: last) {
    case .row(let number):
      guard timeline.hasRow(at: number) else { return (text, key) }
      return ("\(text), \(timeline.row(at: number).pushedText)", key)
    case .before(let number): return ("\(text), pushed before #\(number)", key)
    case .none:
      let isThere = view.dataLayer.get(path) != nil
      return (isThere ? text : "\(text), not pushed yet", key)
    }
  }
}

extension RuleExplanation {
  /// Whether it blocks its tags: it is true, or could not be tested.
  package var blocks: Bool { isTrue || undecidedBy != nil }
}

/// The effect of a rule on a tag, which determines the decisive conditions.
enum RuleEffect: Sendable, Hashable {
  /// It did not fire the tag: the failed conditions are decisive.
  case missed
  /// It blocked the tag: the conditions that held are decisive.
  case blocked
  /// It had no effect: another rule decided.
  case none

  /// Returns whether a condition was decisive for the tag.
  func isDecided(by condition: ConditionExplanation) -> Bool {
    switch self {
    case .missed: !condition.holds
    case .blocked: condition.holds || condition.isUndecided
    case .none: false
    }
  }

  /// Returns the style of a condition: decisive ones stand out, other failed ones are dim.
  func style(of condition: ConditionExplanation) -> Style {
    if isDecided(by: condition) { return .attention.strong }
    return condition.holds ? .plain : .dim
  }
}

extension Timeline.Row {
  /// The event number and origin of a push: "pushed at #12 by screen "Cart"".
  package var pushedText: String {
    guard let who = event.pusher else { return "pushed at #\(number)" }
    return "pushed at #\(number) \(who)"
  }
}

/// A rule at the event: whether it was true, and the tags that it fires and blocks.
struct RulePage: ExplainPage {
  let context: ScreenContext
  let position: Int
  let container: String

  func write(_ page: inout PageText) {
    guard
      let event = view.update?.explanations.first(where: { $0.containerID == container }),
      let rule = rule(of: event)
    else { return page.say("the container of this event has no such rule", .dim) }
    let verdict = rule.isTrue ? "was true" : "was not true"
    let number = view.eventRow.map { "#\($0.number) " } ?? ""
    page.headline("\(rule.title.sentenceCased) \(verdict) at \(number)\(event.event).")
    if let contradiction = rule.contradiction {
      page.say("It can never be true: \(contradiction).", .attention)
    }
    page.blank()
    RuleText(context: context, container: container).write(rule, &page)
    writeTags(event, &page)
  }

  private func rule(of event: EventExplanation) -> RuleExplanation? {
    for tag in event.tags {
      let rules = tag.rules + tag.blockingRules
      if let found = rules.first(where: { $0.position == position }) { return found }
    }
    return nil
  }

  private func writeTags(_ event: EventExplanation, _ page: inout PageText) {
    guard let compiled = event.tags.first?.compiled,
      compiled.rules.indices.contains(position)
    else { return }
    let (fired, blocked) = compiled.tags(ofRule: position)
    let text = TagText(context)
    for (head, tags) in [("It fires", fired), ("It blocks", blocked)]
    where !tags.isEmpty {
      page.part(head)
      for tag in tags.map({ event.tag(at: $0) }) {
        let fate = view.fate(of: tag)
        page.append(
          [Line("  ") + text.sign(of: fate) + Line("\(tag.name)  ") + Line(fate.outcome, .dim)],
          to: .init(.tag(name: tag.name, container: container)))
      }
    }
  }
}
