import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What Enter explains.
enum Explained: Sendable {
  /// Why the selected tag fired or did not.
  case tag
  /// A hit of the queue.
  case hit(HitStory)
  /// What became of an event of Firebase.
  case event
  /// Why the container of the row is the one it is.
  case container
}

extension WorldView {
  /// What the row is about, unless a tag or a hit is meant.
  var explained: Explained {
    if row?.event.isAboutContainer == true { return .container }
    return update?.firebase != nil && row?.number == eventRow?.number ? .event : .tag
  }
}

/// The long answer to what the pane with the keys shows: a popup.
struct ExplainPane: PaneView {
  static let pane = Pane.explain

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  let title = "Explain"

  func lines(columns: Int) -> [Line] {
    switch context.explained {
    case .tag: tagLines(columns: columns)
    case .hit(let story): HitPage(context, story).lines(columns: columns)
    case .event: EventJourney(context).lines(columns: columns, isWhole: true)
    case .container: ContainerPage(context).lines(columns: columns)
    }
  }

  /// It explains what the row is about, should it ever have the keys itself.
  var explained: Explained { view.explained }

  private func tagLines(columns: Int) -> [Line] {
    let tags = view.tags
    let selected = context.selection.tag
    let text = TagText(context)
    let table = ParameterTable(context)
    guard tags.indices.contains(selected), let row = view.eventRow else {
      return [Line("no tag to explain", .dim)]
    }
    let tag = tags[selected]
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
      lines += [Line()] + text.ruleLines(rule, head: rule.title, columns: columns)
    }
    for rule in tag.blockingRules {
      lines += [Line()] + text.ruleLines(rule, head: "blocking " + rule.title, columns: columns)
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
        lines += table.lines(
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

extension EventRow {
  /// Whether a container is what it is about.
  fileprivate var isAboutContainer: Bool {
    switch kind {
    case .containerAvailable, .refreshed, .refreshRefused, .openRefused, .closed, .link, .thawed:
      true
    case .launched, .backgrounded, .foregrounded, .killed, .network, .disk, .update, .screenSeen,
      .tapped, .dispatched, .dispatchCompleted, .backgroundTaskBegan, .backgroundTaskEnded,
      .backgroundTaskExpired, .optedOut, .reinstalled, .upgraded, .hitSent, .published,
      .publishedUnreadable, .deviceChanged, .read, .clockSet, .jumped, .universalLink,
      .firebaseTold:
      false
    }
  }
}
