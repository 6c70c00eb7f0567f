import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// How a row of Firebase is marked; nil for any other.
  func firebaseMark(of row: Timeline.Row) -> FirebaseMark? {
    guard let outcome = row.event.update?.firebase else { return nil }
    var details = outcome.faults.compactMap { fault -> String? in
      guard fault.code > 0 else { return nil }
      return "firebase_error \(fault.code)" + (fault.isWarning ? ", only told" : "")
    }
    if outcome.source == .automatic { details.append("automatic") }
    if let waited = outcome.waited, waited >= .seconds(1) {
      details.append("waited \(waited.shortText) for the container")
    }
    if outcome.isDropped {
      return FirebaseMark(
        sign: signs.dropped, style: .bold.colored(.yellow), details: ["DROPPED"] + details)
    }
    let tags = outcome.suppressedBy.joined(separator: ", ")
    if !tags.isEmpty {
      return FirebaseMark(
        sign: signs.kept, style: .plain.colored(.cyan), details: ["kept by \(tags)"] + details)
    }
    if outcome.source == .automatic { return FirebaseMark(sign: signs.automatic, details: details) }
    return FirebaseMark(sign: " ", details: details + Self.shown(outcome.logged))
  }

  /// The parameters in a few words; nothing where there are none.
  private static func shown(_ event: FirebaseEvent) -> [String] {
    let parts = DataLayer.leaves(of: event.parameters).prefix(3).map {
      "\($0.path)=\(ValueConversion.text($0.value))"
    }
    return parts.isEmpty ? [] : [parts.joined(separator: " ")]
  }
}
