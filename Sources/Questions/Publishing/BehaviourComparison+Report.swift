import OrderedCollections
package import ScenarioEngine
import TagInspection
package import TagRuntime
package import TextKit

/// The comparison in words, for users and for machines.
extension BehaviourComparison {
  /// "GTM-AB12 v7 → v9"
  package var title: String {
    let id = new.container.version.containerID ?? old.container.version.containerID
    let files = [old.file, new.file]
    // Folders are named only where the names of the files are the same.
    let short = files.map { String($0.split(separator: "/").last ?? "") }
    let shown = short[0] == short[1] ? files : short
    let names = old.name == new.name ? shown : [old.name, new.name]
    return (id.map { $0 + " " } ?? "") + names.joined(separator: " → ")
  }

  private var events: Int { played.reduce(0) { $0 + $1.events } }

  /// Why there is no result, as a sentence; nil if there is one.
  package var missingResult: String? {
    if played.isEmpty { return "Nothing was played: no scenario uses these containers." }
    if !isTold {
      return "No result: neither container was ever in use in "
        + Counted.text(played.count, "run") + "."
    }
    guard isSame, events == 0 else { return nil }
    return "No event of these containers can be tried, so there is no result."
  }

  /// A one-sentence summary of the differences.
  package var summary: String {
    if let missingResult { return missingResult }
    let all = Counted.text(played.count, "run")
    let events = Counted.text(events, "event")
    if isSame { return "No difference in \(all) with \(events)." }
    let parts = Change.Kind.allCases.compactMap { kind -> String? in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.words.counted)"
    }
    return "\(Counted.text(changes.count, "change")) in \(all) with \(events): "
      + parts.joined(separator: ", ") + "."
  }

  /// Remarks about what was played, one sentence for each scenario that needs one.
  package var remarks: [String] {
    var remarks: [String] = []
    let unused = played.filter { !$0.usesOld && !$0.usesNew }.map(\.name)
    if !unused.isEmpty, isTold {
      remarks.append(
        "the container is never in use in \(unused.listed(upTo: Self.namesShown)), "
          + "so nothing is known from there"
      )
    }
    let halfUsed = played.filter { $0.usesOld != $0.usesNew }
    for play in halfUsed {
      let side = play.usesOld ? new : old
      remarks.append("\(side.name) is never in use in \(play.name)")
    }
    for (why, names) in leftOut.elements {
      let list = names.listed(upTo: Self.namesShown)
      remarks.append(
        why.isUnreached
          ? "cannot be tried: \(list) (\(why.reason))" : "not played: \(list), \(why.reason)")
    }
    let failing = played.filter { $0.failing > 0 }
    for play in failing {
      let verb = play.failing == 1 ? "fails" : "fail"
      remarks.append(
        "\(Counted.text(play.failing, "expectation")) of \(play.name) \(verb) under both")
    }
    let ofVersion = played.reduce(0) { $0 + $1.ofVersion }
    if ofVersion > 0 {
      remarks.append(
        "\(Counted.text(ofVersion, "expectation")) of the version in use have another result; that "
          + "is not a change of behaviour")
    }
    let delivery = played.reduce(0) { $0 + $1.onlyDelivery }
    if delivery > 0 {
      let verb = delivery == 1 ? "differs" : "differ"
      remarks.append(
        "\(Counted.text(delivery, "other event")) \(verb) only as a consequence, such as "
          + "when hits are sent")
    }
    for play in played where play.isCut {
      remarks.append("\(play.name) is too long: only its beginning is compared")
    }
    return remarks
  }

  private static let namesShown = 5

  /// The lines of its text, and the change behind each that has one, by line index.
  package var laidOut: (lines: [IndentedLine], changes: [Int: Change]) {
    let text = page.text
    let told = kinds.flatMap { $0.changes.prefix(Self.changeLimit).map(Optional.some) + $0.more }
    let places = zip(text.items, told).compactMap { line, change in change.map { (line, $0) } }
    return (
      [IndentedLine(0, title)] + text.rows.dropFirst(),
      Dictionary(uniqueKeysWithValues: places)
    )
  }

  /// The changes of each kind that has some; `more` has an element if not all are listed.
  private var kinds: [(kind: Change.Kind, changes: [Change], more: [Change?])] {
    Change.Kind.allCases.compactMap { kind in
      let changes = changes.filter { $0.kind == kind }
      return changes.isEmpty ? nil : (kind, changes, changes.count > Self.changeLimit ? [nil] : [])
    }
  }

  /// The comparison for people.
  package var page: HandedReport {
    var parts: [ReportPart] = [.text(summary, .plain)]
    for (kind, changes, more) in kinds {
      let items = changes.prefix(Self.changeLimit).map { change in
        ReportItem(
          sentence: change.words, tone: .caption,
          details: [change.places] + (change.reason.isEmpty ? [] : ["why: " + change.reason]))
      }
      let rest = "and \(changes.count - Self.changeLimit) more, which are not listed"
      parts += [
        .heading(kind.words.title, level: 2),
        .list(items + more.map { _ in ReportItem(sentence: rest) }),
      ]
    }
    parts += ReportPart.chapter("Changed and not tried", untried)
    parts += ReportPart.chapter("Never true in these plays", idleRules)
    parts += ReportPart.chapter("What was played", remarks)
    var report = HandedReport(title: "What changes: " + title, parts: parts)
    report.isChapter = true
    return report
  }

  /// The comparison for machines, without its sides.
  package var value: Value {
    [
      "same": .bool(isSame), "told": .bool(isTold),
      "changes": .list(changes.map(Self.value)),
      "untried": .texts(untried),
      "idleRules": .texts(idleRules),
      "remarks": .texts(remarks),
      "played": .list(played.map(Self.value)),
    ]
  }

  private static func value(of change: Change) -> Value {
    [
      "kind": .string(change.kind.rawValue), "subject": .string(change.subject),
      "event": .text(change.event), "what": .string(change.words),
      "why": .string(change.reason), "count": .count(change.count),
      "scenarios": .count(change.scenarios), "scenario": .string(change.scenario),
      "row": .string(change.row),
    ]
  }

  private static func value(of play: Played) -> Value {
    [
      "scenario": .string(play.name), "events": .count(play.events),
      "usesOld": .bool(play.usesOld), "usesNew": .bool(play.usesNew),
      "differing": .count(play.differing), "onlyDelivery": .count(play.onlyDelivery),
      "failing": .count(play.failing), "cut": .bool(play.isCut),
    ]
  }
}

extension BehaviourComparison.Change.Kind {
  /// The heading above the changes of this kind, and the words that follow their number.
  fileprivate var words: (title: String, counted: String) {
    switch self {
    case .tag: ("Tags", "of tags")
    case .hit: ("Hits", "of hits")
    case .value: ("Values that the app reads", "of values")
    case .key: ("Keys of the data layer", "of the data layer")
    case .event: ("Events", "of events")
    case .expectation: ("Expectations of the scenarios", "of expectations")
    }
  }
}
