import OrderedCollections

/// A container version that is ready to be evaluated: references are slots, equal conditions are
/// shared, patterns are compiled. It is made once, when the version is opened or arrives.
public struct CompiledContainer: Sendable {
  /// The version it was made from.
  public let version: ContainerVersion
  let dialect: Dialect
  /// What the runtime of a v5 container defines; nil where nothing is known of its functions but
  /// their names, as in an export or a container without its runtime.
  let definedFunctions: Set<String>?
  let macros: [CompiledFunction]
  let slots: [MacroSlot]
  let slotOfName: [String: Int]
  let predicates: [CompiledPredicate]
  /// Condition positions → the macro that is asked, as `subjects(of:_:_:)` finds it.
  let subjects: [Int?]
  let rules: [CompiledRule]
  let tags: [CompiledFunction]
  /// Tag positions → positions of the rules that add it.
  let rulesAdding: [[Int]]
  /// Tag positions → positions of the rules that remove it.
  let rulesRemoving: [[Int]]

  /// Compiles a version. What cannot work (an unknown function, a bad pattern) stays in and fails
  /// when it is called, as in the SDK.
  ///
  /// - Complexity: O(n) in the size of the version.
  public init(_ version: ContainerVersion) {
    var compiler = ContainerCompiler(version)
    compiler.compile()
    self.version = version
    dialect = compiler.dialect
    definedFunctions = version.runtimeFunctions.isEmpty ? nil : Set(version.runtimeFunctions)
    macros = compiler.macros
    slots = compiler.slots
    slotOfName = compiler.slotOfName
    predicates = compiler.predicates
    subjects = Self.subjects(of: compiler.predicates, compiler.slots, version)
    rules = compiler.rules
    tags = version.tags.enumerated().map { compiler.tag($1, at: $0) }
    var adding = Array(repeating: [Int](), count: tags.count)
    var removing = adding
    for (position, rule) in version.rules.enumerated() {
      for tag in rule.addTags where adding.indices.contains(tag) { adding[tag].append(position) }
      for tag in rule.removeTags where removing.indices.contains(tag) {
        removing[tag].append(position)
      }
    }
    rulesAdding = adding
    rulesRemoving = removing
  }

  /// The empty container that an app has when its bundle holds none.
  public static let empty = CompiledContainer(ContainerVersion())

  /// Whether no macro and no tag is in it.
  public var isEmpty: Bool { version.macros.isEmpty && version.tags.isEmpty }

  /// Whether a function can be called at all. A container of the second generation brings its
  /// functions along.
  func defines(_ function: String) -> Bool { definedFunctions?.contains(function) ?? true }

  /// The display names of the tags, in container order.
  public var tagNames: [String] { tags.map(\.name) }
}
