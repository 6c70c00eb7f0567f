package import TagInspection

extension PhoneMatch {
  /// The hits of a phone against a container of the first generation, whose phones show no events:
  /// the pushes are those that make the hits, and what they make besides was expected, too.
  package static func all(of replay: CaptureReplay, in capture: Capture) -> [PhoneMatch] {
    let hits = Dictionary(capture.hits.map { ($0.number, $0) }) { first, _ in first }
    var matches: [PhoneMatch] = []
    for entry in replay.explained {
      guard let hit = hits[entry.number] else { continue }
      let what = "hit \(hit.typeName) \(hit.title)"
      if entry.tag != nil {
        matches.append(
          PhoneMatch(
            state: .seen, what: what, tag: entry.tag, event: nil, line: hit.line,
            reason: entry.guessed.isEmpty
              ? nil : "with an example for " + entry.guessed.joined(separator: ", ")))
      } else if capture.copies[entry.number] == nil {
        matches.append(
          PhoneMatch(
            state: .surplus, what: what, tag: nil, event: nil, line: hit.line,
            reason: entry.reason))
      }
      // A push that is partly guessed may set off what the app's own push does not.
      let state: State = entry.guessed.isEmpty ? .missing : .hidden
      for surplus in entry.surplus {
        matches.append(
          PhoneMatch(
            state: state, what: "hit \(surplus)", tag: nil, event: nil, line: nil,
            reason: "the push that makes the hit of line \(hit.line ?? 0) makes this one, too"
              + (state == .hidden ? ", if the guessed keys are right" : "")))
      }
    }
    return matches
  }
}
