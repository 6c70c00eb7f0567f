import OrderedCollections
import TagRuntime

extension ContainerComparer {
  /// The meaning of a tag, without its name.
  private struct Meaning: Hashable {
    var call: ComparedContainer.Call?
    /// The action of the tag in words, for calls that cannot be compared.
    var words: String
    var firing: Set<Int>
    var blocking: Set<Int>
  }

  mutating func matchTags() {
    let oldMeanings = old.description.tags.indices.map { meaning($0, old) }
    let newMeanings = new.description.tags.indices.map { meaning($0, new) }
    var matching = tags
    func name(_ position: Int, _ side: ComparedContainer) -> String? {
      side.description.tags[position].isNamed ? side.source.tags[position].name : nil
    }
    matching.match(oldMeanings, newMeanings) {
      name($0, old)
    } new: {
      name($0, new)
    }
    // If only one of two named containers has tag numbers, they could belong to another container.
    if isOneGeneration,
      old.description.tags.contains(where: { !$0.isNamed })
        || new.description.tags.contains(where: { !$0.isNamed })
    {
      matching.match(old: { numbered($0, old) }, new: { numbered($0, new) })
    }
    matching.match(old: { oldMeanings[$0] }, new: { newMeanings[$0] })
    tags = matching
  }

  private func numbered(_ position: Int, _ side: ComparedContainer) -> [String]? {
    let tag = side.description.tags[position]
    return tag.id.map { [$0, tag.function] }
  }

  private func meaning(_ position: Int, _ side: ComparedContainer) -> Meaning {
    let tag = side.description.tags[position]
    return Meaning(
      call: isOneGeneration ? side.call(side.source.tags[position]) : nil,
      words: isOneGeneration ? "" : side.description.words(of: tag.action),
      firing: side.tokens(ofRules: tag.firing), blocking: side.tokens(ofRules: tag.blocking))
  }

  // MARK: Changes

  mutating func compareTags() {
    for (before, after) in tags.pairs {
      let first = old.description.tags[before]
      let second = new.description.tags[after]
      let details = details(before, after)
      let isRenamed = first.isNamed && second.isNamed && first.name != second.name
      guard isRenamed || !details.isEmpty else { continue }
      changes.append(
        Change(
          kind: .tag, action: details.isEmpty ? .renamed : .changed,
          name: first.isNamed ? first.name : second.name, newName: isRenamed ? second.name : nil,
          details: details))
    }
    for position in tags.oldAlone {
      let isPaused = new.description.pausedTags.contains(old.description.tags[position].name)
      add(position, of: old, isPaused ? "is now paused, so no phone gets it" : nil, .removed)
    }
    for position in tags.newAlone {
      let wasPaused = old.description.pausedTags.contains(new.description.tags[position].name)
      add(position, of: new, wasPaused ? "is no longer paused" : nil, .added)
    }
  }

  /// Reports a tag that runs on one side only, because the other one paused it or does not have it.
  private mutating func add(
    _ position: Int, of side: ComparedContainer, _ pause: String?, _ action: Change.Action
  ) {
    let tag = side.description.tags[position]
    let told = [side.description.words(of: tag.action)] + side.description.firing(of: tag)
    changes.append(
      Change(
        kind: .tag, action: pause == nil ? action : .changed, name: tag.name,
        details: (pause.map { [$0] } ?? []) + told))
  }

  private func details(_ before: Int, _ after: Int) -> [String] {
    let first = old.description.tags[before]
    let second = new.description.tags[after]
    var details = actionDetails(first.action, second.action)
    if details.isEmpty {
      details = parameterDetails(old.source.tags[before], new.source.tags[after])
    }
    let tokens = (
      old: old.tokens(ofRules: first.firing), new: new.tokens(ofRules: second.firing)
    )
    let blocks = (
      old: old.tokens(ofRules: first.blocking), new: new.tokens(ofRules: second.blocking)
    )
    details += ruleDetails(first.firing, old, besides: tokens.new, "no longer fires ")
    details += ruleDetails(second.firing, new, besides: tokens.old, "now fires also ")
    details += ruleDetails(first.blocking, old, besides: blocks.new, "no longer blocked ")
    details += ruleDetails(second.blocking, new, besides: blocks.old, "now blocked ")
    let never = (old.description.neverReason(of: first), new.description.neverReason(of: second))
    if (never.0 == nil) != (never.1 == nil) {
      details.append(never.1.map { "can never fire now: " + $0 } ?? "can fire now")
    }
    return details
  }

  private func ruleDetails(
    _ rules: [Int], _ side: ComparedContainer, besides others: Set<Int>, _ verb: String
  ) -> [String] {
    var told: OrderedSet<Int> = []
    return rules.compactMap { rule in
      let token = side.ruleTokens[rule]
      guard !others.contains(token), told.append(token).inserted else { return nil }
      return verb + side.description.clause(ofRule: rule)
    }
  }

  // MARK: Actions

  private func actionDetails(
    _ before: ContainerDescription.Action, _ after: ContainerDescription.Action
  ) -> [String] {
    let parts = (
      old: ContainerDescription.parts(of: before), new: ContainerDescription.parts(of: after)
    )
    guard let first = parts.old, let second = parts.new, first.kind == second.kind else {
      let words = (old.description.words(of: before), new.description.words(of: after))
      return words.0 == words.1 ? [] : ["\(words.0) → \(words.1)"]
    }
    let labels = OrderedSet(Array(first.values.keys) + Array(second.values.keys))
    return labels.compactMap { label in
      switch (first.values[label], second.values[label]) {
      case (let one?, let other?): one == other ? nil : "\(label) \(one) → \(other)"
      case (let one?, nil): "no longer \(label) (\(one))"
      case (nil, let other?): "now \(label) \(other)"
      case (nil, nil): nil
      }
    }
  }
}

extension ContainerDescription {
  /// Returns the parts of a tag's action by their names; nil if it is reported as a whole.
  fileprivate static func parts(
    of action: Action
  ) -> (kind: String, values: OrderedDictionary<String, String>)? {
    var values: OrderedDictionary<String, String> = [:]
    func add(_ fields: [Field], _ label: (String) -> String) {
      for field in fields { values[label(field.name)] = field.value }
    }
    switch action {
    case .hit(let type, let property, let fields, let ecommerce):
      values["hit"] = hitWords(type)
      values["property"] = property
      add(fields, fieldName)
      values["e-commerce from"] = ecommerce
      return ("hit", values)
    case .call(let function, let parameters):
      values["function"] = function
      add(parameters) { "parameter " + $0 }
      return ("call", values)
    case .request(let url, let isOnce):
      values["URL"] = url
      values["sent"] = isOnce ? "once ever" : "every time"
      return ("request", values)
    case .write(let keys, let clears):
      add(keys) { "key " + $0 }
      values["cleared prefix"] = clears
      return ("write", values)
    case .firebase(let event):
      values["event"] = event.name ?? "the current one"
      add(event.edits) { "parameter " + $0 }
      values["parameters left out"] = event.drops.isEmpty ? nil : names(event.drops)
      values["parameters of the current event"] = event.keepsParameters ? "kept" : "left out"
      return (event.action.rawValue, values)
    case .transaction, .runtime, .nothing: return nil
    }
  }
}
