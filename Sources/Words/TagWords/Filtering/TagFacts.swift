package import TagRuntime
package import TagSimulation

extension RowFacts {
  /// Creates the facts of an event's tag for filters.
  ///
  /// - Parameters:
  ///   - tag: the tag, as it was evaluated.
  ///   - fate: the outcome of the tag.
  ///   - hits: the numbers of the hits that it made; nil for one that was never stored.
  ///   - world: the world that has the hits.
  ///   - text: the whole text, for callers that cache it.
  package init(
    of tag: TagExplanation, fate: @autoclosure @escaping @Sendable () -> TagFate,
    hits: @autoclosure @escaping @Sendable () -> [Int64?], in world: World,
    text: @escaping @Sendable (() -> String) -> String = { $0() }
  ) {
    self.init(
      text: { text { ([tag.name, fate().short] + tag.reasons(fate())).joined(separator: "\n") } },
      values: { field in
        switch field {
        case .tag: [.text(tag.name)]
        case .container: [.text(tag.containerID)]
        case .rule: (tag.rules + tag.blockingRules).map { .text($0.name) }
        case .reason: tag.reasons(fate()).map { .text($0) }
        case .outcome: [.text(fate().short)]
        case .hit: hits().compactMap { $0.map { .number(Double($0)) } }
        default: []
        }
      },
      has: { flag in
        switch flag {
        case .fired: tag.didFire
        case .failed: fate().isTrouble
        case .blocked: tag.outcome == .blocked
        case .never: tag.neverReason != nil
        case .sent, .late, .lost, .waits, .unreported:
          hits().compactMap { $0 }.contains { id in
            world.hit(id).map { $0.filterFlags.contains(flag) } ?? false
          }
        default: false
        }
      })
  }

  /// Creates the facts of a call to Braze for filters.
  ///
  /// - Parameters:
  ///   - entry: the call.
  ///   - time: the time of the call, on the phone's clock.
  package init(of entry: BrazeEntry, time: @escaping @Sendable () -> String) {
    self.init(
      text: { entry.sentences.joined(separator: "\n") },
      values: { field in
        switch field {
        case .call: [.number(entry.number)]
        case .tag: [.text(entry.call.caller)]
        case .event: entry.call.event.map { [.text($0)] } ?? []
        case .row: [.number(entry.row)]
        case .time: [.text(time())]
        case .outcome: [.text(entry.taken?.title ?? entry.missedReason ?? "")]
        default: []
        }
      },
      has: { $0 == .failed && entry.missedReason != nil })
  }
}

extension TagExplanation {
  /// Explains line by line why the tag fired or did not.
  func reasons(_ fate: TagFate) -> [String] {
    [fate.reason].compactMap { $0 } + lines.map(\.trimmedSpaces)
  }
}

extension BrazeEntry {
  /// The source of the call and its outcome.
  fileprivate var sentences: [String] {
    var changes: [String] = []
    if case .taken(_, let made)? = verdict { changes = made.map(\.sentence) }
    let event = call.event.map { " " + $0 } ?? ""
    return ["#\(number) \(call.caller) @\(row)\(event)"]
      + [taken?.title].compactMap { $0 } + changes
      + [missedReason, printedWords, otherWords].compactMap { $0 }
  }
}
