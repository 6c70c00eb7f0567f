import TagRuntime
package import TagSimulation

extension EventRow {
  /// A name short enough for a list: the screen of a screen view, the button of a tap, otherwise
  /// the event; a change of the world in the words of a talk.
  package var shortName: String {
    switch kind {
    case .update(let update, _) where update.firebase != nil:
      update.firebase?.logged.longName ?? ""
    case .update(let update, .screen(let name)): name.isEmpty ? update.event ?? "screen" : name
    case .update(let update, .tap(let title)): title.isEmpty ? update.event ?? "tap" : title
    case .update(let update, _):
      update.event ?? Self.dataName(update)
    case .screenSeen(let name): name
    case .tapped(let title): title
    case .read(let reading): "read \(reading.key)"
    case .hitSent(let hit): "send \(hit.typeName)"
    case .firebaseTold(let what, let value): Self.told(what, value)
    case .dispatched(let queue, let result, let sent, let lost):
      name(of: queue, result, sent: sent, lost: lost)
    case .dispatchCompleted(let result): result == .error ? "completion: error" : "completion"
    case .launched: "launch"
    case .network(.online): "online"
    case .network(.offline): "offline"
    case .network(.status(let status)): "\(status)"
    case .network(let condition): condition.words
    case .containerAvailable(_, _, .failed, _): "no container"
    case .containerAvailable(let source, let version, _, _):
      version.isEmpty ? "container \(source.rawValue)" : "v\(version) \(source.rawValue)"
    case .refreshed(_, .success(let version), _): version.isEmpty ? "refreshed" : "v\(version)"
    case .refreshed(_, .failure, _): "refresh failed"
    case .refreshRefused: "refresh refused"
    case .openRefused: "open refused"
    case .closed: "closed"
    case .link(.previewing, isOwn: true): "preview link"
    case .link(.previewing, isOwn: false): "another app's link"
    case .link(.ended, _): "preview ends"
    case .thawed(let duration, _): "frozen \(duration.shortText)"
    case .backgroundTaskBegan: "task"
    case .optedOut(let isOut): isOut ? "opt-out" : "opt-in"
    case .reinstalled(let lost):
      lost == 0 ? "reinstall" : "reinstall: \(Counted.text(lost, "hit")) lost"
    case .upgraded(let build): "build \(build)"
    case .publishedUnreadable: "publish unreadable"
    case .published(let version, _): "publish v\(version)"
    case .clockSet(let leap):
      leap < .zero ? "clock -\((Duration.zero - leap).shortText)" : "clock +\(leap.shortText)"
    case .jumped(let duration): "+\(duration.shortText)"
    default: plainName
    }
  }

  /// What a person did, or what came of it, as a sentence without its end; nil where the summary
  /// says it.
  package var deed: String? {
    switch kind {
    case .launched: "App launched"
    case .killed: "App killed"
    case .backgrounded: "App in the background"
    case .foregrounded: "App in the foreground"
    case .suspended: "App suspended"
    case .network(.online): "Network on"
    case .network(.offline): "Network off"
    case .network(let condition): "Network: \(condition.words)"
    case .dispatched(_, .noData, 0, 0): "Nothing to send, or no network"
    case .dispatched(_, let result, let sent, let lost):
      sent + lost == 0
        ? "Nothing sent: \(result.rawValue)"
        : Counted.text(sent, "hit") + " sent" + (lost > 0 ? ", \(lost) lost" : "")
    case .published(let version, _):
      (version.isEmpty ? "Published" : "v\(version) published")
        + (detail.map { ": " + $0 } ?? "")
    default: nil
    }
  }

  /// The name without the angle brackets of what no event caused.
  package var plainName: String {
    name.first == "<" && name.last == ">" ? String(name.dropFirst().dropLast()) : name
  }

  /// Describes an update without an event: "sku = S-77".
  private static func dataName(_ update: UpdateRecord) -> String {
    guard let first = DataLayer.leaves(of: update.update).first else { return "data" }
    return "\(first.path) = \(ValueConversion.text(first.value))"
  }

  private static func told(_ what: String, _ value: String?) -> String {
    let name = what.split(separator: " ").last.map(String.init) ?? what
    return value.map { "\(name) = \($0.isEmpty ? "\"\"" : $0)" } ?? name
  }

  private func name(
    of queue: HitQueue, _ result: DispatchResult, sent: Int, lost: Int
  ) -> String {
    let noun = queue == .pixels ? "pixel" : "hit"
    if lost > 0 {
      return "\(Counted.text(lost, noun)) lost" + (sent > 0 ? ", \(sent) sent" : "")
    }
    if sent > 0, late > 0 { return "\(sent) sent, \(late == sent ? "" : "\(late) ")late" }
    if sent > 0 { return Counted.text(sent, noun) + " sent" }
    return result == .error ? "dispatch failed" : "nothing to send"
  }
}
