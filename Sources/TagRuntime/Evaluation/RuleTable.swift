import OrderedCollections

/// A container as an evaluation goes through it: numbers in flat arrays, apart from the sources and
/// names that explanations ask for.
///
/// What it buys is that nothing is copied to be looked at, and that rules which require another
/// event cost nothing: they are found by the event's name, and never gone through.
struct RuleTable: Sendable {
  /// A rule: where its conditions and its tags stand in `positions`.
  struct Row: Sendable {
    var positive: Range<Int>
    var negative: Range<Int>
    var added: Range<Int>
    var removed: Range<Int>
    /// The number of the event without which it cannot be true; nil for none.
    var event: Int?
  }

  /// A condition between a macro and a constant: all that testing it needs.
  struct Test: Sendable {
    /// How the two are compared; the constant is converted once.
    enum Comparison: Sendable {
      case text(@Sendable (_ left: String, _ right: String) -> Bool, String)
      case number(@Sendable (_ order: Int) -> Bool, ValueConversion.Number?)
      case pattern(Pattern)
    }

    var slot: Int
    var comparison: Comparison
  }

  /// A data-layer macro of the first generation whose parameters are constants.
  struct Read: Sendable {
    var parts: [String]
    /// What it comes to where nothing is at its path.
    var otherwise: Resolved
  }

  /// The name of an event; names are compared by their bytes.
  private struct EventName: Hashable {
    var text: String

    static func == (left: EventName, right: EventName) -> Bool {
      ByteText.isSame(left.text, right.text)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  private(set) var rows: [Row] = []
  private(set) var positions: [Int] = []
  /// The rules that have to be looked at whatever the event is, in the order of the container.
  private(set) var rulesOfAnyEvent: [Int] = []
  private var rulesOfEvents: [[Int]] = []
  private var eventNumbers: [EventName: Int] = [:]
  /// By the position of a condition; nil where it needs a longer look.
  let tests: [Test?]
  /// By the position of a condition: whether it is tested once for an event.
  let isRemembered: [Bool]
  /// By the position of a macro.
  let reads: [Read?]
  /// By the position of a macro: whether it pushes after it was evaluated.
  let pushes: [Bool]

  init(
    _ rules: [CompiledRule], _ predicates: [CompiledPredicate], _ macros: [CompiledFunction],
    _ dialect: Dialect
  ) {
    tests = predicates.map { Test($0, dialect) }
    isRemembered = predicates.map { dialect.testsOnce || $0.call.stability < .volatile }
    reads = macros.map { Read($0, dialect) }
    pushes = macros.map { $0.pushAfterEvaluate != nil }
    for (position, rule) in rules.enumerated() { add(rule, at: position) }
  }

  private mutating func add(_ rule: CompiledRule, at position: Int) {
    let event = rule.requiredEvent.map { number(ofNew: EventName(text: $0)) }
    if let event { rulesOfEvents[event].append(position) } else { rulesOfAnyEvent.append(position) }
    rows.append(
      Row(
        positive: place(rule.positive), negative: place(rule.negative),
        added: place(rule.source.addTags), removed: place(rule.source.removeTags), event: event))
  }

  private mutating func place(_ list: [Int]) -> Range<Int> {
    let start = positions.count
    positions += list
    return start..<positions.count
  }

  private mutating func number(ofNew event: EventName) -> Int {
    if let known = eventNumbers[event] { return known }
    eventNumbers[event] = rulesOfEvents.count
    rulesOfEvents.append([])
    return rulesOfEvents.count - 1
  }

  /// The number of an event that a rule requires; nil for every other one.
  func number(of event: String?) -> Int? { event.flatMap { eventNumbers[EventName(text: $0)] } }

  /// The rules that require an event, in the order of the container.
  func rules(of event: Int?) -> [Int] { event.map { rulesOfEvents[$0] } ?? [] }
}

extension RuleTable.Test {
  init?(_ predicate: CompiledPredicate, _ dialect: Dialect) {
    guard let kind = predicate.kind, case .macro(let slot)? = predicate.left,
      case .constant(.value(let right))? = predicate.right
    else { return nil }
    self.slot = slot
    switch kind.comparison {
    case .text(let holds): comparison = .text(holds, dialect.text(right))
    case .number(let holds): comparison = .number(holds, dialect.number(right))
    case .pattern:
      guard let pattern = predicate.pattern else { return nil }
      comparison = .pattern(pattern)
    }
  }
}

extension RuleTable.Read {
  init?(_ macro: CompiledFunction, _ dialect: Dialect) {
    // The second generation has no function of this id: calling it fails, and is said.
    let isLegacy = dialect.constantFunction == MacroFunction.constant.id
    guard isLegacy, macro.id == MacroFunction.dataLayerVariable.id else { return nil }
    var otherwise = Resolved.undefined
    var path: String?
    for (key, parameter) in macro.parameters.elements {
      guard case .constant(.value(let value)) = parameter else { return nil }
      if key == "name" { path = ValueConversion.text(value) }
      if key == "default_value" { otherwise = .value(value) }
    }
    guard let path else { return nil }
    parts = DataLayer.parts(of: path)
    self.otherwise = otherwise
  }
}
