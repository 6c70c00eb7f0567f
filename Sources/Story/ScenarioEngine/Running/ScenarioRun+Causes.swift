import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// Full explanations: why a tag fired without an effect, and where hits are that were not sent.
extension ScenarioRun {
  /// Returns the remarks about an expectation that is true.
  func remarks(on command: Command) -> [String] {
    // An expectation that something never happens has no remarks.
    if case .never = command { return [] }
    guard case .tag(let name, .fired, let id)? = command.expected else { return [] }
    var remarks: OrderedSet<String> = []
    for row in eventRows {
      var made = 0
      for firing in row.event.update?.firings ?? [] {
        for tag in firing.tags where tag.didFire {
          let hits = row.event.hits.dropFirst(made).prefix(tag.result.hitCount)
          made += tag.result.hitCount
          guard tag.name == name, id ?? firing.container == firing.container else { continue }
          let remark = self.remark(on: tag, in: firing.container, at: row, Array(hits))
          if let remark { remarks.append("\"\(name)\" fired without effect: \(remark)") }
        }
      }
    }
    return remarks.map { BoundedText.cut($0) }
  }

  /// Explains why a tag that fired had no effect; nil if it had one.
  private func remark(
    on tag: FiredTag, in container: String, at row: Timeline.Row, _ hits: [Int64?]
  ) -> String? {
    switch timeline.live.fate(of: tag, in: container, at: row.event) {
    case .hits: loss(of: hits, madeBy: tag.name)
    case .threw(let function, let reason): "\(function) failed: \(reason)"
    case .idle(_, let reason), .nothingRan(_, let reason), .ignored(let reason): reason
    case .logged, .wrote, .called, .refused, .blocked, .missed, .never: nil
    }
  }

  /// Explains why all hits of a tag are lost; nil if one is not.
  private func loss(of hits: [Int64?], madeBy tag: String) -> String? {
    let world = timeline.live.world
    let losses = hits.map { number -> HitLoss? in
      if let number { return world.hit(number)?.loss }
      let discarded = world.ledger.ended.last { $0.id == nil && $0.hit.tag == tag }
      return discarded.flatMap { HitStory($0).loss }
    }
    guard !losses.isEmpty, !losses.contains(nil), let first = losses.first ?? nil else {
      return nil
    }
    return "\(hits.count == 1 ? "its hit is" : "its hits are") lost: \(first.words)"
  }

  // MARK: Hits that were not sent

  /// Explains why the hits of a queue, or of all, wait.
  func waits(of queue: HitQueue?) -> [String] {
    (queue.map { [$0] } ?? HitQueue.allCases).flatMap(wait)
  }

  private func wait(of queue: HitQueue) -> [String] {
    let live = timeline.live
    let count = live.world.disk.count(of: queue)
    if count == 0 { return [] }
    let what = Counted.text(count, "hit") + (count == 1 ? " waits" : " wait")
    return ["\(what) in \(queue.rawValue): \(DispatchWords(live).text(of: queue))"]
  }

  /// Explains why hits of a queue, or of all, are lost, reason by reason.
  func losses(of queue: HitQueue?) -> [String] {
    let ledger = timeline.live.world.ledger
    return HitLoss.Kind.allCases.compactMap { kind in
      let queues = queue.map { [$0] } ?? HitQueue.allCases
      let count = queues.reduce(0) { $0 + ledger.lost(of: $1, because: kind) }
      if count == 0 { return nil }
      let last = ledger.ended.reversed().lazy.compactMap { HitStory($0).loss }.first {
        $0.kind == kind
      }
      let what = Counted.text(count, "hit") + (count == 1 ? " is" : " are")
      return "\(what) lost (\(kind.rawValue)): \(last?.words ?? "before the last ones")"
    }
  }
}
