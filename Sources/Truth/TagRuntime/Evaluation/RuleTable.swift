/// The conditions and rules of a container as an evaluation reads them: numbers in flat arrays,
/// apart from the sources and names that explanations need.
///
/// This way nothing is copied or retained to be read, and rules which require another event cost
/// nothing: they are found by the event's name and never visited.
struct RuleTable: Sendable {
  /// A rule: the ranges of its conditions and its tags in `positions`.
  struct Row: Sendable {
    var positive: Range<Int>
    var negative: Range<Int>
    var added: Range<Int>
    var removed: Range<Int>
    /// The number of the event that it requires; -1 for none.
    var event: Int
  }

  /// A condition between a macro and a constant, with all that is needed to test it.
  struct Test: Sendable {
    /// The kind of comparison; the constant is converted once.
    enum Comparison: Sendable {
      /// With the text at this position of the constants.
      case text(TextRelation, Int)
      case number(NumberRelation, ValueConversion.Number)
      /// With an integer in the first generation, where two integers need no conversion.
      case integer(NumberRelation, Int64)
      /// The constant is not a number, so the condition is false.
      case noNumber
      /// With the pattern at this position of the constants.
      case pattern(Int)
    }

    var slot: Int
    var comparison: Comparison

    var isOfNumbers: Bool {
      switch comparison {
      case .number, .integer, .noNumber: true
      case .text, .pattern: false
      }
    }
  }

  private(set) var rows: [Row] = []
  private(set) var positions: [Int] = []
  /// By the position of a condition; nil if it needs a full test.
  let tests: [Test?]
  /// By the position of a condition: whether it is tested once per event.
  let isRemembered: [Bool]
  let looksAtWantedFirst: Bool
  let failureVoidsRule: Bool

  init(
    _ compiler: borrowing ContainerCompiler, tagCount: Int, _ events: inout RuleIndex,
    _ constants: inout ConditionConstants
  ) {
    let dialect = compiler.dialect
    isRemembered = compiler.predicates.map {
      dialect.testsOnce || $0.call.stability < .volatile
    }
    looksAtWantedFirst = dialect.looksAtWantedFirst
    failureVoidsRule = dialect.failureVoidsRule
    tests = compiler.predicates.map { Test($0, dialect, &constants) }
    rows.reserveCapacity(compiler.rules.count)
    for (position, rule) in compiler.rules.enumerated() {
      add(rule, event: events.add(rule, at: position), tags: 0..<tagCount)
    }
  }

  private mutating func add(_ rule: CompiledRule, event: Int, tags: Range<Int>) {
    rows.append(
      Row(
        positive: place(rule.positive), negative: place(rule.negative),
        added: place(rule.source.addTags.filter(tags.contains)),
        removed: place(rule.source.removeTags.filter(tags.contains)), event: event))
  }

  private mutating func place(_ list: [Int]) -> Range<Int> {
    let start = positions.count
    positions += list
    return start..<positions.count
  }
}

extension RuleTable.Test {
  fileprivate init?(
    _ predicate: CompiledPredicate, _ dialect: Dialect, _ constants: inout ConditionConstants
  ) {
    guard let kind = predicate.kind, case .macro(let slot)? = predicate.left,
      case .constant(.value(let right))? = predicate.right
    else { return nil }
    self.slot = slot
    switch kind.comparison {
    case .text(let relation):
      constants.texts.append(dialect.text(right))
      comparison = .text(relation, constants.texts.count - 1)
    case .number(let relation):
      switch dialect.number(right) {
      case nil: comparison = .noNumber
      case .int(let integer)? where dialect.hasIntegers: comparison = .integer(relation, integer)
      case let number?: comparison = .number(relation, number)
      }
    case .pattern:
      guard let pattern = predicate.pattern else { return nil }
      constants.patterns.append(pattern)
      comparison = .pattern(constants.patterns.count - 1)
    }
  }
}

/// The texts and patterns that conditions compare with.
struct ConditionConstants: Sendable {
  var texts: [String] = []
  var patterns: [Pattern] = []
}

/// The rules that are still possible for the name of an event.
struct RuleIndex: Sendable {
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

  /// The rules that must be checked for every event, in the order of the container.
  private(set) var rulesOfAnyEvent: [Int] = []
  private var rulesOfEvents: [[Int]] = []
  private var numbers: [EventName: Int] = [:]

  /// Adds a rule, after all that come before it in the container.
  ///
  /// - Returns: the number of the event that it requires; -1 for none.
  mutating func add(_ rule: CompiledRule, at position: Int) -> Int {
    guard let event = rule.requiredEvent.map({ EventName(text: $0) }) else {
      rulesOfAnyEvent.append(position)
      return -1
    }
    let number = numbers[event] ?? rulesOfEvents.count
    if number == rulesOfEvents.count {
      numbers[event] = number
      rulesOfEvents.append([])
    }
    rulesOfEvents[number].append(position)
    return number
  }

  /// Returns the number of an event that a rule requires; -1 for every other event.
  func number(of event: String?) -> Int { event.flatMap { numbers[EventName(text: $0)] } ?? -1 }

  /// Returns the rules that require an event, in the order of the container.
  func rules(of event: Int) -> [Int] { event < 0 ? [] : rulesOfEvents[event] }
}
