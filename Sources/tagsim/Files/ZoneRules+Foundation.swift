import Foundation
import TagRuntime
import TagSimulation

extension ZoneRules {
  /// How many years after a start the transitions of a zone are taken over.
  private static let years = 10

  /// The rules of a zone of the system, from a year before a moment to ten years after it.
  init(_ zone: TimeZone, around start: WallTime) {
    let first = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000 - 366 * 86400)
    let last = first.addingTimeInterval(Double(Self.years + 1) * 366 * 86400)
    var transitions: [Transition] = []
    var date = first
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next < last, next > date {
      let wall = WallTime(milliseconds: Int64((next.timeIntervalSince1970 * 1000).rounded()))
      transitions.append(Transition(from: wall, offsetSeconds: zone.secondsFromGMT(for: next)))
      date = next
    }
    self.init(
      name: zone.identifier, initialOffsetSeconds: zone.secondsFromGMT(for: first),
      transitions: transitions)
  }
}
