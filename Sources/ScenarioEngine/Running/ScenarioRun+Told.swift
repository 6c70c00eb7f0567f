import TagRuntime
import TagSimulation

/// What the SDK told: the app by callbacks, the developer by its log.
extension ScenarioRun {
  func check(_ callback: Expectation.Callback, _ id: String?) -> Failure? {
    if let failure = checkID(id) { return failure }
    let wanted = timeline.live.containerID(id)
    let events = timeline.loads[lastLoads].map(\.event).filter { $0.container == wanted }
    if events.contains(where: { callback.matches($0.kind) }) { return nil }
    let told = events.compactMap(\.kind.words)
    let lines = told.isEmpty ? ["nothing was called back"] : ["what was called back:"] + told
    return Failure(row: timeline.rows.last?.number, lines: lines)
  }

  func check(tokens: Comparison<Int>, _ id: String?) -> Failure? {
    if let failure = checkID(id) { return failure }
    guard let allowance = timeline.live.refreshAllowance(of: id) else { return noContainer(id) }
    if tokens.holds(for: allowance.tokens) { return nil }
    return Failure(
      row: nil,
      lines: [
        "\(Counted.text(allowance.tokens, "refresh token")) left, "
          + "expected \(tokens.sign.rawValue) \(tokens.operand)"
      ])
  }

  func check(log level: LogLevel?, _ pattern: String) -> Failure? {
    let lines = timeline.lines[lastLines].map(\.line.record).filter {
      level == nil ? $0.source == .tagsim : $0.source == .sdk && $0.level == level
    }
    let source = level?.name ?? "tagsim"
    let compiled = try? Pattern(pattern, ignoreCase: false)
    let isFound = lines.contains { line in
      LogWording.allCases.contains { compiled?.isFound(in: line.text(in: $0)) ?? false }
    }
    if isFound { return nil }
    let said = lines.map { "\(source): \($0.text)" }
    return Failure(
      row: timeline.rows.last?.number,
      lines: said.isEmpty
        ? ["the last act logged nothing at level \(source)"]
        : ["what the last act logged at level \(source):"] + said)
  }
}

extension Expectation.Callback {
  /// Whether it is this that happened.
  fileprivate func matches(_ kind: LoadEvent.Kind) -> Bool {
    switch (self, kind) {
    case (.available(let wanted), .handedOut(let handing)): wanted ?? handing == handing
    case (.refreshBegin(let wanted), .began(let kind)): wanted ?? kind == kind
    case (.refreshSuccess(let wanted), .succeeded(let kind)): wanted ?? kind == kind
    case (.refreshFailure(let wanted, let reason), .failed(let kind, let failure)):
      wanted ?? kind == kind && reason ?? failure == failure
    default: false
    }
  }
}
