import OrderedCollections
import TagRuntime
import TagSimulation

/// The visible parts of the app: its screen with its buttons, and the calls of its code.
extension ScenarioRun {
  /// The number of newest calls in the text of a failure.
  private static let toldLimit = 5

  // MARK: The screen

  /// Returns the tap for a letter or a place on the visible screen.
  func tap(
    pressing key: String, _ arguments: OrderedDictionary<String, Value>
  ) throws(RunFault) -> Act {
    let live = timeline.live
    if !live.isRunning { throw .act(.notRunning) }
    if live.isInBackground { throw .act(.inBackground) }
    guard let screen = live.screen else {
      throw .act(.unknownButton(key, screen: nil, known: []))
    }
    guard let button = screen.button(pressedBy: key) else {
      let known = zip(screen.letters, screen.buttons).map { letter, button in
        (letter.map { "\($0) " } ?? "") + button.title.quoted
      }
      throw .unknownLetter(key, screen: screen.name, known: known)
    }
    let act = Act.tap(button.title, arguments: arguments)
    if scenario.header.matrix.isEmpty,
      let fault = Command.act(act).fault(under: live.settings.generation, of: [button])
    {
      throw .meaningless(fault)
    }
    return act
  }

  func check(screen comparison: Comparison<String>) -> Failure? {
    guard let lines = timeline.live.screenLines else {
      let why =
        !timeline.live.isRunning
        ? "the app is not running: launch it first"
        : timeline.live.isInBackground
          ? ActError.inBackground.sentence
          : "no screen is open: open one first"
      return Failure(row: nil, lines: [why])
    }
    let isNegative = comparison.sign == .notEqual || comparison.sign == .notFound
    let holds =
      isNegative
      ? lines.allSatisfy { comparison.fits($0) } : lines.contains { comparison.fits($0) }
    if holds { return nil }
    let wanted =
      isNegative ? "expected every line \(comparison.text)" : "expected a line \(comparison.text)"
    return Failure(
      row: timeline.lastRow?.number,
      lines: ["the screen shows:"] + lines.map { "  " + $0 } + [wanted]
        + lines.flatMap { comparison.gaveUp(on: $0) }.prefix(1))
  }

  // MARK: Calls

  /// The calls of the app's code at the events of the last act that caused any, and in reads since
  /// then.
  private var calls: [(row: Int, call: AnsweredCall)] {
    let rows = timeline.rows(in: (last.eventRows.lowerBound + 1)...)
    let events = timeline.traced(rows: rows.lazy.filter { $0.event.update?.event != nil })
    let called = OrderedDictionary(
      uniqueKeysWithValues: events.map { ($0.row.number, $0.update.explanations.flatMap(\.calls)) })
    return rows.flatMap { row in
      var calls = called[row.number] ?? []
      if case .read(let reading) = row.event.kind { calls = reading.calls }
      return calls.map { (row.number, $0) }
    }
  }

  func check(_ state: Expectation.CallState) -> Failure? {
    if let failure = checkID(state.id) { return failure }
    let calls = calls.filter {
      state.id ?? $0.call.request.container == $0.call.request.container
    }
    // A call that found nothing to run did not reach the app's code.
    let named = calls.filter { $0.call.request.name == state.name && $0.call.outcome != .missing }
    let arguments = state.arguments ?? [:]
    let count = named.count {
      Value.map($0.call.request.parameters).withIntegers(of: arguments).contains(arguments)
    }
    if state.times.map({ $0 == count }) ?? (count > 0) { return nil }
    let wanted = state.times.map { "\($0)x" } ?? "at least once"
    let such = state.arguments.map { " with \(JSONWriter.write($0))" } ?? ""
    var lines = ["\(state.name) was called \(count)x\(such), expected \(wanted)"]
    lines += calls.suffix(Self.toldLimit).map { "at event \($0.row): \($0.call.text)" }
    if calls.isEmpty { lines.append("no code of the app was called") }
    if calls.count > Self.toldLimit {
      lines.append("and \(Counted.text(calls.count - Self.toldLimit, "more call")) before")
    }
    if calls.count >= Limits.logLinesPerEvaluation {
      lines.append("at most \(Limits.logLinesPerEvaluation) calls of one event are kept")
    }
    return Failure(row: calls.last?.row ?? eventRows.last?.number, lines: lines)
  }
}
