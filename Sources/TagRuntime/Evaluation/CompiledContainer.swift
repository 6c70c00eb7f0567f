package import OrderedCollections

/// A container version that is ready to be evaluated: references are slots, equal conditions are
/// shared, patterns are compiled. It is made once, when the version is opened or arrives.
public struct CompiledContainer: Sendable {
  /// The version it was made from.
  public let version: ContainerVersion
  package let dialect: Dialect
  /// What the runtime of a v5 container defines; nil where nothing is known of its functions but
  /// their names, as in an export or a container without its runtime.
  let definedFunctions: Set<String>?
  package let macros: [CompiledFunction]
  package let slots: [MacroSlot]
  package let slotOfName: [String: Int]
  package let predicates: [CompiledPredicate]
  /// Condition positions → the macro that is asked, as `subjects(of:_:_:)` finds it.
  package let subjects: [Int?]
  package let rules: [CompiledRule]
  package let tags: [CompiledFunction]
  /// Tag positions → positions of the rules that add it.
  package let rulesAdding: [[Int]]
  /// Tag positions → positions of the rules that remove it.
  package let rulesRemoving: [[Int]]

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

/// A rule whose conditions are positions of shared predicates.
package struct CompiledRule: Sendable {
  package let positive: [Int]
  package let negative: [Int]
  package let source: ContainerRule
  /// The event name without which the rule cannot be true, where that may be decided first.
  let requiredEvent: String?

  /// Whether the event's name alone makes it false.
  func isRuledOut(by event: String?) -> Bool {
    guard let requiredEvent else { return false }
    return event.map { !ByteText.isSame($0, requiredEvent) } ?? true
  }
}

/// A condition that is ready to be tested; equal conditions of a container share one.
package struct CompiledPredicate: Sendable {
  package let call: CompiledFunction
  /// Nil where the function id has no implementation.
  package let kind: PredicateFunction?
  package let left: CompiledExpression?
  package let right: CompiledExpression?
  package let ignoresCase: Bool
  /// The pattern of `_re` where it is a constant that compiles.
  package let pattern: Pattern?
  /// Why a constant pattern was refused.
  package let patternError: String?
}

/// A macro definition, a tag or a condition that is ready to be called.
package struct CompiledFunction: Sendable {
  package let id: String
  let name: String
  package let parameters: OrderedDictionary<String, CompiledExpression>
  package let pushAfterEvaluate: CompiledExpression?
  /// The least stable of the function and everything it refers to.
  var stability: Stability = .volatile
}

/// An expression with its constants folded and its macro references turned into slots.
package indirect enum CompiledExpression: Sendable {
  case constant(Resolved)
  case list([CompiledExpression])
  case map([(key: CompiledExpression, value: CompiledExpression)])
  case template([CompiledExpression])
  case macro(Int)
  case unknownMacro(String)
  case escaped(CompiledExpression, [Int])

  var constantValue: Value? {
    if case .constant(.value(let value)) = self { value } else { nil }
  }

  package var constantText: String? {
    if case .constant(.value(.string(let text))) = self { text } else { nil }
  }
}

/// All definitions of one macro name, and the rules that choose between them.
package struct MacroSlot: Sendable {
  /// What one rule does to the definitions of this name, and of this name only.
  package struct Choice: Sendable {
    package let rule: Int
    package var added: [Int] = []
    package var removed: [Int] = []
  }

  package let name: String
  /// Positions of the definitions in the container's list of macros.
  package var definitions: [Int] = []
  /// The last definition that may be used when no rule chooses one.
  package var fallback: Int?
  /// The rules that add or remove a definition of this name, in the order of the container.
  package var choices: [Choice] = []
  /// The least stable of all definitions and rules.
  var stability: Stability = .volatile
}

/// How long the result of a function stays the same.
enum Stability: Int, Sendable, Comparable {
  /// As long as its parameters are the same.
  case constant
  /// While one event is evaluated.
  case event
  /// Not at all: it is called at every reference (`_func`, `_r`).
  case volatile

  static func < (left: Stability, right: Stability) -> Bool { left.rawValue < right.rawValue }
}

// MARK: - Missing functions

extension CompiledContainer {
  /// The functions that the container calls and a version of the SDK does not have: macros first,
  /// then tags, then conditions, each in container order.
  ///
  /// - Complexity: O(n) in the number of macros, tags and conditions.
  public func missingFunctions(in version: SDKVersion) -> [MissingFunction] {
    Self.missing(.macro, in: macros.map { ($0.id, $0.name) }) {
      defines($0) && dialect.macro($0, version) != nil
    }
      + Self.missing(.tag, in: tags.map { ($0.id, $0.name) }) {
        defines($0) && dialect.tag($0) != nil
      }
      + Self.missing(.condition, in: conditionUses) { PredicateFunction.named($0) != nil }
  }

  /// The function of every condition with the name of its rule. The order of the conditions in
  /// the container is not that of the rules, which people know.
  private var conditionUses: [(function: String, name: String)] {
    rules.enumerated().flatMap { position, rule in
      (rule.negative + rule.positive).map {
        (predicates[$0].call.id, name(ofRule: position))
      }
    }
  }

  /// The name that people gave a rule, or its number in the words of its generation.
  func name(ofRule position: Int) -> String {
    rules[position].source.name ?? "\(dialect.vocabulary.rule) \(position + 1)"
  }

  private static func missing(
    _ kind: MissingFunction.Kind, in uses: [(function: String, name: String)],
    isKnown: (String) -> Bool
  ) -> [MissingFunction] {
    var names: OrderedDictionary<String, OrderedSet<String>> = [:]
    for use in uses where !isKnown(use.function) {
      names[use.function, default: []].append(use.name)
    }
    return names.elements.map {
      MissingFunction(function: $0.key, kind: kind, names: Array($0.value))
    }
  }
}

/// A function that a container calls and a release of the SDK does not have: whatever calls it
/// comes to nothing.
public struct MissingFunction: Sendable, Hashable {
  /// What calls it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A macro has no value.
    case macro
    /// A tag does not fire.
    case tag
    /// A condition is false.
    case condition
  }

  /// The function id, such as `_html`; empty where the container names none.
  public var function: String
  /// What calls it.
  public var kind: Kind
  /// The display names of the macros or tags that call it, or the names of the rules that have
  /// the condition; in container order, each once.
  public var names: [String]

  /// Creates one.
  public init(function: String, kind: Kind, names: [String]) {
    self.function = function
    self.kind = kind
    self.names = names
  }
}

// MARK: - Equality

/// What a version compiles to depends on the version alone.
extension CompiledContainer: Hashable {
  /// Whether both are made of the same version.
  public static func == (left: CompiledContainer, right: CompiledContainer) -> Bool {
    left.version == right.version
  }

  /// Hashes the version.
  public func hash(into hasher: inout Hasher) { hasher.combine(version) }
}
