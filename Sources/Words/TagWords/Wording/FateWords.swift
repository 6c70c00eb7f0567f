import OrderedCollections
import TagRuntime
package import TagSimulation

// The outcomes of tags and hits in a few words, for lists, facts, plain text, exports and
// comparisons. The pages of Explain have their own sentences.

// MARK: - Hits

extension HitFate {
  /// A few words to follow the number of a hit: "waits: offline", "sent LATE".
  package var short: String {
    if case .waits(let hold?) = self, let why = hold.short { return "waits: \(why)" }
    return kind.short
  }
}

extension HitFate.Kind {
  /// A few words to follow the number of a hit.
  package var short: String {
    switch self {
    case .waits: "waits"
    case .inFlight: "sending"
    case .reported, .delivered: "sent"
    case .late: "sent LATE"
    case .unreported: "in NO report"
    case .swallowed: "swallowed"
    case .lost: "lost"
    case .doubled: "sent twice"
    }
  }
}

extension SendingHold {
  /// A few words: "offline"; nil if nothing special holds the queue.
  package var short: String? {
    switch self {
    case .notRunning: "no app runs"
    case .suspended: "app suspended"
    case .offline: "offline"
    case .believedOffline: "the phone believes it is offline"
    case .noTimer: "no timer"
    case .notDue: nil
    }
  }

  /// The reason in words that can begin a sentence about its consequences: "net off".
  package var words: String {
    switch self {
    case .notRunning: "the app is not running"
    case .suspended: "the app is suspended"
    case .offline: "net off"
    case .believedOffline: "the phone believes it is offline"
    case .noTimer: "periodic dispatch is off"
    case .notDue: "no dispatch is due"
    }
  }
}

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

  /// The action, or the reason why there was none, in half a sentence: "called Braze", "did
  /// nothing, the url is empty".
  package var action: String {
    switch self {
    case .hits(let made):
      made.map { $0.number.map { "hit \($0)" } ?? "a hit that was not stored" }
        .joined(separator: ", ")
    case .logged(let made, let kept): Self.logged(made, kept)
    case .wrote(let updates): Counted.text(updates, "push") + " to the data layer"
    case .called(let function): "called \(function)"
    case .idle(let function, let reason): "called \(function), no effect, \(reason)"
    case .nothingRan(let function, _): "nothing ran, the app has no \(function)"
    case .threw(let function, let reason): "\(function) failed, \(reason)"
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
    case .hits(let made): "fired 1x, " + Self.counted(made)
    case .logged(let made, let kept): "fired 1x, " + Self.logged(made, kept)
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

  /// Returns "hit 4 waits: offline", or "3 hits, 1 waits".
  private static func short(of made: [MadeHit]) -> String {
    guard made.count > 1 else { return made.first?.short ?? "no hit" }
    let waiting = made.count { $0.fate?.kind.isOnPhone ?? false }
    let lost = made.count { $0.number == nil || ($0.fate?.kind.isLost ?? false) }
    return Counted.text(made.count, "hit")
      + (waiting > 0 ? ", \(waiting) \(waiting == 1 ? "waits" : "wait")" : "")
      + (lost > 0 ? ", \(lost) lost" : "")
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
    let hit = number.map { "hit \($0)" + (fate.map { " " + $0.short } ?? "") }
    return hit ?? "hit lost"
  }
}

// MARK: - Firings

extension FiringIndex.Firing {
  /// The outcome of the firing: "hit 1 sent #21", "hit 5 LATE #33", "nothing ran".
  package var words: String { words(times: 1) }

  /// Describes the outcome of it and of others like it: "6 hits sent #21".
  ///
  /// - Parameter times: the number of equal firings, including this one.
  package func words(times: Int) -> String {
    guard kind == .hits || hits > 0 else { return kind.short }
    let all = Counted.text(max(1, hits) * times, "hit")
    guard let hit else { return times > 1 ? all + " lost" : "hit lost" }
    let name = times > 1 ? all : hits > 1 ? "\(hits) hits from \(hit)" : "hit \(hit)"
    switch fate {
    case .waits, .inFlight: return "\(name) waits"
    case .reported, .delivered: return "\(name) sent #\(left)"
    case .late: return "\(name) LATE #\(left)"
    case .lost, .swallowed: return "\(name) LOST #\(left)"
    case .unreported, .doubled: return "\(name) \(fate.short) #\(left)"
    }
  }
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
