import ScenarioEngine
package import TagInspection
import TagRuntime
import TagSimulation

extension Sequence<PhoneMatch> {
  /// Returns the matches with what became of the phone's hits, by their lines or requests: one that
  /// was made and did not arrive differs.
  package func judged(by lacks: some Sequence<(PhoneSource?, String?)>) -> [PhoneMatch] {
    var reasons: [Int: String] = [:]
    for (source, lack) in lacks {
      if let source, let lack { reasons[source.number] = lack }
    }
    return map { match in
      guard [.seen, .differs].contains(match.state), match.hit != nil,
        let reason = match.source.flatMap({ reasons[$0.number] })
      else { return match }
      var match = match
      match.state = .differs
      match.differences.append(reason)
      return match
    }
  }
}

extension CaptureReplay {
  /// The matches of a phone's hits with a first-generation container. Such phones show no events,
  /// so the pushes are those that make the hits; whatever else these pushes make was also expected.
  package var matches: [PhoneMatch] { matches(at: nil) }

  /// Returns the matches while more hits may arrive.
  ///
  /// - Parameter now: the phone's clock; nil if no more hits will arrive.
  func matches(at now: WallTime?) -> [PhoneMatch] {
    explained.flatMap { matches(of: $0, now) }
  }

  private func matches(of entry: Explained, _ now: WallTime?) -> [PhoneMatch] {
    guard hits.indices.contains(entry.number - 1) else { return [] }
    let hit = hits[entry.number - 1]
    let what = "hit \(hit.typeName) \(hit.title)"
    let act = entry.with ?? entry.number
    var matches: [PhoneMatch] = []
    if let tag = entry.tag {
      let guessed = entry.guessed.joined(separator: ", ")
      matches.append(
        PhoneMatch(
          .seen, what, tag: tag, act: act, hit: entry.hit, source: hit.source,
          reason: guessed.isEmpty ? nil : "with an example for " + guessed))
    } else if copies[entry.number] == nil {
      matches.append(
        PhoneMatch(.surplus, what, act: act, source: hit.source, reason: entry.reason))
    }
    // A push with guessed parts may set off what the app's own push does not.
    let isGuessed = !entry.guessed.isEmpty
    for (surplus, id) in zip(entry.surplus, entry.surplusHits) {
      // No phone logs the requests of pixels.
      if case .pixel? = run.timeline.live.world.hit(id)?.hit.kind { continue }
      let isAwaited = now.map { self.isAwaited(id, at: $0) } ?? false
      matches.append(
        PhoneMatch(
          isGuessed ? .hidden : isAwaited ? .awaited : .missing, "hit \(surplus)",
          tag: run.timeline.live.world.hit(id)?.hit.tag, act: act, hit: id,
          reason: "the push that makes the hit of \(hit.source?.words ?? "hit \(hit.number)") "
            + "makes this one too" + (isGuessed ? ", if the guessed keys are right" : "")))
    }
    return matches
  }
}
