import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The time when hits are sent next, or the reason why they are not, and the account of all hits;
/// for the queue and the device.
struct DispatchForecast: ScreenPart {
  let context: ScreenContext

  /// Returns the time of the next dispatch, or the reason why there is none; a text that is too
  /// wide has shorter words.
  func shortTexts(columns: Int) -> [String] {
    shortTexts.map { text in
      guard TextWidth.columns(of: text) > columns else { return text }
      return text.replacing("next dispatch in", with: "dispatch in")
        .replacing(", interval ", with: ", every ")
    }
  }

  private var shortTexts: [String] {
    let queue: HitQueue = isFirebase ? .firebase : .analytics
    switch view.simulation.sending(of: queue) {
    case .held(.notRunning): return ["the app is not running"]
    case .held(.suspended): return ["the app is suspended: nothing is sent"]
    case .held(.offline):
      let since = offlineRow.map { " since #\($0)" } ?? ""
      return ["offline\(since): " + (isFirebase ? "events stay on disk" : "no timer runs")]
    case .held(.believedOffline):
      return [
        "\(SendingHold.believedOffline.words): "
          + (isFirebase ? "events stay on disk" : "no timer runs")
      ]
    case .inFlight: return [isFirebase ? "events are uploaded now" : "sending now"]
    case .nothingWaits where isFirebase: return ["no event waits"]
    case .held where isFirebase: return ["no upload is due: the background sends them"]
    case .due(let next, _, _) where isFirebase:
      let reason = view.simulation.runtime.map(words.uploadReason) ?? ""
      return [
        "next upload in \(next.shortText)"
          + reason.replacing(" (", with: ": ").replacing(")", with: "")
      ]
    case .nothingWaits, .held, .due: return texts
    }
  }

  /// The row at which the network was lost.
  private var offlineRow: Int? {
    let rows = timeline.rows
    let last = view.row?.number ?? rows.count
    for number in stride(from: last, to: max(0, last - Self.searchedRows), by: -1) {
      if case .network(let condition) = rows[number - 1].event.kind {
        return condition == .offline ? number : nil
      }
    }
    return nil
  }

  /// The number of rows to search for the loss of the network.
  private static let searchedRows = 200

  /// Returns lines on the problems of hits, and on the background task.
  func troubleLines(columns: Int) -> [Line] {
    let ledger = view.simulation.world.ledger
    var lines: [Line] = []
    let losses = ledger.lostByReason.map { "\($0.count) \($0.reason.rawValue)" }
    if !losses.isEmpty {
      lines += wrapped("lost: " + losses.joined(separator: ", "), columns: columns, .lost)
    }
    if ledger.duplicates > 0 {
      let times = Counted.text(ledger.duplicates, "duplicate")
      lines += wrapped("\(times) at the collector", columns: columns, .attention)
    }
    return lines + taskLines(columns: columns)
  }

  /// The next dispatch of each queue; one text if it is the same for both, or only one has hits.
  var texts: [String] {
    let disk = view.simulation.world.disk
    let queues = HitQueue.allCases.filter { disk.count(of: $0) > 0 }
    guard let first = queues.first else {
      return [isFirebase ? uploadText : text(of: .analytics)]
    }
    let texts = queues.map { text(of: $0) }
    guard texts.contains(where: { $0 != texts[0] }) else { return [text(of: first)] }
    return zip(queues, texts).map { "\($0.rawValue): \($1)" }
  }

  /// Returns when the hits of a queue are sent next, or why they are not.
  func text(of queue: HitQueue) -> String { words.text(of: queue) }

  private var words: DispatchWords { DispatchWords(view.simulation) }

  /// The interval of automatic dispatch, and who set it: "every 2m00s, set by the app".
  var intervalWords: String {
    guard let interval = view.simulation.runtime?.dispatchInterval else { return "" }
    guard let period = interval.period else { return interval.text }
    return "every \(period.shortText)" + (interval.setter == .app ? ", set by the app" : "")
  }

  private func taskLines(columns: Int) -> [Line] {
    guard let text = backgroundTaskText, let task = view.simulation.backgroundTask else {
      return []
    }
    guard !task.isExpired else {
      return wrapped(text, columns: columns, .attention.strong)
    }
    let whole = max(1, (task.expires - task.began).wholeMilliseconds)
    let passed = (view.simulation.now.instant - task.began).wholeMilliseconds
    let width = min(20, columns / 4)
    let full = min(width, max(0, Int(passed * Int64(width) / whole)))
    let bar =
      String(repeating: signs.racePassed, count: full)
      + String(repeating: signs.raceAhead, count: width - full)
    let name = columns < 45 ? "task" : "background task"
    return wrapped("\(name) \(bar) \(text)", columns: columns)
  }

  /// The time left for the background task; nil if none runs.
  var backgroundTaskText: String? {
    guard let task = view.simulation.backgroundTask else { return nil }
    let now = view.simulation.now.instant
    guard !task.isExpired else {
      let left = task.expires + BackgroundTask.grace - now
      return "background task EXPIRED: the system ends the app in \(left.shortText)"
    }
    return "\((task.expires - now).shortText) of \((task.expires - task.began).shortText) left"
  }

  /// The time of the next upload, or the reason why there is none, and the debug flag.
  var uploadText: String { words.uploadText }
}
