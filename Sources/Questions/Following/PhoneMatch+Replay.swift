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

extension PhonePlayer {
  /// Returns the matches of a hit that shows no events. Whatever else its push makes was also
  /// expected.
  ///
  /// - Parameters:
  ///   - entry: the hit as it was played.
  ///   - now: the phone's clock; nil if no more hits will arrive.
  func matches(of entry: Played, _ now: WallTime?) -> [PhoneMatch] {
    guard hits.indices.contains(entry.number - 1) else { return [] }
    let hit = hits[entry.number - 1]
    let what = "hit \(hit.typeName) \(hit.title)"
    let act = entry.with ?? entry.number
    let source = hit.source ?? PhoneSource(unit: .hit, number: hit.number, time: nil, text: "")
    var matches: [PhoneMatch] = []
    if let tag = entry.tag {
      let guessed = entry.guessed.joined(separator: ", ")
      matches.append(
        PhoneMatch(
          .seen, what, tag: tag, act: act, hit: entry.hit, source: source,
          reason: guessed.isEmpty ? nil : "with an example for " + guessed))
    } else if copies[entry.number] == nil {
      matches.append(
        PhoneMatch(.surplus, what, act: act, source: source, reason: entry.reason))
    }
    // A push with guessed parts may set off what the app's own push does not.
    let isGuessed = !entry.guessed.isEmpty
    for lacking in entry.lacking {
      // No phone logs the requests of pixels.
      if case .pushed(let hit, _) = lacking.kind, case .pixel = hit.kind { continue }
      let isAwaited = now.map { self.isAwaited(lacking.hit, at: $0) } ?? false
      // What the push makes after its hit may be behind the end of the log.
      let isLast = now == nil && lastLine != nil && hit.source?.number == lastLine
      matches.append(
        PhoneMatch(
          isGuessed || isLast ? .hidden : isAwaited ? .awaited : .missing, lacking.what,
          tag: lacking.tag, act: act, hit: lacking.hit,
          reason: "the push that makes the hit of \(source.words) "
            + "makes this one too" + (isGuessed ? ", if the guessed keys are right" : "")))
    }
    return matches
  }
}
