import OrderedCollections
public import TagRuntime

/// Writes a legacy container as the binary that apps carry in their bundle and that the tag server
/// publishes.
///
/// Reading it back yields the same container, except the public id, remarks and the content of an
/// answer's envelope, fingerprint and experiments, for which the binary has no place.
public enum BinaryWriter {
  /// The keys of properties that are not parameters.
  static let reservedKeys = ["function", "instance_name", "push_after_evaluate"]

  /// Writes a container.
  ///
  /// - Throws: `UnwritableContainer` for content that the format cannot hold or readers refuse.
  /// - Complexity: O(n log n) in the nodes of all values and in the keys.
  public static func write(_ version: ContainerVersion) throws(UnwritableContainer)
    -> WrittenContainer
  {
    if version.generation == .firebase { throw UnwritableContainer(.firebase) }
    if let fault = version.structuralFault { throw UnwritableContainer(.rule(fault: fault)) }
    let keys = try keys(of: version)
    var bytes = try bytes(of: version, keys: keys)
    // The first key starts with 0A and its length, which reads as a line feed and a brace in the
    // worst case; this one is safe.
    if ContainerFormat(of: bytes) != .binary {
      let safe = reservedKeys[0]
      bytes = try self.bytes(of: version, keys: [safe] + keys.filter { $0 != safe })
    }
    guard bytes.count <= ContainerLimits.bytes else {
      throw UnwritableContainer(.tooLarge(bytes: bytes.count, limit: ContainerLimits.bytes))
    }
    return WrittenContainer(bytes: bytes, remarks: remarks(on: version, bytes: bytes.count))
  }

  private static func remarks(on version: ContainerVersion, bytes: Int) -> [String] {
    var remarks: [ContainerRemark] = []
    if bytes > ContainerLimits.publishedBytes { remarks.append(.large(bytes: bytes)) }
    for experiment in version.experiments { remarks.append(.unwrittenExperiment(experiment.name)) }
    return remarks.map(\.sentence)
  }

  private static func bytes(
    of version: ContainerVersion, keys: [String]
  ) throws(UnwritableContainer) -> [UInt8] {
    var dictionaries = BinaryDictionaries(keys: keys, macros: version.macros)
    let macros = try calls(version.macros, "macro", &dictionaries)
    let tags = try calls(version.tags, "tag", &dictionaries)
    let predicates = try calls(version.predicates, "condition", &dictionaries)
    try UnwritableContainer.check(version.rules.count, ContainerLimits.functions, "rules")
    var rules: [[UInt8]] = []
    for rule in version.rules { rules.append(try wire(rule, &dictionaries)) }
    try UnwritableContainer.check(
      version.usageContexts.count, ContainerLimits.functions, "usage contexts")
    try UnwritableContainer.check(
      version.supplementals.count, ContainerLimits.functions, "supplementals")

    var resource = WireWriter()
    for key in dictionaries.keys { resource.text(1, key) }
    for value in dictionaries.values { resource.content(2, value) }
    for property in dictionaries.properties {
      resource.message(3) {
        $0.number(1, property.key)
        $0.number(2, property.value)
      }
    }
    for (field, parts) in [(4, macros), (5, tags), (6, predicates), (7, rules)] {
      for part in parts { resource.content(field, part) }
    }
    resource.text(12, "0")
    resource.text(13, version.version)
    for context in version.usageContexts { resource.text(16, context) }
    resource.number(17, 1)
    for name in version.supplementals { resource.text(19, name) }
    return resource.bytes
  }

  // MARK: Function calls

  /// Returns all keys, each once by its bytes, in the order of their bytes.
  private static func keys(of version: ContainerVersion) throws(UnwritableContainer) -> [String] {
    var keys: OrderedDictionary<[UInt8], String> = [:]
    for call in version.macros + version.tags + version.predicates {
      if !call.function.isEmpty { keys[Array("function".utf8)] = "function" }
      if call.name != nil { keys[Array("instance_name".utf8)] = "instance_name" }
      if call.pushAfterEvaluate != nil {
        keys[Array("push_after_evaluate".utf8)] = "push_after_evaluate"
      }
      for key in call.parameters.keys { keys[Array(key.utf8)] = key }
    }
    try UnwritableContainer.check(keys.count, ContainerLimits.dictionaryEntries, "keys")
    return keys.elements.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private static func calls(
    _ calls: [FunctionCall], _ kind: String, _ dictionaries: inout BinaryDictionaries
  ) throws(UnwritableContainer) -> [[UInt8]] {
    try UnwritableContainer.check(calls.count, ContainerLimits.functions, kind + "s")
    return try calls.enumerated().map { (number, call) throws(UnwritableContainer) in
      let place = call.name.map { "\(kind) '\($0)'" } ?? "\(kind) \(number + 1)"
      return try wire(call, place, &dictionaries)
    }
  }

  private static func wire(
    _ call: FunctionCall, _ place: String, _ dictionaries: inout BinaryDictionaries
  ) throws(UnwritableContainer) -> [UInt8] {
    var wire = WireWriter()
    var properties: [Int32] = []
    if !call.function.isEmpty {
      let index = try dictionaries.index(ofFunction: call.function)
      wire.number(2, index)
      properties.append(try dictionaries.property("function", index))
    }
    let name = try call.name.map { (name) throws(UnwritableContainer) in
      try dictionaries.index(ofText: name)
    }
    if let name { properties.append(try dictionaries.property("instance_name", name)) }
    try dictionaries.count(properties.count, place)
    for (key, expression) in call.parameters.elements {
      if reservedKeys.contains(key) {
        throw UnwritableContainer(.reservedKey(key: key, place: place))
      }
      let value = try dictionaries.index(of: expression, at: "\(place), parameter '\(key)'")
      properties.append(try dictionaries.property(key, value))
    }
    if let pushed = call.pushAfterEvaluate {
      let value = try dictionaries.index(
        of: pushed, at: "\(place), parameter 'push_after_evaluate'")
      properties.append(try dictionaries.property("push_after_evaluate", value))
    }
    try UnwritableContainer.check(
      properties.count, ContainerLimits.propertiesPerFunction, place + ", parameters")
    wire.numbers(3, properties)
    if let name { wire.number(4, name) }
    return wire.bytes
  }

  // MARK: Rules

  private static func wire(
    _ rule: ContainerRule, _ dictionaries: inout BinaryDictionaries
  ) throws(UnwritableContainer) -> [UInt8] {
    let place = rule.name.map { "rule '\($0)', " } ?? "a rule, "
    var lists = Array(repeating: [Int32](), count: WireRulePart.allCases.count)
    for (part, dictionary, list) in WireRulePart.numbers {
      let isCondition = dictionary == .predicates
      let indices = rule[keyPath: list]
      try UnwritableContainer.check(
        indices.count,
        isCondition ? ContainerLimits.predicatesPerRule : ContainerLimits.functions,
        place + (isCondition ? "conditions" : dictionary.rawValue))
      lists[part.rawValue - 1] = indices.map { Int32($0) }
    }
    for (part, what, list) in WireRulePart.texts {
      let texts = rule[keyPath: list]
      try UnwritableContainer.check(texts.count, ContainerLimits.functions, place + what)
      for text in texts { lists[part.rawValue - 1].append(try dictionaries.index(ofText: text)) }
    }
    var wire = WireWriter()
    for (position, list) in lists.enumerated() { wire.numbers(position + 1, list) }
    return wire.bytes
  }
}
