import OrderedCollections
package import ScenarioEngine
import TagInspection
package import TagRuntime
import TextKit

/// The comparison in words, for users and for machines.
extension BehaviourComparison {
  /// The public id, as the containers or their files have it; nil for neither.
  package var id: String? {
    [new, old].map { LanguageWord.id(of: $0.container.version, path: $0.file) }
      .first { $0 != LanguageWord.unknownID }
  }

  /// "GTM-AB12 v7 → v9"
  package var title: String {
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
      return count == 0 ? nil : "\(count) \(kind.counted)"
    }
    return "\(Counted.text(changes.count, "change")) in \(all) with \(events): "
      + parts.joined(separator: ", ") + "."
  }

  /// What was played, in words: "13 events that either version listens for".
  package var playedWords: String {
    let own = played.filter { $0.name != TriedEvents.name }
    let count = Counted.text(own.reduce(0) { $0 + $1.events }, "event")
    let runs = own.map(\.name) == [Self.doneName] ? Self.doneName : Counted.text(own.count, "run")
    let names = ledger.triedEvents.count
    let tried =
      names == 0 ? "events" : Counted.text(names, "event") + " that either version listens for"
    return [own.isEmpty ? "" : "\(runs) with \(count)", own.count < played.count ? tried : ""]
      .filter { !$0.isEmpty }.joined(separator: ", and ")
  }

  /// Remarks about what was played, one sentence for each scenario that needs one.
  package var remarks: [String] { unknown + known }

  /// Remarks about what the comparison does not know.
  var unknown: [String] {
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
    return remarks
  }

  /// Remarks about what it knows.
  var known: [String] {
    var remarks: [String] = []
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

  /// Why there is no cause, as a sentence; nil if there is one.
  package var noChange: String? { missingResult ?? (isSame ? summary : nil) }

  /// The comparison for people: its causes, under their groups.
  package var page: HandedReport {
    let causes = causes
    let count = Counted.text(causes.count { !$0.group.isRemark }, "cause")
    let head = noChange ?? "\(count). Played: \(playedWords)."
    var parts: [ReportPart] = [.text(head, .plain)]
    for group in PublishedCause.Group.allCases {
      let rows = causes.filter { $0.group == group }
      parts += ReportPart.chapter(group.title, rows.map(\.sentence))
    }
    var report = HandedReport(title: "What changes: " + title, parts: parts)
    report.isChapter = true
    return report
  }

  /// The comparison for machines, without its sides.
  package var value: Value {
    [
      "same": .bool(isSame), "told": .bool(isTold),
      "causes": .list(causes.map(Self.value)),
      "changes": .list(changes.map(Self.value)),
      "untried": .texts(untried),
      "idleRules": .texts(idleRules),
      "remarks": .texts(remarks),
      "played": .list(played.map(Self.value)),
    ]
  }

  private static func value(of cause: PublishedCause) -> Value {
    [
      "group": .string(cause.group.rawValue), "sign": .string(cause.sign.rawValue),
      "subject": .string(cause.subject), "text": .string(cause.text), "tags": .count(cause.count),
      "scenario": .text(cause.place?.scenario), "event": .text(cause.place?.event),
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
  /// The words that follow the number of changes of this kind.
  fileprivate var counted: String {
    switch self {
    case .tag: "of tags"
    case .hit: "of hits"
    case .value: "of values"
    case .key: "of the data layer"
    case .event: "of events"
    case .expectation: "of expectations"
    }
  }
}
