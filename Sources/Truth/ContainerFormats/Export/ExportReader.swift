import OrderedCollections
import TagRuntime

/// Reads an export of the web interface (versions 1 to 2) by compiling it as Google does.
///
/// The compiler's behaviour is known from two exports with their compiled containers and from other
/// compiled containers. Behaviour that no sample shows is marked "inferred" in the code.
enum ExportReader {
  private static let knownLists: Set<String> = [
    "tag", "trigger", "variable", "builtInVariable", "folder", "macro", "rule",
  ]
  /// The versions of the format; those before 1.3 call triggers rules and variables macros.
  private static let formats: Set<String> = ["1", "1.1", "1.2", "1.3", "2"]

  static func read(_ document: Value) throws(ReadFault) -> ContainerVersion {
    let file = try FileNode(document, at: "")
    let format = try file.text("exportFormatVersion")
    guard formats.contains(format) else { throw ReadFault(.exportVersion(found: format)) }
    let version = try file.node("containerVersion")
    let container = try version.node("container")
    let usage = try container.texts("usageContext").map(FileNode.word)
    let generation = try generation(of: container, usage)
    var compiler = ExportCompiler(
      generation: generation, containerID: try version.optionalText("containerId") ?? "")
    try compiler.compile(container, version)
    for (key, value) in version.members.elements where !knownLists.contains(key) {
      guard let elements = value.elements, !elements.isEmpty else { continue }
      try compiler.leaveOut(list: key, elements)
    }
    var authoring = try ExportAuthoring.read(file: file, version: version, container: container)
    authoring.tagSettings = compiler.tagSettings
    return ContainerVersion(
      containerID: try container.optionalText("publicId"),
      version: try version.optionalText("containerVersionId") ?? "", format: .export,
      generation: generation, macros: compiler.macros, tags: compiler.tags,
      predicates: compiler.predicates, rules: compiler.rules,
      usageContexts: usage.map { $0.lowercased() }, leftOut: compiler.sortedLeftOut,
      authoring: authoring, remarks: compiler.remarks)
  }

  private static func generation(
    of container: FileNode, _ usage: [String]
  ) throws(ReadFault) -> SDKGeneration {
    if usage.contains("IOS_SDK_5") || usage.contains("ANDROID_SDK_5") { return .firebase }
    if usage.contains("IOS") || usage.contains("ANDROID") { return .legacy }
    let id = try container.optionalText("publicId") ?? ""
    throw ReadFault(.foreignExport(containerID: id, usage: usage.joined(separator: ", ")))
  }
}

extension ExportCompiler {
  /// Compiles all parts of a version in the order of their dependencies.
  fileprivate mutating func compile(
    _ container: FileNode, _ version: FileNode
  ) throws(ReadFault) {
    try addBuiltIns(container, version)
    let builtIns = macros.count
    try readTriggers(try version.nodes("trigger"))
    try addVariables(try version.nodes("variable"))
    try addTags(try version.nodes("tag"))
    makeRules()
    remarkOnIgnoredSettings()
    remarkOnUnknownReferences()
    if generation == .firebase { orderMacros(builtIns: builtIns) }
  }

  /// Leaves out a list that no phone uses, part by part.
  fileprivate mutating func leaveOut(list: String, _ elements: [Value]) throws(ReadFault) {
    guard let (kind, reason) = ExportCatalogue.otherLists[list] else {
      return leaveOut(.unknown, list, type: "", .unknownType)
    }
    try ReadFault.check(elements.count, ContainerLimits.functions, list)
    for element in elements {
      let type = element.members?["type"]?.text ?? ""
      let name = element.members?["name"]?.text ?? (type.isEmpty ? list : type)
      leaveOut(kind, name, type: type, reason)
    }
  }

  fileprivate var sortedLeftOut: [LeftOutPart] {
    LeftOutPart.Kind.allCases.flatMap { kind in leftOut.filter { $0.kind == kind } }
  }
}
