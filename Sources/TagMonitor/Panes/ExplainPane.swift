import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The selected hit, from the queue; why the container is this one, on a row about a container;
  /// else why the selected tag fired or did not.
  func explainLines(columns: Int) -> [Line] {
    if explainsHit { return hitLines(of: hits[selectedHit.index], columns: columns) }
    if explainsEvent { return journeyLines(columns: columns, isWhole: true) }
    return explainsContainer ? containerLines(columns: columns) : tagExplanation(columns: columns)
  }

  private func tagExplanation(columns: Int) -> [Line] {
    guard tags.indices.contains(selectedTag), let row = view.eventRow else {
      return [Line("no tag to explain", .dim)]
    }
    let tag = tags[selectedTag]
    let verb = tag.didFire ? "fire" : "not fire"
    let event = view.update?.event ?? ""
    var lines = wrapped(
      "Why did \(tag.name) \(verb) at event \(row.number) \(event)?", columns: columns, .bold)
    lines += [Line()]
    lines += wrapped("tag \(tag.name)  (\(tag.function))  \(tag.outcomeText)", columns: columns)
    if tag.rules.count > 1 {
      lines += wrapped(
        "fires when ANY of its \(tag.rules.count) \(tag.ruleWord)s is true", columns: columns)
    }
    for rule in tag.rules {
      lines += [Line()] + ruleLines(rule, head: rule.title, columns: columns)
    }
    for rule in tag.blockingRules {
      lines += [Line()] + ruleLines(rule, head: "blocking " + rule.title, columns: columns)
    }
    if let never = tag.neverReason {
      lines += [Line()] + wrapped("never: " + never, columns: columns)
    }
    if let miss = tag.nearestMiss {
      lines += [Line()] + wrapped("nearest miss: " + miss, columns: columns)
    }
    if tag.rules.contains(where: { $0.conditions.contains { !$0.wasReached } }) {
      lines += [Line()]
      lines += wrapped(
        "The SDK stops at the first condition that decides a \(tag.ruleWord); the others are "
          + "looked at here so that you see them all. Comparisons are of whole texts, and case "
          + "counts.",
        columns: columns, .dim)
    }
    if case .fired(.logged(let events, _)) = tag.outcome {
      for event in events {
        lines += [Line()] + wrapped("it logged \(event.longName)", columns: columns, .bold)
        lines += parameterLines(
          ParameterChange.between(
            view.update?.firebase?.logged.parameters ?? [:], event.parameters),
          indent: 2, columns: columns, isWhole: true)
      }
    }
    if case .fired(.hits(let hits)) = tag.outcome {
      for (position, hit) in hits.enumerated() {
        let name = hits.count == 1 ? "the hit" : "hit \(position + 1) of \(hits.count)"
        lines += [Line()] + wrapped("\(name): " + hit.payload, columns: columns)
      }
    }
    return lines
  }
}
