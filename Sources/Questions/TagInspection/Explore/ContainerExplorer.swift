import OrderedCollections
import TagRuntime

/// Finds the events, keys and values that can be tried with a container.
struct ContainerExplorer {
  let container: CompiledContainer
  /// The slots that hold the name of the event.
  let eventSlots: Set<Int>
  /// The key of the data layer that each slot reads, if it does nothing else.
  let keyOfSlot: [Int: String]
  /// The rules that have an effect and can be true.
  let rules: [CompiledRule]

  init(_ container: CompiledContainer) {
    self.container = container
    var eventSlots: Set<Int> = []
    var keyOfSlot: [Int: String] = [:]
    for (position, slot) in container.slots.enumerated() {
      let functions = slot.definitions.map { container.macros[$0] }
      let key = functions.first.flatMap(Self.key)
      if functions.contains(where: { Self.eventFunctions.contains($0.id) }) || key == "event" {
        eventSlots.insert(position)
      } else if functions.count == 1, slot.choices.isEmpty, let key {
        keyOfSlot[position] = key
      }
    }
    self.eventSlots = eventSlots
    self.keyOfSlot = keyOfSlot
    rules = container.rules.filter { rule in
      let source = rule.source
      let does = [source.addTags, source.removeTags, source.addMacros, source.removeMacros]
      return !does.allSatisfy(\.isEmpty) && container.contradiction(in: rule) == nil
    }
  }

  private static let eventFunctions = [MacroFunction.event.id, FirebaseFunction.event.id]

  /// The prefix of user properties among the keys.
  static let userPropertyPrefix = "user_property."

  /// Returns the key of the data layer, the parameter or the user property that a macro reads.
  static func key(of macro: CompiledFunction) -> String? {
    switch macro.id {
    case MacroFunction.dataLayerVariable.id: macro.parameters["name"]?.constantText
    case FirebaseFunction.eventParameter.id:
      macro.parameters["key"]?.constantText
        ?? macro.parameters.elements.first { $0.key.hasSuffix("Param") }?.value.constantText
    case FirebaseFunction.userProperty.id:
      macro.parameters["key"]?.constantText.map { userPropertyPrefix + $0 }
    default: nil
    }
  }

  var isFirebase: Bool { container.version.generation == .firebase }

  func trial() -> ContainerTrial {
    var trial = ContainerTrial()
    trial.hasRules = !container.rules.isEmpty
    var names = findEvents(&trial)
    if isFirebase {
      // Firebase rejects its own event names from an app, except screens, which apps may log.
      trial.automaticEvents = names.filter(Self.isAutomatic)
      names.removeAll(where: Self.isAutomatic)
      trial.userProperties = userProperties()
    }
    trial.eventsLeftOut = max(0, names.count - ContainerTrial.eventLimit)
    trial.events = names.prefix(ContainerTrial.eventLimit).map { event($0, reading: nil) }
    trial.other = event(trial.other.name, reading: everyKey())
    let reads = reads()
    trial.reads = Array(reads.prefix(ContainerTrial.readLimit))
    trial.readsLeftOut = reads.count - trial.reads.count
    trial.macroFunctions = functions(container.macros)
    trial.tagFunctions = functions(container.tags)
    return trial
  }

  // MARK: Events

  /// Finds the names of events that rules listen for.
  func findEvents(_ trial: inout ContainerTrial) -> [String] {
    var names: OrderedSet<String> = []
    var guesses = OrderedDictionary<Int, [String]>()
    for rule in rules {
      if holds(rule, at: trial.other.name) {
        trial.hearsOther = trial.hearsOther || !rule.source.addTags.isEmpty
        continue
      }
      var examples: [String] = []
      for position in rule.positive where isAboutEvent(position) {
        let texts = guesses[position] ?? self.texts(for: container.predicates[position])
        guesses[position] = texts
        examples += texts.filter { !$0.isEmpty && holds(rule, at: $0) }
      }
      if examples.isEmpty { trial.rulesWithoutExample += 1 }
      names.append(contentsOf: examples)
    }
    return Array(names)
  }

  func isAboutEvent(_ predicate: Int) -> Bool {
    guard case .macro(let slot)? = container.predicates[predicate].left else { return false }
    return eventSlots.contains(slot)
  }

  /// Whether the event name satisfies the conditions of a rule.
  func holds(_ rule: CompiledRule, at event: String) -> Bool {
    rule.positive.allSatisfy { !isAboutEvent($0) || isTrue($0, of: .string(event)) == true }
      && rule.negative.allSatisfy { !isAboutEvent($0) || isTrue($0, of: .string(event)) == false }
  }

  /// Creates an event with the keys that are read at it.
  ///
  /// - Parameter all: the keys, if they are known already.
  private func event(_ name: String, reading all: OrderedSet<String>?) -> ContainerTrial.Event {
    let relevant = rules.filter { holds($0, at: name) }
    // Show the keys that make a tag fire before those that block it.
    let firing = relevant.filter { !$0.source.addTags.isEmpty }
    let others = relevant.filter { $0.source.addTags.isEmpty }
    let told = given(all ?? keys(of: firing + others), values(of: firing, against: others))
    return ContainerTrial.Event(name: name, keys: told.keys, keysLeftOut: told.leftOut)
  }

  /// Returns the keys that an app can give with an event, those with a value first, and the number
  /// of the others.
  func given(
    _ keys: OrderedSet<String>, _ values: [String: Value]
  ) -> (keys: [ContainerTrial.Key], leftOut: Int) {
    let keys = Self.withoutMaps(keys).filter {
      !$0.hasPrefix(Self.userPropertyPrefix) || !isFirebase
    }
    let known = keys.filter { values[$0] != nil } + keys.filter { values[$0] == nil }
    let told = known.filter(canBeGiven).prefix(ContainerTrial.keyLimit)
    return (
      told.map { ContainerTrial.Key(path: $0, value: values[$0]) }, keys.count - told.count
    )
  }

  /// Returns the keys that do not contain other keys.
  static func withoutMaps(_ keys: OrderedSet<String>) -> [String] {
    var maps: Set<Substring> = []
    for key in keys {
      for (index, character) in zip(key.indices, key) where character == "." {
        maps.insert(key[..<index])
      }
    }
    return keys.filter { !maps.contains(Substring($0)) && $0 != "event" && !$0.isEmpty }
  }

  /// Whether the data layer accepts a key, and people can read it; parameters of events are not
  /// maps.
  func canBeGiven(_ key: String) -> Bool {
    key.unicodeScalars.count <= ContainerTrial.textLimit && key.utf8.count <= Limits.keyBytes
      && key.utf8.count { $0 == UInt8(ascii: ".") } < (isFirebase ? 1 : Limits.pushDepth - 1)
  }

  // MARK: Firebase

  static func isAutomatic(_ event: String) -> Bool {
    event.hasPrefix("_") || event != "screen_view" && FirebaseNames.short(event) != event
  }

  /// Returns the user properties that are read, with values that make rules true.
  private func userProperties() -> [ContainerTrial.Key] {
    let values = values(of: rules.filter { !$0.source.addTags.isEmpty }, against: [])
    let keys = everyKey().filter {
      $0.hasPrefix(Self.userPropertyPrefix) && $0.unicodeScalars.count <= ContainerTrial.textLimit
    }
    return keys.prefix(ContainerTrial.keyLimit).map { key in
      ContainerTrial.Key(
        path: String(key.dropFirst(Self.userPropertyPrefix.count)), value: values[key])
    }
  }

  // MARK: Functions

  private func functions(_ calls: [CompiledFunction]) -> [String] {
    var names: OrderedSet<String> = []
    let key = isFirebase ? "classPath" : "function_call_macro_name"
    for call in calls
    where [TagFunction.functionCall.id, FirebaseFunction.customTag.id].contains(call.id) {
      guard let name = call.parameters[key]?.constantText, !name.isEmpty,
        name.unicodeScalars.count <= ContainerTrial.textLimit,
        names.count < ContainerTrial.functionLimit
      else { continue }
      names.append(name)
    }
    return Array(names)
  }
}

// MARK: - Keys

extension ContainerExplorer {
  /// The results of a walk through expressions: the keys, and the slots found on the way.
  private struct Findings {
    var keys: OrderedSet<String> = []
    /// The slots in the order in which they were found; the first ones have been searched.
    var slots: OrderedSet<Int> = []
    var done = 0
  }

  /// Returns the keys that some rules read: in their conditions first, then in the tags that they
  /// fire.
  func keys(of rules: [CompiledRule]) -> OrderedSet<String> {
    var findings = Findings()
    var seen: Set<Int> = []
    for rule in rules {
      for position in rule.positive + rule.negative where seen.insert(position).inserted {
        add(container.predicates[position].call, to: &findings)
      }
    }
    var tags: Set<Int> = []
    for rule in rules {
      for tag in rule.source.addTags
      where container.tags.indices.contains(tag) && tags.insert(tag).inserted {
        addTag(container.tags[tag], to: &findings)
      }
    }
    return findings.keys
  }

  func everyKey() -> OrderedSet<String> {
    var findings = Findings()
    for predicate in container.predicates { add(predicate.call, to: &findings) }
    for tag in container.tags { addTag(tag, to: &findings) }
    for macro in container.macros {
      Self.key(of: macro).map { _ = findings.keys.append($0) }
    }
    return findings.keys
  }

  private func addTag(_ tag: CompiledFunction, to findings: inout Findings) {
    add(tag, to: &findings)
    findings.keys.append(contentsOf: ecommerceKeys(of: tag))
  }

  /// The keys that a tag reads by itself, without a variable.
  func ecommerceKeys(of tag: CompiledFunction) -> [String] {
    guard tag.id == TagFunction.analytics.id else { return [] }
    let isEnhanced = isOn("enable_ecommerce", tag) && isOn("ecommerce_use_data_layer", tag)
    let isTransaction = !isOn("analytics_pass_through", tag) && isOn("track_transaction", tag)
    return (isEnhanced ? ["ecommerce"] : [])
      + (isTransaction
        ? ["transactionId", "transactionProducts"] + Transaction.transactionFields.keys : [])
  }

  private func isOn(_ key: String, _ call: CompiledFunction) -> Bool {
    guard case .constant(let flag)? = call.parameters[key] else { return false }
    return flag.value.flatMap { ValueConversion.boolean($0) } == true
  }

  /// Adds everything that a call refers to, directly or through macros: with a list in place of
  /// recursion, because macros may refer to each other any number of times.
  private func add(_ call: CompiledFunction, to findings: inout Findings) {
    collect(call, &findings)
    while findings.done < findings.slots.count {
      let slot = findings.slots[findings.done]
      findings.done += 1
      for position in container.slots[slot].definitions {
        let macro = container.macros[position]
        if let key = Self.key(of: macro) { findings.keys.append(key) }
        collect(macro, &findings)
      }
      for choice in container.slots[slot].choices {
        let rule = container.rules[choice.rule]
        for position in rule.positive + rule.negative {
          collect(container.predicates[position].call, &findings)
        }
      }
    }
  }

  private func collect(_ call: CompiledFunction, _ findings: inout Findings) {
    findings.slots.append(contentsOf: call.parameters.values.flatMap(\.slots))
    findings.slots.append(contentsOf: call.pushAfterEvaluate?.slots ?? [])
  }

  // MARK: Values for apps

  /// Returns the values that apps read by name: all of a container of keys and values; in others,
  /// the members of value collections that nothing else uses.
  func reads() -> [ContainerTrial.Read] {
    let isKeyValue = [.simpleJSON, .plist].contains(container.version.format)
    var used = Findings()
    for call in container.tags + container.macros + container.predicates.map(\.call) {
      collect(call, &used)
    }
    return container.slots.enumerated().compactMap { position, slot in
      let isForApp =
        isKeyValue
        || !used.slots.contains(position)
          && slot.definitions.contains { isMember(container.version.macros[$0]) }
      guard isForApp, !slot.name.isEmpty, let first = slot.definitions.first,
        slot.name.unicodeScalars.count <= ContainerTrial.textLimit
      else { return nil }
      let kind = kind(of: container.macros[first], isKeyValue: isKeyValue)
      return ContainerTrial.Read(kind: kind, key: slot.name)
    }
  }

  /// Whether a macro is chosen by rules only, like the members of value collections.
  private func isMember(_ macro: FunctionCall) -> Bool {
    macro.parameters["not_default_macro"] == .constant(.bool(true))
  }

  private func kind(of macro: CompiledFunction, isKeyValue: Bool) -> ValueKind {
    guard case .constant(let resolved)? = macro.parameters["value"], let value = resolved.value
    else { return .string }
    switch value {
    case .int: return .int64
    case .double: return .double
    case .bool: return .boolean
    case .string(let text):
      // Containers have no doubles: the readers of keys and values retain the texts.
      guard isKeyValue, case .double(let double)? = ValueConversion.number(text),
        NumberText.plain(double) == text
      else { return .string }
      return .double
    default: return .string
    }
  }
}

extension ContainerExplorer {
  // MARK: Conditions

  /// Whether a condition is true for a value on its left side; nil if it cannot be known.
  func isTrue(_ position: Int, of value: Value) -> Bool? { container.holds(position, for: value) }

  /// Returns texts to try for which a condition may be true.
  func texts(for predicate: CompiledPredicate) -> [String] {
    guard let kind = predicate.kind, let right = container.constant(predicate.right)
    else { return [] }
    let text = ValueConversion.text(right)
    guard text.unicodeScalars.count <= ContainerTrial.textLimit else { return [] }
    switch kind.comparison {
    case .text: return [text]
    case .number: return []
    case .pattern: return PatternExample.texts(of: text)
    }
  }

  /// Returns values to try for which a condition may be true.
  func values(for predicate: CompiledPredicate) -> [Value] {
    guard case .number? = predicate.kind?.comparison else {
      return texts(for: predicate).map { .string($0) }
    }
    switch container.constant(predicate.right).flatMap({ ValueConversion.number($0) }) {
    case .int(let number)?:
      return [number, number.saturatingAdding(1), number.saturatingAdding(-1)].map { .int($0) }
    case .double(let number)? where number.isFinite:
      return [number, number + 1, number - 1].map { .double($0) }
    default: return []
    }
  }

  // MARK: Keys

  /// A requirement of a rule for a key.
  struct Test {
    var key: String
    var predicate: Int
    var isWanted: Bool
  }

  func tests(of rule: CompiledRule) -> [Test] {
    [(rule.positive, true), (rule.negative, false)].flatMap { list, isWanted in
      list.compactMap { position in
        guard case .macro(let slot)? = container.predicates[position].left,
          let key = keyOfSlot[slot]
        else { return nil }
        return Test(key: key, predicate: position, isWanted: isWanted)
      }
    }
  }

  /// Returns values of keys that rules test directly; each makes the first of these rules true.
  ///
  /// `others` are rules that may block tags; if a key that is not pushed makes one true, the result
  /// contains a value that makes it false.
  func values(of rules: [CompiledRule], against others: [CompiledRule]) -> [String: Value] {
    var values: [String: Value] = [:]
    for rule in rules {
      var byKey: OrderedDictionary<String, [Test]> = [:]
      for test in tests(of: rule) where values[test.key] == nil {
        byKey[test.key, default: []].append(test)
      }
      for (key, tests) in byKey.elements {
        let guesses = tests.filter(\.isWanted)
          .flatMap { self.values(for: container.predicates[$0.predicate]) }
        values[key] = guesses.first { guess in tests.allSatisfy { isMet($0, by: guess) } }
      }
    }
    for rule in others where !rule.source.removeTags.isEmpty {
      let tests = tests(of: rule)
      let isFalse = tests.contains { test in
        values[test.key].map { !isMet(test, by: $0) } ?? test.isWanted
      }
      guard !isFalse, let test = tests.first(where: { values[$0.key] == nil }) else { continue }
      values[test.key] = self.values(for: container.predicates[test.predicate])
        .first { !isMet(test, by: $0) }
    }
    return values
  }

  func isMet(_ test: Test, by value: Value) -> Bool {
    (isTrue(test.predicate, of: value) ?? test.isWanted) == test.isWanted
  }
}
