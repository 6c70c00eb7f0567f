import OrderedCollections
import TagRuntime

extension ContainerDescriber {
  func variables(
    tags: [ContainerDescription.Tag], conditions: [ContainerDescription.Condition]
  ) -> [ContainerDescription.Variable] {
    var variables = container.slots.enumerated().map { position, slot in
      ContainerDescription.Variable(
        name: Self.name(slot.name, else: "(no name)"), definitions: definitions(of: slot))
    }
    for (position, tag) in tags.enumerated() {
      for used in tag.variables { variables[used].usingTags.append(position) }
    }
    var testedBy = Array(repeating: [Int](), count: variables.count)
    for (position, condition) in conditions.enumerated() {
      for used in condition.variables { testedBy[used].append(position) }
    }
    for position in variables.indices {
      variables[position].usingRules = Self.rules(of: testedBy[position], conditions)
    }
    for (position, slot) in container.slots.enumerated() {
      for used in self.variables(of: slot) { variables[used].usingVariables.append(position) }
    }
    return variables
  }

  /// Returns the rules that have one of some conditions, up to the limit.
  private static func rules(
    of positions: [Int], _ conditions: [ContainerDescription.Condition]
  ) -> [Int] {
    var rules: OrderedSet<Int> = []
    for position in positions.prefix(DescriptionLimits.looks) {
      rules.append(contentsOf: conditions[position].rules.prefix(DescriptionLimits.looks))
    }
    return Array(rules.prefix(DescriptionLimits.looks))
  }

  /// Returns the positions of the variables that the definitions of one refer to, each once.
  private func variables(of slot: MacroSlot) -> [Int] {
    var found: OrderedSet<Int> = []
    for definition in slot.definitions {
      found.append(contentsOf: variables(of: version.macros[definition]))
    }
    return Array(found)
  }

  private func definitions(of slot: MacroSlot) -> [ContainerDescription.Definition] {
    var onRules: [Int: [Int]] = [:]
    var offRules: [Int: [Int]] = [:]
    for choice in slot.choices {
      for definition in Set(choice.added).sorted() {
        onRules[definition, default: []].append(choice.rule)
      }
      for definition in Set(choice.removed).sorted() {
        offRules[definition, default: []].append(choice.rule)
      }
    }
    return slot.definitions.map { position in
      let call = version.macros[position]
      let isForApp =
        !isFirebase
        && (version.format == .simpleJSON || version.format == .plist
          || call.parameters["not_default_macro"] == .constant(.bool(true)))
      return ContainerDescription.Definition(
        function: call.function, reads: reads(call), pushes: pushes(of: call),
        collection: words("instance_label", of: call, .braced),
        onRules: onRules[position] ?? [], offRules: offRules[position] ?? [],
        isFallback: slot.fallback == position, isForApp: isForApp)
    }
  }

  private func pushes(of call: FunctionCall) -> String? {
    guard let pushed = call.pushAfterEvaluate else { return nil }
    var keys: [ContainerDescription.Field] = []
    addPaths(of: pushed, under: "", &keys)
    return BoundedWords.cut(keys.map { "\($0.name) = \($0.value)" }.joined(separator: ", "))
  }

  // MARK: Sources of a definition

  func reads(_ call: FunctionCall) -> String {
    if isFirebase { return firebaseReads(call) }
    guard let function = MacroFunction.named(call.function, in: sdkVersion, on: platform)
    else {
      if call.function.isEmpty { return "nothing: it names no function" }
      let id = BoundedWords.cut(call.function)
      // Macros of Android are described by name.
      guard MacroFunction.named(call.function)?.isOfAndroid == true else {
        return "nothing: SDK \(sdkVersion) has no variables of type \(id)"
      }
      let missing = MissingFunction(function: call.function, kind: .macro, names: [])
      return "nothing: " + missing.words(on: platform)
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return "nothing: its parameter \(missing) is missing"
    }
    return function.words(callWords(call))
  }

  /// Describes a call with its parameters in the words of this page.
  func callWords(_ call: FunctionCall) -> CallWords {
    CallWords(
      call, words: { words($0, $1 ? .braced : .quoted) },
      handed: {
        let handed = parameters(of: call).map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
        return handed.isEmpty ? "" : BoundedWords.cut("(\(handed)") + ")"
      },
      rows: { key in
        let rows = rows(key, "key", "value", of: call).map { "\($0.name) → \($0.value)" }
        return BoundedWords.cut("(\(rows.joined(separator: ", "))") + ")"
      })
  }

  // MARK: Data layer

  /// Returns the paths that variables read, and those that e-commerce of tags reads, in container
  /// order.
  func keys() -> [ContainerDescription.KeyRead] {
    if isFirebase { return firebaseKeys() }
    var keys: OrderedDictionary<String, ContainerDescription.KeyRead> = [:]
    for call in version.macros where call.function == MacroFunction.dataLayerVariable.id {
      guard let key = words("name", of: call, .braced) else { continue }
      let fallback = words("default_value", of: call)
      add(key, reader: Self.name(call.name, else: "(no name)"), fallback, to: &keys)
    }
    for call in version.tags where call.function == TagFunction.analytics.id {
      let reader = "tag " + Self.name(call.name, else: "(no name)")
      if isOn("enable_ecommerce", call), isOn("ecommerce_use_data_layer", call),
        sdkVersion >= EnhancedEcommerce.firstVersion
      {
        add("ecommerce", reader: reader, nil, to: &keys)
      }
      if !isOn("analytics_pass_through", call), isOn("track_transaction", call) {
        for key in transactionKeys(call) { add(key, reader: reader, nil, to: &keys) }
      }
    }
    return Array(keys.values)
  }

  private func transactionKeys(_ call: FunctionCall) -> [String] {
    let own = call.parameters["transaction_datalayer_map"].map { fields(of: $0).map(\.name) }
    let others = own ?? Array(Transaction.transactionFields.keys)
    return ["transactionId", "transactionProducts"]
      + others.filter { !["transactionId", "transactionProducts"].contains($0) }
  }

  private func add(
    _ key: String, reader: String, _ fallback: String?,
    to keys: inout OrderedDictionary<String, ContainerDescription.KeyRead>
  ) {
    var entry = keys[key] ?? ContainerDescription.KeyRead(key: key, readers: [], fallback: nil)
    if entry.readers.last != reader { entry.readers.append(reader) }
    entry.fallback = entry.fallback ?? fallback
    keys[key] = entry
  }
}

// MARK: - Firebase variables

/// The sources of variables in v5 containers.
extension ContainerDescriber {
  func firebaseReads(_ call: FunctionCall) -> String {
    if call.function.isEmpty { return "nothing: it names no function" }
    let id = BoundedWords.cut(call.function)
    guard let function = FirebaseFunction.named(call.function, .macro) else {
      return version.runtimeFunctions.contains(call.function)
        ? "the result of \(id) in its runtime"
        : "nothing: the second generation has no variables of type \(id)"
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return "nothing: its parameter \(missing) is missing"
    }
    return function.reads(callWords(call))
  }

  // MARK: Keys

  /// Returns event parameters first, then user properties, each in container order.
  func firebaseKeys() -> [ContainerDescription.KeyRead] {
    var keys: OrderedDictionary<[String], ContainerDescription.KeyRead> = [:]
    for function in [FirebaseFunction.eventParameter, .userProperty] {
      for call in version.macros where call.function == function.id {
        guard let read = keyRead(call) else { continue }
        let id = [read.kind.rawValue, read.key, read.event ?? ""]
        let reader = Self.name(call.name, else: "(no name)")
        var entry = keys[id] ?? read
        if entry.readers.last != reader { entry.readers.append(reader) }
        entry.fallback = entry.fallback ?? words("defaultValue", of: call)
        entry.fault = call.objection
        keys[id] = entry
      }
    }
    return Array(keys.values)
  }

  private func keyRead(_ call: FunctionCall) -> ContainerDescription.KeyRead? {
    if call.function == FirebaseFunction.userProperty.id {
      return words("key", of: call, .braced).map {
        ContainerDescription.KeyRead(kind: .userProperty, key: $0, readers: [])
      }
    }
    return callWords(call).eventParameter.map {
      ContainerDescription.KeyRead(
        kind: .eventParameter, key: $0.key, event: $0.event, readers: [])
    }
  }
}
