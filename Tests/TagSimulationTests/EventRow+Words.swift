import TagRuntime
import TagSimulation

extension EventRow {
  /// What happened, in a few words for tests.
  var words: String {
    switch kind {
    case .launched: "launched"
    case .backgrounded: "background"
    case .suspended: "suspended"
    case .foregrounded: "foreground"
    case .killed: "killed"
    case .network(let condition): condition.words
    case .disk(let condition): "disk \(condition)"
    case .containerAvailable(let source, let version, let handing, let id):
      "container \(source.rawValue) \(version)" + handing.words + Self.named(id)
    case .refreshed(.network, .success(let version), let id):
      "refreshed \(version)" + Self.named(id)
    case .refreshed(.network, .failure(let failure), let id):
      "refresh failed \(failure.rawValue)" + Self.named(id)
    case .refreshed(.saved, .success(let version), let id): "saved \(version)" + Self.named(id)
    case .refreshed(.saved, .failure(let failure), let id):
      "saved failed \(failure.rawValue)" + Self.named(id)
    case .refreshRefused(_, let id): "refresh refused" + Self.named(id)
    case .openRefused(let id, _): "open refused of \(id)"
    case .closed(let id): "closed \(id)"
    case .link(let answer, _): "link \(answer)"
    case .thawed(let duration, let waited):
      "frozen \(duration.wholeMilliseconds) ms, \(waited) waited"
    case .update(let record, let cause):
      "\(record.event ?? "no event") by \(Self.words(cause))"
        + record.firings.flatMap(\.tags).map { " +" + $0.name }.joined()
    case .screenSeen(let name): "seen \(name)"
    case .tapped(let title): "tapped \(title)"
    case .dispatched(let queue, let result, let sent, let lost):
      (queue == .analytics ? "" : queue.rawValue + " ") + "dispatched \(result) \(sent) \(lost)"
    case .dispatchCompleted(let result): "completed \(result)"
    case .backgroundTaskBegan(let duration): "task \(duration)"
    case .backgroundTaskEnded(let end): "task ended \(end)"
    case .backgroundTaskExpired: "task expired"
    case .optedOut(let isOut): "opted out \(isOut)"
    case .reinstalled(let lost): "reinstalled \(lost)"
    case .upgraded(let build): "upgraded \(build)"
    case .hitSent(let hit): "sent \(hit.typeName) \(hit.title)"
    case .publishedUnreadable: "published something unreadable"
    case .published(let version, let id): "published \(version)" + Self.named(id)
    case .deviceChanged: "device"
    case .read(let reading): "read \(reading.key) \(ValueConversion.text(reading.value))"
    case .clockSet(let leap): "clock \(leap.wholeMilliseconds / 1000) s"
    case .jumped: "jumped"
    case .linkOpened(let url): "link to \(url)"
    case .firebaseTold(let what, let value): what + (value.map { " " + $0 } ?? "")
    }
  }
  private static func words(_ cause: Cause) -> String {
    if case .nested(let who) = cause { who } else { "\(cause)" }
  }

  /// A container that is not the app's first one.
  private static func named(_ id: String?) -> String { id.map { " of " + $0 } ?? "" }
}

extension HandingOut {
  fileprivate var words: String {
    switch self {
    case .timedOut: " timed out"
    case .alreadyOpen: " again"
    case .failed: " failed"
    case .found, .returned: ""
    }
  }
}
