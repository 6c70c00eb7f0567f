import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// Tags that fire differently, and the reasons.
extension RunComparison {
  /// Finds the tags with different effects at a pair.
  ///
  /// - Complexity: O(n) in the tags that fired.
  package func tags(ofPair place: Int) -> [TagDifference] {
    let pair = pair(at: place)
    let events = ComparedSide.allCases.map { event(ofPair: place, in: $0) }
    let fired = [events[0]?.firedTags() ?? [:], events[1]?.firedTags(ids) ?? [:]]
    var names = OrderedSet(fired[0].keys)
    names.formUnion(fired[1].keys)
    return names.compactMap { name in
      guard fired[0][name] != fired[1][name] else { return nil }
      let sides = zip(ComparedSide.allCases, events)
      let ran = sides.map { side, event in event?.ran(ids.name(name, in: side)) ?? false }
      let words = sides.map { side, event in
        event.map { $0.outcomeText(of: ids.name(name, in: side), in: timeline(of: side).live) }
      }
      return TagDifference(
        pair: place, number: pair.number, container: name.container, name: name.tag, a: words[0],
        b: words[1], firedIn: ran[0] == ran[1] ? nil : ran[0] ? .a : .b)
    }
  }

  /// Explains a difference of a tag: the deciding conditions, with the values in each run.
  ///
  /// - Complexity: of tracing two rows.
  package func reasons(of tag: TagDifference) -> [TagReason] {
    let explained = ComparedSide.allCases.map { side -> Result<TagExplanation, TagAbsence> in
      guard let row = pair(at: tag.pair).row(in: side) else { return .failure(.event) }
      let timeline = timeline(of: side)
      let explanations = timeline.traced(row: timeline.row(at: row))?.explanations ?? []
      let own = ids.name(TagName(container: tag.container, tag: tag.name), in: side)
      guard let container = explanations.first(where: { $0.containerID == own.container }) else {
        return .failure(.container)
      }
      let found = container.tags.first { $0.name == own.tag }
      return found.map { .success($0) } ?? .failure(.tag)
    }
    return TagReason.all(explained[0], explained[1])
  }
}

/// The reason why a run did not evaluate a tag.
private enum TagAbsence: String, Error {
  /// The run has no such event.
  case event
  /// Its container was not open.
  case container
  /// Its container has no such tag.
  case tag

  /// The question that the reason answers.
  var asked: String { "the " + rawValue }

  /// The answers for the run with the absence and for the other run.
  var words: (here: String, other: String) {
    switch self {
    case .event: ("not in this run", "present")
    case .container: ("was not open", "was open")
    case .tag: ("no such tag", "present")
    }
  }
}

/// The reason why a tag fired in one run and not in the other.
package struct TagReason: Sendable, Hashable {
  /// The question: "screen name equals".
  package var asked: String
  /// The answer in A; nil if there is none.
  package var a: String?
  /// The answer in B; nil if there is none.
  package var b: String?

  fileprivate static func all(
    _ a: Result<TagExplanation, TagAbsence>, _ b: Result<TagExplanation, TagAbsence>
  ) -> [TagReason] {
    switch (a, b) {
    case (.success(let a), .success(let b)): return all(a, b)
    case (.failure(let absence), .success):
      return [TagReason(asked: absence.asked, a: absence.words.here, b: absence.words.other)]
    case (.success, .failure(let absence)):
      return [TagReason(asked: absence.asked, a: absence.words.other, b: absence.words.here)]
    case (.failure, .failure): return []
    }
  }

  private static func all(_ a: TagExplanation, _ b: TagExplanation) -> [TagReason] {
    if a.didFire == b.didFire { return [] }
    let reasons = a.didFire ? deciding(b, a) : deciding(a, b)
    // The reasons have the run in which it did not fire first.
    return a.didFire ? reasons.map { TagReason(asked: $0.asked, a: $0.b, b: $0.a) } : reasons
  }

  /// Finds the reason that prevented a tag from firing, and its counterpart in the run in which it
  /// fired.
  private static func deciding(_ not: TagExplanation, _ fired: TagExplanation) -> [TagReason] {
    if let refusal = not.refusal { return [TagReason(asked: "it was", a: refusal, b: "run")] }
    if case .blocked = not.outcome, let rule = not.blockingRules.first(where: \.isTrue) {
      let other = fired.blockingRules.first { $0.name == rule.name }
      let failing = other?.conditions.first { !$0.holds }
      let text = failing.map { "\($0.sentence): it was \($0.actual)" } ?? "no such rule"
      return [TagReason(asked: "blocked by \(rule.title)", a: "true", b: text)]
    }
    let held = fired.rules.filter(\.isTrue)
    let missed = not.rules.map { rule in (rule, rule.conditions.filter { !$0.holds }) }
    let near = missed.filter { !$0.1.isEmpty }
    // The rule that was true in the other run is the most informative.
    guard
      let (_, failing) = near.first(where: { rule, _ in held.contains { $0.name == rule.name } })
        ?? near.min(by: { $0.1.count < $1.1.count }), let condition = failing.first
    else { return [TagReason(asked: "rules that fire it", a: "none", b: held.first?.title)] }
    let others = held.flatMap(\.conditions)
    let counterpart =
      others.first { $0.subject == condition.subject && $0.verb == condition.verb }
      ?? others.first { $0.subject == condition.subject }
    return comparing(condition, counterpart)
  }

  private static func comparing(
    _ failed: ConditionExplanation, _ held: ConditionExplanation?
  ) -> [TagReason] {
    guard let held else {
      return [
        TagReason(asked: "\(failed.subject) \(failed.verb)", a: failed.wanted, b: "not evaluated"),
        TagReason(asked: "it was", a: failed.actual, b: nil),
      ]
    }
    let isSameVerb = failed.verb == held.verb
    let asked = isSameVerb ? "\(failed.subject) \(failed.verb)" : failed.subject
    let wants = [failed, held].map { isSameVerb ? $0.wanted : "\($0.verb) \($0.wanted)" }
    let reasons = [TagReason(asked: asked, a: wants[0], b: wants[1])]
    // Do not repeat a value that equals the required one.
    if failed.actual == held.actual, wants[0] != wants[1], held.isEquality { return reasons }
    return reasons + [TagReason(asked: "it was", a: failed.actual, b: held.actual)]
  }
}

extension EventRow {
  /// Whether the SDK really called a tag.
  fileprivate func ran(_ name: TagName) -> Bool { tag(name)?.didFire ?? false }

  private func tag(_ name: TagName) -> FiredTag? {
    update?.firings.first { $0.container == name.container }?.tags.first { $0.name == name.tag }
  }

  /// Describes the outcome of a tag in a few words.
  fileprivate func outcomeText(of name: TagName, in world: Simulation) -> String {
    guard let tag = tag(name) else {
      let isOpen = update?.firings.contains { $0.container == name.container } ?? false
      return isOpen || name.container.isEmpty ? "did not fire" : "no container was open"
    }
    let fate = world.fate(of: tag, in: name.container, at: self)
    return (fate.kind.didFire ? "fired, " : "") + fate.action
  }
}
