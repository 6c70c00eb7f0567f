import Foundation
import OrderedCollections
public import TagRuntime

/// Writes a container of the second generation (Firebase, v5) as the JSON that apps ship, one line
/// for each part so that versions can be compared line by line.
///
/// Reading it back yields the same container, except the public id, the names of tags' rules and
/// the additional information of an export, for which the JSON has no place. The runtime, Google's
/// own code, is written if the container came with one.
public enum FirebaseWriter {
  /// Writes a container.
  ///
  /// - Throws: `UnwritableContainer` for content that the format cannot hold or readers refuse.
  /// - Complexity: O(n) expected in the nodes of all values.
  public static func write(
    _ version: ContainerVersion
  ) throws(UnwritableContainer) -> WrittenContainer {
    if version.generation == .legacy { throw UnwritableContainer(.legacy) }
    if let fault = version.structuralFault { throw UnwritableContainer(.rule(fault: fault)) }
    try checkParts(version)
    let values = FirebaseValueWriter(macros: version.macros)
    // Exports name their tags, but their compiler does not; a few old files do.
    let tags = version.format == .export ? version.tags.map(\.unnamed) : version.tags
    var text = Lines()
    text.open("{")
    text.member("fingerprint", version.fingerprint ?? fingerprint(of: version.version), ",")
    text.open("\"resource\": {")
    text.member("version", version.version, ",")
    text.list("macros", try calls(version.macros, "macro", values), ",")
    text.list("tags", try calls(tags, "tag", values), ",")
    text.list("predicates", try calls(version.predicates, "condition", values), ",")
    text.list("rules", version.rules.map(rule), "")
    text.close("},")
    text.list("runtime", try runtime(of: version), "")
    text.close("}")
    guard text.bytes.count <= ContainerLimits.bytes else {
      throw UnwritableContainer(
        .tooLarge(bytes: text.bytes.count, limit: ContainerLimits.bytes))
    }
    return WrittenContainer(
      bytes: text.bytes, remarks: remarks(on: version, bytes: text.bytes.count))
  }

  /// Returns the id by which the tag server knows a version.
  ///
  /// Source: observed, Formats §5.2; every real container has the base 64 of its version and `$0`.
  private static func fingerprint(of version: String) -> String {
    Data(version.utf8).base64EncodedString().replacing("=", with: "") + "$0"
  }

  private static func remarks(on version: ContainerVersion, bytes: Int) -> [String] {
    var remarks: [ContainerRemark] = []
    if bytes > ContainerLimits.publishedBytes { remarks.append(.large(bytes: bytes)) }
    if version.runtime?.elements?.isEmpty ?? true { remarks.append(.noRuntime) }
    return remarks.map(\.sentence)
  }

  // MARK: Parts

  private static func checkParts(_ version: ContainerVersion) throws(UnwritableContainer) {
    let counts = [
      ("macros", version.macros.count), ("tags", version.tags.count),
      ("conditions", version.predicates.count), ("rules", version.rules.count),
    ]
    for (what, count) in counts {
      try UnwritableContainer.check(count, ContainerLimits.functions, what)
    }
    for (number, rule) in version.rules.enumerated() {
      let what = "rule \(number + 1)"
      if !rule.addMacros.isEmpty || !rule.removeMacros.isEmpty {
        throw UnwritableContainer(.legacyPart(what: "\(what) switches macros"))
      }
      let conditions = max(rule.positivePredicates.count, rule.negativePredicates.count)
      try UnwritableContainer.check(
        conditions, ContainerLimits.predicatesPerRule, what + ", conditions")
      let tags = max(rule.addTags.count, rule.removeTags.count)
      try UnwritableContainer.check(tags, ContainerLimits.functions, what + ", tags")
    }
    if !version.experiments.isEmpty || !version.supplementals.isEmpty {
      throw UnwritableContainer(.legacyPart(what: "it has content experiments"))
    }
  }

  private static func calls(
    _ calls: [FunctionCall], _ kind: String, _ values: FirebaseValueWriter
  ) throws(UnwritableContainer) -> [Value] {
    try calls.enumerated().map { (number, call) throws(UnwritableContainer) in
      let place = call.name.map { "\(kind) '\($0)'" } ?? "\(kind) \(number + 1)"
      return try self.call(call, kind, place, values)
    }
  }

  private static func call(
    _ call: FunctionCall, _ kind: String, _ place: String, _ values: FirebaseValueWriter
  ) throws(UnwritableContainer) -> Value {
    if call.pushAfterEvaluate != nil {
      throw UnwritableContainer(.legacyPart(what: "\(place) pushes after its evaluation"))
    }
    var members: OrderedDictionary<String, Value> = ["function": .string(call.function)]
    if let name = call.name { members["instance_name"] = .string(name) }
    for (key, expression) in call.parameters.elements {
      let member = FirebaseMember.name(of: key, isCondition: kind == "condition")
      members[member] = try values.value(of: expression, at: "\(place), parameter '\(key)'")
    }
    try UnwritableContainer.check(
      members.count, ContainerLimits.propertiesPerFunction, place + ", parameters")
    return .map(members)
  }

  private static func rule(_ rule: ContainerRule) -> Value {
    let clauses = [
      ("if", rule.positivePredicates), ("unless", rule.negativePredicates), ("add", rule.addTags),
      ("block", rule.removeTags),
    ]
    return .list(
      clauses.filter { !$0.1.isEmpty }.map { word, numbers in
        .list([.string(word)] + numbers.map { .int(Int64($0)) })
      })
  }

  private static func runtime(
    of version: ContainerVersion
  ) throws(UnwritableContainer) -> [Value] {
    guard let runtime = version.runtime else { return [] }
    guard let instructions = runtime.elements else {
      throw UnwritableContainer(.valueWithoutForm(kind: runtime.kindName, place: "the runtime"))
    }
    try UnwritableContainer.check(
      instructions.count, ContainerLimits.runtimeInstructions, "runtime")
    for instruction in instructions {
      try FirebaseValueWriter.check(instruction, at: "the runtime", depth: 3)
    }
    return instructions
  }

  // MARK: Lines

  /// Writes JSON with one part per line, indented by its nesting.
  private struct Lines {
    private(set) var bytes: [UInt8] = []
    private var indent = 0

    mutating func open(_ text: String) {
      line(text)
      indent += 2
    }

    mutating func close(_ text: String) {
      indent -= 2
      line(text)
    }

    mutating func member(_ name: String, _ text: String, _ end: String) {
      line("\"\(name)\": \(text.quoted)\(end)")
    }

    mutating func list(_ name: String, _ elements: [Value], _ end: String) {
      if elements.isEmpty { return line("\"\(name)\": []\(end)") }
      open("\"\(name)\": [")
      for (position, element) in elements.enumerated() {
        line(JSONWriter.write(element) + (position + 1 < elements.count ? "," : ""))
      }
      close("]" + end)
    }

    private mutating func line(_ text: String) {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

extension FunctionCall {
  fileprivate var unnamed: FunctionCall {
    var call = self
    call.name = nil
    return call
  }
}
