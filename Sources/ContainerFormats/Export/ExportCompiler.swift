import OrderedCollections
import TagRuntime

/// Builds a container version out of the entities of an export.
///
/// Each trigger becomes one rule; tags and value collections say which of them they use.
struct ExportCompiler {
  private(set) var macros: [FunctionCall] = []
  private(set) var tags: [FunctionCall] = []
  private(set) var predicates: [FunctionCall] = []
  var rules: [ContainerRule] = []
  private(set) var remarks: [String] = []
  /// Triggers by id, in the order of their ids, which is the order of the compiled rules.
  var triggers: OrderedDictionary<String, ExportTrigger> = [:]
  /// Ids of triggers that the export holds and that cannot be compiled.
  var unusableTriggers: Set<String> = []
  /// What each trigger does, filled by tags and value collections.
  var uses: OrderedDictionary<String, TriggerUse> = [:]
  /// The numeric id of the container, the first half of a compiled trigger id.
  let containerID: String

  private var predicateIndices: [FunctionCall: Int] = [:]

  init(containerID: String) { self.containerID = containerID }

  mutating func remark(_ remark: ContainerRemark) { remarks.append(remark.sentence) }

  /// Adds a macro and returns its index.
  @discardableResult
  mutating func add(macro: FunctionCall) -> Int {
    macros.append(macro)
    return macros.count - 1
  }

  /// Adds a tag and returns its index.
  mutating func add(tag: FunctionCall) -> Int {
    tags.append(tag)
    return tags.count - 1
  }

  /// The index of a condition; equal conditions are shared as in compiled containers.
  mutating func index(ofPredicate predicate: FunctionCall) -> Int {
    if let index = predicateIndices[predicate] { return index }
    predicates.append(predicate)
    predicateIndices[predicate] = predicates.count - 1
    return predicates.count - 1
  }

  /// Adds a macro that the compiler makes for itself, once.
  mutating func addHiddenMacro(_ name: String, _ function: String) {
    if macros.contains(where: { $0.name == name }) { return }
    add(macro: FunctionCall(function: function, name: name))
  }

  /// Entities in the order of their ids, which is the order that the compiler writes them in.
  static func sorted(_ nodes: [ExportNode], by key: String) throws(ReadFault) -> [ExportNode] {
    var keyed: [(id: Int64, node: ExportNode)] = []
    for node in nodes {
      let id = try node.optionalText(key).flatMap { Int64($0) }
      keyed.append((id ?? .max, node))
    }
    return keyed.sorted { $0.id < $1.id }.map(\.node)
  }
}
