import OrderedCollections
import SwiftProtobuf
import TagRuntime

/// Reads the legacy binary, bare or in an envelope: scan, decode, resolve indices.
struct BinaryReader {
  private let resource: WireResource
  let resolver: ValueResolver
  private var totalNodes = 0

  private init(_ resource: WireResource) throws(ReadFault) {
    self.resource = resource
    var resolver = ValueResolver(resource.value)
    try resolver.resolveAll()
    self.resolver = resolver
  }

  static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    let envelope = BinaryEnvelope(of: bytes)
    do throws(WireFault) {
      try WireScanner.scan(bytes, as: envelope.message)
    } catch {
      throw ReadFault(TextEditorMarks.find(in: bytes)?.code ?? .wire(error))
    }
    switch envelope {
    case .none:
      let resource: WireResource = try decode(bytes, "Resource")
      return try version(of: resource)
    case .network:
      let answer: WireSupplementedResource = try decode(bytes, "SupplementedResource")
      return try version(of: answer)
    case .disk:
      let saved: WireResourceWithMetadata = try decode(bytes, "ResourceWithMetadata")
      return try version(of: saved)
    }
  }

  private static func decode<Message: SwiftProtobuf.Message>(
    _ bytes: [UInt8], _ place: String
  ) throws(ReadFault) -> Message {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = ContainerLimits.depth
    do {
      return try Message(
        serializedBytes: bytes, extensions: WireContainer_Extensions, options: options)
    } catch {
      let kind = WireFault.Kind.undecodable("\(error)")
      throw ReadFault(.wire(WireFault(kind: kind, offset: 0, place: place)))
    }
  }

  private static func version(of resource: WireResource) throws(ReadFault) -> ContainerVersion {
    var reader = try BinaryReader(resource)
    return try reader.makeVersion()
  }

  private static func version(
    of answer: WireSupplementedResource
  ) throws(ReadFault) -> ContainerVersion {
    guard answer.hasResource else { throw ReadFault(.noChange) }
    var version = try version(of: answer.resource)
    let (experiments, remarks) = ExperimentReader.read(answer.supplemental)
    version.experiments = experiments
    version.remarks += remarks
    if answer.hasFingerprint { version.fingerprint = answer.fingerprint }
    return version
  }

  /// Releases differ in which of the two they save; the answer as it came tells more.
  private static func version(
    of saved: WireResourceWithMetadata
  ) throws(ReadFault) -> ContainerVersion {
    if saved.supplementedResource.hasResource || !saved.hasResource {
      return try version(of: saved.supplementedResource)
    }
    return try version(of: saved.resource)
  }

  private mutating func makeVersion() throws(ReadFault) -> ContainerVersion {
    let macros = try makeCalls(resource.macro, "macro")
    let tags = try makeCalls(resource.tag, "tag")
    let predicates = try makeCalls(resource.predicate, "condition")
    var rules: [ContainerRule] = []
    for (number, rule) in resource.rule.enumerated() {
      let counts = RuleReader.Counts(
        macros: macros.count, tags: tags.count, predicates: predicates.count)
      rules.append(try RuleReader(resolver, counts, "rule \(number)").read(rule))
    }
    return ContainerVersion(
      version: resource.version, format: .binary, macros: macros, tags: tags,
      predicates: predicates, rules: rules, usageContexts: resource.usageContext,
      supplementals: resource.supplemental)
  }

  private mutating func makeCalls(
    _ calls: [WireFunctionCall], _ kind: String
  ) throws(ReadFault) -> [FunctionCall] {
    var made: [FunctionCall] = []
    made.reserveCapacity(calls.count)
    for (number, call) in calls.enumerated() {
      made.append(try makeCall(call, "\(kind) \(number)"))
    }
    return made
  }

  private mutating func makeCall(
    _ call: WireFunctionCall, _ user: String
  ) throws(ReadFault) -> FunctionCall {
    var parameters: OrderedDictionary<String, Expression> = [:]
    for index in call.property {
      guard resource.property.indices.contains(Int(index)) else {
        throw .index(.properties, Int(index), count: resource.property.count, usedBy: user)
      }
      let property = resource.property[Int(index)]
      let propertyName = "property \(index)"
      guard resource.key.indices.contains(Int(property.key)) else {
        throw .index(
          .keys, Int(property.key), count: resource.key.count, usedBy: propertyName)
      }
      let value = try resolver.resolved(property.value, usedBy: propertyName)
      try count(value.nodes, user)
      parameters[resource.key[Int(property.key)]] = value.expression
    }
    return try makeCall(call, with: parameters, user)
  }

  /// Takes out of the parameters what is not one.
  private func makeCall(
    _ call: WireFunctionCall, with parameters: OrderedDictionary<String, Expression>,
    _ user: String
  ) throws(ReadFault) -> FunctionCall {
    var parameters = parameters
    var function = parameters.removeValue(forKey: "function")
    if function == nil, call.hasFunction {
      function = try resolver.resolved(call.function, usedBy: user).expression
    }
    var name = parameters.removeValue(forKey: "instance_name")?.constantText
    if name == nil, call.hasName { name = try resolver.text(call.name, usedBy: user) }
    let pushed = parameters.removeValue(forKey: "push_after_evaluate")
    return FunctionCall(
      function: function?.functionName ?? "", name: name, parameters: parameters,
      pushAfterEvaluate: pushed)
  }

  private mutating func count(_ nodes: Int, _ user: String) throws(ReadFault) {
    totalNodes += nodes
    guard totalNodes <= ContainerLimits.totalNodes else {
      throw ReadFault(.tooComplex(place: user, limit: ContainerLimits.totalNodes))
    }
  }
}

extension Expression {
  /// The id of a function, which a file may also hold as a plain string.
  fileprivate var functionName: String? {
    if case .functionID(let id) = self { id } else { constantText }
  }
}
