import OrderedCollections
import TagRuntime

/// Reads an export of the web interface (versions 1.3 and 2) by compiling it as Google does.
///
/// What the compiler does is known from an export with its binary and from compiled containers.
/// What no sample shows is marked "inferred" where it is done.
enum ExportReader {
  /// Lists that mean nothing to the SDK.
  private static let silentMembers: Set<String> = [
    "tag", "trigger", "variable", "builtInVariable", "folder",
  ]

  static func read(_ document: Value) throws(ReadFault) -> ContainerVersion {
    let file = try ExportNode(document, at: "")
    let format = try file.text("exportFormatVersion")
    guard format == "1.3" || format == "2" else {
      throw ReadFault(.exportVersion(found: format))
    }
    let version = try file.node("containerVersion")
    let container = try version.node("container")
    try checkUsage(container)
    var compiler = ExportCompiler(containerID: try version.optionalText("containerId") ?? "")
    try compiler.addBuiltIns(container, version)
    try compiler.readTriggers(try version.nodes("trigger"))
    try compiler.addVariables(try version.nodes("variable"))
    try compiler.addTags(try version.nodes("tag"))
    for (key, value) in version.members.elements where !silentMembers.contains(key) {
      guard let elements = value.elements, !elements.isEmpty else { continue }
      compiler.remark(.unknownPart(name: key, count: elements.count))
    }
    compiler.makeRules()
    compiler.remarkOnUnknownReferences()
    return ContainerVersion(
      containerID: try container.optionalText("publicId"),
      version: try version.optionalText("containerVersionId") ?? "", format: .export,
      macros: compiler.macros, tags: compiler.tags, predicates: compiler.predicates,
      rules: compiler.rules, usageContexts: try usage(of: container).map { $0.lowercased() },
      remarks: compiler.remarks)
  }

  private static func usage(of container: ExportNode) throws(ReadFault) -> [String] {
    try container.texts("usageContext")
  }

  private static func checkUsage(_ container: ExportNode) throws(ReadFault) {
    let id = try container.optionalText("publicId") ?? ""
    let contexts = try usage(of: container).map { $0.uppercased() }
    if contexts.contains(where: { $0 == "IOS_SDK_5" || $0 == "ANDROID_SDK_5" }) {
      throw ReadFault(.firebaseExport(containerID: id))
    }
    guard contexts.contains("IOS") || contexts.contains("ANDROID") else {
      throw ReadFault(
        .foreignExport(containerID: id, usage: contexts.joined(separator: ", ")))
    }
  }
}
