package import OrderedCollections
package import TagRuntime

/// What stands around one evaluation: the event and what the app and the phone answer.
package struct ReferenceScene {
  /// What the app's own code answers.
  package enum Answer {
    case value(Value)
    case ran(pushes: [Value])
    /// There is no such code.
    case nobody
    /// It threw, after pushes.
    case threw(pushes: [Value])
  }

  package var event: String?
  /// What was pushed so far.
  package var dataLayer = ReferenceDataLayer()
  /// What the phone and the app say of themselves, by the ids of the functions that ask.
  package var facts: [String: Value] = [:]
  /// The parameters of the event (v5).
  package var parameters: OrderedDictionary<String, Value> = [:]
  /// The properties of the user (v5).
  package var userProperties: OrderedDictionary<String, String> = [:]
  /// The ids of pixels that were sent once for ever.
  package var sentOnce: Set<String> = []
  package var isAndroid = false
  package var release = SDKVersion(3, 17)
  /// The ids of pixels of this event of which it is not known whether they were sent.
  var perhapsSentOnce: Set<String> = []
  /// Asks the app for the value of a macro.
  package var answer: (String, OrderedDictionary<String, Value>) -> Answer = { _, _ in .nobody }
  package var run: (String, OrderedDictionary<String, Value>) -> Answer = { _, _ in .nobody }

  package init() {}
}

/// A tag that an event sets off, as the reference sees it.
package struct ReferenceFiring {
  package enum Action {
    /// It made hits of Analytics with these fields, in this order.
    case hits([OrderedDictionary<String, String>])
    /// It made hits of Analytics with these fields, of whose order nothing is known.
    case ecommerce([[String: String]])
    /// It asks for an address; whether a number that nobody can foretell stands behind it.
    case pixel(String, isOpenEnded: Bool)
    /// It ran code of the app.
    case called(String)
    /// It would have, and there is none.
    case nothingRan(String)
    case threw(String)
    /// It wrote so many updates to the data layer.
    case wrote(Int)
    /// It logged so many events with Firebase, or kept the one at hand from it.
    case logged(Int, suppresses: Bool)
    /// It fired and did nothing.
    case idle
    case refused
    /// This reference does not know.
    case unknown
  }

  package var tag: Int
  /// Whether it is sure that it is set off.
  package var isSure: Bool
  package var action: Action
  /// The pushed maps, in order; clearing a prefix adds one that sets it to null.
  package var pushes: [OrderedDictionary<String, Value>] = []
  /// The id under which its pixel counts as sent for ever from now on; nil where it has none.
  package var once: String?
  /// The arguments with which it called code of the app.
  package var arguments: OrderedDictionary<String, Value> = [:]
}

/// Evaluates a container for one event as its page describes it: every rule, every condition, one
/// after the other, and nothing is remembered.
///
/// Source: LegacySDK §9, LegacySDK §11, Firebase §5.4, Firebase §5.5.
package struct ReferenceContainer {
  /// What something comes to.
  enum Outcome {
    case value(Value)
    case nothing
    /// It could not be called, and nothing that needs it can.
    case failed
    /// This reference does not know.
    case unknown
  }

  enum Truth {
    case yes
    case no
    /// It cannot be told, which is a state of the container and not of this reference.
    case undecided
    case unknown
  }

  let version: ContainerVersion
  private(set) var scene: ReferenceScene
  /// The definitions of each macro, and the rules that choose among them, by its name.
  private let named: [String: (definitions: [Int], rules: [Int])]
  private var open: Set<String> = []
  /// The conditions that were tested, where each is tested once for an event.
  private var tested: [Int: Truth] = [:]
  /// How often the app was asked for the value of a macro.
  package internal(set) var asked = 0
  /// The bytes of what was built for the event. tagsim refuses to build more than
  /// `Limits.builtBytes`, and remembers what it has built; whoever builds a quarter of that here is
  /// not followed further.
  private var builtBytes = 0
  /// Whether everything that was evaluated is known, so that the app was asked for nothing else.
  package internal(set) var isCertain = true
  var isFirebase: Bool { version.generation == .firebase }

  package init(_ version: ContainerVersion, in scene: ReferenceScene) {
    self.version = version
    self.scene = scene
    var named: [String: (definitions: [Int], rules: [Int])] = [:]
    for (position, macro) in version.macros.enumerated() {
      named[macro.name ?? "", default: ([], [])].definitions.append(position)
    }
    for (position, rule) in version.rules.enumerated() {
      for macro in Set(rule.addMacros + rule.removeMacros)
      where version.macros.indices.contains(macro) {
        let name = version.macros[macro].name ?? ""
        if named[name]?.rules.last != position { named[name]?.rules.append(position) }
      }
    }
    self.named = named
  }

  /// The same container in another scene, of which nothing was evaluated.
  package func entering(_ scene: ReferenceScene) -> ReferenceContainer {
    var container = self
    container.scene = scene
    (container.tested, container.asked, container.isCertain) = ([:], 0, true)
    container.builtBytes = 0
    return container
  }

  /// The tags that the event sets off, in the order of the container.
  package mutating func firings() -> [ReferenceFiring] {
    var sure: Set<Int> = []
    var perhaps: Set<Int> = []
    var blocked: Set<Int> = []
    var perhapsBlocked: Set<Int> = []
    for rule in version.rules {
      switch truth(of: rule) {
      case .yes:
        sure.formUnion(rule.addTags)
        blocked.formUnion(rule.removeTags)
      case .no: break
      case .undecided: blocked.formUnion(rule.removeTags)
      case .unknown:
        perhaps.formUnion(rule.addTags)
        perhapsBlocked.formUnion(rule.removeTags)
      }
    }
    var firings: [ReferenceFiring] = []
    for tag in version.tags.indices where sure.contains(tag) || perhaps.contains(tag) {
      if blocked.contains(tag) { continue }
      let isSure = sure.contains(tag) && !perhapsBlocked.contains(tag)
      var firing = fire(version.tags[tag])
      firing.tag = tag
      firing.isSure = isSure
      // The next tag of the same event finds it sent.
      if let once = firing.once {
        if case .unknown = firing.action {
          scene.perhapsSentOnce.insert(once)
        } else {
          scene.sentOnce.insert(once)
        }
      }
      firings.append(firing)
    }
    return firings
  }

  // MARK: Rules

  /// A rule with every `unless` condition false and every other true.
  private mutating func truth(of rule: ContainerRule) -> Truth {
    let wanted = rule.positivePredicates.map { ($0, true) }
    let unwanted = rule.negativePredicates.map { ($0, false) }
    var isUnknown = false
    for (position, isWanted) in isFirebase ? wanted + unwanted : unwanted + wanted {
      switch truth(ofCondition: position) {
      case .unknown: (isUnknown, isCertain) = (true, false)
      case .undecided where isFirebase: return isUnknown ? .unknown : .undecided
      // What cannot be told is not true in the first generation.
      case .undecided, .no: if isWanted { return isUnknown && isFirebase ? .unknown : .no }
      case .yes: if !isWanted { return isUnknown && isFirebase ? .unknown : .no }
      }
    }
    return isUnknown ? .unknown : .yes
  }

  /// Source: Firebase §5.3; the first generation tests a condition in every rule that has it.
  private mutating func truth(ofCondition position: Int) -> Truth {
    if isFirebase, let known = tested[position] { return known }
    let truth = truth(of: version.predicates[position])
    if isFirebase { tested[position] = truth }
    return truth
  }

  private mutating func truth(of condition: FunctionCall) -> Truth {
    let known = ["_eq", "_cn", "_sw", "_ew", "_re", "_gt", "_ge", "_lt", "_le"]
    guard known.contains(condition.function) else { return .undecided }
    if !isFirebase, condition.parameters["arg0"] == nil || condition.parameters["arg1"] == nil {
      return .undecided
    }
    let left = condition.parameters["arg0"].map { outcome(of: $0) } ?? .nothing
    let right = condition.parameters["arg1"].map { outcome(of: $0) } ?? .nothing
    if case .unknown = left { return .unknown }
    if case .unknown = right { return .unknown }
    guard let leftValue = side(left), let rightValue = side(right) else { return .undecided }
    guard isPlain(leftValue), isPlain(rightValue) else { return .unknown }
    return compare(condition, leftValue, rightValue)
  }

  private func side(_ outcome: Outcome) -> Value? {
    switch outcome {
    case .value(let value): value
    case .nothing: isFirebase ? .absent : nil
    case .failed, .unknown: nil
    }
  }

  /// Whether this reference knows the text of a value for sure.
  func isPlain(_ value: Value) -> Bool {
    ReferenceText.isPlain(value, hasIntegers: !isFirebase)
  }

  func text(_ value: Value) -> String {
    isFirebase ? ReferenceText.javaScript(value) : ReferenceText.legacy(value)
  }

  private func compare(_ condition: FunctionCall, _ left: Value, _ right: Value) -> Truth {
    let (leftText, rightText) = (text(left), text(right))
    let (leftBytes, rightBytes) = (Array(leftText.utf8), Array(rightText.utf8))
    func told(_ isTrue: Bool) -> Truth { isTrue ? .yes : .no }
    switch condition.function {
    case "_eq": return told(leftBytes == rightBytes)
    case "_sw": return told(leftBytes.starts(with: rightBytes))
    case "_ew": return told(leftBytes.reversed().starts(with: rightBytes.reversed()))
    case "_cn":
      let places = 0...max(0, leftBytes.count)
      return told(places.contains { leftBytes[$0...].starts(with: rightBytes) })
    case "_re":
      let flag = condition.parameters["ignore_case"]
      let ignores = flag == .constant(.bool(true)) || flag == .constant(.string("true"))
      let source = right == .absent ? "" : rightText
      guard let pattern = ReferencePattern(source, ignoresCase: ignores) else { return .unknown }
      return pattern.isFound(in: leftText).map(told) ?? .unknown
    default: return order(condition.function, left, right)
    }
  }

  private func order(_ function: String, _ left: Value, _ right: Value) -> Truth {
    let numbers: (ReferenceNumber, ReferenceNumber)
    if isFirebase {
      guard let leftNumber = ReferenceText.javaScriptNumber(left),
        let rightNumber = ReferenceText.javaScriptNumber(right)
      else { return .no }
      numbers = (.broken(leftNumber), .broken(rightNumber))
    } else {
      guard let leftNumber = ReferenceText.legacyNumber(left),
        let rightNumber = ReferenceText.legacyNumber(right)
      else { return .no }
      numbers = (leftNumber, rightNumber)
    }
    let (isLess, isSame) = numbers.0.compared(with: numbers.1)
    switch function {
    case "_lt": return isLess ? .yes : .no
    case "_le": return isLess || isSame ? .yes : .no
    case "_gt": return isLess || isSame ? .no : .yes
    default: return isLess ? .no : .yes
    }
  }

  // MARK: Typed reads

  /// The value that a getter of the app returns for a macro, outside of any event; nil where this
  /// reference does not know.
  ///
  /// Source: LegacySDK §7.1, LegacySDK §13.
  package mutating func read(_ name: String, as kind: ValueKind) -> Value? {
    var value: Value?
    switch outcome(ofMacro: name) {
    case .unknown: return nil
    case .failed, .nothing: break
    case .value(let found): value = found
    }
    switch kind {
    case .string:
      guard let value else { return "" }
      return isPlain(value) ? .string(ReferenceText.legacy(value)) : nil
    case .boolean:
      let isTrue = value.map { $0 == .bool(true) || $0 == "true" } ?? false
      return .bool(isTrue)
    case .int64:
      switch value.flatMap(ReferenceText.legacyNumber) {
      case .whole(let number)?: return .int(number)
      case .broken(let number)?:
        return .int(Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max))
      case nil: return .int(0)
      }
    case .double: return .double(value.flatMap(ReferenceText.legacyNumber)?.double ?? 0)
    }
  }

  // MARK: Macros

  private mutating func outcome(ofMacro name: String) -> Outcome {
    let outcome = value(ofMacro: name)
    if case .unknown = outcome { isCertain = false }
    return outcome
  }

  private mutating func value(ofMacro name: String) -> Outcome {
    guard let (definitions, rules) = named[name] else { return .failed }
    guard open.insert(name).inserted, open.count <= 32 else { return .failed }
    defer { open.remove(name) }
    var added: Set<Int> = []
    var removed: Set<Int> = []
    for rule in rules.map({ version.rules[$0] }) {
      switch truth(of: rule) {
      case .yes:
        added.formUnion(rule.addMacros)
        removed.formUnion(rule.removeMacros)
      case .unknown: return .unknown
      case .no, .undecided: break
      }
    }
    let chosen = definitions.first { added.contains($0) && !removed.contains($0) }
    let fallback = definitions.last {
      version.macros[$0].parameters["not_default_macro"] != .constant(.bool(true))
    }
    guard let definition = chosen ?? fallback else { return .failed }
    return outcome(of: version.macros[definition])
  }

  private mutating func outcome(of macro: FunctionCall) -> Outcome {
    var arguments: OrderedDictionary<String, Outcome> = [:]
    if macro.function.isEmpty { return .failed }
    for (key, expression) in macro.parameters {
      let outcome = outcome(of: expression)
      if case .failed = outcome { return .failed }
      arguments[key] = outcome
    }
    for case .unknown in arguments.values { return .unknown }
    return built(
      isFirebase
        ? firebaseMacro(macro.function, arguments) : legacyMacro(macro.function, arguments))
  }

  private mutating func built(_ outcome: Outcome) -> Outcome {
    guard case .value(let value) = outcome else { return outcome }
    builtBytes += weight(value)
    return builtBytes > Limits.builtBytes / 4 ? .unknown : outcome
  }

  private func weight(_ value: Value) -> Int {
    switch value {
    case .string(let text): 1 + text.utf8.count
    case .list(let elements): elements.reduce(1) { $0 + weight($1) }
    case .map(let members): members.reduce(1) { $0 + $1.key.utf8.count + weight($1.value) }
    case .null, .absent, .bool, .int, .double: 1
    }
  }

  // MARK: Expressions

  mutating func outcome(of expression: Expression) -> Outcome {
    switch expression {
    case .constant(let value): return .value(value)
    case .functionID(let id): return .value(.string(id))
    case .macro(let name): return outcome(ofMacro: name)
    case .list(let elements):
      var values: [Value] = []
      for element in elements {
        switch part(outcome(of: element)) {
        case .value(let value): values.append(value)
        case let other: return other
        }
      }
      return built(.value(.list(values)))
    case .map(let entries): return built(map(entries))
    case .template(let tokens): return template(tokens)
    case .escaped(let inner, let numbers): return built(escaped(outcome(of: inner), numbers))
    }
  }

  /// Of all escapings only number 12 has an effect, as often as it is listed. In the first
  /// generation a value that is not a text stays as it is.
  ///
  /// Source: LegacySDK §9.4, Firebase §5.5.
  private func escaped(_ outcome: Outcome, _ numbers: [Int]) -> Outcome {
    guard var value = side(outcome) else { return outcome }
    guard isPlain(value) else { return .unknown }
    for number in numbers where number == 12 {
      if isFirebase {
        let text = ReferenceText.javaScript(value)
        value = .string(ReferenceText.percentEncoded(text, sparing: "-_.~;/?:@&=+$,#!*'()"))
      } else if case .string(let text) = value {
        value = .string(queryEncoded(text))
      }
    }
    return value == .absent ? .nothing : .value(value)
  }

  /// What is nothing is an empty text in a list of the first generation, and stays nothing in one
  /// of the second.
  private func part(_ outcome: Outcome) -> Outcome {
    if case .nothing = outcome { return .value(isFirebase ? .absent : .string("")) }
    return outcome
  }

  private mutating func map(_ entries: [Expression.Entry]) -> Outcome {
    var members: OrderedDictionary<String, Value> = [:]
    var isVoid = false
    for entry in entries {
      let key = part(outcome(of: entry.key))
      guard case .value(let keyValue) = key else { return key }
      let member = part(outcome(of: entry.value))
      guard case .value(let value) = member else { return member }
      if isFirebase, keyValue == .null || value == .null { isVoid = true }
      if isVoid { return .value(.null) }
      members[text(keyValue)] = value
    }
    return .value(.map(members))
  }

  private mutating func template(_ tokens: [Expression]) -> Outcome {
    var joined = ""
    var isNothing = false
    for token in tokens {
      let outcome = outcome(of: token)
      if case .failed = outcome { return .failed }
      if case .unknown = outcome { return .unknown }
      guard let value = side(outcome) else {
        isNothing = true
        continue
      }
      guard isPlain(value) else { return .unknown }
      // Also what is thrown away because another part is missing.
      let part = Value.string(text(value))
      guard case .value = built(.value(part)) else { return .unknown }
      joined += text(value)
    }
    return isNothing ? .nothing : .value(.string(joined))
  }
}
