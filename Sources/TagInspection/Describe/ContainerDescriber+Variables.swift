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

  /// The rules that have one of some conditions, the first ones of many.
  private static func rules(
    of positions: [Int], _ conditions: [ContainerDescription.Condition]
  ) -> [Int] {
    var rules: OrderedSet<Int> = []
    for position in positions.prefix(DescriptionLimits.looks) {
      rules.append(contentsOf: conditions[position].rules.prefix(DescriptionLimits.looks))
    }
    return Array(rules.prefix(DescriptionLimits.looks))
  }

  /// The positions of the variables that the definitions of one refer to, each once.
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

  // MARK: What a definition reads

  func reads(_ call: FunctionCall) -> String {
    if isFirebase { return firebaseReads(call) }
    guard let function = MacroFunction.named(call.function, in: sdkVersion) else {
      return call.function.isEmpty
        ? "nothing: it names no function"
        : "nothing: SDK \(sdkVersion) has no variables of type \(BoundedWords.cut(call.function))"
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return "nothing: its parameter \(missing) is missing"
    }
    return Self.plainWords[call.function] ?? wordsWithParameters(call)
  }

  /// What the functions without parameters read.
  private static let plainWords: [String: String] = [
    MacroFunction.event.id: "event name", MacroFunction.platform.id: "platform",
    MacroFunction.language.id: "language of the phone",
    MacroFunction.osVersion.id: "version of the operating system",
    MacroFunction.appName.id: "name of the app", MacroFunction.appID.id: "id of the app",
    MacroFunction.appVersion.id: "version code of the app",
    MacroFunction.appVersionName.id: "version name of the app",
    MacroFunction.deviceName.id: "name of the device",
    MacroFunction.resolution.id: "screen resolution",
    MacroFunction.sdkVersion.id: "version of the system's SDK",
    MacroFunction.runtimeVersion.id: "version of the tag manager's runtime",
    MacroFunction.containerVersion.id: "version of the container",
    MacroFunction.gtmVersion.id: "version of the tag manager SDK",
    MacroFunction.time.id: "time in milliseconds",
    MacroFunction.advertisingID.id: "advertising id of the phone",
    MacroFunction.advertisingTracking.id: "whether advertising may track",
  ]

  private func wordsWithParameters(_ call: FunctionCall) -> String {
    let input = words("arg0", of: call) ?? "?"
    switch call.function {
    case MacroFunction.constant.id: return "constant " + (words("value", of: call) ?? "?")
    case MacroFunction.dataLayerVariable.id:
      let fallback = words("default_value", of: call).map { ", else " + $0 } ?? ""
      return "data layer variable " + (words("name", of: call, .braced) ?? "?") + fallback
    case MacroFunction.random.id:
      guard let low = words("min", of: call), let high = words("max", of: call) else {
        return "random number"
      }
      return "random number from \(low) to \(high)"
    case MacroFunction.functionCall.id:
      let handed = parameters(of: call).map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      let name = words("function_call_macro_name", of: call, .braced) ?? "?"
      return "function call " + name + (handed.isEmpty ? "" : BoundedWords.cut("(\(handed)") + ")")
    case MacroFunction.clickReferrer.id:
      let part = words("component", of: call).map { "\($0) of the" } ?? "the"
      return "\(part) click referrer of conversion \(words("conversion_id", of: call) ?? "?")"
    case MacroFunction.join.id:
      return "\(input) joined with \(words("item_separator", of: call) ?? "\"\"")"
    case MacroFunction.regexGroup.id:
      let group = words("group", of: call, .braced) ?? "1"
      return "group \(group) of pattern \(words("arg1", of: call) ?? "?") in \(input)"
    case MacroFunction.encode.id:
      return "\(input) written in \(words("output_format", of: call, .braced) ?? "base16")"
    case MacroFunction.hash.id:
      return "\(words("algorithm", of: call, .braced) ?? "MD5") digest of \(input)"
    default: return BoundedWords.cut(call.function)
    }
  }

  // MARK: Data layer

  /// The paths that variables read, and what e-commerce of tags reads, in container order.
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

/// What the variables of v5 containers read.
extension ContainerDescriber {
  func firebaseReads(_ call: FunctionCall) -> String {
    if call.function.isEmpty { return "nothing: it names no function" }
    let id = BoundedWords.cut(call.function)
    guard let function = FirebaseFunction.named(call.function, .macro) else {
      return version.runtimeFunctions.contains(call.function)
        ? "what \(id) of its runtime gives"
        : "nothing: the second generation has no variables of type \(id)"
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return "nothing: its parameter \(missing) is missing"
    }
    switch function.id {
    case FirebaseFunction.eventParameter.id:
      guard let key = eventParameter(call) else { return "nothing: it names no event parameter" }
      let event = key.event.map { " of \($0)" } ?? ""
      return "\(function.words) \(key.key)\(event)" + otherwise(call)
    case FirebaseFunction.userProperty.id:
      return "\(function.words) \(words("key", of: call, .braced) ?? "?")" + otherwise(call)
    case FirebaseFunction.constant.id:
      return "\(function.words) \(words("value", of: call) ?? "?")"
    case FirebaseFunction.settings.id:
      let property = words("trackingId", of: call, .braced)
      return function.words + (property.map { " of \($0)" } ?? "")
    case FirebaseFunction.lookupTable.id:
      let rows = rows("map", "key", "value", of: call).map { "\($0.name) → \($0.value)" }
      return "\(function.words) of \(words("input", of: call) ?? "?") "
        + BoundedWords.cut("(\(rows.joined(separator: ", "))") + ")" + otherwise(call)
    case FirebaseFunction.customVariable.id:
      let handed = parameters(of: call).map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      return "\(function.words) \(words("classPath", of: call, .braced) ?? "?")"
        + (handed.isEmpty ? "" : BoundedWords.cut("(\(handed)") + ")")
    default: return function.words
    }
  }

  /// A default counts wherever there is one: the box that switches it is not looked at.
  private func otherwise(_ call: FunctionCall) -> String {
    words("defaultValue", of: call).map { ", else " + $0 } ?? ""
  }

  // MARK: Keys

  /// Event parameters first, then user properties, each in container order.
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
    return eventParameter(call).map {
      ContainerDescription.KeyRead(
        kind: .eventParameter, key: $0.key, event: $0.event, readers: [])
    }
  }

  /// The event parameter that a variable reads, with the event for which it was suggested.
  private func eventParameter(_ call: FunctionCall) -> (key: String, event: String?)? {
    guard call.parameters["eventType"]?.constantText == "SUGGESTED" else {
      return words("key", of: call, .braced).map { ($0, nil) }
    }
    guard
      let member = call.parameters.keys.first(where: {
        $0.hasSuffix(FirebaseFunction.suggestionEnding)
      }), let key = words(member, of: call, .braced)
    else { return nil }
    return (key, words("suggestedEvent", of: call, .braced))
  }
}
