import OrderedCollections
import TagRuntime

/// Reads a compiled container of the second generation (Firebase, v5): a resource of macros, tags,
/// conditions and rules, and the runtime that defines its functions.
///
/// Parameters lose their prefix `vtp_`, and references by number become references by name, so
/// that both generations have one form. The order of members stays.
struct FirebaseReader {
  private static let topLevel: Set<String> = ["fingerprint", "resource", "runtime"]
  private static let parts = ["macros", "tags", "predicates", "rules"]

  private let resource: FirebaseNode
  private let expressions: FirebaseExpressionReader
  private var remarks: [String]

  /// Whether the members of a file are those of such a container. A container of keys and values
  /// may use the same words as keys, but it holds no lists.
  static func recognizes(_ members: OrderedDictionary<String, Value>) -> Bool {
    guard let resource = members["resource"]?.members else { return false }
    return members["runtime"]?.elements != nil
      || parts.contains { resource[$0]?.elements != nil }
  }

  /// Reads the members of a file.
  ///
  /// - Complexity: O(n) in the nodes of the file.
  static func read(
    _ members: OrderedDictionary<String, Value>
  ) throws(ReadFault) -> ContainerVersion {
    let file = FirebaseNode(members: members, place: "")
    var reader = try FirebaseReader(file)
    var version = ContainerVersion(
      version: try reader.resource.text("version") ?? "", format: .firebase,
      generation: .firebase, fingerprint: try file.text("fingerprint"))
    version.macros = try reader.calls("macros", names: reader.expressions.macroNames)
    version.tags = try reader.calls("tags")
    version.predicates = try reader.calls("predicates")
    version.rules = try FirebaseRuleReader(
      tags: version.tags.count, predicates: version.predicates.count
    ).read(reader.resource)
    version.runtime = members["runtime"]
    version.runtimeFunctions = try FirebaseRuntime.functionNames(in: file)
    for key in members.keys where !topLevel.contains(key) {
      reader.remarks.append(ContainerRemark.unknownMember(key).sentence)
    }
    reader.remarkOnFunctions(of: version)
    version.remarks = reader.remarks
    return version
  }

  private init(_ file: FirebaseNode) throws(ReadFault) {
    resource = try file.node("resource")
    let macros = try resource.nodes("macros", limit: ContainerLimits.functions)
    var names: [String?] = []
    for macro in macros { names.append(try macro.text("instance_name")) }
    let unique = Self.unique(names)
    expressions = FirebaseExpressionReader(macroNames: unique)
    remarks = zip(names, unique).compactMap { name, read in
      guard let name, name != read else { return nil }
      return ContainerRemark.renamedMacro(name, as: read).sentence
    }
  }

  /// A name for every macro: its own where it is the first of that name, else one with its number.
  ///
  /// - Complexity: O(n) expected in the macros.
  private static func unique(_ names: [String?]) -> [String] {
    var taken: Set<String> = []
    let own = names.map { name in name.map { taken.insert($0).inserted } ?? false }
    var unique: [String] = []
    for (number, name) in names.enumerated() {
      if let name, own[number] {
        unique.append(name)
        continue
      }
      var candidate = name.map { "\($0) (macro \(number))" } ?? "macro \(number)"
      while !taken.insert(candidate).inserted { candidate += "'" }
      unique.append(candidate)
    }
    return unique
  }

  // MARK: Function calls

  private func calls(_ part: String, names: [String]? = nil) throws(ReadFault) -> [FunctionCall] {
    var calls: [FunctionCall] = []
    for (number, node) in try resource.nodes(part, limit: ContainerLimits.functions).enumerated() {
      var call = try call(node)
      if let names { call.name = names[number] }
      calls.append(call)
    }
    return calls
  }

  private func call(_ node: FirebaseNode) throws(ReadFault) -> FunctionCall {
    guard let function = try node.text("function") else {
      throw node.fault("function", expected: "a string")
    }
    var call = FunctionCall(function: function, name: try node.text("instance_name"))
    guard node.members.count <= ContainerLimits.propertiesPerFunction else {
      throw ReadFault(
        .tooMany(
          what: node.place, count: node.members.count,
          limit: ContainerLimits.propertiesPerFunction))
    }
    for (member, value) in node.members.elements
    where member != "function" && member != "instance_name" {
      let key = FirebaseMember.key(of: member)
      guard call.parameters[key] == nil else {
        throw node.fault(member, expected: "no second member that means '\(key)'")
      }
      call.parameters[key] = try expressions.read(value, at: node.path(member))
    }
    return call
  }

  /// Remarks on functions that the container calls and its runtime does not define. The functions
  /// of conditions are those of the phone.
  private mutating func remarkOnFunctions(of version: ContainerVersion) {
    guard let runtime = version.runtime, runtime != .list([]) else {
      remarks.append(ContainerRemark.noRuntime.sentence)
      return
    }
    let defined = Set(version.runtimeFunctions)
    let called = OrderedSet((version.macros + version.tags).map(\.function))
    for function in called where !defined.contains(function) {
      remarks.append(ContainerRemark.undefinedFunction(function).sentence)
    }
  }
}
