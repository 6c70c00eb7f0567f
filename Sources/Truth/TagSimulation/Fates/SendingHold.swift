package import TagRuntime

/// The reason why a queue of hits is not sent.
public enum SendingHold: Sendable, Hashable {
  /// The app is not running.
  case notRunning
  /// The app is suspended in the background.
  case suspended
  /// The phone has no network, and is aware of it.
  case offline
  /// The phone has a network, but believes that it has none.
  case believedOffline
  /// Periodic dispatch is off.
  case noTimer
  /// No time is set for the next dispatch.
  case notDue
}

extension SendingHold {
  private var wording: (short: String?, long: String) {
    switch self {
    case .notRunning: ("no app runs", "the app is not running")
    case .suspended: ("app suspended", "the app is suspended")
    case .offline: ("offline", "the phone is offline")
    case .believedOffline: ("believed offline", "the phone believes it is offline")
    case .noTimer: ("no timer", "periodic dispatch is off")
    case .notDue: (nil, "no dispatch is due")
    }
  }

  /// A few words: "offline"; nil if nothing special holds the queue.
  package var short: String? { wording.short }

  /// The reason in words that follow "because": "the phone is offline".
  package var words: String { wording.long }
}

/// The time at which the hits of a queue are sent next, or the reason why they are not.
package enum Sending: Sendable, Hashable {
  /// No hit waits, and no timer runs.
  case nothingWaits
  /// A request is on its way.
  case inFlight
  /// A timer runs out.
  case due(in: Duration, failures: Int, isDoubtful: Bool)
  /// The queue is not sent.
  case held(SendingHold)
}

extension Simulation {
  /// Returns when the hits of a queue are sent next, or the reason why they are not.
  package func sending(of queue: HitQueue) -> Sending {
    guard let runtime else { return .held(.notRunning) }
    let isUploading = queue == .firebase && runtime.isUploading
    if isUploading || runtime.requestInFlight(queue) != nil { return .inFlight }
    if isSuspended { return .held(.suspended) }
    let isEmpty = world.disk.count(of: queue) == 0
    // If there are no events, nothing waits, regardless of the network.
    if queue == .firebase, isEmpty { return .nothingWaits }
    if !world.isReachable { return .held(world.isOnline ? .believedOffline : .offline) }
    if let next = until(.dispatch(queue)) {
      return .due(
        in: next, failures: runtime.failedAttempts(of: queue), isDoubtful: !world.isOnline)
    }
    if isEmpty { return .nothingWaits }
    let isOff = queue != .firebase && runtime.dispatchPeriod(of: queue) == nil
    return .held(isOff ? .noTimer : .notDue)
  }
}
