package import TagRuntime

/// Why a queue of hits stands still.
public enum SendingHold: Sendable, Hashable {
  /// The app is not running.
  case notRunning
  /// The app is suspended in the background.
  case suspended
  /// The phone has no network, and knows it.
  case offline
  /// The phone has a network, and believes that it has none.
  case believedOffline
  /// Periodic dispatch is off.
  case noTimer
  /// Nothing has set a time for the next dispatch.
  case notDue
}

/// When the hits of a queue are sent next, or why they are not.
package enum Sending: Sendable, Hashable {
  /// No hit waits, and no timer runs.
  case nothingWaits
  /// A request is on its way.
  case inFlight
  /// A timer runs out.
  case due(in: Duration, failures: Int, isDoubtful: Bool)
  /// The queue stands still.
  case held(SendingHold)
}

extension Simulation {
  /// When the hits of a queue are sent next, or why they are not.
  package func sending(of queue: HitQueue) -> Sending {
    guard let runtime else { return .held(.notRunning) }
    let isUploading = queue == .firebase && runtime.isUploading
    if isUploading || runtime.requestInFlight(queue) != nil { return .inFlight }
    if isSuspended { return .held(.suspended) }
    let isEmpty = world.disk.count(of: queue) == 0
    // Events that there are none of wait for nothing, whatever the network does.
    if queue == .firebase, isEmpty { return .nothingWaits }
    if !world.isReachable { return .held(world.isOnline ? .believedOffline : .offline) }
    if let next = untilDispatch(of: queue) {
      return .due(
        in: next, failures: runtime.failedAttempts(of: queue), isDoubtful: !world.isOnline)
    }
    if isEmpty { return .nothingWaits }
    let isOff = queue != .firebase && runtime.dispatchPeriod(of: queue) == nil
    return .held(isOff ? .noTimer : .notDue)
  }
}
