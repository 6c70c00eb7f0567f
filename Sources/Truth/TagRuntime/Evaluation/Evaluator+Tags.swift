import OrderedCollections

extension Evaluator {
  /// Evaluates all rules for the event and fires the tags that are added and not removed, in
  /// container order, each once. A rule that could not be decided only removes.
  ///
  /// Source: LegacySDK §9.1; TAGRuntime evaluateTags. A tag that cannot be called does not keep the
  /// others from firing, nor does one whose handler throws; one that raises does, with the quirk
  /// enabled.
  package mutating func evaluateTags() -> [FiredTag] {
    var added: [Int] = []
    let table = container.table
    let ofEvent = container.events.rules(of: eventNumber)
    let ofAny = container.events.rulesOfAnyEvent
    var (next, nextOfAny) = (0, 0)
    while next < ofEvent.count || nextOfAny < ofAny.count {
      if nextOfAny == ofAny.count || (next < ofEvent.count && ofEvent[next] < ofAny[nextOfAny]) {
        apply(rule: ofEvent[next], of: table, adding: &added)
        next += 1
      } else {
        apply(rule: ofAny[nextOfAny], of: table, adding: &added)
        nextOfAny += 1
      }
    }
    var fired: [FiredTag] = []
    for tag in firingOrder(of: added.filter { !memo.isRemoved(tag: $0) }) {
      let name = container.tags[tag].name
      let before = answers.count
      let result = fire(tag)
      if isTracing { answersOfTags.append(before..<answers.count) }
      fired.append(FiredTag(tag: tag, name: name, result: result))
      if hasRaised {
        log(.evaluationEnded, eventName ?? "", name)
        break
      }
    }
    return fired
  }

  /// Applies the effect of a rule on tags, if it is true.
  private mutating func apply(rule: Int, of table: RuleTable, adding added: inout [Int]) {
    let truth = truth(ofRule: rule, in: table)
    if truth == .doesNotHold { return }
    let row = table.rows[rule]
    if truth == .holds {
      for place in row.added {
        let tag = table.positions[place]
        if memo.add(tag: tag) { added.append(tag) }
      }
    }
    for place in row.removed { memo.remove(tag: table.positions[place]) }
  }

  /// Returns the order of the container, or a random one with the quirk of the SDK's sets enabled.
  private mutating func firingOrder(of tags: [Int]) -> [Int] {
    guard settings.quirks.contains(.unorderedSets) else { return tags.sorted() }
    var order = Array(container.tags.indices)
    for index in order.indices.dropFirst().reversed() {
      order.swapAt(index, Int(random.integer(in: 0...Int64(index))))
    }
    let wanted = Set(tags)
    return order.filter(wanted.contains)
  }

  private mutating func fire(_ position: Int) -> TagResult {
    guard let call = container.calls.tags[position] else {
      let id = container.tags[position].id
      logMissingImplementation(id)
      return .refused(reason: container.missingImplementation(id).text)
    }
    let result: TagResult
    if let arguments = call.arguments {
      result = call.function.run(arguments, &self)
    } else {
      let linesBefore = logs.count
      let tag = container.tags[position]
      guard let arguments = arguments(of: tag, required: call.function.required) else {
        let line = logs[linesBefore...].last
        return .refused(reason: refusal(of: tag, line))
      }
      result = call.function.run(arguments, &self)
    }
    if case .refused = result { return result }
    if call.asksForDispatch { asksForDispatch = true }
    return result
  }

  /// Returns the reason why a tag is not run, in words.
  private func refusal(of tag: CompiledFunction, _ line: LogRecord?) -> String {
    if let failure = failure(of: tag) { return words(of: failure) + ", the tag is not run" }
    return line?.text ?? "one of its parameters could not be resolved"
  }

  // MARK: Expansion

  /// The escaping that clients implement; all others are logged and leave the value unchanged.
  private static let uriEscaping = 12

  /// Evaluates an expression.
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

  /// Returns a list or map that was built, or failure past the budget: references to one big part
  /// cost nothing to hold and everything to read.
  private mutating func spent(_ built: Value) -> Resolved {
    spendBytes(Self.weight(built, upTo: Limits.builtBytes)) ? .value(built) : .failed
  }

  /// Returns the bytes of all texts inside plus one for each value; stops counting past the limit.
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
      guard let escaped = dialect.addressEscaped(value, on: settings.platform) else {
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

/// A tag that an event fired, and its result.
public struct FiredTag: Sendable, Hashable {
  /// The position of the tag in its container.
  public var tag: Int
  /// Its display name.
  public var name: String
  /// The effect of the tag, such as its hits, or the reason why it could not be called.
  public var result: TagResult

  /// Whether the tag was really called; a refused tag counts as not fired.
  public var didFire: Bool {
    if case .refused = result { false } else { true }
  }
}

/// An update that an evaluation pushes; it joins the drain that is running.
struct NestedPush: Sendable {
  let value: Value
  let origin: UpdateRecord.Origin
}
