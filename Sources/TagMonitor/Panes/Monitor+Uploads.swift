import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// When events travel to Firebase, and why then.
extension Monitor {
  /// When events are uploaded next, or why they are not, and the debug flag.
  var uploadText: String {
    guard let runtime = view.simulation.runtime else {
      return "the app is not running: nothing is sent"
    }
    let debug = "debug mode \(runtime.firebase.isDebugging ? "ON" : "off")"
    return uploadFate(runtime) + "; " + debug
  }

  private func uploadFate(_ runtime: Runtime) -> String {
    let simulation = view.simulation
    let world = simulation.world
    if runtime.isUploading { return "events are uploaded now" }
    if simulation.isSuspended { return "the app is suspended: nothing is sent until it returns" }
    if world.disk.count(of: .firebase) == 0 {
      return runtime.firebase.isDebugging
        ? "no event waits; each is uploaded at once"
        : "no event waits; the next starts an hour's wait"
    }
    let reason = uploadReason(runtime)
    if !world.isReachable {
      let why = world.isOnline ? "the phone believes that it has no net" : "net off"
      return "\(why): events stay on disk; what is overdue is uploaded when it is back"
    }
    guard let next = simulation.untilDispatch(of: .firebase) else {
      return "no upload is due: the background or the next launch sends them"
    }
    return "next upload in \(next.shortText)\(reason), or in the background"
  }

  /// Why it is then: " (an hour after the first event)".
  private func uploadReason(_ runtime: Runtime) -> String {
    let simulation = view.simulation
    guard let due = runtime.firebase.uploadDue else { return "" }
    let settings = simulation.settings
    let last = simulation.world.requests.entries.last { $0.request.queue == .firebase }
    if let last, let answered = last.answered, last.answer != .status(200),
      due - answered == settings.eventUploadRetry
    {
      return " (half an hour after a failure)"
    }
    let left = due - simulation.now.wall
    if simulation.untilDispatch(of: .firebase).map({ $0 > max(left, .zero) }) ?? false {
      return " (soon after the launch: it was due before)"
    }
    return " (an hour after the first event)"
  }

  /// The account of every queue, where more than one has hits.
  func queueLedgerLines(columns: Int) -> [Line] {
    let world = view.simulation.world
    let accounts = HitQueue.allCases.map { queue in
      (
        queue: queue, waiting: world.disk.count(of: queue), sent: world.ledger.sent(of: queue),
        lost: world.ledger.lost(of: queue)
      )
    }.filter { $0.waiting + $0.sent + $0.lost > 0 }
    guard isFirebase, accounts.count > 1 else { return [] }
    return accounts.flatMap { account in
      wrapped(
        "\(account.queue.rawValue) \(account.waiting + account.sent + account.lost) = "
          + "waiting \(account.waiting) + sent \(account.sent) + lost \(account.lost)",
        columns: columns, indent: 2,
        .dim)
    }
  }
}
