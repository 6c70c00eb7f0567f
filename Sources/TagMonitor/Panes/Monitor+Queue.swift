import DequeModule
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  func queueLines(columns: Int) -> [Line] {
    let simulation = view.simulation
    let ledger = simulation.world.ledger
    let net = simulation.world.isOnline ? "net on" : "net OFF"
    var lines = wrapped(
      "\(ledger.waiting) waiting  \(ledger.sent) sent  \(ledger.lost) lost  \(net)",
      columns: columns, .bold)
    lines += wrapped(nextText, columns: columns)
    lines += wrapped(ledgerText, columns: columns)
    lines += hitLines(columns: columns)
    return lines
  }

  /// When hits are sent next, or why they are not.
  private var nextText: String {
    let simulation = view.simulation
    guard simulation.isRunning else { return "the app is not running: nothing is sent" }
    if simulation.isSuspended { return "the app is suspended: nothing is sent" }
    if simulation.runtime?.isDispatching == true { return "sending now" }
    if !simulation.world.isOnline { return "no network: no timer runs, hits stay on disk" }
    let period = simulation.runtime?.dispatchInterval.text ?? ""
    guard let next = simulation.untilDispatch else { return "nothing waits; \(period)" }
    return "next dispatch in \(next.shortText), \(period)"
  }

  private var ledgerText: String {
    let ledger = view.simulation.world.ledger
    let stored = view.simulation.world.disk.hits.count
    let verdict = ledger.waiting == stored ? "balanced" : "NOT balanced: \(stored) on disk"
    return "queued \(ledger.queued) = waiting \(ledger.waiting) + sent \(ledger.sent)"
      + " + lost \(ledger.lost)  \(verdict)"
  }

  private func hitLines(columns: Int) -> [Line] {
    let world = view.simulation.world
    let settled = world.ledger.settled.suffix(50)
    guard !world.disk.hits.isEmpty || !settled.isEmpty else {
      return [Line(), Line("no hits yet", .dim)]
    }
    let widths = [4, 6, max(6, columns - 4 - 6 - 8 - 8 - 4), 8, 8]
    func row(_ cells: [String]) -> String {
      zip(cells, widths).map { cell($0, $1) }.joined(separator: " ")
    }
    var lines = [Line(row(["id", "type", "name", "state", "age"]), .dim)]
    for stored in world.disk.hits {
      let request = view.simulation.runtime?.requestInFlight(stored.hit.queue)
      let isInFlight = request?.hits.contains { $0.id == stored.id } ?? false
      let state = isInFlight ? "sending" : stored.tries > 0 ? "tried \(stored.tries)x" : "waiting"
      let age = (view.simulation.now.wall - stored.hit.created).shortText
      lines.append(
        Line(row([String(stored.id), stored.hit.typeName, stored.hit.title, state, age])))
    }
    for hit in settled.reversed() {
      let id = hit.id.map(String.init) ?? "-"
      let took = (hit.settled - hit.hit.created).shortText
      switch hit.outcome {
      case .sent:
        lines.append(Line(row([id, hit.hit.typeName, hit.hit.title, "sent", took]), .dim))
      case .lost(let loss):
        lines.append(
          Line(row([id, hit.hit.typeName, hit.hit.title, "LOST", took]), .bold.colored(.yellow)))
        lines += wrapped(loss.words, columns: columns, indent: 4, .plain.colored(.yellow))
      }
    }
    return lines
  }
}
