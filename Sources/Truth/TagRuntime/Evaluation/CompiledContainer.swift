package import OrderedCollections

/// A container version that is ready to be evaluated: references are slots, equal conditions are
/// shared, patterns are compiled. It is made once, when the version is opened or arrives, and never
/// changes; all owners share one instance.
public final class CompiledContainer: Sendable {
  /// The version it was made from.
  public let version: ContainerVersion
  package let dialect: Dialect
  /// The pattern language of its conditions and macros.
  package let patternLanguage: PatternLanguage
  /// What its runtime does unlike others.
  let runtimeTraits: RuntimeTraits
  /// The functions that the runtime of a v5 container defines; nil if only their names are known,
  /// as in an export or a container without its runtime.
  let definedFunctions: Set<String>?
  package let macros: [CompiledFunction]
  package let slots: [MacroSlot]
  package let slotOfName: [String: Int]
  package let predicates: [CompiledPredicate]
  /// Condition positions → the macro on the left side, as `subjects(of:_:_:)` finds it.
  package let subjects: [Int?]
  package let rules: [CompiledRule]
  package let tags: [CompiledFunction]
  /// Tag positions → positions of the rules that add it.
  package let rulesAdding: [[Int]]
  /// Tag positions → positions of the rules that remove it.
  package let rulesRemoving: [[Int]]
  /// The rules as an evaluation reads them.
  let table: RuleTable
  let calls: CallTable
  let events: RuleIndex
  let constants: ConditionConstants

  /// Compiles a version. Parts that cannot work (an unknown function, a bad pattern) stay in and
  /// fail when they are called, as in the SDK.
  ///
  /// - Complexity: O(n) in the size of the version.
  public convenience init(_ version: ContainerVersion) {
    self.init(version, patterns: Dialect.of(version.generation).patternLanguage)
  }

  /// Compiles a version for a phone with the given pattern language.
  ///
  /// - Complexity: O(n) in the size of the version.
  package init(_ version: ContainerVersion, patterns: PatternLanguage) {
    var compiler = ContainerCompiler(version, patterns)
    compiler.compile()
    self.version = version
    dialect = compiler.dialect
    patternLanguage = patterns
    runtimeTraits = RuntimeTraits(of: version.runtime)
    definedFunctions = version.runtimeFunctions.isEmpty ? nil : Set(version.runtimeFunctions)
    macros = compiler.macros
    slots = compiler.slots
    slotOfName = compiler.slotOfName
    predicates = compiler.predicates
    subjects = CompiledContainer.subjects(of: compiler.predicates, compiler.slots, version)
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
    var events = RuleIndex()
    var constants = ConditionConstants()
    table = RuleTable(compiler, tagCount: tags.count, &events, &constants)
    self.events = events
    self.constants = constants
    calls = CallTable(slots, macros, tags, dialect, definedFunctions)
  }

  /// Returns the container for a phone with another pattern language; nil means that of iOS.
  ///
  /// - Complexity: O(n) in the size of the version, if it must be recompiled.
  func reading(_ patterns: PatternLanguage?) -> CompiledContainer {
    guard let patterns, patterns != patternLanguage else { return self }
    return CompiledContainer(version, patterns: patterns)
  }

  /// The variable that requests the event `gtm.load` (Platforms §4).
  package static let loadEventFlag = "_gtm.loadEventEnabled"
  /// The empty container that an app has when its bundle holds none.
  package static let empty = CompiledContainer(ContainerVersion())

  /// Whether it has no macros and no tags.
  package var isEmpty: Bool { version.macros.isEmpty && version.tags.isEmpty }

  /// Whether a function can be called at all. A container of the second generation defines its
  /// functions itself.
  func defines(_ function: String) -> Bool { definedFunctions?.contains(function) ?? true }

  /// Whether a tag has a function that can be called.
  package func canRun(tag: Int) -> Bool { calls.tags[tag] != nil }

  /// The display names of the tags, in container order.
  package var tagNames: [String] { tags.map(\.name) }
  /// The names of all tags in its file, with the paused ones last.
  package var allTagNames: [String] { tagNames + version.pausedTags }
}

/// A rule whose conditions are positions of shared predicates.
package struct CompiledRule: Sendable {
  package let positive: [Int]
  package let negative: [Int]
  package let source: ContainerRule
  /// The event name that the rule requires, if the name alone can show that the rule is false.
  var requiredEvent: String?
}

/// A condition that is ready to be tested; equal conditions of a container share one.
package struct CompiledPredicate: Sendable {
  package internal(set) var call: CompiledFunction
  /// Nil if the function id has no implementation.
  package let kind: PredicateFunction?
  package let left: CompiledExpression?
  package let right: CompiledExpression?
  package let ignoresCase: Bool
  /// The pattern of `_re`, if it is a constant that compiles.
  package let pattern: Pattern?
  /// The reason why a constant pattern was rejected.
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

  /// The macros that it refers to, known and unknown ones, in order.
  ///
  /// - Complexity: O(n) in the size of the expression.
  package var references: [CompiledExpression] {
    switch self {
    case .constant: []
    case .macro, .unknownMacro: [self]
    case .list(let parts), .template(let parts): parts.flatMap(\.references)
    case .map(let entries): entries.flatMap { $0.key.references + $0.value.references }
    case .escaped(let inner, _): inner.references
    }
  }

  /// The slots of the known macros that it refers to, in order.
  package var slots: [Int] {
    references.compactMap { if case .macro(let slot) = $0 { slot } else { nil } }
  }

  package var constantValue: Value? {
    if case .constant(.value(let value)) = self { value } else { nil }
  }

  package var constantText: String? {
    if case .constant(.value(.string(let text))) = self { text } else { nil }
  }
}

/// All definitions of one macro name, and the rules that choose between them.
package struct MacroSlot: Sendable {
  /// The effect of one rule on the definitions of this name, and of this name only.
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
  /// Finds the functions that the container calls and a version of the SDK lacks on a platform:
  /// macros first, then tags, then conditions, each in container order.
  ///
  /// - Complexity: O(n) in the number of macros, tags and conditions.
  public func missingFunctions(
    in version: SDKVersion, on platform: Platform = .ios
  ) -> [MissingFunction] {
    Self.missing(.macro, in: macros.map { ($0.id, $0.name) }) {
      defines($0) && dialect.macro($0)?.isPart(of: version, on: platform) ?? false
    }
      + Self.missing(.tag, in: tags.map { ($0.id, $0.name) }) {
        defines($0) && dialect.tag($0) != nil
      }
      + Self.missing(.condition, in: conditionUses) { PredicateFunction.named($0) != nil }
  }

  /// The function of every condition with the name of its rule. The order of the conditions in the
  /// container is not the order of the rules, which users know.
  private var conditionUses: [(function: String, name: String)] {
    rules.enumerated().flatMap { position, rule in
      (rule.negative + rule.positive).map {
        (predicates[$0].call.id, name(ofRule: position))
      }
    }
  }

  /// Returns the name that a user gave a rule, or its number in the words of its generation.
  package func name(ofRule position: Int) -> String {
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

/// A function that a container calls and a release of the SDK lacks, so that its callers have no
/// effect.
public struct MissingFunction: Sendable, Hashable {
  /// The kind of caller.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A macro has no value.
    case macro
    /// A tag does not fire.
    case tag
    /// A condition is false.
    case condition
  }

  /// The function id, such as `_html`; empty if the container names none.
  public var function: String
  /// The kind of caller.
  public var kind: Kind
  /// The display names of the macros or tags that call it, or the names of the rules that have
  /// the condition; in container order, each once.
  public var names: [String]

  /// Creates a missing function with the kind and the names of its callers.
  package init(function: String, kind: Kind, names: [String]) {
    self.function = function
    self.kind = kind
    self.names = names
  }
}

// MARK: - Equality

/// Equality depends on the version alone, because the version determines the compiled parts.
extension CompiledContainer: Hashable {
  /// Whether both were compiled from the same version.
  public static func == (left: CompiledContainer, right: CompiledContainer) -> Bool {
    left.version == right.version
  }

  /// Hashes the version alone, because it determines the compiled parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(version) }
}

// MARK: - Results of conditions

/// Facts about conditions that hold for anything that an app pushes.
extension CompiledContainer {
  // MARK: One condition

  /// Returns the value of a side that is the same in every evaluation.
  package func constant(_ side: CompiledExpression?) -> Value? {
    switch side {
    case .constant(let resolved)?: return resolved.value
    case .macro(let slot)?:
      guard slots[slot].choices.isEmpty, slots[slot].definitions.count == 1,
        let definition = slots[slot].fallback,
        macros[definition].id == dialect.constantFunction,
        case .constant(let resolved)? = macros[definition].parameters["value"]
      else { return nil }
      return resolved.value
    default: return nil
    }
  }

  /// Finds the macro on the left side of each condition, if all conditions of an evaluation see the
  /// same value of it. Macros that read the same value count as one.
  ///
  /// - Complexity: O(n) in the size of the conditions and of the macros on their left sides.
  static func subjects(
    of predicates: [CompiledPredicate], _ slots: [MacroSlot], _ version: ContainerVersion
  ) -> [Int?] {
    var slotOfReading: [FunctionCall: Int] = [:]
    return predicates.map { predicate in
      guard case .macro(let slot)? = predicate.left, predicate.call.stability < .volatile else {
        return nil
      }
      guard slots[slot].choices.isEmpty, slots[slot].definitions.count == 1 else { return slot }
      var call = version.macros[slots[slot].definitions[0]]
      // The second generation has functions that may answer differently each time.
      if FirebaseFunction.named(call.function, .macro)?.stability == .volatile { return nil }
      call.name = nil
      if let other = slotOfReading[call] { return other }
      slotOfReading[call] = slot
      return slot
    }
  }

  /// The second generation compares as JavaScript does: a missing value is the text "undefined",
  /// and "" is the number 0.
  private var isFirebase: Bool { version.generation == .firebase }

  /// Whether a condition holds for a value of its left side; nil if its right side may vary.
  package func holds(_ position: Int, for left: Value) -> Bool? {
    let predicate = predicates[position]
    guard let kind = predicate.kind, let right = constant(predicate.right) else { return nil }
    switch kind.comparison {
    case .text(let holds): return holds(dialect.text(left), dialect.text(right))
    case .number(let holds):
      guard let left = dialect.number(left), let right = dialect.number(right) else {
        return false
      }
      return holds(left.order(to: right))
    case .pattern:
      if predicate.patternError != nil { return false }
      switch predicate.pattern?.look(in: dialect.text(left)) {
      case .found?: return true
      case .notFound?: return false
      // A phone may continue a search that gave up here.
      case .gaveUp?, nil: return nil
      }
    }
  }

  /// Whether a condition is always true, or always false; nil if it depends on the app.
  package func fixedTruth(of position: Int) -> Bool? {
    let predicate = predicates[position]
    guard predicate.kind != nil else { return false }
    if predicate.patternError != nil { return false }
    guard let left = predicate.left, let right = predicate.right else {
      return isFirebase ? nil : false
    }
    for side in [left, right] {
      if case .unknownMacro = side { return false }
    }
    return constant(left).flatMap { holds(position, for: $0) }
  }

  /// Whether a condition requires only that there is an event, as the trigger "Any Event" does.
  func asksForAnyEvent(_ position: Int) -> Bool {
    guard let slot = subjects[position], predicates[position].pattern?.findsEverything == true
    else { return false }
    return isEvent(slot)
  }

  /// Whether a macro is the name of the event.
  package func isEvent(_ slot: Int) -> Bool {
    slots[slot].choices.isEmpty
      && slots[slot].definitions.allSatisfy { macros[$0].id == dialect.eventFunction }
  }

  // MARK: Two conditions

  private func isKind(_ position: Int, _ kind: PredicateFunction) -> Bool {
    predicates[position].kind?.id == kind.id
  }

  private func text(_ position: Int) -> String? {
    constant(predicates[position].right).map(dialect.text)
  }

  /// Whether two conditions on one macro cannot be true together.
  func excludes(_ first: Int, _ second: Int) -> Bool {
    if isKind(first, .equals), let value = constant(predicates[first].right) {
      return holds(second, for: value) == false
    }
    if isKind(second, .equals), let value = constant(predicates[second].right) {
      return holds(first, for: value) == false
    }
    if let one = text(first), let other = text(second) {
      if isKind(first, .startsWith), isKind(second, .startsWith) {
        return !ByteText.begins(one, with: other) && !ByteText.begins(other, with: one)
      }
      if isKind(first, .endsWith), isKind(second, .endsWith) {
        return !ByteText.ends(one, with: other) && !ByteText.ends(other, with: one)
      }
    }
    guard let one = bound(first), let other = bound(second), one.isLower != other.isLower else {
      return false
    }
    let order = (one.isLower ? one : other).number.order(to: (one.isLower ? other : one).number)
    return order > 0 || (order == 0 && !(one.isIncluded && other.isIncluded))
  }

  /// Whether a condition is true whenever another one on the same macro is.
  func implies(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    if isKind(first, .equals), let value = constant(predicates[first].right) {
      return holds(second, for: value) == true
    }
    if predicates[second].pattern?.findsEverything == true { return true }
    if let one = text(first), let other = text(second) {
      if isKind(second, .contains),
        [.startsWith, .endsWith, .contains].contains(where: { isKind(first, $0) })
      {
        return ByteText.contains(one, other)
      }
      if isKind(first, .startsWith), isKind(second, .startsWith) {
        return ByteText.begins(one, with: other)
      }
      if isKind(first, .endsWith), isKind(second, .endsWith) {
        return ByteText.ends(one, with: other)
      }
    }
    guard let one = bound(first), let other = bound(second), one.isLower == other.isLower else {
      return false
    }
    let order = one.number.order(to: other.number) * (one.isLower ? 1 : -1)
    return order > 0 || (order == 0 && (other.isIncluded || !one.isIncluded))
  }

  private struct Bound {
    var number: ValueConversion.Number
    var isLower: Bool
    var isIncluded: Bool
  }

  private func bound(_ position: Int) -> Bound? {
    guard let number = constant(predicates[position].right).flatMap(dialect.number)
    else { return nil }
    let kinds: [(PredicateFunction, Bool, Bool)] = [
      (.greater, true, false), (.greaterOrEquals, true, true), (.less, false, false),
      (.lessOrEquals, false, true),
    ]
    guard let kind = kinds.first(where: { isKind(position, $0.0) }) else { return nil }
    return Bound(number: number, isLower: kind.1, isIncluded: kind.2)
  }

  // MARK: Rules

  /// The maximum number of conditions of one rule that are compared; users write fewer.
  private static let clashLimit = 30

  /// Finds two conditions of a rule that cannot hold together; the second one may be negated.
  ///
  /// - Complexity: O(n²) in the conditions of the rule, of which the first thirty of each kind are
  ///   compared.
  func clash(in rule: CompiledRule) -> (first: Int, second: Int, isNegative: Bool)? {
    let wanted = rule.positive.prefix(Self.clashLimit)
    for (number, first) in wanted.enumerated() {
      guard let subject = subjects[first] else { continue }
      for second in wanted.dropFirst(number + 1)
      where subjects[second] == subject && excludes(first, second) {
        return (first, second, false)
      }
      for second in rule.negative.prefix(Self.clashLimit)
      where subjects[second] == subject && implies(first, second) {
        return (first, second, true)
      }
    }
    return nil
  }

  /// Whether a rule cannot be true at any event.
  package func isNeverTrue(_ rule: CompiledRule) -> Bool {
    contradiction(in: rule) != nil || rule.positive.contains { fixedTruth(of: $0) == false }
      || rule.negative.contains { fixedTruth(of: $0) == true }
  }

  /// Whether a rule is true at every event.
  package func isAlwaysTrue(_ rule: CompiledRule) -> Bool {
    rule.positive.allSatisfy { fixedTruth(of: $0) == true || asksForAnyEvent($0) }
      && rule.negative.allSatisfy { fixedTruth(of: $0) == false }
  }

  /// Whether a rule is true at every event at which another rule is.
  package func implies(_ rule: CompiledRule, _ other: CompiledRule) -> Bool {
    other.positive.allSatisfy { wanted in
      fixedTruth(of: wanted) == true || asksForAnyEvent(wanted)
        || rule.positive.contains {
          $0 == wanted || (isSameSubject($0, wanted) && implies($0, wanted))
        }
    }
      && other.negative.allSatisfy { unwanted in
        fixedTruth(of: unwanted) == false || rule.negative.contains(unwanted)
          || rule.positive.contains { isSameSubject($0, unwanted) && excludes($0, unwanted) }
      }
  }

  private func isSameSubject(_ first: Int, _ second: Int) -> Bool {
    subjects[first] != nil && subjects[first] == subjects[second]
  }

  // MARK: Contradiction

  /// The reason why a rule can never be true, for any push.
  package enum Contradiction {
    /// The rule requires a condition, given by its position, to be both true and false.
    case sameCondition(Int)
    /// A macro, given by its slot, must equal two texts.
    case twoTexts(slot: Int, first: String, second: String)
    /// Two conditions on one macro, by their positions, cannot hold together.
    case clash(first: Int, second: Int, isNegative: Bool)
  }

  /// Returns the reason why a rule can never be true, or nil.
  ///
  /// - Complexity: O(n²) in the conditions of the rule, which are few.
  package func contradiction(in rule: CompiledRule) -> Contradiction? {
    if let both = rule.positive.first(where: rule.negative.contains) {
      return .sameCondition(both)
    }
    var wanted: [(slot: Int, text: String)] = []
    for position in rule.positive {
      let predicate = predicates[position]
      guard predicate.kind?.id == PredicateFunction.equals.id,
        case .macro(let slot)? = predicate.left, let text = predicate.right?.constantText
      else { continue }
      if predicate.call.stability < .volatile,
        let other = wanted.first(where: { $0.slot == slot && $0.text != text })
      {
        return .twoTexts(slot: slot, first: other.text, second: text)
      }
      wanted.append((slot, text))
    }
    return clash(in: rule).map {
      .clash(first: $0.first, second: $0.second, isNegative: $0.isNegative)
    }
  }
}
