import OrderedCollections
import TagRuntime

/// Finds the changes between two containers.
struct ContainerComparer {
  typealias Change = ContainerComparison.Change

  @Boxed var old: ComparedContainer
  @Boxed var new: ComparedContainer
  var variables: PartMatching
  var rules: PartMatching
  var tags: PartMatching
  var changes: [Change] = []
  var notes: [String] = []

  init(_ old: ContainerDescription, _ new: ContainerDescription) {
    self.old = ComparedContainer(old, side: "old")
    self.new = ComparedContainer(new, side: "new")
    variables = PartMatching(old: old.variables.count, new: new.variables.count)
    rules = PartMatching(old: old.rules.count, new: new.rules.count)
    tags = PartMatching(old: old.tags.count, new: new.tags.count)
  }

  /// Whether both containers are of one generation, so that their functions are comparable; if not,
  /// their words are compared.
  var isOneGeneration: Bool { old.source.generation == new.source.generation }

  mutating func compare() {
    noteFacts()
    matchVariables()
    matchRules()
    matchTags()
    compareTags()
    compareRules()
    compareVariables()
    compareKeys()
    compareEvents()
    compareHandlers()
    compareExperiments()
    compareRuntimes()
    noteAuthoring()
  }

  // MARK: Notes

  private mutating func noteFacts() {
    let (old, new) = (old.description, new.description)
    let facts: [(String, String?, String?)] = [
      ("id", old.containerID, new.containerID), ("version", old.version, new.version),
      ("made for", Self.list(old.usageContexts), Self.list(new.usageContexts)),
      ("format", old.format.words, new.format.words),
    ]
    for (what, before, after) in facts where before != after {
      let told = [before, after].map { text in text.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown" }
      if told[0] != told[1] { notes.append("\(what): \(told[0]) → \(told[1])") }
    }
    if !isOneGeneration {
      notes.append("the two are of different generations: the app must change with the container")
    }
  }

  private static func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }

  /// Notes settings that the web interface stores and no SDK obeys.
  private mutating func noteAuthoring() {
    for (before, after) in tags.pairs {
      let settings = [
        old.description.settings(ofTag: before), new.description.settings(ofTag: after),
      ]
      guard let first = settings[0], let second = settings[1], first != second else { continue }
      let told = settings.map { settings in
        settings.map { ContainerDescription.words(of: $0) }.flatMap {
          $0.isEmpty ? nil : $0.joined(separator: "; ")
        } ?? "nothing"
      }
      let name = new.description.tags[after].name
      notes.append(
        told[0] == told[1]
          ? "tag '\(name)' has other notes in the web interface"
          : "tag '\(name)' in the web interface: \(told[0]) → \(told[1])")
    }
    let parts = [old, new].map { $0.description.leftOut.map(ContainerDescription.sentence) }
    let both = Set(parts[0]).intersection(parts[1])
    notes += parts[0].filter { !both.contains($0) }.map { "no longer: " + $0 }
    notes += parts[1].filter { !both.contains($0) }.map { "now: " + $0 }
  }

  // MARK: Requirements for the app

  private mutating func compareKeys() {
    func words(_ key: ContainerDescription.KeyRead) -> String {
      let kind =
        switch key.kind {
        case .dataLayer: "data layer key "
        case .eventParameter: "event parameter "
        case .userProperty: "user property "
        }
      return kind + key.key + (key.event.map { " of \($0)" } ?? "")
    }
    func details(_ key: ContainerDescription.KeyRead) -> [String] {
      ["read by " + ContainerDescription.names(key.readers)]
    }
    compareLists(
      .key, old.description.keys.map { (words($0), details($0)) },
      new.description.keys.map { (words($0), details($0)) })
  }

  private mutating func compareEvents() {
    func told(_ side: ComparedContainer) -> [(String, [String])] {
      side.description.events.map {
        (ContainerDescription.words(of: $0), [side.description.effects(of: $0)])
      }
    }
    compareLists(.event, told(old), told(new))
  }

  private mutating func compareHandlers() {
    func name(_ handler: ContainerDescription.Handler) -> String {
      handler.function + (handler.kind == .tag ? " for tags" : " for variables")
    }
    func list(_ handler: ContainerDescription.Handler) -> String {
      handler.parameters.isEmpty ? "none" : Self.list(handler.parameters)
    }
    func told(_ side: ComparedContainer) -> [(String, [String])] {
      side.description.handlers.map { handler in
        let users = "used by " + ContainerDescription.names(handler.users)
        return (name(handler), ["parameters: " + list(handler), users])
      }
    }
    let known = Dictionary(
      uniqueKeysWithValues: old.description.handlers.map { (name($0), list($0)) })
    for handler in new.description.handlers {
      guard let before = known[name(handler)], before != list(handler) else { continue }
      changes.append(
        Change(
          kind: .handler, action: .changed, name: name(handler),
          details: ["parameters: \(before) → \(list(handler))"]))
    }
    compareLists(.handler, told(old), told(new))
  }

  private mutating func compareExperiments() {
    func told(_ side: ComparedContainer) -> [(String, [String])] {
      (side.description.supplementals.map { "needs " + $0 }
        + side.description.experiments.map { "brings " + $0 }).map { ($0, []) }
    }
    compareLists(.experiment, told(old), told(new))
    let common = zip(old.source.experiments, new.source.experiments)
    for (before, after) in common where before.name == after.name && before != after {
      changes.append(
        Change(
          kind: .experiment, action: .changed, name: BoundedWords.cut(after.name),
          details: ["it clears, pushes or samples something else"]))
    }
  }

  /// Compares functions by their instructions, except known functions, which mean the same in every
  /// runtime.
  private mutating func compareRuntimes() {
    guard let before = old.source.runtime, let after = new.source.runtime else { return }
    let first = Self.definitions(in: before)
    let second = Self.definitions(in: after)
    let called = [old, new].map { side in
      Set(
        side.description.functions.filter { FirebaseFunction.named($0.id, $0.kind) == nil }.map(
          \.id))
    }
    for function in OrderedSet(new.description.functions.map(\.id))
    where called[0].contains(function) && called[1].contains(function) {
      // A function and its body have separate definitions.
      let names = [function, function + "_main"]
      if names.contains(where: { first[$0] != second[$0] }) {
        changes.append(
          Change(
            kind: .function, action: .changed, name: BoundedWords.cut(function),
            details: ["its instructions differ"]))
      }
    }
  }

  private static func definitions(in runtime: Value) -> [String: Value] {
    var definitions: [String: Value] = [:]
    for instruction in runtime.elements ?? [] {
      guard let parts = instruction.elements, parts.count > 1, parts[0] == 50,
        case .string(let name) = parts[1]
      else { continue }
      definitions[name] = instruction
    }
    return definitions
  }

  /// Reports the entries that are in only one of two lists.
  private mutating func compareLists(
    _ kind: Change.Kind, _ before: [(String, [String])], _ after: [(String, [String])]
  ) {
    let oldWords = Set(before.map(\.0))
    let newWords = Set(after.map(\.0))
    for (words, details) in before where !newWords.contains(words) {
      changes.append(Change(kind: kind, action: .removed, name: words, details: details))
    }
    for (words, details) in after where !oldWords.contains(words) {
      changes.append(Change(kind: kind, action: .added, name: words, details: details))
    }
  }
}

// MARK: - Rules

extension ContainerComparer {
  /// Matches rules with the same name, those with the same conditions first; then rules with the
  /// same meaning. After that the token of a rule is its meaning, and a changed rule has its own
  /// token.
  mutating func matchRules() {
    let oldMeanings = old.source.rules.indices.map(old.meaning)
    let newMeanings = new.source.rules.indices.map(new.meaning)
    func name(_ position: Int, _ side: ComparedContainer) -> String? {
      side.source.rules[position].name
    }
    var matching = rules
    matching.match(oldMeanings, newMeanings) {
      name($0, old)
    } new: {
      name($0, new)
    }
    matching.match(old: { oldMeanings[$0] }, new: { newMeanings[$0] })

    rules = matching
    var tokenOf: [ComparedContainer.Meaning: Int] = [:]
    func token(_ meaning: ComparedContainer.Meaning) -> Int {
      if let known = tokenOf[meaning] { return known }
      tokenOf[meaning] = tokenOf.count
      return tokenOf.count - 1
    }
    old.ruleTokens = oldMeanings.map(token)
    new.ruleTokens = newMeanings.map(token)
    for (before, after) in rules.pairs where oldMeanings[before] != newMeanings[after] {
      // A negative token, so that it is not the token of any meaning.
      old.ruleTokens[before] = -1 - before
      new.ruleTokens[after] = -1 - before
    }
  }

  /// Reports the changes of rules. Rules without a name are reported with the tags that they fire.
  mutating func compareRules() {
    for (before, after) in rules.pairs {
      let first = old.description.rules[before]
      let second = new.description.rules[after]
      let isChanged = old.ruleTokens[before] < 0
      guard let oldName = first.name, let newName = second.name, isChanged || oldName != newName
      else { continue }
      let never =
        first.never == second.never
        ? []
        : [
          second.never.map { "never true: " + $0 }
            ?? "no longer never true"
        ]
      changes.append(
        Change(
          kind: .rule, action: isChanged ? .changed : .renamed, name: oldName,
          newName: isChanged ? nil : newName,
          details: isChanged ? ["\(first.sentence) → \(second.sentence)"] + never : []))
    }
    let oldTokens = Set(old.ruleTokens)
    let newTokens = Set(new.ruleTokens)
    for position in rules.oldAlone where !newTokens.contains(old.ruleTokens[position]) {
      addRule(position, old, .removed)
    }
    for position in rules.newAlone where !oldTokens.contains(new.ruleTokens[position]) {
      addRule(position, new, .added)
    }
  }

  private mutating func addRule(_ position: Int, _ side: ComparedContainer, _ action: Change.Action)
  {
    let rule = side.description.rules[position]
    guard let name = rule.name else { return }
    let clause = rule.isAlways ? rule.sentence : "when " + rule.sentence
    let effects = [("fires", rule.fires), ("blocks", rule.blocks)].compactMap { verb, tags in
      tags.isEmpty
        ? nil : "\(verb) \(ContainerDescription.names(tags.map { side.description.tags[$0].name }))"
    }
    changes.append(
      Change(
        kind: .rule, action: action, name: name,
        details: [clause + (effects.isEmpty ? "" : ": " + effects.joined(separator: "; "))]))
  }
}
