import OrderedCollections
import TagRuntime

/// Reads the legacy binary, bare or in an envelope: scan, decode part by part, resolve indices.
struct BinaryReader {
  /// The user of an index, for errors.
  private struct User {
    var kind: StaticString
    var number: Int

    var text: String { "\(kind) \(number)" }
  }

  private let resource: ResourceOutline
  let resolver: ValueResolver
  private var totalNodes = 0
  private let nodeLimit: Int

  private init(_ resource: ResourceOutline) throws(ReadFault) {
    self.resource = resource
    let budget = MemoryBudget(bytes: resource.bytes.count)
    nodeLimit = min(ContainerLimits.totalNodes, budget.left / MemoryBudget.unfoldedNode)
    var resolver = ValueResolver(resource.values, in: resource.bytes)
    try resolver.resolveAll()
    self.resolver = resolver
  }

  static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    let envelope = BinaryEnvelope(of: bytes)
    do throws(WireFault) {
      try WireScanner.scan(bytes, as: envelope.message)
    } catch {
      throw ReadFault(TextDamage.find(in: bytes) ?? .wire(error))
    }
    switch envelope {
    case .none: return try version(ofResource: bytes.indices, bytes)
    case .network: return try version(ofAnswer: bytes.indices, bytes)
    case .disk: return try version(ofSaved: bytes.indices, bytes)
    }
  }

  private static func version(
    ofResource range: Range<Int>, _ bytes: [UInt8]
  ) throws(ReadFault) -> ContainerVersion {
    var reader = try BinaryReader(ResourceOutline(bytes, in: range))
    return try reader.makeVersion()
  }

  private static func version(
    ofAnswer range: Range<Int>, _ bytes: [UInt8]
  ) throws(ReadFault) -> ContainerVersion {
    let answer = WireContent(bytes, in: range)
    let supplementals = answer.messages(1)
    guard let resource = answer.range(2) else {
      let count = supplementals.count
      throw ReadFault(count == 0 ? .noChange : .onlyExperiments(count: count))
    }
    var version = try version(ofResource: resource, bytes)
    let (experiments, remarks) = ExperimentReader.read(supplementals)
    version.experiments = experiments
    version.remarks += remarks
    if let fingerprint = answer.text(3) { version.fingerprint = fingerprint }
    return version
  }

  /// Releases differ in which of the two they save; the original answer contains more.
  private static func version(
    ofSaved range: Range<Int>, _ bytes: [UInt8]
  ) throws(ReadFault) -> ContainerVersion {
    let saved = WireContent(bytes, in: range)
    let resource = saved.range(2)
    if let answer = saved.range(3),
      resource == nil || WireContent(bytes, in: answer).range(2) != nil
    {
      return try version(ofAnswer: answer, bytes)
    }
    guard let resource else { throw ReadFault(.emptySave) }
    return try version(ofResource: resource, bytes)
  }

  private mutating func makeVersion() throws(ReadFault) -> ContainerVersion {
    let macros = try makeCalls(resource.macros, "macro")
    let tags = try makeCalls(resource.tags, "tag")
    let predicates = try makeCalls(resource.predicates, "condition")
    let counts: [ContainerDictionary: Int] = [
      .macros: macros.count, .tags: tags.count, .predicates: predicates.count,
    ]
    let rules = try resource.rules.enumerated().map { (number, range) throws(ReadFault) in
      try RuleReader(resolver: resolver, counts: counts, user: "rule \(number)")
        .read(WireContent(resource.bytes, in: range))
    }
    return ContainerVersion(
      version: resource.version, format: .binary, macros: macros, tags: tags,
      predicates: predicates, rules: rules, usageContexts: resource.usageContexts,
      supplementals: resource.supplementals,
      remarks: resource.hasFormatVersion ? [] : [ContainerRemark.cutOff.sentence])
  }

  private mutating func makeCalls(
    _ calls: [Range<Int>], _ kind: StaticString
  ) throws(ReadFault) -> [FunctionCall] {
    try calls.enumerated().map { (number, range) throws(ReadFault) in
      try makeCall(WireContent(resource.bytes, in: range), User(kind: kind, number: number))
    }
  }

  private mutating func makeCall(
    _ call: WireContent, _ user: User
  ) throws(ReadFault) -> FunctionCall {
    var parameters: OrderedDictionary<String, Expression> = [:]
    var function: Expression?
    var name: Expression?
    var pushed: Expression?
    for index in call.indices(3) {
      guard resource.properties.indices.contains(Int(index)) else {
        throw .index(
          .properties, Int(index), count: resource.properties.count, usedBy: user.text)
      }
      let property = resource.properties[Int(index)]
      let propertyUser = User(kind: "property", number: Int(index))
      guard resource.keys.indices.contains(Int(property.key)) else {
        throw .index(
          .keys, Int(property.key), count: resource.keys.count, usedBy: propertyUser.text)
      }
      let value = try resolver.resolved(property.value, usedBy: propertyUser.text)
      try count(value.nodes, user)
      switch resource.keys[Int(property.key)] {
      case "function": function = value.expression
      case "instance_name": name = value.expression
      case "push_after_evaluate": pushed = value.expression
      case let key: parameters[key] = value.expression
      }
    }
    if function == nil, let index = call.index(2) {
      function = try resolver.resolved(index, usedBy: user.text).expression
    }
    var text = name?.constantText
    if text == nil, let index = call.index(4) {
      text = try resolver.text(index, usedBy: user.text)
    }
    return FunctionCall(
      function: function?.functionName ?? "", name: text, parameters: parameters,
      pushAfterEvaluate: pushed)
  }

  private mutating func count(_ nodes: Int, _ user: User) throws(ReadFault) {
    totalNodes += nodes
    guard totalNodes <= nodeLimit else {
      throw ReadFault(.tooComplex(place: user.text, limit: nodeLimit))
    }
  }
}

extension Expression {
  /// The id of a function, which a file may also hold as a plain string.
  fileprivate var functionName: String? {
    if case .functionID(let id) = self { id } else { constantText }
  }
}

/// Converts one rule of a binary container to a rule of the model.
struct RuleReader {
  let resolver: ValueResolver
  /// The numbers of macros, tags and conditions of the container.
  let counts: [ContainerDictionary: Int]
  let user: String

  func read(_ rule: WireContent) throws(ReadFault) -> ContainerRule {
    var made = ContainerRule()
    for (part, dictionary, list) in WireRulePart.numbers {
      let count = counts[dictionary] ?? 0
      for index in rule.indices(part.rawValue) {
        guard index >= 0, index < count else {
          throw ReadFault.index(dictionary, Int(index), count: count, usedBy: user)
        }
        made[keyPath: list].append(Int(index))
      }
    }
    for (part, _, list) in WireRulePart.texts {
      for index in rule.indices(part.rawValue) {
        made[keyPath: list].append(try resolver.text(index, usedBy: user))
      }
    }
    return made
  }
}

/// Reads the supplementals of an answer of the tag server as experiments.
enum ExperimentReader {
  /// Returns the experiments, in order, and the parts that were left out.
  static func read(
    _ supplementals: [WireContent]
  ) -> (experiments: [Experiment], remarks: [String]) {
    var remarks: [String] = []
    let experiments = supplementals.map { supplemental in
      var experiment = Experiment(name: supplemental.text(1) ?? "")
      guard let content = supplemental.message(3) else { return experiment }
      let (pushes, clears) = (content.messages(1), content.messages(2))
      let randoms = content.messages(3)
      experiment.pushes = pushes.compactMap { value(of: $0) }
      experiment.clears = clears.compactMap { value(of: $0).map(ValueConversion.text) }
      experiment.randoms = randoms.compactMap { random in
        random.text(1).map {
          Experiment.Random(
            key: $0, min: random.number(2) ?? 0, max: random.number(3) ?? 2_147_483_647,
            retainsOriginalValue: random.flag(4), lifetime: random.number(5) ?? 0)
        }
      }
      let count = pushes.count + clears.count + randoms.count
      let read = experiment.pushes.count + experiment.clears.count + experiment.randoms.count
      if read < count {
        let remark = ContainerRemark.unreadableExperiment(experiment.name, count: count - read)
        remarks.append(remark.sentence)
      }
      return experiment
    }
    return (experiments, remarks)
  }

  /// Returns a value, or nil if the SDK cannot make one of it: references and functions have no
  /// value, and neither does a list or map that contains one.
  ///
  /// Source: LegacySDK §13.5; TAGTypes valueToObject. The depth is bounded by the scan.
  private static func value(of wire: WireContent) -> Value? {
    switch wire.valueType {
    case .string: return .string(wire.string)
    case .integer: return .int(wire.integer)
    case .boolean: return .bool(wire.boolean)
    case .list: return values(of: wire.messages(3)).map { .list($0) }
    case .template:
      return values(of: wire.messages(11)).map {
        .string($0.map(ValueConversion.text).joined())
      }
    case .map:
      let (keys, values) = (wire.messages(4), wire.messages(5))
      guard keys.count == values.count, let keys = Self.values(of: keys),
        let values = Self.values(of: values)
      else { return nil }
      var members: OrderedDictionary<String, Value> = [:]
      for (key, value) in zip(keys, values) { members[ValueConversion.text(key)] = value }
      return .map(members)
    case .macroReference, .functionID, .tagReference: return nil
    }
  }

  private static func values(of wires: [WireContent]) -> [Value]? {
    let values = wires.compactMap { value(of: $0) }
    return values.count == wires.count ? values : nil
  }
}
