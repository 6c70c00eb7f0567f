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
      row.event.forEachTag { tag, container, _ in
        guard tag.didFire, tag.name == name, id ?? container == container else { return }
        let fate = timeline.live.fate(of: tag, in: container, at: row.event)
        let hadEffect = fate.made.contains { $0.mark < .lost } || !fate.isTrouble
        guard !hadEffect, let reason = fate.reason else { return }
        remarks.append("\"\(name)\" fired without effect: \(reason)")
      }
    }
    return remarks.map { BoundedText.cut($0) }
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
