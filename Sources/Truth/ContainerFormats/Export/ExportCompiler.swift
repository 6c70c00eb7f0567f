import OrderedCollections
import TagRuntime

/// Builds a container version from the entities of an export.
///
/// Each trigger becomes one rule; tags and value collections name the triggers that they use.
struct ExportCompiler {
  /// The SDK that loads the container.
  let generation: SDKGeneration
  /// The numeric id of the container, the first half of a compiled trigger id.
  let containerID: String

  private(set) var macros: [FunctionCall] = []
  private(set) var tags: [FunctionCall] = []
  private(set) var predicates: [FunctionCall] = []
  var rules: [ContainerRule] = []
  private(set) var remarks: [String] = []
  private(set) var leftOut: [LeftOutPart] = []
  /// The settings of tags, parallel to them.
  private(set) var tagSettings: [ContainerAuthoring.TagSettings] = []
  /// Triggers by id, in the order of their ids.
  var triggers: OrderedDictionary<String, ExportTrigger> = [:]
  /// The ids of triggers in the export that cannot be compiled.
  var unusableTriggers: Set<String> = []
  /// What each trigger does when it is true, added by tags and value collections in order.
  var uses: OrderedDictionary<String, ContainerRule> = [:]
  /// The parameters of Google Analytics settings, for which a legacy container has no function.
  var analyticsSettings: [String: [(key: String, value: ExportParameter)]] = [:]
  /// The number of parameters that tags have copied from such settings so far.
  var repeatedSettings = 0
  /// The settings that all mobile SDKs ignore, with the names of the parts that have them.
  var ignoredSettings: OrderedDictionary<IgnoredSetting, [String]> = [:]

  private var predicateIndices: [FunctionCall: Int] = [:]
  private var macroNames: Set<String> = []
  /// The names of hidden macros, by their intended names.
  private var hiddenNames: [String: String] = [:]

  init(generation: SDKGeneration, containerID: String) {
    self.generation = generation
    self.containerID = containerID
  }

  /// Returns the function id of a type of tag or variable.
  func function(of type: String) -> String { (generation == .legacy ? "_" : "__") + type }

  mutating func remark(_ remark: ContainerRemark) { remarks.append(remark.sentence) }

  mutating func leaveOut(
    _ kind: LeftOutPart.Kind, _ name: String, type: String, _ reason: LeftOutPart.Reason
  ) {
    leftOut.append(LeftOutPart(kind: kind, name: name, type: type, reason: reason))
  }

  /// Adds a macro and returns its index. In a v5 container every macro has a unique name, because
  /// references in templates would be ambiguous otherwise.
  @discardableResult
  mutating func add(macro: FunctionCall) -> Int {
    var macro = macro
    if generation == .firebase, let name = macro.name, macroNames.contains(name) {
      let free = freeName(like: "\(name) (macro \(macros.count))")
      remark(.renamedMacro(name, as: free))
      macro.name = free
    }
    if let name = macro.name { macroNames.insert(name) }
    macros.append(macro)
    return macros.count - 1
  }

  /// Adds a tag and returns its index.
  mutating func add(tag: FunctionCall, _ settings: ContainerAuthoring.TagSettings) -> Int {
    tags.append(tag)
    tagSettings.append(settings)
    return tags.count - 1
  }

  /// Returns the index of a condition; equal conditions are shared as in compiled containers.
  mutating func index(ofPredicate predicate: FunctionCall) -> Int {
    if let index = predicateIndices[predicate] { return index }
    predicates.append(predicate)
    predicateIndices[predicate] = predicates.count - 1
    return predicates.count - 1
  }

  /// Returns the name of a macro that the compiler adds, once. If a user's macro has that name, the
  /// hidden one gets another.
  mutating func hiddenMacro(_ name: String, _ function: String) -> String {
    if let own = hiddenNames[name] { return own }
    let isSame = macros.contains { $0 == FunctionCall(function: function, name: name) }
    let own = isSame ? name : freeName(like: name)
    if !isSame { add(macro: FunctionCall(function: function, name: own)) }
    hiddenNames[name] = own
    return own
  }

  private func freeName(like name: String) -> String {
    var candidate = name
    while macroNames.contains(candidate) { candidate += "'" }
    return candidate
  }

  /// Puts the macros into another order; rules of v5 containers do not name them by number.
  mutating func setOrder(ofMacros order: [Int]) { macros = order.map { macros[$0] } }

  /// Sorts entities by their ids, which is the order that the compiler writes them in.
  static func sorted(_ nodes: [FileNode], by key: String) throws(ReadFault) -> [FileNode] {
    let keyed = try nodes.map { (node) throws(ReadFault) in
      (id: try node.optionalText(key).flatMap { Int64($0) } ?? .max, node: node)
    }
    return keyed.sorted { $0.id < $1.id }.map(\.node)
  }

  // MARK: References

  /// Adds a remark on every name in `{{…}}` that no macro has, with the entities that use it.
  mutating func remarkOnUnknownReferences() {
    let names = Set(macros.compactMap(\.name))
    var users: OrderedDictionary<String, OrderedSet<String>> = [:]
    func look(at call: FunctionCall, _ user: String) {
      for name in call.parameters.values.flatMap(\.references) where !names.contains(name) {
        users[name, default: []].append(user)
      }
    }
    for tag in tags { look(at: tag, "tag '\(tag.name ?? "")'") }
    for macro in macros { look(at: macro, "variable '\(macro.name ?? "")'") }
    for predicate in predicates { look(at: predicate, "a trigger") }
    for (name, users) in users.elements {
      remark(.missingVariable(name, users: Array(users)))
    }
  }
}

/// Reads the information in an export beyond what runs.
enum ExportAuthoring {
  /// Reads the top level of an export; the compiler adds the settings of tags.
  static func read(
    file: FileNode, version: FileNode, container: FileNode
  ) throws(ReadFault) -> ContainerAuthoring {
    let names = [try version.filledText("name"), try version.filledText("description")]
      .compactMap(\.self)
    return ContainerAuthoring(
      containerName: try container.filledText("name"),
      versionName: names.isEmpty ? nil : names.joined(separator: ": "),
      notes: try container.filledText("notes"), exportTime: try file.filledText("exportTime"),
      folders: try folders(of: version))
  }

  private static func folders(
    of version: FileNode
  ) throws(ReadFault) -> [ContainerAuthoring.Folder] {
    var folders: OrderedDictionary<String, ContainerAuthoring.Folder> = [:]
    for node in try version.nodes("folder") {
      let name = try node.text("name")
      folders[try node.optionalText("folderId") ?? name] = ContainerAuthoring.Folder(name: name)
    }
    if folders.isEmpty { return [] }
    for (list, names) in [
      ("tag", \ContainerAuthoring.Folder.tags), ("trigger", \.triggers), ("variable", \.variables),
    ] {
      for node in try version.nodes(list) {
        guard let id = try node.optionalText("parentFolderId"), folders[id] != nil,
          let name = try node.optionalText("name")
        else { continue }
        folders[id]?[keyPath: names].append(name)
      }
    }
    return Array(folders.values)
  }
}

extension FileNode {
  /// Returns an optional string; nil if it is missing or empty.
  fileprivate func filledText(_ key: String) throws(ReadFault) -> String? {
    try optionalText(key).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension ContainerAuthoring.TagSettings {
  /// Reads the settings of a tag.
  init(_ node: FileNode) throws(ReadFault) {
    self.init()
    firingOption =
      switch try node.optionalWord("tagFiringOption") {
      case "UNLIMITED": .unlimited
      case "ONCE_PER_EVENT": .oncePerEvent
      case "ONCE_PER_LOAD": .oncePerLoad
      default: nil
      }
    if node.members["priority"]?.members != nil {
      priority = try node.node("priority").filledText("value")
    } else {
      priority = try node.filledText("priority")
    }
    scheduleStartMs = try node.optionalText("scheduleStartMs").flatMap { Int64($0) }
    scheduleEndMs = try node.optionalText("scheduleEndMs").flatMap { Int64($0) }
    for setup in try node.nodes("setupTag") { setupTags.append(try setup.text("tagName")) }
    for teardown in try node.nodes("teardownTag") {
      teardownTags.append(try teardown.text("tagName"))
    }
    isLiveOnly = node.isTrue("liveOnly")
    notes = try node.filledText("notes")
  }

  /// The settings that all mobile SDKs ignore.
  var ignored: [IgnoredSetting] {
    var ignored: [IgnoredSetting] = []
    if let priority, priority != "0" { ignored.append(.priority) }
    if scheduleStartMs != nil || scheduleEndMs != nil { ignored.append(.schedule) }
    if !setupTags.isEmpty || !teardownTags.isEmpty { ignored.append(.sequence) }
    if firingOption == .oncePerLoad { ignored.append(.oncePerLoad) }
    return ignored
  }
}
