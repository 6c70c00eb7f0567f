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
    var resource: Range<Int>?
    var supplementals: [WireSupplemental] = []
    var fingerprint: String?
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() {
      switch field.number {
      case 1:
        supplementals.append(WireSupplemental(bytes, in: field.content))
      case 2: resource = field.content
      case 3: fingerprint = String(decoding: bytes[field.content], as: UTF8.self)
      default: break
      }
    }
    guard let resource else {
      let count = supplementals.count
      throw ReadFault(count == 0 ? .noChange : .onlyExperiments(count: count))
    }
    var version = try version(ofResource: resource, bytes)
    let (experiments, remarks) = ExperimentReader.read(supplementals)
    version.experiments = experiments
    version.remarks += remarks
    if let fingerprint { version.fingerprint = fingerprint }
    return version
  }

  /// Releases differ in which of the two they save; the original answer contains more.
  private static func version(
    ofSaved range: Range<Int>, _ bytes: [UInt8]
  ) throws(ReadFault) -> ContainerVersion {
    var resource: Range<Int>?
    var answer: Range<Int>?
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() {
      if field.number == 2 { resource = field.content }
      if field.number == 3 { answer = field.content }
    }
    if let answer, resource == nil || holdsResource(answer, bytes) {
      return try version(ofAnswer: answer, bytes)
    }
    guard let resource else { throw ReadFault(.emptySave) }
    return try version(ofResource: resource, bytes)
  }

  private static func holdsResource(_ answer: Range<Int>, _ bytes: [UInt8]) -> Bool {
    var fields = WireFields(bytes, in: answer)
    while let field = fields.next() {
      if field.number == 2 { return true }
    }
    return false
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
        .read(WireRule(resource.bytes, in: range))
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
      let call = WireFunctionCall(resource.bytes, in: range)
      return try makeCall(call, User(kind: kind, number: number))
    }
  }

  private mutating func makeCall(
    _ call: WireFunctionCall, _ user: User
  ) throws(ReadFault) -> FunctionCall {
    var parameters: OrderedDictionary<String, Expression> = [:]
    var function: Expression?
    var name: Expression?
    var pushed: Expression?
    for index in call.property {
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
    if function == nil, let index = call.function {
      function = try resolver.resolved(index, usedBy: user.text).expression
    }
    var text = name?.constantText
    if text == nil, let index = call.name {
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

  func read(_ rule: WireRule) throws(ReadFault) -> ContainerRule {
    var made = ContainerRule()
    made.positivePredicates = try check(rule[.positivePredicate], .predicates)
    made.negativePredicates = try check(rule[.negativePredicate], .predicates)
    made.addTags = try check(rule[.addTag], .tags)
    made.removeTags = try check(rule[.removeTag], .tags)
    made.addMacros = try check(rule[.addMacro], .macros)
    made.removeMacros = try check(rule[.removeMacro], .macros)
    made.addTagRuleNames = try texts(rule[.addTagRuleName])
    made.removeTagRuleNames = try texts(rule[.removeTagRuleName])
    made.addMacroRuleNames = try texts(rule[.addMacroRuleName])
    made.removeMacroRuleNames = try texts(rule[.removeMacroRuleName])
    made.addTagTriggerIDs = try texts(rule[.addTagRuleTriggerID])
    made.removeTagTriggerIDs = try texts(rule[.removeTagRuleTriggerID])
    made.addMacroTriggerIDs = try texts(rule[.addMacroRuleTriggerID])
    made.removeMacroTriggerIDs = try texts(rule[.removeMacroRuleTriggerID])
    return made
  }

  private func check(
    _ indices: [Int32], _ dictionary: ContainerDictionary
  ) throws(ReadFault) -> [Int] {
    let count = counts[dictionary] ?? 0
    return try indices.map { (index) throws(ReadFault) in
      guard index >= 0, index < count else {
        throw ReadFault.index(dictionary, Int(index), count: count, usedBy: user)
      }
      return Int(index)
    }
  }

  private func texts(_ indices: [Int32]) throws(ReadFault) -> [String] {
    try indices.map { (index) throws(ReadFault) in try resolver.text(index, usedBy: user) }
  }
}

/// Reads the supplementals of an answer of the tag server as experiments.
enum ExperimentReader {
  /// Returns the experiments, in order, and the parts that were left out.
  static func read(
    _ supplementals: [WireSupplemental]
  ) -> (experiments: [Experiment], remarks: [String]) {
    var remarks: [String] = []
    let experiments = supplementals.map { supplemental in
      let content = supplemental.experiment
      var experiment = Experiment(name: supplemental.name)
      experiment.pushes = content.valueToPush.compactMap { value(of: $0) }
      experiment.clears = content.valueToClear.compactMap {
        value(of: $0).map(ValueConversion.text)
      }
      experiment.randoms = content.random.compactMap { random in
        random.key.map {
          Experiment.Random(
            key: $0, min: random.min, max: random.max,
            retainsOriginalValue: random.retainsOriginalValue,
            lifetime: random.lifetimeInMilliseconds)
        }
      }
      let count =
        content.valueToPush.count + content.valueToClear.count + content.random.count
      let read = experiment.pushes.count + experiment.clears.count + experiment.randoms.count
      if read < count {
        let remark = ContainerRemark.unreadableExperiment(supplemental.name, count: count - read)
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
  private static func value(of wire: WirePlainValue) -> Value? {
    switch wire.type {
    case .string: return .string(wire.string ?? "")
    case .integer: return .int(wire.integer ?? 0)
    case .boolean: return .bool(wire.boolean ?? false)
    case .list: return values(of: wire.listItem).map { .list($0) }
    case .template:
      return values(of: wire.templateToken).map {
        .string($0.map(ValueConversion.text).joined())
      }
    case .map:
      guard wire.mapKey.count == wire.mapValue.count, let keys = values(of: wire.mapKey),
        let values = values(of: wire.mapValue)
      else { return nil }
      var members: OrderedDictionary<String, Value> = [:]
      for (key, value) in zip(keys, values) { members[ValueConversion.text(key)] = value }
      return .map(members)
    case .macroReference, .functionID, .tagReference: return nil
    }
  }

  private static func values(of wires: [WirePlainValue]) -> [Value]? {
    var values: [Value] = []
    for wire in wires {
      guard let value = value(of: wire) else { return nil }
      values.append(value)
    }
    return values
  }
}
