import OrderedCollections
import TagRuntime
package import TagSimulation

// The outcomes of tags and hits in a few words, for lists, facts, plain text, exports and
// comparisons. The pages of Explain have their own sentences.

// MARK: - Hits

extension World {
  /// The maximum number of reasons in a remark on unreported hits.
  private static let toldReasons = 3

  /// A remark on accepted hits that no report contains, with the reasons; nil if there are none.
  package var unreportedRemark: String? {
    guard ledger.unreported > 0 else { return nil }
    var reasons: OrderedDictionary<String, Int> = [:]
    for hit in ledger.ended {
      if let fault = hit.receipt?.fault { reasons[fault.words, default: 0] += 1 }
    }
    let told = reasons.elements.prefix(Self.toldReasons).map { reason in
      reasons.count == 1 ? reason.key : "\(reason.key) (\(reason.value))"
    }
    let rest = reasons.count - told.count
    let more = rest > 0 ? ["and \(Counted.text(rest, "other reason"))"] : []
    let are = ledger.unreported == 1 ? "hit was sent and is" : "hits were sent and are"
    return "\(ledger.unreported) \(are) in no report"
      + (told.isEmpty ? "" : ": " + (told + more).joined(separator: "; "))
  }
}

extension Hit {
  /// A sentence about its first field that is a map or a list; nil if none is.
  package var compositeRemark: String? {
    guard case .analytics(let fields) = kind else { return nil }
    return fields.elements.lazy.compactMap(HitField.compositeRemark).first
  }
}

// MARK: - Tags

extension TagFate {
  /// A few words for a list: "hit 4 waits: offline", "1 change away", "never".
  package var short: String {
    switch self {
    case .hits(let made): Self.short(of: made)
    case .logged(let made, let kept):
      (made.map { "\($0.name), \($0.short)" } + (kept.map { ["blocked \($0)"] } ?? []))
        .joined(separator: "; ")
    case .missed(let miss): miss.map { $0.changes + " away" } ?? "not fired"
    case .wrote(let updates): Counted.text(updates, "push") + " to the data layer"
    case .called, .idle, .nothingRan, .threw, .ignored, .refused, .blocked, .never: kind.short
    }
  }

  /// The action, or the reason why there was none, in words that follow "it": "called Braze", "did
  /// nothing, the url is empty".
  package var action: String {
    switch self {
    case .hits(let made):
      "made " + made.map { $0.number.map { "hit \($0)" } ?? "a \($0.name) hit" }.listed("and")
    case .logged(let made, let kept): Self.logged(made, kept)
    case .wrote(let updates): "pushed " + Counted.text(updates, "update") + " to the data layer"
    case .called(let function): "called \(function)"
    case .idle(let function, let reason): "called \(function), no effect, \(reason)"
    case .nothingRan(let function, _): "ran nothing, the app has no \(function)"
    case .threw(let function, let reason): "called \(function), which failed, \(reason)"
    case .ignored(let reason): "did nothing, \(reason)"
    case .refused(let reason): "not run, \(reason)"
    case .blocked(let rules):
      "not fired, blocked" + (rules.first.map { " by \($0.title)" } ?? "")
    case .missed(let miss): "not fired" + (miss.map { ", " + $0.words } ?? "")
    case .never(let reason): "never fires: \(reason)"
    }
  }

  /// The outcome in facts and reports: "fired 1x, screen hit", "NOT FIRED".
  package var outcome: String {
    switch self {
    case .hits(let made): "fired 1x, " + Self.counted(made) + worst
    case .logged(let made, let kept): "fired 1x, " + Self.logged(made, kept) + worst
    case .wrote(let updates): "fired 1x, " + Counted.text(updates, "data layer update")
    case .called(let function): "fired 1x, called \(function)"
    case .idle(let function, let reason):
      "FIRED, called \(function), without effect: \(reason)"
    case .nothingRan: "FIRED, nothing ran"
    case .threw(let function, _): "fired 1x, \(function) threw"
    case .ignored(let reason): "FIRED, did nothing: " + reason
    case .refused(let reason): "NOT FIRED, " + reason
    case .blocked: "NOT FIRED, blocked"
    case .missed: "NOT FIRED"
    case .never: "NEVER"
    }
  }

  /// The explanation in facts: the reason of a problem, or the nearest miss; nil if neither is
  /// known.
  package var why: String? {
    if case .missed(let miss) = self { return miss?.words }
    return reason
  }

  // MARK: Parts

  /// Returns ", 1 of them LOST" where a hit came out so.
  private var worst: String {
    let bad = made.filter { $0.mark == mark }
    guard isTrouble, let first = bad.first else { return "" }
    let which = made.count > 1 ? "\(bad.count) of them " : ""
    return ", \(which)\(first.fate?.kind.short ?? HitFate.Kind.lost.short)"
  }

  /// Returns "hit 4 waits: offline", or "3 hits, 1 waits, 1 LOST".
  private static func short(of made: [MadeHit]) -> String {
    guard made.count > 1 else { return made.first?.short ?? "no hit" }
    let kinds = made.compactMap { $0.fate?.kind ?? ($0.mark == .lost ? .lost : nil) }
    let told = HitFate.Kind.allCases.filter { $0.isOnPhone || $0.mark > .well }
    let counts = told.map { kind in (kind, kinds.count { $0 == kind }) }.filter { $0.1 > 0 }
    return
      ([Counted.text(made.count, "hit")]
      + counts.map { "\($1) " + ($0 == .waits && $1 > 1 ? "wait" : $0.short) })
      .joined(separator: ", ")
  }

  /// Returns "logged play_song and kept the event from Firebase".
  private static func logged(_ made: [MadeHit], _ kept: String?) -> String {
    let names = made.map(\.name).joined(separator: ", ")
    let kept = kept.map { _ in "blocked the event" }
    return [names.isEmpty ? nil : "logged " + names, kept].compactMap { $0 }
      .joined(separator: " and ")
  }

  /// Returns "screen hit", or "3 hits (transaction, 2 items)".
  private static func counted(_ made: [MadeHit]) -> String {
    if let hit = made.first, made.count == 1 { return "\(hit.name) hit" }
    var counts: OrderedDictionary<String, Int> = [:]
    for hit in made { counts[hit.name, default: 0] += 1 }
    let parts = counts.elements.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)s" }
    return "\(made.count) hits (" + parts.joined(separator: ", ") + ")"
  }
}

extension TagFate.Kind {
  /// A few words without details.
  package var short: String {
    switch self {
    case .hits: "made hits"
    case .logged: "logged to Firebase"
    case .wrote: "wrote to the data layer"
    case .called: "called the app"
    case .idle: "no effect"
    case .nothingRan: "nothing ran"
    case .threw: "the app's code failed"
    case .ignored: "did nothing"
    case .refused: "not run"
    case .blocked: "blocked"
    case .missed: "not fired"
    case .never: "never"
    }
  }
}

extension TagFate.MadeHit {
  /// The hit in a few words: "hit 4 waits", "hit lost".
  package var short: String {
    let shown = fate?.short ?? (mark == .lost ? HitFate.Kind.lost.short : "")
    return ["hit", number.map(String.init) ?? "", shown].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

// MARK: - Firings

extension FiringIndex.Firing {
  /// The outcome of the firing: "hit 1 sent #21", "hit 5 LOST #33", "nothing ran".
  package var words: String {
    guard hits > 0 else { return kind.short }
    let all = Counted.text(hits, "hit")
    let name = hits == 1 ? "" : hit.map { "\(all) from \($0)" } ?? all
    return "\(name.isEmpty ? oneHit : name)\(outcome)" + (left > 0 ? " #\(left)" : "")
  }

  /// The outcome in the list of events, where a hit that came out well needs no word: "hit 1",
  /// "hit 5 LOST", "nothing ran".
  package var listWords: String {
    guard hits > 0 else { return kind.mark > .well ? kind.short : "" }
    let name = hits == 1 ? oneHit : Counted.text(hits, "hit")
    return name + (fate.mark > .well ? outcome : "")
  }

  private var oneHit: String { hit.map { "hit \($0)" } ?? "hit" }

  /// ", 1 LOST", or " LOST" if all came out so.
  private var outcome: String { (alike < hits ? ", \(alike) " : " ") + fate.short }
}

extension FiringIndex.Total {
  /// The outcome of all firings of a tag: "6 hits sent, 1 late".
  package var words: String {
    guard fired > 0 else { return isNever ? "never" : "" }
    if hits > 0 {
      let waiting = hits - sent - lost
      var parts = sent > 0 ? ["\(Counted.text(sent, "hit")) sent"] : []
      if late > 0 { parts.append("\(late) late") }
      if unreported > 0 { parts.append("\(unreported) in no report") }
      if waiting > 0 { parts.append("\(waiting) \(waiting == 1 ? "waits" : "wait")") }
      if lost > 0 { parts.append("\(lost) lost") }
      return parts.joined(separator: ", ")
    }
    let came = (kind ?? .called).short
    return troubled == 0 || troubled == fired ? came : "no effect \(troubled) times"
  }
}
