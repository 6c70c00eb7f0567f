package import TagRuntime
package import TagSimulation

/// Describes when hits are sent next, or why they are not, in the words of reports and of the
/// monitor.
package struct DispatchWords {
  private let simulation: Simulation

  /// Creates the words for a world in its current state.
  package init(_ simulation: Simulation) { self.simulation = simulation }

  /// Describes when the hits of a queue are sent next, or why they are not.
  package func text(of queue: HitQueue) -> String {
    if queue == .firebase { return uploadText }
    switch simulation.sending(of: queue) {
    case .held(.notRunning): return "the app is not running: nothing is sent"
    case .inFlight: return "sending now; \(intervalText)"
    case .held(.suspended): return "the app is suspended: nothing is sent"
    case .held(let hold) where hold == .offline || hold == .believedOffline:
      return "\(hold.words): no timer runs, hits stay on disk; \(intervalText)"
    case .nothingWaits: return "nothing waits; \(intervalText)"
    case .held(.noTimer): return intervalText
    case .held(let hold): return "\(hold.words); \(intervalText)"
    case .due(let next, let failures, let isDoubtful):
      let doubt = isDoubtful ? " although there is no network, which the phone does not know" : ""
      let what =
        failures == 0
        ? "next dispatch in \(next.shortText)"
        : "next attempt in \(next.shortText), after \(Counted.text(failures, "failure"))"
      return what + "\(doubt), \(intervalText)"
    }
  }

  private var intervalText: String {
    guard let runtime = simulation.runtime else { return "" }
    let profile = runtime.settings.delivery == .strict ? ", strict delivery" : ""
    let interval = runtime.dispatchInterval
    guard let period = interval.period else { return interval.text + profile }
    return "interval \(period.shortText)" + (interval.setter == .app ? ", set by the app" : "")
      + profile
  }

  // MARK: Firebase

  /// A description of when events are uploaded next, or why they are not, and of the debug flag.
  package var uploadText: String {
    guard let runtime = simulation.runtime else {
      return "the app is not running: nothing is sent"
    }
    let debug = "debug mode \(runtime.firebase.isDebugging ? "ON" : "off")"
    return uploadFate(runtime) + "; " + debug
  }

  private func uploadFate(_ runtime: Runtime) -> String {
    switch simulation.sending(of: .firebase) {
    case .inFlight: return "events are uploaded now"
    case .held(.suspended): return "the app is suspended: nothing is sent until it returns"
    case .nothingWaits:
      return runtime.firebase.isDebugging
        ? "no event waits; each is uploaded at once"
        : "no event waits; the next starts an hour's wait"
    case .held(let hold) where hold == .offline || hold == .believedOffline:
      return "\(hold.words): events stay on disk; overdue ones are uploaded when it is back"
    case .held: return "no upload is due: going to the background or the next launch sends them"
    case .due(let next, _, _):
      return "next upload in \(next.shortText)\(uploadReason(runtime)), or in the background"
    }
  }

  /// Explains the time of the upload: " (an hour after the first event)".
  package func uploadReason(_ runtime: Runtime) -> String {
    guard let due = runtime.firebase.uploadDue else { return "" }
    let settings = simulation.settings
    let last = simulation.world.requests.entries.last { $0.request.queue == .firebase }
    if let last, let answered = last.answered, last.answer != .status(200),
      due - answered == settings.eventUploadRetry
    {
      return " (half an hour after a failure)"
    }
    if let session = runtime.firebase.session, session.number == 1,
      due - session.started == settings.eventUploadAfterFirstOpening
    {
      return " (soon after the first launch)"
    }
    let left = due - simulation.now.wall
    if simulation.untilDispatch(of: .firebase).map({ $0 > max(left, .zero) }) ?? false {
      return " (overdue at launch)"
    }
    return " (an hour after the first event)"
  }
}
