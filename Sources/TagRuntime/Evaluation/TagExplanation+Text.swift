import OrderedCollections

extension TagExplanation {
  /// The explanation as plain text, one fact per line, indented by two spaces per level.
  public var lines: [String] {
    var lines: [String] = []
    if rules.isEmpty {
      lines.append("no \(ruleWord) fires it")
    } else if rules.count > 1 {
      lines.append("fires when ANY of its \(rules.count) \(ruleWord)s is true")
    }
    for rule in rules { lines += Self.lines(of: rule, role: ruleWord) }
    for rule in blockingRules { lines += Self.lines(of: rule, role: "blocked by \(ruleWord)") }
    if let neverReason, !rules.isEmpty { lines.append("never: " + neverReason) }
    if let nearestMiss { lines.append("nearest miss: " + nearestMiss) }
    return lines
  }

  /// What people of its generation call a rule.
  public var ruleWord: String { vocabulary.rule }

  private static func lines(of rule: RuleExplanation, role: String) -> [String] {
    guard !rule.conditions.isEmpty else {
      return ["\(role) \(rule.name) has no conditions: always true"]
    }
    let needs = rule.conditions.count == 1 ? "needs" : "needs ALL of"
    var lines = ["\(role) \(rule.name) \(needs)"]
    for condition in rule.conditions {
      let actual = condition.holds ? "" : "   actual: " + condition.actual
      lines.append("  " + (condition.holds ? "ok  " : "NO  ") + condition.sentence + actual)
      if let trouble = condition.trouble { lines.append("      " + trouble) }
    }
    if let note = rule.undecidedNote { lines.append("  " + note) }
    return lines
  }

  /// The outcome in words: "fired, 1 hit" or "not fired".
  public var outcomeText: String {
    switch outcome {
    case .fired(let result): result.words
    case .notFired: neverReason == nil ? "NOT FIRED" : "NEVER"
    case .blocked: "NOT FIRED, blocked"
    case .refused(let reason): "NOT FIRED, " + reason
    }
  }
}

extension TagResult {
  /// What the tag did, in words.
  public var words: String {
    switch self {
    case .hits(let hits): "fired 1x, " + Self.words(hits)
    case .called(let function): "fired 1x, called \(function)"
    case .nothingRan: "FIRED, nothing ran"
    case .threw(let function, _): "fired 1x, \(function) threw"
    case .wrote(let updates): "fired 1x, \(updates) data layer update" + (updates == 1 ? "" : "s")
    case .logged(let events, let suppresses): "fired 1x, " + Self.words(events, suppresses)
    case .ignored(let reason): "FIRED, did nothing: " + reason
    case .refused(let reason): "NOT FIRED, " + reason
    }
  }

  /// "logged play_song and kept the event from Firebase".
  private static func words(_ events: [FirebaseEvent], _ suppresses: Bool) -> String {
    let names = events.map(\.longName).joined(separator: ", ")
    let kept = suppresses ? "kept the event from Firebase" : nil
    return [names.isEmpty ? nil : "logged " + names, kept].compactMap { $0 }
      .joined(separator: " and ")
  }

  /// "screen hit", or "3 hits (transaction, 2 items)".
  private static func words(_ hits: [Hit]) -> String {
    if let hit = hits.first, hits.count == 1 { return "\(hit.typeName) hit" }
    var counts: OrderedDictionary<String, Int> = [:]
    for hit in hits { counts[hit.typeName, default: 0] += 1 }
    let parts = counts.elements.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)s" }
    return "\(hits.count) hits (" + parts.joined(separator: ", ") + ")"
  }
}
