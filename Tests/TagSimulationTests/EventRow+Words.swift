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
    case .network(let isOnline): isOnline ? "online" : "offline"
    case .containerAvailable(let source, let version, let timedOut):
      "container \(source.rawValue) \(version)" + (timedOut ? " timed out" : "")
    case .refreshed(.success(let version)): "refreshed \(version)"
    case .refreshed(.failure(let failure)): "refresh failed \(failure.rawValue)"
    case .refreshRefused: "refresh refused"
    case .update(let record, let cause):
      "\(record.event ?? "no event") by \(cause)"
        + record.firings.flatMap(\.tags).map { " +" + $0.name }.joined()
    case .screenSeen(let name): "seen \(name)"
    case .tapped(let title): "tapped \(title)"
    case .dispatched(let result, let sent, let lost): "dispatched \(result) \(sent) \(lost)"
    case .published(let version): "published \(version)"
    case .deviceChanged: "device"
    case .read(let reading): "read \(reading.key) \(ValueConversion.text(reading.value))"
    case .jumped: "jumped"
    }
  }
}
