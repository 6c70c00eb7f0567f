/// The conditions and rules of a container as an evaluation goes through them: numbers in flat
/// arrays, apart from the sources and names that explanations ask for.
///
/// What it buys is that nothing is copied or counted to be looked at, and that rules which require
/// another event cost nothing: they are found by the event's name, and never gone through.
struct RuleTable: Sendable {
  /// A rule: where its conditions and its tags stand in `positions`.
  struct Row: Sendable {
    var positive: Range<Int>
    var negative: Range<Int>
    var added: Range<Int>
    var removed: Range<Int>
    /// The number of the event without which it cannot be true; -1 for none.
    var event: Int
  }

  /// A condition between a macro and a constant: all that testing it needs.
  struct Test: Sendable {
    /// How the two are compared; the constant is converted once.
    enum Comparison: Sendable {
      /// With the text at this position of `texts`.
      case text(TextRelation, Int)
      case number(NumberRelation, ValueConversion.Number)
      /// With an integer in the first generation, where two integers need no conversion.
      case integer(NumberRelation, Int64)
      /// The constant is no number, so the condition is false.
      case noNumber
      /// With the pattern at this position of `patterns`.
      case pattern(Int)
    }

    var slot: Int
    var comparison: Comparison
  }

  /// A macro name: what choosing its definition needs.
  struct Slot: Sendable {
    /// The definition in use unless a rule chooses one; -1 for none.
    var fallback: Int
    var hasChoices: Bool
    /// Whether its value stays the same for an event.
    var isRemembered: Bool
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
  private(set) var tests: [Test?] = []
  private(set) var texts: [String] = []
  private(set) var patterns: [Pattern] = []
  /// By the position of a condition: whether it is tested once for an event.
  let isRemembered: [Bool]
  let slots: [Slot]
  let looksAtWantedFirst: Bool
  let failureVoidsRule: Bool
  private let tagCount: Int

  init(_ compiler: borrowing ContainerCompiler, tagCount: Int) {
    let dialect = compiler.dialect
    isRemembered = compiler.predicates.map {
      dialect.testsOnce || $0.call.stability < .volatile
    }
    slots = compiler.slots.map {
      Slot(
        fallback: $0.fallback ?? -1, hasChoices: !$0.choices.isEmpty,
        isRemembered: $0.stability < .volatile)
    }
    looksAtWantedFirst = dialect.looksAtWantedFirst
    failureVoidsRule = dialect.failureVoidsRule
    self.tagCount = tagCount
    tests.reserveCapacity(compiler.predicates.count)
    for predicate in compiler.predicates { tests.append(test(predicate, dialect)) }
    rows.reserveCapacity(compiler.rules.count)
    for (position, rule) in compiler.rules.enumerated() { add(rule, at: position) }
  }

  private mutating func test(_ predicate: CompiledPredicate, _ dialect: Dialect) -> Test? {
    guard let kind = predicate.kind, case .macro(let slot)? = predicate.left,
      case .constant(.value(let right))? = predicate.right
    else { return nil }
    switch kind.comparison {
    case .text(let relation):
      texts.append(dialect.text(right))
      return Test(slot: slot, comparison: .text(relation, texts.count - 1))
    case .number(let relation):
      return Test(slot: slot, comparison: Self.comparison(relation, dialect.number(right), dialect))
    case .pattern:
      guard let pattern = predicate.pattern else { return nil }
      patterns.append(pattern)
      return Test(slot: slot, comparison: .pattern(patterns.count - 1))
    }
  }

  private static func comparison(
    _ relation: NumberRelation, _ right: ValueConversion.Number?, _ dialect: Dialect
  ) -> Test.Comparison {
    switch right {
    case nil: .noNumber
    case .int(let integer)? where dialect.hasIntegers: .integer(relation, integer)
    case let number?: .number(relation, number)
    }
  }

  private mutating func add(_ rule: CompiledRule, at position: Int) {
    let event = rule.requiredEvent.map { number(ofNew: EventName(text: $0)) }
    if let event { rulesOfEvents[event].append(position) } else { rulesOfAnyEvent.append(position) }
    let tags = 0..<tagCount
    rows.append(
      Row(
        positive: place(rule.positive), negative: place(rule.negative),
        added: place(rule.source.addTags.filter(tags.contains)),
        removed: place(rule.source.removeTags.filter(tags.contains)), event: event ?? -1))
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

  /// The number of an event that a rule requires; -1 for every other one.
  func number(of event: String?) -> Int {
    event.flatMap { eventNumbers[EventName(text: $0)] } ?? -1
  }

  /// The rules that require an event, in the order of the container.
  func rules(of event: Int) -> [Int] { event < 0 ? [] : rulesOfEvents[event] }
}
