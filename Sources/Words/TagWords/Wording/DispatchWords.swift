package import TagRuntime
package import TagSimulation

/// Describes when hits are sent next, or why they are not, in the words of reports and of the
/// monitor.
package struct DispatchWords {
  private let simulation: Simulation

  /// Creates the words for a world in its current state.
  package init(_ simulation: Simulation) { self.simulation = simulation }

  /// Describes when the hits of a queue are sent next, or why they are not: with all that follows
  /// from it, or in short.
  package func text(of queue: HitQueue, isShort: Bool = false) -> String {
    let sending = simulation.sending(of: queue)
    let (what, more) = parts(of: queue, sending, isShort)
    if queue == .firebase { return isShort ? what : "\(what)\(more); \(debugText)" }
    switch sending {
    case .held(.noTimer): return intervalText("every")
    case .held(.notRunning), .held(.suspended): return what
    case .held where isShort: return what
    case .held, .nothingWaits, .inFlight, .due:
      return "\(what)\(isShort ? "" : more), \(intervalText(isShort ? "every" : "interval"))"
    }
  }

  /// Describes it for each queue; in one text if it is the same for both, or only one has hits.
  package func texts(isShort: Bool = false) -> [String] {
    let queues = HitQueue.allCases.filter { simulation.world.disk.count(of: $0) > 0 }
    let texts = queues.map { text(of: $0, isShort: isShort) }
    guard let first = texts.first else {
      let isFirebase = simulation.settings.generation == .firebase
      return [text(of: isFirebase ? .firebase : .analytics, isShort: isShort)]
    }
    guard texts.contains(where: { $0 != first }) else { return [first] }
    return zip(queues, texts).map { "\($0.rawValue): \($1)" }
  }

  /// The time left for the background task; nil if none runs.
  package var taskText: String? {
    guard let task = simulation.backgroundTask else { return nil }
    let left = task.expires - simulation.now.instant
    return task.isExpired
      ? "EXPIRED: the system ends the app in \((left + BackgroundTask.grace).shortText)"
      : "\(left.shortText) of \((task.expires - task.began).shortText) left"
  }

  /// Returns what comes of a queue, and what that means.
  private func parts(
    of queue: HitQueue, _ sending: Sending, _ isShort: Bool
  ) -> (what: String, more: String) {
    let isFirebase = queue == .firebase
    switch sending {
    case .inFlight: return (isFirebase ? "events are uploaded now" : "sending now", "")
    case .nothingWaits:
      guard isFirebase else { return ("nothing waits", "") }
      let settings = simulation.settings
      let left =
        uploads?.left(of: settings.eventUpload, at: simulation.now.wall)
        ?? settings.eventUploadSoon
      let next =
        isDebugging ? "each is uploaded at once" : "a new one is uploaded in \(left.shortText)"
      return ("no event waits", "; \(next)")
    case .held(.noTimer): return ("", "")
    case .held(.notDue):
      return isFirebase
        ? ("no upload is due", ": a new event, the background or the next launch sends them")
        : ("no dispatch is due", "")
    case .held(let hold) where hold == .offline || hold == .believedOffline:
      return isFirebase
        ? ("\(hold.words): events stay on disk", "; they are uploaded when it is back")
        : ("\(hold.words): no timer runs", ", hits stay on disk")
    case .held(let hold): return ("\(hold.words): nothing is sent", "")
    case .due(let next, let failures, let isDoubtful):
      let after = failures == 0 ? "" : ", after \(Counted.text(failures, "failure"))"
      if isFirebase {
        let rests = uploads?.restEnds != nil
        let reason =
          rests ? ", as the server asked for a rest" : failures > 0 ? after : uploadReason
        return (
          "next upload in \(next.shortText)\(reason)", rests ? "" : ", or in the background"
        )
      }
      let doubt = isDoubtful ? " although there is no network, which the phone does not know" : ""
      let word = failures > 0 ? "next attempt" : isShort ? "dispatch" : "next dispatch"
      return ("\(word) in \(next.shortText)\(after)\(doubt)", "")
    }
  }

  /// Returns the interval of automatic dispatch, and who set it: "every 2m00s, set by the app".
  package func intervalText(_ word: String) -> String {
    guard let runtime = simulation.runtime else { return "" }
    let profile = runtime.settings.delivery == .strict ? ", strict delivery" : ""
    let interval = runtime.dispatchInterval
    guard let period = interval.period else { return interval.text + profile }
    return "\(word) \(period.shortText)" + (interval.setter == .app ? ", set by the app" : "")
      + profile
  }

  private var debugText: String { "debug mode \(isDebugging ? "ON" : "off")" }

  // MARK: Firebase

  private var isDebugging: Bool { simulation.runtime?.firebase.isDebugging == true }

  private var uploads: FirebaseUploadRecord? { simulation.runtime?.firebase.uploads }

  /// The reason for the time of the upload if none failed: ", an hour after the last upload".
  private var uploadReason: String {
    guard let uploads, let due = uploads.due, let succeeded = uploads.succeeded else {
      return ", as nothing was uploaded yet"
    }
    let isHour = due - succeeded == simulation.settings.eventUpload
    return isHour ? ", an hour after the last upload" : ", as the last upload was over an hour ago"
  }
}
