import OrderedCollections
import TagRuntime
import TagSimulation

extension Timeline {
  mutating func launch() throws { try perform(.launch(isCold: true, kind: nil, timeout: nil)) }

  /// Launches and waits for the container.
  mutating func launchAndSettle() throws {
    try launch()
    settle()
  }

  /// The process ends, and the app is launched again.
  mutating func relaunch() throws {
    try perform(.kill)
    try launchAndSettle()
  }

  mutating func dispatchAndSettle() throws {
    try perform(.app(.dispatch))
    settle()
  }

  mutating func tap(_ title: String) throws { try perform(.tap(title, arguments: [:])) }

  /// The rows after the first ones, in words.
  func words(from number: Int = 0) -> [String] {
    rows(in: 1...).dropFirst(number).map(\.event.words)
  }

  /// The codes of the log lines.
  var codes: [LogCode] { lines.map(\.line.record.code) }

  var world: World { live.world }

  /// Queued, waiting, sent and lost hits.
  var counts: [Int] {
    let ledger = live.world.ledger
    return [ledger.queued, ledger.waiting, ledger.sent, ledger.lost]
  }
}

extension Simulation {
  /// The time until hits are sent; nil if no timer runs.
  var untilDispatch: Duration? { HitQueue.allCases.compactMap { untilDispatch(of: $0) }.min() }
}
