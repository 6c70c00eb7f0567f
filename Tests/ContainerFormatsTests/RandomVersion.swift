import OrderedCollections
import TagRuntime

/// Random containers with everything that a legacy binary or a v5 file holds.
struct RandomVersion {
  private static let texts = [
    "", "a", "Event", "\n", "{{x}}", "caf\u{E9}", "cafe\u{301}", "\u{1F6D2}\u{200B}", "&tid", "0",
    String(repeating: "k", count: 123), "\t{", "<plist>",
  ]

  private var generator: RandomSource
  /// The names that references may have; nil is any text.
  private var macroNames: [String]?

  init(seed: UInt64) { generator = RandomSource(seed: seed) }

  mutating func make() -> ContainerVersion {
    var version = ContainerVersion(version: text())
    version.macros = calls(named: true)
    version.tags = calls(named: true)
    version.predicates = calls(named: false)
    version.rules = (0..<number(0...4)).map { _ in rule(in: version) }
    version.usageContexts = texts()
    version.supplementals = texts()
    return version
  }

  mutating func makeFirebase() -> ContainerVersion {
    var version = ContainerVersion(version: text(), format: .firebase, generation: .firebase)
    let names = (0..<number(0...4)).map { "\(text()) \($0)" }
    macroNames = names
    version.macros = names.map { firebaseCall(named: $0) }
    version.tags = (0..<number(0...4)).map { _ in firebaseCall(named: nil) }
    version.predicates = (0..<number(0...4)).map { _ in firebaseCall(named: nil) }
    version.rules = (0..<number(0...4)).map { _ in
      var rule = ContainerRule()
      rule.positivePredicates = indices(of: version.predicates)
      rule.negativePredicates = indices(of: version.predicates)
      rule.addTags = indices(of: version.tags)
      rule.removeTags = indices(of: version.tags)
      return rule
    }
    version.fingerprint = text() + "$0"
    version.runtimeFunctions = texts()
    version.runtime = .list(version.runtimeFunctions.map { [50, .string($0), [46, 1.5, .null]] })
    return version
  }

  private mutating func firebaseCall(named name: String?) -> FunctionCall {
    let keys = [
      "arg0", "tag_id", "once_per_event", "function", "instance_name", "vtp_arg0", "", "k",
    ]
    var call = FunctionCall(function: "__" + text(), name: name)
    for _ in 0..<number(0...4) {
      let key = keys[number(0...keys.count - 1)]
      call.parameters[key] =
        number(0...5) == 0 ? .constant(.double(0.1)) : expression(depth: 1)
    }
    return call
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func text() -> String { Self.texts[number(0...Self.texts.count - 1)] }

  private mutating func texts() -> [String] { (0..<number(0...3)).map { _ in text() } }

  private mutating func calls(named: Bool) -> [FunctionCall] {
    (0..<number(0...4)).map { _ in
      var call = FunctionCall(function: number(0...5) == 0 ? "" : "_" + text())
      if named, number(0...5) > 0 { call.name = text() }
      for _ in 0..<number(0...4) { call.parameters[text()] = expression(depth: 1) }
      if number(0...3) == 0 { call.pushAfterEvaluate = expression(depth: 1) }
      return call
    }
  }

  private mutating func rule(in version: ContainerVersion) -> ContainerRule {
    var rule = ContainerRule()
    rule.positivePredicates = indices(of: version.predicates)
    rule.negativePredicates = indices(of: version.predicates)
    rule.addTags = indices(of: version.tags)
    rule.removeTags = indices(of: version.tags)
    rule.addMacros = indices(of: version.macros)
    rule.removeMacros = indices(of: version.macros)
    rule.addTagRuleNames = texts()
    rule.removeTagRuleNames = texts()
    rule.addMacroRuleNames = texts()
    rule.removeMacroRuleNames = texts()
    rule.addTagTriggerIDs = texts()
    rule.removeTagTriggerIDs = texts()
    rule.addMacroTriggerIDs = texts()
    rule.removeMacroTriggerIDs = texts()
    return rule
  }

  private mutating func indices(of calls: [FunctionCall]) -> [Int] {
    calls.isEmpty ? [] : (0..<number(0...3)).map { _ in number(0...calls.count - 1) }
  }

  private mutating func expression(depth: Int) -> Expression {
    let kind = number(depth < 5 ? 0...8 : 0...4)
    if kind > 0, number(0...9) == 0 {
      let escapings = (0...number(0...2)).map { _ in number(1...17) }
      return .escaped(value(of: kind, depth: depth), escapings)
    }
    return value(of: kind, depth: depth)
  }

  private mutating func reference() -> Expression {
    guard let macroNames else { return .macro(text()) }
    return macroNames.isEmpty
      ? .constant(.string("")) : .macro(macroNames[number(0...macroNames.count - 1)])
  }

  private mutating func value(of kind: Int, depth: Int) -> Expression {
    switch kind {
    case 0: .functionID(text())
    case 1: .constant(.string(text()))
    case 2: .constant(.int([Int64.min, -1, 0, 1, 320, .max][number(0...5)]))
    case 3: .constant(.bool(number(0...1) == 0))
    case 4: reference()
    case 5, 6: .list((0..<number(0...3)).map { _ in expression(depth: depth + 1) })
    case 7: .template((0..<number(0...3)).map { _ in expression(depth: depth + 1) })
    default:
      .map(
        (0..<number(0...3)).map { _ in
          Expression.Entry(
            key: expression(depth: depth + 1), value: expression(depth: depth + 1))
        })
    }
  }
}
