import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// What a look for a pattern may cost.
@Suite struct PatternLimitTests {
  /// A plain text, or a list of texts, needs no engine, and never gives up.
  @Test(arguments: [
    ("open", false), ("^open$", false), ("^(a|b)$", false), ("home|^cart", false), ("a\\.b", false),
    ("^a.*", false), ("a.b", true), ("^a.*$", true), ("[ab]", true), ("a+", true),
    ("(a)(b)", true), ("\\d", true),
  ])
  func onlyTheEngineMayGiveUp(_ pattern: String, _ mayGiveUp: Bool) throws {
    for language in [PatternLanguage.icu, .javaScript] {
      let compiled = try Pattern(pattern, ignoreCase: false, language: language)
      #expect(compiled.mayGiveUp == mayGiveUp)
    }
  }

  @Test(arguments: [
    ("(?<=a)b", true), ("(?<!a)b", true), ("(?<n>a)(?=b)", false), ("[(?<=]a(?=b)", false),
    ("\\(?<=a(?=b)", false), ("(?<n>a)", false),
  ])
  func looksBehind(_ pattern: String, _ looksBehind: Bool) throws {
    let compiled = try Pattern(pattern, ignoreCase: false, language: .javaScript)
    #expect(compiled.looksBehind == looksBehind)
  }

  // MARK: Limits

  private static let letters = String(repeating: "a", count: 8192)
  private static let endless = letters + "!b!"

  @Test(arguments: [
    ("^(a+)+$", endless), ("(a|aa)+b!c", endless), ("((a*)*)*c", endless),

    ("^(?=(a+)+c)", endless), ("a*c", endless),
  ])
  func hostilePatternsAreGivenUp(_ pattern: String, _ text: String) throws {
    for language in [PatternLanguage.icu, .javaScript] {
      let compiled = try Pattern(pattern, ignoreCase: false, language: language)
      let limit = try #require(compiled.look(in: text).limit)
      #expect(limit.kind == .steps)
      #expect(!compiled.isFound(in: text))
      #expect(throws: limit) { try compiled.group(0, in: text) }
    }
  }

  @Test func whatNestsDeepIsGivenUpForItsMemory() throws {
    let groups = String(repeating: "(a)?", count: 60)
    let pattern = try Pattern("^(?:\(groups)(?!z))*$", ignoreCase: false)
    #expect(pattern.look(in: Self.letters + Self.letters).limit?.kind == .memory)
  }

  /// An engine in no hurry matches it, in 4,190,000 steps: here it is given up.
  @Test(arguments: [PatternLanguage.icu, .javaScript])
  func whatNeedsMoreStepsThanAnEventHasIsGivenUp(_ language: PatternLanguage) throws {
    let pattern = try Pattern("^(?:(?:a+)+b|a+!)", ignoreCase: false, language: language)
    func text(_ count: Int) -> String { String(repeating: "a", count: count) + "!" }
    #expect(pattern.look(in: text(19)) == .found)
    #expect(
      pattern.look(in: text(21))
        == .gaveUp(PatternLimit(kind: .steps, pattern: pattern.text, text: text(21))))
    var steps = 5_000_000
    #expect(pattern.look(in: text(21), spending: &steps) == .found)
    #expect((500_000..<1_000_000).contains(steps))
  }

  /// As measured: a usual step takes 10 to 20 ns, and no step that counts for one more than 50.
  @Test(arguments: [
    ("(a+)+$", false, 61, 1), (String(repeating: ".*", count: 400), false, 32, 9),
    (String(repeating: "(.*)", count: 300), false, 32, 19),
    (String(repeating: "()", count: 10_000), false, 32, 151),
    ("(.*)\\1z", false, 4000, 16), ("(.*)\\1z", true, 4000, 84), ("(?i)(.*)\\1", false, 4000, 84),
    ("(?>.*)c", false, 16_000, 101), (".*+c", false, 16_000, 101), ("a(?=b)c*", false, 16_000, 1),
    ("(?<=a{1,9})c", false, 16_000, 101), ("(?!.*[(]b)", false, 160, 2), ("[(?=*)]", false, 160, 1),
    ("\\(?=a*", false, 160, 1),
  ])
  func slowStepsCountMore(_ pattern: String, _ ignoresCase: Bool, _ units: Int, _ steps: Int) {
    let cost = StepCost(of: Array(pattern.utf16), ignoresCase: ignoresCase)
    #expect(cost.steps(in: units) == steps)
  }

  // MARK: In a run

  private static func endless(_ number: Int) -> String { "\(number)" + endless }

  /// A search that ran out is not repeated, and costs nothing any more; others have their steps.
  @Test func aSearchThatRanOutIsRememberedByPatternAndText() throws {
    var budget = PatternBudget()
    let (hostile, other) = (
      try Pattern("(a+)+$", ignoreCase: false), try Pattern("(a+)+c", ignoreCase: false)
    )
    let honest = try Pattern("[b]!", ignoreCase: false)
    #expect(budget.look(for: hostile, in: Self.endless) != .found)
    #expect(budget.left == 0)
    // It was not tried, so it is not remembered either.
    #expect(budget.look(for: other, in: Self.endless) != .notFound)
    #expect(budget.wasted == Pattern.stepLimit)
    for _ in 0..<3 {
      budget.beginEvent()
      let limit = try #require(budget.look(for: hostile, in: Self.endless).limit)
      #expect(limit.kind == .steps)
      #expect(budget.left == Pattern.stepLimit)
      #expect(throws: limit) { try budget.group(1, of: hostile, in: Self.endless) }
      #expect(budget.look(for: honest, in: Self.endless) == .found)
    }
    #expect(try budget.group(0, of: hostile, in: "aa") == "aa")
    #expect(budget.wasted == Pattern.stepLimit)
    #expect(budget.remark == nil)
  }

  @Test func aRunBoundsWhatAllSearchesThatRunOutTake() throws {
    var budget = PatternBudget()
    let hostile = try Pattern("(a+)+$", ignoreCase: false)
    let honest = try Pattern("[b]!", ignoreCase: false)
    let events = PatternBudget.runLimit / Pattern.stepLimit
    for number in 0..<events + 50 {
      budget.beginEvent()
      let limit = budget.look(for: hostile, in: Self.endless(number)).limit
      #expect(limit?.kind == (number < events ? .steps : .run))
      if number >= events { #expect(budget.look(for: honest, in: "b!") == .found) }
    }
    #expect(budget.wasted == PatternBudget.runLimit)
    // Those that did not run out yet have a little, and are refused after that.
    for number in 0..<3 {
      budget.beginEvent()
      #expect(budget.left == PatternBudget.restLimit)
      let other = try Pattern("(a+)+c", ignoreCase: false)
      let limit = budget.look(for: other, in: Self.endless(number)).limit
      #expect(limit?.kind == (number == 0 ? .steps : .run))
      #expect(budget.look(for: hostile, in: "a") != .found)
    }
    #expect(budget.wasted == PatternBudget.runLimit + PatternBudget.restLimit)
    #expect(budget.remark?.contains("'(a+)+$' and 1 other pattern") == true)
    #expect(budget.remark?.contains("40,000,000 steps") == true)
  }

  @Test func whatIsRememberedIsBounded() throws {
    var budget = PatternBudget()
    // It ends for its memory, after few steps.
    let groups = String(repeating: "(a)?", count: 60)
    let pattern = try Pattern("^(?:\(groups)(?!z))*$", ignoreCase: false)
    var kinds: Set<PatternLimit.Kind> = []
    for number in 0..<PatternBudget.memoryLimit + 1 where !kinds.contains(.run) {
      budget.beginEvent()
      let text = Self.letters + Self.letters + String(repeating: "a", count: number)
      if let limit = budget.look(for: pattern, in: text).limit { kinds.insert(limit.kind) }
    }
    #expect(kinds.contains(.memory) && kinds.contains(.run))
  }

  /// What one look takes is not there for the next one of the same event.
  @Test func looksOfAnEventShareTheirSteps() throws {
    let hostile = try Pattern("^(a+)+$", ignoreCase: false)
    let plain = try Pattern("b!", ignoreCase: false)
    var steps = Pattern.stepLimit
    #expect(
      try Pattern("[b]", ignoreCase: false).look(in: Self.endless, spending: &steps) == .found)
    #expect(steps < Pattern.stepLimit && steps > Pattern.stepLimit / 2)
    _ = hostile.look(in: Self.endless, spending: &steps)
    #expect(steps == 0)
    #expect(try Pattern("[a]", ignoreCase: false).look(in: "a", spending: &steps) != .found)
    #expect(plain.look(in: Self.endless, spending: &steps) == .found)
  }

  @Test(arguments: [
    ("^(?!.*home).*$", letters), ("^(?:(?!x).)*$", letters), ("(\\w)\\1", letters),
    ("(?<![a-z])checkout(?!s)", letters + " checkout"),
    ("^(?=.*[a-z])(?=.*b)[ab!]{1,1000}", endless),
  ])
  func honestPatternsAreMatchedInLongTexts(_ pattern: String, _ text: String) throws {
    #expect(try Pattern(pattern, ignoreCase: false).look(in: text) == .found)
  }

  @Test(
    arguments: [
      (.steps, "2,000,000 steps"), (.memory, "8,000,000 bytes"), (.run, "40,000,000 steps"),
    ]
      as [(PatternLimit.Kind, String)])
  func aLimitIsSaidInWords(_ kind: PatternLimit.Kind, _ bound: String) {
    let limit = PatternLimit(kind: kind, pattern: "^(?=(a+)+c)", text: Self.endless)
    for fact in ["'^(?=(a+)+c)'", "a text of 8,195 bytes", bound] {
      #expect(limit.description.contains(fact))
    }
  }

  // MARK: In containers

  private static let thousand = String(repeating: "a", count: 999) + "!"
  private static let sentence = PatternLimit(
    kind: .steps, pattern: "^(?=(a+)+$)", text: thousand
  ).description

  /// The tag T fires where `v` matches a hostile pattern.
  private static let container = ContainerBuilder { container in
    container.variable("v")
    container.functionTag("T")
    container.rule(when: [Condition("_re", .macro("v"), "^(?=(a+)+$)")], fires: ["T"])
  }

  @Test(arguments: [true, false])
  func aConditionThatIsGivenUpIsFalseAndSaysSo(_ isTracing: Bool) throws {
    var harness = RuntimeHarness(Self.container)
    harness.runtime.isTracing = isTracing
    let step = harness.push(["event": "e", "v": .string(Self.thousand)])
    #expect(step.firedTags == [])
    let said = step.logs.filter { $0.code == .limitReached }
    #expect(
      said.map(\.arguments) == [["'v matches ^(?=(a+)+$)' counts as false: \(Self.sentence)"]])
    guard isTracing else { return }
    let tag = try #require(step.updates.first?.explanations.first?.tags.first)
    #expect(tag.lines.contains("      counts as false: \(Self.sentence)"))
  }

  /// The containers of an event share its steps, and the events of a run what it remembers.
  @Test func theBudgetBelongsToTheRun() {
    var harness = RuntimeHarness(Self.container)
    let before = harness.runtime
    for _ in 0..<3 {
      let logs = harness.push(["event": "e", "v": .string(Self.thousand)]).logs
      #expect(logs.contains { $0.code == .limitReached })
      #expect(harness.runtime.patterns.wasted == Pattern.stepLimit)
    }
    #expect(before.patterns.wasted == 0)
    for number in 1..<PatternBudget.runLimit / Pattern.stepLimit + 5 {
      harness.push(["event": "e", "v": .string(Self.thousand + "\(number)")])
    }
    #expect(harness.runtime.patterns.wasted == PatternBudget.runLimit)
    #expect(harness.runtime.patterns.refused == ["^(?=(a+)+$)"])
  }

  @Test func aGroupThatIsGivenUpHasNoValue() {
    let text = Expression.constant(.string(Self.thousand))
    let harness = RuntimeHarness { $0.macro("m", "_reg", ["arg0": text, "arg1": "^(?=(a+)+$)"]) }
    let reading = harness.read("m")
    #expect(reading.origin == .noKey)
    #expect(
      reading.logs == [LogRecord(.limitReached, ["m (_reg) has no value: \(Self.sentence)"])])
  }

  @Test func nothingIsClaimedOfWhatIsGivenUp() {
    let container = Self.container.compiled
    #expect(container.holds(0, for: .string(Self.thousand)) == nil)
    #expect(container.holds(0, for: "aa") == true)
    #expect(container.holds(0, for: "c") == false)
  }
}

extension Pattern.Look {
  /// Why it was given up, if it was.
  fileprivate var limit: PatternLimit? { if case .gaveUp(let limit) = self { limit } else { nil } }
}
