import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

extension ScenarioRun {
  typealias Failure = StatementResult.Failure

  /// Explains why an expectation is not true now; nil if it is.
  func check(_ expectation: Expectation) -> Failure? {
    guard var failure = failure(of: expectation) else { return nil }
    if timeline.live.settings.generation == .firebase, let rows = expectation.changedRows {
      failure.lines.append("Firebase's rules changed: see \(rows) in CHANGELOG.md")
    }
    return failure
  }

  private func failure(of expectation: Expectation) -> Failure? {
    let live = timeline.live
    switch expectation {
    case .tag(let name, let outcome, let id):
      if let failure = checkID(id) { return failure }
      switch outcome {
      case .fired(let times): return checkFired(name, times, id)
      case .notFired(let because): return checkNotFired(name, because, id)
      }
    case .value(let state): return check(state)
    case .container(let state): return check(state)
    case .callback(let callback, let times, let id): return check(callback, times, id)
    case .call(let state): return check(state)
    case .screen(let comparison): return check(screen: comparison)
    case .tokens(let count, let id): return check(tokens: count, id)
    case .log(let choice, let pattern): return check(log: choice, pattern)
    case .queue(let size, let queue): return check(waiting: size, queue)
    case .sent(let count, let queue): return check(sent: count, queue)
    case .lost(let count, let reason, let queue): return check(lost: count, reason, queue)
    case .event(let state): return check(state)
    case .userProperty(let name, let comparison): return check(userProperty: name, comparison)
    case .firebase(let expectation): return check(expectation)
    case .late(let count): return check(count, live.world.ledger.late, nil, "was late", "were late")
    case .unreported(let count): return check(unreported: count)
    case .duplicates(let count): return check(duplicates: count)
    case .requests(let count): return check(requests: count)
    case .periodic(let isOn): return check(periodic: isOn)
    case .completion(let result): return check(completion: result)
    case .hit(let choice, let state): return check(choice, state)
    case .braze(let state): return check(state)
    case .data(let expected, let exactly): return checkData(expected, exactly)
    case .plan(let text): return checkPlan(deviates: text)
    }
  }

  /// Returns the failure for a container that is not open.
  func noContainer(_ id: String? = nil) -> Failure {
    let why = timeline.live.isRunning ? "" : " because the app is not running: launch it first"
    let what = id.map { "container \($0) is not open" } ?? "no container is open"
    return Failure(row: nil, lines: [what + why])
  }

  /// Returns a mistake for a container that the app does not have.
  func checkID(_ id: String?) -> Failure? {
    let app = timeline.live.world.app
    guard let id, app.container(id) == nil else { return nil }
    let known = app.containers.map(\.id)
    let hint = Suggestion.nearest(to: id, among: known).map { ": did you mean \($0)?" } ?? ""
    return Failure(row: nil, lines: ["the app has no container \(id)\(hint)"], isMistake: true)
  }

  // MARK: Containers and data

  private func check(_ state: Expectation.ContainerState) -> Failure? {
    if let failure = checkID(state.id) { return failure }
    let open = timeline.live.container(timeline.live.containerID(state.id))
    if state.isClosed {
      return open.map { Failure(row: nil, lines: ["container \($0.id) is open"]) }
    }
    guard let container = open else { return noContainer(state.id) }
    var problems: [String] = []
    if let source = state.source, source != container.source {
      problems.append("expected source=\(source.rawValue)")
    }
    if let version = state.version, version != container.version {
      problems.append("expected version=\(version)")
    }
    let age = container.age(at: timeline.live.now.wall)
    if let wanted = state.age, !(age.map { wanted.holds(for: $0) } ?? false) {
      problems.append("expected age\(wanted.sign.rawValue)\(wanted.operand.shortText)")
    }
    if problems.isEmpty { return nil }
    let version = container.version.isEmpty ? "none" : container.version
    let shownAge = age.map(\.shortText) ?? "never refreshed"
    return Failure(
      row: nil,
      lines: ["source=\(container.source.rawValue) version=\(version) age \(shownAge)"] + problems
        + (timeline.live.report(on: container.id)?.lines.map(\.text) ?? []))
  }

  private func checkData(_ expected: Value, _ exactly: Bool) -> Failure? {
    let actual = Value.map(timeline.live.runtime?.dataLayer.model ?? [:])
    let holds = exactly ? actual.equals(expected) : actual.contains(expected)
    if holds { return nil }
    return Failure(
      row: timeline.lastRow?.number,
      lines: [
        "the data layer is \(JSONWriter.write(actual))",
        "expected \(exactly ? "exactly" : "at least") \(JSONWriter.write(expected))",
      ])
  }

  // MARK: Tags

  /// The rows with an event among those of the last statement that caused one.
  var eventRows: [Timeline.Row] {
    timeline.rows(in: last.eventRows.lowerBound + 1..<last.eventRows.upperBound + 1).filter {
      $0.event.update?.event != nil
    }
  }

  private func timesFired(_ name: String, _ id: String?) -> Int {
    eventRows.reduce(0) { sum, row in
      let firings = (row.event.update?.firings ?? []).filter { id ?? $0.container == $0.container }
      return sum
        + firings.reduce(0) { $0 + $1.tags.count { $0.name == name && $0.didFire } }
    }
  }

  private func checkFired(_ name: String, _ times: Int?, _ id: String?) -> Failure? {
    if let failure = checkName(name, id) { return failure }
    let fired = timesFired(name, id)
    if times.map({ $0 == fired }) ?? (fired > 0) { return nil }
    let wanted = times.map { "\($0)x" } ?? "at least once"
    var lines = ["fired \(fired)x, expected \(wanted)"]
    let row = eventRows.last
    if let row, !isSought { lines += explanation(of: name, at: row, id) }
    return Failure(row: row?.number, lines: lines)
  }

  private func checkNotFired(_ name: String, _ because: String?, _ id: String?) -> Failure? {
    if let failure = checkName(name, id) { return failure }
    let fired = timesFired(name, id)
    guard let row = eventRows.last else {
      // Nothing has fired, but without a reason the expected one cannot match.
      let lines = ["no event was pushed yet, so there is nothing to explain"]
      return because.map { _ in Failure(row: nil, lines: lines) }
    }
    if isSought, because == nil {
      return fired > 0 ? Failure(row: row.number, lines: []) : nil
    }
    let explanation = explanation(of: name, at: row, id)
    if fired > 0 {
      return Failure(row: row.number, lines: ["fired \(fired)x"] + explanation)
    }
    if let because, !explanation.contains(where: { $0.contains(because) }) {
      return Failure(
        row: row.number, lines: ["not fired, but not because \"\(because)\""] + explanation)
    }
    return nil
  }

  /// Returns a mistake for a name that no tag of the container has: it can neither fire nor not
  /// fire.
  private func checkName(_ name: String, _ id: String?) -> Failure? {
    let containers = (timeline.live.runtime?.containerStatuses ?? []).filter {
      id ?? $0.id == $0.id
    }
    guard let container = containers.first else { return eventRows.isEmpty ? noContainer() : nil }
    let tagNames = containers.flatMap { $0.tagNames + $0.pausedTags }
    if tagNames.contains(name) || timesFired(name, id) > 0 { return nil }
    let nearest = Suggestion.nearest(to: name, among: tagNames)
    if containers.count > 1 {
      let hint = nearest.map { ": did you mean \"\($0)\"?" } ?? ""
      return Failure(
        row: nil, lines: ["no open container has a tag \"\(name)\"" + hint], isMistake: true)
    }
    let hint = nearest.map { ": did you mean \"\($0)\"?" } ?? ""
    let version = container.version.isEmpty ? container.source.rawValue : "v" + container.version
    return Failure(
      row: nil, lines: ["container \(container.id) \(version) has no tag \"\(name)\"\(hint)"],
      isMistake: true)
  }

  private func explanation(
    of name: String, at row: Timeline.Row, _ id: String?
  ) -> [String] {
    let update = timeline.traced(row: row)
    let time = timeline.live.world.zone.civil(at: row.event.wall).timeText
    var lines = ["at event \(row.number) \(update?.event ?? "") (\(time))"]
    let explanations = (update?.explanations ?? []).filter {
      id ?? $0.containerID == $0.containerID
    }
    let dropped = update?.firebase?.dropLines ?? []
    lines += dropped
    if explanations.isEmpty, dropped.isEmpty {
      lines.append("no container was open: nothing can fire")
    }
    for explanation in explanations {
      for tag in explanation.tags where tag.name == name { lines += tag.lines }
      if explanation.pausedTags.contains(name) { lines.append(LeftOutPart.pausedReason) }
    }
    return lines
  }
}

// MARK: - Callbacks and log

/// Expectations about the reports of the SDK: to the app by callbacks, to the developer by its log.
extension ScenarioRun {
  func check(_ callback: Expectation.Callback, _ times: Int?, _ id: String?) -> Failure? {
    if let failure = checkID(id) { return failure }
    let wanted = timeline.live.containerID(id)
    let events = timeline.loads[last.loads].map(\.event).filter { $0.container == wanted }
    let count = events.count { callback.matches($0.kind) }
    if times.map({ $0 == count }) ?? (count > 0) { return nil }
    let counted = times.map { ["called back \(count)x, expected \($0)x"] } ?? []
    let told = events.compactMap(\.kind.words)
    let lines = told.isEmpty ? ["there was no callback"] : ["callbacks:"] + told
    return Failure(row: timeline.lastRow?.number, lines: counted + lines)
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

  func check(log choice: Expectation.LogChoice, _ pattern: String) -> Failure? {
    let source = choice.word
    let compiled = try? Pattern(pattern, ignoreCase: false)
    var limit: PatternLimit?
    var said: [String] = []
    var leftOut = 0
    // A full history has hundreds of thousands of lines: none is kept but those that are shown.
    for line in timeline.lines[last.lines] where choice.isOf(line.line.record) {
      let record = line.line.record
      var texts: [String] = []
      for text in LogWording.allCases.map(record.text(in:)) where !texts.contains(text) {
        texts.append(text)
        switch compiled?.look(in: text) {
        case .found?: return nil
        case .gaveUp(let reason)?: limit = limit ?? reason
        case .notFound?, nil: break
        }
      }
      if said.count < BoundedText.lineCountLimit {
        said.append("\(record.source == .sdk ? record.level.name : source): \(record.text)")
      } else {
        leftOut += 1
      }
    }
    let row = timeline.lastRow?.number
    let changed = timeline.lines[last.lines].lazy.map(\.line.record).first {
      choice.wasOf($0) && compiled?.look(in: $0.former?.text ?? "") == .found
    }
    let now = changed.map { ["the line has changed, it is now \($0.level.name): \($0.text)"] } ?? []
    if said.isEmpty {
      return Failure(row: row, lines: now.isEmpty ? [choice.silence] : now)
    }
    let head = "lines logged by the last action" + (choice == .any ? ":" : " at level \(source):")
    var failure = Failure(
      row: row, lines: now + [head] + said + (limit.map { [$0.description] } ?? []))
    failure.leftOut = leftOut
    return failure
  }
}

extension Expectation.LogChoice {
  func isOf(_ record: LogRecord) -> Bool {
    switch self {
    case .any: true
    // Whoever looks for a warning is served by an error.
    case .sdk(let level):
      record.source == .sdk
        && (record.level == level || level == .warning && record.level == .error)
    case .app: record.source == .app
    case .tagsim: record.source == .tagsim
    }
  }

  /// Whether it was of a line as former releases of this program wrote it.
  func wasOf(_ record: LogRecord) -> Bool {
    record.former.map { self == .any || self == .sdk($0.level) } ?? false
  }

  /// The sentence for an empty log.
  fileprivate var silence: String {
    switch self {
    case .any: "the last action logged nothing"
    case .app:
      "the app printed nothing in the last action: to check SDK lines, use their level"
    case .sdk, .tagsim: "the last action logged nothing at level \(word)"
    }
  }

  fileprivate var word: String {
    switch self {
    case .any: "any"
    case .sdk(let level): level.name
    case .app: "app"
    case .tagsim: "tagsim"
    }
  }
}

extension Expectation.Callback {
  fileprivate func matches(_ kind: LoadEvent.Kind) -> Bool {
    switch (self, kind) {
    case (.available(let wanted), .handedOut(let handing, _)): wanted ?? handing == handing
    case (.refreshBegin(let wanted), .began(let kind)): wanted ?? kind == kind
    case (.refreshSuccess(let wanted), .succeeded(let kind)): wanted ?? kind == kind
    case (.refreshFailure(let wanted, let reason), .failed(let kind, let failure)):
      wanted ?? kind == kind && reason ?? failure == failure
    default: false
    }
  }
}

extension Expectation {
  /// The rows of the changelog's table on Firebase by which it may fail; nil for none.
  fileprivate var changedRows: String? {
    switch self {
    case .requests, .queue(_, of: .firebase?), .sent(_, of: .firebase?), .hit(_, .waiting),
      .hit(_, .sent):
      "rows U1 to U8"
    case .tag, .value, .container, .callback, .call, .screen, .tokens, .log, .queue, .sent, .lost,
      .event, .userProperty, .firebase, .late, .unreported, .duplicates, .periodic, .completion,
      .hit, .braze, .data, .plan:
      nil
    }
  }
}
