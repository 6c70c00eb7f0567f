import OrderedCollections
package import TagRuntime
public import TagSimulation

extension EventRow {
  /// The name in the event list: the event, or a description in angle brackets.
  public var name: String {
    switch kind {
    case .launched(let isCold): isCold ? "<launch cold>" : "<launch>"
    case .backgrounded: "<background>"
    case .suspended: "<suspended>"
    case .foregrounded: "<foreground>"
    case .killed: "<kill>"
    case .network(let condition): "<network \(condition.words)>"
    case .disk(let condition): "<disk \(condition)>"
    case .containerAvailable(_, _, .failed, let id):
      "<" + Self.words(["container", id, "failed"]) + ">"
    case .containerAvailable(let source, let version, _, let id):
      "<" + Self.words(["container", id, Self.named(version), source.rawValue]) + ">"
    case .refreshed(.network, .success(let version), let id):
      "<" + Self.words(["refresh", id, "ok", Self.named(version)]) + ">"
    case .refreshed(.network, .failure, let id):
      "<" + Self.words(["refresh", id, "failed"]) + ">"
    case .refreshed(.saved, .success(let version), let id):
      "<" + Self.words(["saved", id, "ok", Self.named(version)]) + ">"
    case .refreshed(.saved, .failure, let id): "<" + Self.words(["saved", id, "failed"]) + ">"
    case .refreshRefused(_, let id): "<" + Self.words(["refresh", id, "refused"]) + ">"
    case .openRefused(let id, _): "<open \(id) refused>"
    case .closed(let id): "<close \(id)>"
    case .link(.previewing(let id), _): "<preview \(id)>"
    case .link(.ended(let id), _): "<preview \(id) ended>"
    case .link(.refused, _): "<link refused>"
    case .linkOpened: "<link opened>"
    case .thawed: "<get returned>"
    case .update(let update, _): update.event ?? "(data only)"
    case .screenSeen(let name): "<screen \(name)>"
    case .tapped(let title): "<tap \(title)>"
    case .dispatched(.analytics, let result, _, _): "<dispatch \(result.rawValue)>"
    case .dispatched(.pixels, let result, _, _): "<dispatch pixels \(result.rawValue)>"
    case .dispatched(.firebase, let result, _, _): "<upload \(result.rawValue)>"
    case .firebaseTold(let what, _): "<\(what)>"
    case .dispatchCompleted(let result): "<completion \(result.rawValue)>"
    case .backgroundTaskBegan: "<task begins>"
    case .backgroundTaskEnded(.refused): "<task refused>"
    case .backgroundTaskEnded: "<task ends>"
    case .backgroundTaskExpired: "<task expired>"
    case .optedOut(let isOut): "<opt-out \(isOut ? "on" : "off")>"
    case .reinstalled: "<reinstall>"
    case .upgraded(let build): "<upgrade build \(build)>"
    case .hitSent(let hit): "<send \(hit.typeName)>"
    case .publishedUnreadable(let id):
      "<" + Self.words(["publish", id, "unreadable"]) + ">"
    case .published(let version, let id):
      "<" + Self.words(["publish", id, Self.named(version)]) + ">"
    case .deviceChanged: "<device>"
    case .read(let reading): "<read \(reading.key)>"
    case .clockSet(let leap) where leap < .zero:
      "<clock back \((Duration.zero - leap).shortText)>"
    case .clockSet(let leap): "<clock forward \(leap.shortText)>"
    case .jumped(let duration): "<jump \(duration.shortText)>"
    }
  }

  private static func words(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: " ")
  }

  private static func named(_ version: String) -> String? {
    version.isEmpty ? nil : "v" + version
  }

  /// Details in a few words; nil if there are none.
  public var detail: String? {
    switch kind {
    case .containerAvailable(_, _, .timedOut, _): "the opener timed out"
    case .containerAvailable(_, _, .failed, _): "the opener failed: the app has no container"
    case .containerAvailable(_, _, .alreadyOpen, _): "it was open already"
    case .containerAvailable(_, _, .returned, _): "returned at once"
    case .refreshed(_, .failure(let failure), _): failure.rawValue
    case .refreshRefused(let allowance, _):
      "too often; \(Counted.text(allowance.tokens, "token")) left, "
        + "allowed again in \(allowance.wait.shortText)"
    case .publishedUnreadable: "the server's answer is not a container"
    case .openRefused(_, let isOpen):
      isOpen
        ? "it is already open" : "\(Limits.openContainers) are already open, the limit"
    case .link(.refused(let reason), _): reason
    case .link(.previewing, isOwn: false):
      "the SDK accepts the link, but this app has no such container: nothing changes"
    case .thawed(let duration, let waited):
      "main thread frozen for \(duration.shortText)"
        + (waited > 0 ? "; \(Counted.text(waited, "act")) waited" : "")
    case .linkOpened(let url): url
    case .firebaseTold(_, let value): value
    case .update(let update, let cause):
      loop.map { loop in
        loop.sentence + (Self.detail(of: update, cause).map { "; " + $0 } ?? "")
      } ?? Self.detail(of: update, cause)
    case .dispatched(_, .noData, 0, 0): "nothing waits, or there is no network"
    case .dispatched(_, _, let sent, let lost):
      "\(sent) sent" + (lost > 0 ? ", \(lost) lost" : "")
    case .dispatchCompleted: "reported to the completion handler"
    case .backgroundTaskBegan(let duration): "the app may run for another \(duration.shortText)"
    case .backgroundTaskEnded(.refused):
      "the system grants no time: the app is suspended, and its hits wait"
    case .backgroundTaskEnded(.expired): "its time is up; the app is suspended"
    case .backgroundTaskEnded(.dispatched(let result)):
      "the last dispatch returned \(result.rawValue); the app is suspended"
    case .backgroundTaskExpired:
      "it must end within \(BackgroundTask.grace.shortText), or the system ends the app"
    case .optedOut(true): "nothing is tracked, and waiting hits are deleted"
    case .optedOut(false): "hits are made again"
    case .reinstalled(let lost):
      lost == 0 ? "the app starts as if new" : "\(Counted.text(lost, "hit")) lost with the old one"
    case .upgraded: "saved data stays"
    case .hitSent(let hit): hit.title.isEmpty ? nil : hit.title
    case .deviceChanged(let device):
      "language=\(device.language) country=\(device.country) "
        + "screen=\(device.screenWidth)x\(device.screenHeight) "
        + (device.tracking.map { "tracking \($0.rawValue)" }
          ?? "idfa \(device.isAdvertisingAllowed ? "on" : "off")")
        + (device.currency.map { " currency=\($0)" } ?? "")
        + (device.location.map { " location=\($0)" } ?? "")
        + (device.grantsBackgroundTasks ? "" : " background-task refused")
    case .clockSet: "the phone's dates follow; timers and servers do not notice"
    case .read(let reading): "\(reading.shownValue) as \(reading.kind.rawValue)"
    default: nil
    }
  }

  private static func detail(of update: UpdateRecord, _ cause: Cause) -> String? {
    if let rejection = update.rejection { return "refused: " + rejection.sentence }
    if let outcome = update.firebase { return Self.detail(of: outcome) }
    switch cause {
    case .screen(let name): return name
    case .nested(let who):
      let others = DataLayer.leaves(of: update.update).filter { $0.path != "event" }
      return "pushed by " + who + (others.isEmpty ? "" : ": " + shown(others))
    case .experiment: return "experiment: " + shown(DataLayer.leaves(of: update.update))
    case .restored: return "restored: " + shown(DataLayer.leaves(of: update.update))
    case .launch, .phase, .container, .tap, .push, .automatic:
      let others = DataLayer.leaves(of: update.update).filter { $0.path != "event" }
      return others.isEmpty ? nil : shown(others)
    }
  }

  /// Describes the outcome of a Firebase event, then its parameters.
  private static func detail(of outcome: FirebaseOutcome) -> String? {
    var parts: [String] = []
    if outcome.source == .automatic { parts.append("automatic") }
    if outcome.isDropped { parts.append("DROPPED") }
    parts += outcome.faults.map { fault in
      let code = fault.code > 0 ? "firebase_error \(fault.code): " : ""
      return "\(code)\"\(fault.subject)\" \(fault.reason): \(fault.remedy)"
    }
    if !outcome.suppressedBy.isEmpty {
      parts.append("blocked by " + outcome.suppressedBy.joined(separator: ", "))
    }
    let tagged = outcome.passed.filter { $0.tag != nil }
    if !tagged.isEmpty {
      parts.append("tags logged " + tagged.map(\.event.longName).joined(separator: ", "))
    }
    if let waited = outcome.waited, waited > .zero {
      parts.append("waited \(waited.shortText) for the container")
    }
    let leaves = DataLayer.leaves(of: outcome.logged.parameters)
    if !leaves.isEmpty { parts.append(shown(leaves)) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func shown(_ leaves: [DataLayer.Leaf]) -> String {
    leaves.prefix(3).map { $0.path + "=" + text($0.value) }.joined(separator: " ")
  }

  /// Returns a value as text; an empty text would look like a missing value.
  private static func text(_ value: Value) -> String {
    value == .null ? "null" : ValueConversion.text(value)
  }

  /// The number of tags that fired; nil if no event was evaluated.
  package var firedCount: Int? {
    guard let update, update.event != nil, !update.firings.isEmpty else { return nil }
    return update.firings.reduce(0) { $0 + $1.firedCount }
  }

  /// The tags that a rule fired and that could not be called, with the reason of the first; nil if
  /// there are none.
  package var refusedText: String? {
    let refused = (update?.firings ?? []).flatMap(\.tags).compactMap { tag -> String? in
      if case .refused(let reason) = tag.result { "\(tag.name): \(reason)" } else { nil }
    }
    guard let first = refused.first else { return nil }
    return "\(refused.count) not run (\(BoundedText.cut(first)))"
  }

  /// One line: name, detail and tags.
  public var summary: String {
    var text = name
    if let detail { text += " " + detail }
    if let firedCount { text += ", \(Counted.text(firedCount, "tag")) fired" }
    let lost = hits.count { $0 == nil }
    if lost > 0 { text += ", \(Counted.text(lost, "hit")) LOST" }
    if let refusedText { text += ", " + refusedText }
    if let update, update.event != nil, update.firings.isEmpty,
      update.firebase.map({ !$0.isDropped && !$0.isError }) ?? true
    {
      text += ", while no container was open: nothing can fire"
    }
    return text
  }
}

extension PushLoop {
  /// The error that the app receives, as a sentence.
  var sentence: String {
    "threw TAGListenerPushLoop after \(Counted.text(updates, "update")), \(dropped) dropped"
  }
}

/// A summary of rows of the event list, in one line of limited length.
package enum EventSummary {
  /// The maximum number of different rows.
  static let partLimit = 5

  /// Lists the rows in order, with a count for consecutive equal ones and the number of further
  /// ones.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - isGivenUp: asked at each row, whether nobody needs the text any more; it then ends there.
  /// - Complexity: O(n) in the number of rows.
  package static func text(
    of rows: some Collection<EventRow>, isGivenUp: () -> Bool = { false }
  ) -> String {
    var parts: [(text: String, count: Int)] = []
    var told = 0
    for row in rows {
      if isGivenUp() { break }
      let text = row.summary
      if let last = parts.last, last.text == text {
        parts[parts.count - 1].count += 1
      } else if parts.count < partLimit {
        parts.append((text, 1))
      } else {
        break
      }
      told += 1
    }
    var words = parts.map { $0.count == 1 ? $0.text : "\($0.count)x \($0.text)" }
    let rest = rows.count - told
    if rest > 0 { words.append("and " + Counted.text(rest, "more event")) }
    return words.map { BoundedText.cut($0) }.joined(separator: "; ")
  }
}

// MARK: - Text

extension LoadEvent.Kind {
  /// The callback in the words of the language; nil if there is none.
  package var words: String? {
    switch self {
    case .handedOut(let handing, _): "available " + handing.rawValue
    case .began(let kind): "refresh-begin " + kind.rawValue
    case .succeeded(let kind): "refresh-success " + kind.rawValue
    case .failed(let kind, let failure):
      "refresh-failure \(kind.rawValue) \(failure.rawValue)"
    case .opened, .openRefused, .refreshRefused, .closed: nil
    }
  }
}

// MARK: - Text

extension BrazeEntry {
  /// The result of the call with the provider in the other language; nil if it is the same.
  package var otherWords: String? {
    otherOutcome.map { "\(provider.other.name) would have made it: \($0.words)" }
  }

  /// The reason why the call had no effect, with its number and the tag that made it; nil if Braze
  /// accepted it.
  package var missedWords: String? {
    missedReason.map { "call \(number) (\(call.caller)): \($0)" }
  }
}

// MARK: - The period of dispatch

extension DispatchInterval {
  /// The period, or that dispatch is off and who turned it off: "every 120s".
  package var text: String {
    if let period { return "every \(period.shortText)" }
    switch setter {
    case .completionHandler:
      return "periodic dispatch OFF since a dispatch with a completion handler"
    case .app: return "periodic dispatch turned OFF by the app, manual only"
    case .sdk: return "periodic dispatch OFF, manual only"
    }
  }
}
