import OrderedCollections

/// Finds what can be tried with a container.
struct ContainerExplorer {
  let container: CompiledContainer
  /// The slots that hold the name of the event.
  let eventSlots: Set<Int>
  /// For every slot the key of the data layer that it reads, where it does nothing else.
  let keyOfSlot: [Int: String]
  /// The rules that do anything, and can ever be true.
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

  private static let eventFunctions = [MacroFunction.event.id, "__e"]

  /// What a user property is called among the keys.
  static let userPropertyPrefix = "user_property."

  /// The key of the data layer, the parameter or the user property that a macro reads.
  static func key(of macro: CompiledFunction) -> String? {
    switch macro.id {
    case MacroFunction.dataLayerVariable.id: macro.parameters["name"]?.constantText
    case "__md":
      macro.parameters["key"]?.constantText
        ?? macro.parameters.elements.first { $0.key.hasSuffix("Param") }?.value.constantText
    case "__fup": macro.parameters["key"]?.constantText.map { userPropertyPrefix + $0 }
    default: nil
    }
  }

  var isFirebase: Bool { container.version.generation == .firebase }

  func trial() -> ContainerTrial {
    var trial = ContainerTrial()
    trial.hasRules = !container.rules.isEmpty
    var names = findEvents(&trial)
    if isFirebase {
      // Firebase refuses its own events from an app, but for the screens, which apps may tell of.
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

  /// The names of events that rules listen for.
  private func findEvents(_ trial: inout ContainerTrial) -> [String] {
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

  /// Whether what a rule wants of the name of the event is so.
  private func holds(_ rule: CompiledRule, at event: String) -> Bool {
    rule.positive.allSatisfy { !isAboutEvent($0) || isTrue($0, of: .string(event)) == true }
      && rule.negative.allSatisfy { !isAboutEvent($0) || isTrue($0, of: .string(event)) == false }
  }

  /// An event with the keys that are read at it.
  ///
  /// - Parameter all: the keys, where they are known already.
  private func event(_ name: String, reading all: OrderedSet<String>?) -> ContainerTrial.Event {
    let relevant = rules.filter { holds($0, at: name) }
    // What makes a tag fire is shown before what keeps it from it.
    let firing = relevant.filter { !$0.source.addTags.isEmpty }
    let others = relevant.filter { $0.source.addTags.isEmpty }
    let keys = Self.withoutMaps(all ?? keys(of: firing + others)).filter {
      !$0.hasPrefix(Self.userPropertyPrefix) || !isFirebase
    }
    let values = values(of: firing, against: others)
    let known = keys.filter { values[$0] != nil } + keys.filter { values[$0] == nil }
    let told = known.filter(canBeGiven).prefix(ContainerTrial.keyLimit)
    return ContainerTrial.Event(
      name: name, keys: told.map { ContainerTrial.Key(path: $0, value: values[$0]) },
      keysLeftOut: keys.count - told.count)
  }

  /// The keys without those that are maps because others lie within them.
  private static func withoutMaps(_ keys: OrderedSet<String>) -> [String] {
    var maps: Set<Substring> = []
    for key in keys {
      for (index, character) in zip(key.indices, key) where character == "." {
        maps.insert(key[..<index])
      }
    }
    return keys.filter { !maps.contains(Substring($0)) && $0 != "event" && !$0.isEmpty }
  }

  /// Whether the data layer takes a key, and people can read it; parameters of events are no maps.
  private func canBeGiven(_ key: String) -> Bool {
    key.unicodeScalars.count <= ContainerTrial.textLimit && key.utf8.count <= Limits.keyBytes
      && key.utf8.count { $0 == UInt8(ascii: ".") } < (isFirebase ? 1 : Limits.pushDepth - 1)
  }

  // MARK: Firebase

  private static func isAutomatic(_ event: String) -> Bool {
    event.hasPrefix("_") || event != "screen_view" && FirebaseNames.short(event) != event
  }

  /// The user properties that are read, with values that make rules true.
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
    for call in calls where [TagFunction.functionCall.id, "__funct"].contains(call.id) {
      guard let name = call.parameters[key]?.constantText, !name.isEmpty,
        name.unicodeScalars.count <= ContainerTrial.textLimit,
        names.count < ContainerTrial.functionLimit
      else { continue }
      names.append(name)
    }
    return Array(names)
  }
}
