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

  private let resource: FileNode
  private let expressions: FirebaseExpressionReader
  private var remarks: [String]

  /// Whether the members of a file are those of such a container. A container of keys and values
  /// may use the same words as keys, but it contains no lists.
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
    let file = try FileNode(.map(members), at: "", isCompiled: true)
    var reader = try FirebaseReader(file)
    var version = ContainerVersion(
      version: try reader.resource.optionalText("version") ?? "", format: .firebase,
      generation: .firebase, fingerprint: try file.optionalText("fingerprint"))
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

  private init(_ file: FileNode) throws(ReadFault) {
    resource = try file.node("resource")
    let macros = try resource.nodes("macros")
    let names = try macros.map { (macro) throws(ReadFault) in
      try macro.optionalText("instance_name")
    }
    let unique = Self.unique(names)
    expressions = FirebaseExpressionReader(macroNames: unique)
    remarks = zip(names, unique).compactMap { name, read in
      guard let name, name != read else { return nil }
      return ContainerRemark.renamedMacro(name, as: read).sentence
    }
  }

  /// Returns a name for every macro: its own if it is the first one with that name, otherwise one
  /// with its number.
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
    let nodes = try resource.nodes(part)
    return try nodes.enumerated().map { (number, node) throws(ReadFault) in
      var call = try call(node)
      if let names { call.name = names[number] }
      return call
    }
  }

  private func call(_ node: FileNode) throws(ReadFault) -> FunctionCall {
    var call = FunctionCall(
      function: try node.text("function"), name: try node.optionalText("instance_name"))
    try ReadFault.check(
      node.members.count, ContainerLimits.propertiesPerFunction, node.place)
    for (member, value) in node.members.elements
    where member != "function" && member != "instance_name" {
      let key = FirebaseMember.key(of: member)
      guard call.parameters[key] == nil else {
        throw node.fault(member, "no second member of the same meaning")
      }
      call.parameters[key] = try expressions.read(value, at: node.path(member))
    }
    return call
  }

  /// Adds remarks on functions that the container calls and its runtime does not define. The
  /// functions of conditions are those of the phone.
  private mutating func remarkOnFunctions(of version: ContainerVersion) {
    guard let runtime = version.runtime, runtime != .list([]) else {
      return remarks.append(ContainerRemark.noRuntime.sentence)
    }
    let defined = Set(version.runtimeFunctions)
    let called = OrderedSet((version.macros + version.tags).map(\.function))
    for function in called where !defined.contains(function) {
      remarks.append(ContainerRemark.undefinedFunction(function).sentence)
    }
  }
}

/// Reads the rules of a v5 container: lists of clauses, each a word and numbers.
struct FirebaseRuleReader {
  /// The number of tags, which bounds the numbers in rules, like that of conditions.
  let tags: Int
  let predicates: Int

  func read(_ resource: FileNode) throws(ReadFault) -> [ContainerRule] {
    let elements = try resource.elements("rules")
    return try elements.enumerated().map { (number, element) throws(ReadFault) in
      try rule(element, "\(resource.path("rules"))[\(number)]")
    }
  }

  private func rule(_ value: Value, _ place: String) throws(ReadFault) -> ContainerRule {
    guard let clauses = value.elements else { throw .member(place, "a list of clauses") }
    var rule = ContainerRule()
    for (number, clause) in clauses.enumerated() {
      let place = "\(place)[\(number)]"
      let operands = Array((clause.elements ?? []).dropFirst())
      switch clause.elements?.first?.text {
      case "if":
        rule.positivePredicates += try numbers(operands, "a condition", predicates, place)
      case "unless":
        rule.negativePredicates += try numbers(operands, "a condition", predicates, place)
      case "add": rule.addTags += try numbers(operands, "a tag", tags, place)
      case "block": rule.removeTags += try numbers(operands, "a tag", tags, place)
      default: throw .member(place, "a list that starts with 'if', 'unless', 'add' or 'block'")
      }
    }
    let conditions = max(rule.positivePredicates.count, rule.negativePredicates.count)
    try ReadFault.check(conditions, ContainerLimits.predicatesPerRule, place)
    let used = max(rule.addTags.count, rule.removeTags.count)
    try ReadFault.check(used, ContainerLimits.functions, place)
    return rule
  }

  private func numbers(
    _ operands: [Value], _ what: String, _ count: Int, _ place: String
  ) throws(ReadFault) -> [Int] {
    try operands.enumerated().map { (index, operand) throws(ReadFault) in
      try ReadFault.number(operand, of: what, below: count, at: "\(place)[\(index + 1)]")
    }
  }
}

extension ReadFault {
  /// Returns the number of a part of a v5 container.
  static func number(
    _ value: Value, of what: String, below count: Int, at place: String
  ) throws(ReadFault) -> Int {
    if case .int(let number) = value, (0..<Int64(count)).contains(number) { return Int(number) }
    let known = count == 0 ? "but there are none" : "0 to \(count - 1)"
    throw .member(place, "the number of \(what), " + known)
  }
}

/// The names of members of a function call in a v5 container.
enum FirebaseMember {
  static let parameterPrefix = "vtp_"
  /// The members that every call may have and that the function does not see.
  private static let settings: Set<String> = [
    "once_per_event", "once_per_load", "unlimited", "priority", "tag_id", "setup_tags",
    "teardown_tags", "dispatch_on_fire", "live_only", "metadata", "consent",
    "vendor_template_version", "convert_case_to", "convert_null_to", "convert_undefined_to",
    "convert_true_to", "convert_false_to",
  ]
  private static let reserved: Set<String> = ["function", "instance_name"]

  /// Returns the key of a member other than `function` and `instance_name`.
  static func key(of member: String) -> String {
    member.hasPrefix(parameterPrefix) ? String(member.dropFirst(parameterPrefix.count)) : member
  }

  /// Returns the member for a key. Conditions have their parameters under plain names.
  static func name(of key: String, isCondition: Bool) -> String {
    let isPlain =
      (isCondition || settings.contains(key)) && !reserved.contains(key)
      && !key.hasPrefix(parameterPrefix)
    return isPlain ? key : parameterPrefix + key
  }
}
