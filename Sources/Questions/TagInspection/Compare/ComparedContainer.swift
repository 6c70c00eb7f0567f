import OrderedCollections
import TagRuntime

/// One side of a comparison. Its parts have a form in which equal parts compare as equal, whatever
/// the order of the file and the names of variables.
struct ComparedContainer {
  /// A function call without the parameters that do not matter.
  struct Call: Hashable {
    var function: String
    var parameters: OrderedDictionary<String, Expression>
    var pushes: Expression?
  }

  /// The conditions of a rule.
  struct Meaning: Hashable {
    var positive: Set<Call>
    var negative: Set<Call>
  }

  /// Parameters that name a part, or that no mobile SDK reads.
  ///
  /// Source: Formats §2.7, Formats §5.1.
  private static let silentParameters: Set<String> = [
    "tag_id", "once_per_event", "once_per_load", "unlimited", "vendor_template_version",
    "instance_label",
  ]

  @Boxed private(set) var description: ContainerDescription
  /// The full names of the variables, in their order.
  let names: OrderedSet<String>
  let definitions: [[FunctionCall]]
  /// The token that references to each variable are replaced with.
  var tokens: [String]
  /// The token that replaces each rule in the lists of firing and blocking rules.
  var ruleTokens: [Int] = []

  init(_ description: ContainerDescription, side: String) {
    self.description = description
    var names: OrderedSet<String> = []
    var definitions: [[FunctionCall]] = []
    for macro in description.source.macros {
      let (isNew, position) = names.append(macro.name ?? "")
      if isNew { definitions.append([]) }
      definitions[position].append(macro)
    }
    self.names = names
    self.definitions = definitions
    tokens = names.indices.map { "\(side) \($0)" }
    for position in names.indices {
      if let function = plainFunction(ofVariable: position) { tokens[position] = function }
    }
  }

  var source: ContainerVersion { description.source }

  /// The function of a variable that consists only of a function without parameters: two such
  /// variables with different names are the same.
  private func plainFunction(ofVariable position: Int) -> String? {
    guard definitions[position].count == 1, definitions[position][0].parameters.isEmpty,
      definitions[position][0].pushAfterEvaluate == nil
    else { return nil }
    let function = definitions[position][0].function
    return function.isEmpty ? nil : "function " + Self.bare(function)
  }

  /// Returns a function without the leading underscores, in which the generations differ.
  static func bare(_ function: String) -> String {
    String(function.drop { $0 == "_" })
  }

  // MARK: Meaning

  func call(_ call: FunctionCall) -> Call {
    let kept = call.parameters.filter { !Self.silentParameters.contains($0.key) }
    return Call(
      function: call.function,
      parameters: OrderedDictionary(
        uniqueKeysWithValues: kept.map { ($0.key, plain($0.value)) }.sorted { $0.0 < $1.0 }),
      pushes: call.pushAfterEvaluate.map(plain))
  }

  private func plain(_ expression: Expression) -> Expression {
    if let value = expression.constantValue { return .constant(sorted(value)) }
    switch expression {
    case .constant, .functionID: return expression
    case .macro(let name):
      return .macro(names.firstIndex(of: name).map { tokens[$0] } ?? "unknown " + name)
    case .list(let elements): return .list(elements.map(plain))
    case .template(let tokens): return .template(tokens.map(plain))
    case .escaped(let inner, let escapings): return .escaped(plain(inner), escapings)
    case .map(let entries):
      let plainEntries = entries.map {
        Expression.Entry(key: plain($0.key), value: plain($0.value))
      }
      let keys = plainEntries.map { $0.key.constantText }
      // The order of a map matters only if a key is not known.
      if keys.contains(nil) { return .map(plainEntries) }
      return .map(
        plainEntries.sorted { ($0.key.constantText ?? "") < ($1.key.constantText ?? "") })
    }
  }

  private func sorted(_ value: Value) -> Value {
    switch value {
    case .list(let elements): .list(elements.map(sorted))
    case .map(let members):
      .map(
        OrderedDictionary(
          uniqueKeysWithValues: members.elements.map { ($0.key, sorted($0.value)) }
            .sorted { $0.0 < $1.0 }))
    default: value
    }
  }

  func meaning(ofRule position: Int) -> Meaning {
    let rule = source.rules[position]
    let positive = rule.positivePredicates.map { call(source.predicates[$0]) }
    let negative = rule.negativePredicates.map { call(source.predicates[$0]) }
    return Meaning(
      positive: Set(positive.filter { !Self.isAlwaysTrue($0) }), negative: Set(negative))
  }

  private static func isAlwaysTrue(_ condition: Call) -> Bool {
    guard condition.function == PredicateFunction.equals.id,
      case .constant(let left)? = condition.parameters["arg0"],
      case .constant(let right)? = condition.parameters["arg1"]
    else { return false }
    return ValueConversion.text(left) == ValueConversion.text(right)
  }

  /// Returns the tokens of rules, each once.
  func tokens(ofRules positions: [Int]) -> Set<Int> { Set(positions.map { ruleTokens[$0] }) }
}

/// The pairs of equal parts in two lists.
struct PartMatching {
  private(set) var newOfOld: [Int?]
  private(set) var oldOfNew: [Int?]

  init(old: Int, new: Int) {
    newOfOld = Array(repeating: nil, count: old)
    oldOfNew = Array(repeating: nil, count: new)
  }

  /// Matches the parts that are unmatched on both sides and have equal keys; parts with the same
  /// key in their order. Parts without a key stay unmatched.
  ///
  /// - Complexity: O(n) expected.
  mutating func match<Key: Hashable>(
    old oldKey: (Int) -> Key?, new newKey: (Int) -> Key?
  ) {
    var waiting: [Key: [Int]] = [:]
    for position in newAlone.reversed() {
      if let key = newKey(position) { waiting[key, default: []].append(position) }
    }
    for position in oldAlone {
      guard let key = oldKey(position), let found = waiting[key]?.popLast() else { continue }
      newOfOld[position] = found
      oldOfNew[found] = position
    }
  }

  /// Matches parts with the same name, those with the same meaning first.
  mutating func match<Meaning: Hashable>(
    _ oldMeanings: [Meaning], _ newMeanings: [Meaning], old oldName: (Int) -> String?,
    new newName: (Int) -> String?
  ) {
    match(
      old: { part in oldName(part).map { [AnyHashable($0), oldMeanings[part]] } },
      new: { part in newName(part).map { [AnyHashable($0), newMeanings[part]] } })
    match(old: oldName, new: newName)
  }

  var pairs: [(old: Int, new: Int)] {
    newOfOld.enumerated().compactMap { position, new in new.map { (position, $0) } }
  }
  var oldAlone: [Int] { newOfOld.indices.filter { newOfOld[$0] == nil } }
  var newAlone: [Int] { oldOfNew.indices.filter { oldOfNew[$0] == nil } }
}
