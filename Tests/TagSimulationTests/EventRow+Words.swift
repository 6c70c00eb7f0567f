import TagRuntime
import TagSimulation

extension EventRow {
  /// What happened, in a few words for tests.
  var words: String {
    switch kind {
    case .launched: "launched"
    case .backgrounded: "background"
    case .foregrounded: "foreground"
    case .killed: "killed"
    case .network(let condition): condition.words
    case .disk(let condition): "disk \(condition)"
    case .containerAvailable(let source, let version, let handing, _):
      "container \(source.rawValue) \(version)" + (handing == .timedOut ? " timed out" : "")
    case .refreshed(.network, .success(let version), _): "refreshed \(version)"
    case .refreshed(.network, .failure(let failure), _): "refresh failed \(failure.rawValue)"
    case .refreshed(.saved, .success(let version), _): "saved \(version)"
    case .refreshed(.saved, .failure(let failure), _): "saved failed \(failure.rawValue)"
    case .refreshRefused: "refresh refused"
    case .openRefused: "open refused"
    case .closed: "closed"
    case .link(let answer, _): "link \(answer)"
    case .thawed(let duration, let waited):
      "frozen \(duration.wholeMilliseconds) ms, \(waited) waited"
    case .update(let record, let cause):
      "\(record.event ?? "no event") by \(Self.words(cause))"
        + record.firings.flatMap(\.tags).map { " +" + $0.name }.joined()
    case .screenSeen(let name): "seen \(name)"
    case .tapped(let title): "tapped \(title)"
    case .dispatched(let result, let sent, let lost): "dispatched \(result) \(sent) \(lost)"
    case .published(let version, _): "published \(version)"
    case .deviceChanged: "device"
    case .read(let reading): "read \(reading.key) \(ValueConversion.text(reading.value))"
    case .jumped: "jumped"
    }
  }

  private static func words(_ cause: Cause) -> String {
    if case .nested(let who) = cause { who } else { "\(cause)" }
  }
}
