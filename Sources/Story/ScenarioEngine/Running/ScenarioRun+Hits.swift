import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

extension ScenarioRun {
  /// Returns the number of hits that wait on the phone, in one queue or in all.
  func waiting(in queue: HitQueue?) -> Int {
    let disk = timeline.live.world.disk
    return queue.map { disk.count(of: $0) } ?? disk.hits.count
  }

  /// Returns the number of sent hits, of one queue or of all.
  func sent(of queue: HitQueue?) -> Int {
    let ledger = timeline.live.world.ledger
    return queue.map { ledger.sent(of: $0) } ?? ledger.sent
  }

  /// Returns the number of lost hits, of one queue or of all, for a reason or for any.
  func lost(of queue: HitQueue?, because reason: HitLoss.Kind?) -> Int {
    let ledger = timeline.live.world.ledger
    let queues = queue.map { [$0] } ?? HitQueue.allCases
    return queues.reduce(0) { $0 + ledger.lost(of: $1, because: reason) }
  }

  func check(waiting count: Comparison<Int>, _ queue: HitQueue?) -> Failure? {
    let actual = waiting(in: queue)
    guard var failure = check(count, actual, queue, "waits", "wait") else { return nil }
    if actual > count.operand {
      failure.lines += waits(of: queue)
    } else {
      let sent = sent(of: queue)
      if sent > 0 { failure.lines.append(Counted.text(sent, "hit") + " left the phone") }
      failure.lines += losses(of: queue)
    }
    return failure
  }

  func check(sent count: Comparison<Int>, _ queue: HitQueue?) -> Failure? {
    let actual = sent(of: queue)
    guard var failure = check(count, actual, queue, "was sent", "were sent") else { return nil }
    if actual <= count.operand { failure.lines += waits(of: queue) + losses(of: queue) }
    return failure
  }

  func check(
    lost count: Comparison<Int>, _ reason: HitLoss.Kind?, _ queue: HitQueue?
  ) -> Failure? {
    let actual = lost(of: queue, because: reason)
    guard var failure = check(count, actual, queue, "was lost", "were lost") else { return nil }
    if let reason { failure.lines[0] += " because \(reason.rawValue)" }
    failure.lines += losses(of: queue)
    return failure
  }

  func check(
    _ comparison: Comparison<Int>, _ actual: Int, _ queue: HitQueue?, _ one: String,
    _ many: String
  ) -> Failure? {
    if comparison.holds(for: actual) { return nil }
    let found = Counted.text(actual, "hit") + " " + (actual == 1 ? one : many)
    let sign = comparison.sign.rawValue
    let place = queue.map { " of \($0.rawValue)" } ?? ""
    return Failure(row: nil, lines: ["\(found)\(place), expected \(sign) \(comparison.operand)"])
  }

  func check(unreported count: Comparison<Int>) -> Failure? {
    let world = timeline.live.world
    let actual = world.ledger.unreported
    guard
      var failure = check(count, actual, nil, "is in no report", "are in no report")
    else { return nil }
    failure.lines += [world.unreportedRemark].compactMap { $0 }
    return failure
  }

  func check(duplicates count: Comparison<Int>) -> Failure? {
    let actual = timeline.live.world.ledger.duplicates
    if count.holds(for: actual) { return nil }
    let found = "the collector received \(Counted.text(actual, "hit")) that it already had"
    return Failure(
      row: nil, lines: ["\(found), expected \(count.sign.rawValue) \(count.operand)"])
  }

  func check(requests count: Comparison<Int>) -> Failure? {
    let actual = timeline.live.world.requests.count
    if count.holds(for: actual) { return nil }
    let found = "\(Counted.text(actual, "request")) \(actual == 1 ? "was" : "were") made"
    return Failure(
      row: nil, lines: ["\(found), expected \(count.sign.rawValue) \(count.operand)"])
  }

  func check(periodic isOn: Bool) -> Failure? {
    guard let interval = timeline.live.runtime?.dispatchInterval else {
      return Failure(row: nil, lines: ["the app is not running: launch it first"])
    }
    if (interval.period != nil) == isOn { return nil }
    return Failure(row: nil, lines: ["periodic dispatch is \(interval.text)"])
  }

  func check(completion expected: DispatchResult) -> Failure? {
    let row = timeline.lastRow(upTo: timeline.rowCount, .completed) { _ in true }
    guard let row, case .dispatchCompleted(let result) = row.event.kind else {
      return Failure(row: nil, lines: ["no completion handler was called"])
    }
    if result == expected { return nil }
    return Failure(
      row: row.number,
      lines: ["the completion handler got \(result.rawValue), expected \(expected.rawValue)"])
  }

  // MARK: Hits

  func check(_ choice: Expectation.HitChoice, _ state: Expectation.HitState) -> Failure? {
    let world = timeline.live.world
    guard let hit = world.hit(choice) else {
      let what: String
      switch choice {
      case .last: what = "no hit was made"
      case .number(let number): what = "there is no hit \(number)"
      case .ofTag(let name):
        let makers = world.hits(waiting: .max, ended: .max).compactMap(\.hit.tag)
        let near = Suggestion.nearest(to: name, among: makers)
        what =
          "tag \"\(name)\" made no hit" + (near.map { ": did you mean \"\($0)\"?" } ?? "")
      }
      return Failure(row: nil, lines: [what])
    }
    let name = hit.id.map { "hit \($0)" } ?? "the hit"
    let found = "\(name) (\(hit.hit.typeName) \(hit.hit.title)) "
    switch state {
    case .field(let code, let comparison):
      let actual = hit.hit.field(code)
      if let actual, comparison.fits(actual) { return nil }
      let shown = actual.map { "\(code) \"\($0)\"" } ?? "no \(code)"
      return Failure(
        row: nil,
        lines: [found + "has \(shown), expected \(comparison.text)"]
          + (actual.map { comparison.gaveUp(on: $0) } ?? [])
          + FirebaseChange.note(on: code, isUndefined: comparison.text.contains("undefined")))
    case .noField(let code):
      guard let actual = hit.hit.field(code) else { return nil }
      return Failure(
        row: nil,
        lines: [found + "has \(code) \"\(actual)\", expected none"]
          + FirebaseChange.note(on: code))
    case .waiting where hit.state == .waiting, .sent where hit.state == .sent,
      .late where hit.isLate, .lost where hit.state == .lost:
      return nil
    case .sent where hit.state == .waiting, .late where hit.state == .waiting,
      .reported where hit.state == .waiting, .notReported where hit.state == .waiting:
      return Failure(row: nil, lines: [found + hit.words] + waits(of: hit.hit.queue))
    case .reported:
      switch hit.fate.kind {
      case .reported, .late, .doubled: return nil
      case .delivered:
        return Failure(
          row: nil, lines: [found + hit.words, "a pixel is in no report of Analytics"])
      case .waits, .inFlight, .unreported, .swallowed, .lost:
        return Failure(row: nil, lines: [found + hit.words])
      }
    case .notReported(let words):
      guard case .unreported(let fault) = hit.fate else {
        return Failure(row: nil, lines: [found + hit.words])
      }
      guard let words, !fault.words.contains(words), fault.kind.rawValue != words else {
        return nil
      }
      return Failure(
        row: nil, lines: [found + hit.words, "the reason does not contain \"\(words)\""])
    case .waiting, .sent, .late, .lost: return Failure(row: nil, lines: [found + hit.words])
    }
  }
}

extension World {
  /// Returns the newest hit that a tag made, in any state; nil if none is stored.
  private func newestHit(ofTag name: String) -> HitStory? {
    if let stored = disk.hits.last(where: { $0.hit.tag == name }) { return hit(stored.id) }
    return ledger.ended.last { $0.hit.tag == name }.map(HitStory.init)
  }

  /// Returns the newest hit, or the one with a number.
  fileprivate func hit(_ choice: Expectation.HitChoice) -> HitStory? {
    switch choice {
    case .last: lastHit
    case .number(let number): hit(number)
    case .ofTag(let name): newestHit(ofTag: name)
    }
  }
}

extension Hit {
  /// Returns a field of an analytics hit, including fields from the SDK, the address of a pixel, or
  /// a part of a Firebase event; nil if it does not exist.
  fileprivate func field(_ code: String) -> String? {
    switch kind {
    case .analytics(let fields): fields[code] ?? added[code]
    case .pixel(let url): code == "url" ? url : nil
    case .firebase(let event, _):
      if code == "event" {
        event.longName
      } else if FirebaseWire.identifiers.contains(code) {
        added[code]
      } else if code.hasPrefix("parameter.") {
        firebaseParameter(String(code.dropFirst("parameter.".count))).map(ValueConversion.text)
      } else {
        firebaseProperty(String(code.dropFirst("user_property.".count)))?.text
      }
    }
  }
}
