import OrderedCollections

extension Evaluator {
  /// Evaluates all rules for the event and fires the tags that are added and not removed, in
  /// container order, each once. A rule that could not be decided only removes.
  ///
  /// Source: LegacySDK §9.1; TAGRuntime evaluateTags. A tag that cannot be called does not keep the
  /// others from firing, and neither does one whose handler throws; one that raises does where the
  /// quirk is asked for.
  package mutating func evaluateTags() -> [FiredTag] {
    var added: Set<Int> = []
    var removed: Set<Int> = []
    forEachPossibleRule { evaluator, rule in
      let truth = evaluator.truth(ofRule: rule)
      if truth == .doesNotHold { return }
      let row = evaluator.container.table.rows[rule]
      if truth == .holds {
        for place in row.added { added.insert(evaluator.container.table.positions[place]) }
      }
      for place in row.removed { removed.insert(evaluator.container.table.positions[place]) }
    }
    var fired: [FiredTag] = []
    for tag in firingOrder(of: added.subtracting(removed)) {
      let name = container.tags[tag].name
      let result = fire(tag)
      fired.append(FiredTag(tag: tag, name: name, result: result))
      if hasRaised {
        log(.evaluationEnded, eventName ?? "", name)
        break
      }
    }
    return fired
  }

  /// Goes through the rules that the event's name does not rule out, in the order of the container.
  private mutating func forEachPossibleRule(_ body: (inout Evaluator, Int) -> Void) {
    let ofEvent = container.table.rules(of: eventNumber)
    let ofAny = container.table.rulesOfAnyEvent
    var (next, nextOfAny) = (0, 0)
    while next < ofEvent.count || nextOfAny < ofAny.count {
      if nextOfAny == ofAny.count || (next < ofEvent.count && ofEvent[next] < ofAny[nextOfAny]) {
        body(&self, ofEvent[next])
        next += 1
      } else {
        body(&self, ofAny[nextOfAny])
        nextOfAny += 1
      }
    }
  }

  /// The order of the container, unless the quirk of the SDK's sets is asked for.
  private mutating func firingOrder(of tags: Set<Int>) -> [Int] {
    let known = tags.filter(container.tags.indices.contains)
    guard settings.quirks.contains(.unorderedSets) else { return known.sorted() }
    var order = Array(container.tags.indices)
    for index in order.indices.dropFirst().reversed() {
      order.swapAt(index, Int(random.integer(in: 0...Int64(index))))
    }
    return order.filter(known.contains)
  }

  private mutating func fire(_ position: Int) -> TagResult {
    let tag = container.tags[position]
    guard container.defines(tag.id), let function = dialect.tag(tag.id) else {
      logMissingImplementation(tag.id)
      return .refused(reason: missingImplementation(tag.id).text)
    }
    let linesBefore = logs.count
    guard let arguments = arguments(of: tag, required: function.required) else {
      let reason = logs[linesBefore...].last?.text ?? "one of its parameters could not be resolved"
      return .refused(reason: reason)
    }
    let result = function.run(arguments, &self)
    if case .refused = result { return result }
    if let asks = tag.parameters[Self.dispatchingSetting]?.constantValue,
      JavaScript.isTruthy(asks)
    {
      asksForDispatch = true
    }
    return result
  }

  /// The setting of a tag after which its hits do not wait; only the second generation has it.
  private static let dispatchingSetting = "dispatch_on_fire"
}

// MARK: - Expansion

extension Evaluator {
  /// The escaping that clients implement; all others are logged and leave the value as it is.
  private static let uriEscaping = 12

  /// What an expression comes to.
  ///
  /// A failed part fails the whole. In the first generation a template with an undefined token is
  /// itself undefined, and in lists and maps an undefined part reads as "" (LegacySDK §9.5); in the
  /// second one it stays undefined there and is a text in templates.
  mutating func expand(_ expression: CompiledExpression) -> Resolved {
    switch expression {
    case .constant(let value): return value
    case .macro(let slot): return resolve(slot: slot)
    case .unknownMacro(let name):
      log(.invalidMacro, name)
      return .failed
    case .list(let elements):
      var values: [Value] = []
      for element in elements {
        guard let value = dialect.part(expand(element)) else { return .failed }
        values.append(value)
      }
      return spent(.list(values))
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        guard let key = dialect.part(expand(entry.key)),
          let value = dialect.part(expand(entry.value))
        else { return .failed }
        if dialect.nullVoidsMap, key == .null || value == .null { return .value(.null) }
        members[dialect.text(key)] = value
      }
      return spent(.map(members))
    case .template(let tokens): return expandTemplate(tokens)
    case .escaped(let inner, let escapings): return escape(expand(inner), escapings)
    }
  }

  private mutating func expandTemplate(_ tokens: [CompiledExpression]) -> Resolved {
    var text = ""
    var isUndefined = false
    for token in tokens {
      let resolved = expand(token)
      if resolved == .failed { return .failed }
      guard let value = dialect.operand(resolved) else {
        isUndefined = true
        continue
      }
      let part = dialect.text(value)
      guard spendBytes(part.utf8.count) else { return .failed }
      text += part
    }
    return isUndefined ? .undefined : .value(.string(text))
  }

  /// A list or map that was built, or failure past the budget: references to one big part cost
  /// nothing to hold and everything to read.
  private mutating func spent(_ built: Value) -> Resolved {
    spendBytes(Self.weight(built, upTo: Limits.builtBytes)) ? .value(built) : .failed
  }

  /// The bytes of all texts inside and one for each value; stops counting past the limit.
  private static func weight(_ value: Value, upTo limit: Int) -> Int {
    var weight = 1
    switch value {
    case .string(let text): weight += text.utf8.count
    case .list(let elements):
      for element in elements where weight <= limit {
        weight += Self.weight(element, upTo: limit - weight)
      }
    case .map(let members):
      for (key, member) in members.elements where weight <= limit {
        weight += key.utf8.count + Self.weight(member, upTo: limit - weight)
      }
    case .null, .absent, .bool, .int, .double: break
    }
    return weight
  }

  private mutating func escape(_ resolved: Resolved, _ escapings: [Int]) -> Resolved {
    guard var value = dialect.operand(resolved) else { return resolved }
    for escaping in escapings {
      guard let escaped = dialect.addressEscaped(value) else {
        log(.escapingOfNoText)
        return .value(value)
      }
      if escaping == Self.uriEscaping {
        value = .string(escaped)
      } else {
        log(.unknownEscaping, String(escaping))
      }
    }
    return .value(value)
  }
}

/// A tag that an event fired, and what it did.
public struct FiredTag: Sendable, Hashable {
  /// The position of the tag in its container.
  public var tag: Int
  /// Its display name.
  public var name: String
  /// What it did.
  public var result: TagResult

  /// Creates one.
  package init(tag: Int, name: String, result: TagResult) {
    self.tag = tag
    self.name = name
    self.result = result
  }

  /// Whether the tag was really called; a refused one counts as not fired.
  public var didFire: Bool {
    if case .refused = result { false } else { true }
  }
}

/// An update that an evaluation pushes; it joins the drain that is running.
struct NestedPush: Sendable {
  let value: Value
  let origin: UpdateRecord.Origin

  init(_ value: Value, _ origin: UpdateRecord.Origin) {
    self.value = value
    self.origin = origin
  }
}
