import OrderedCollections

/// One evaluation of one container: for an event, or for a value that the app reads.
///
/// Macros are resolved when they are first needed and remembered until the evaluation ends, unless
/// they are volatile. Rules, macros and tags are evaluated in the order of the container; the SDK
/// holds them in sets and leaves the order open.
package struct Evaluator {
  let container: CompiledContainer
  /// The public id under which the app opened the container.
  let containerID: String
  let dataLayer: DataLayer
  private(set) var lasting: Lasting
  private let surroundings: Surroundings
  let moment: Moment
  /// The event that is evaluated; nil while the app reads a value.
  let eventName: String?
  /// Firebase's state; nil in the first generation, and while the app reads a value.
  var firebase: FirebaseScope? { scope?.wrappedValue }
  private let scope: Boxed<FirebaseScope>?
  private let host: any FunctionHost
  /// The calls of the app's code, in order.
  private(set) var calls: [HostCall] = []
  /// Whether calls of the app's code are recorded with their outcomes.
  var keepsAnswers: Bool
  /// The calls of the app's code with their outcomes, if they are recorded.
  private(set) var answers: [AnsweredCall] = []
  var random: RandomSource
  var logs: [LogRecord] = []
  /// Whether a tag that fired asks to dispatch its hits at once.
  var asksForDispatch = false
  /// Whether a tag raised an exception that nothing catches.
  var hasRaised = false
  /// How often the app was asked for the value of a macro.
  private(set) var asked = 0
  /// Updates that handlers and tags push; they join the drain.
  var pushes: [NestedPush] = []
  /// While tracing: the range of answers that belongs to each fired tag, in their order.
  var answersOfTags: [Range<Int>] = []
  /// The pushes that clear a prefix: the values stored under it are deleted as well.
  var clearedPrefixes: [Int: String] = [:]
  /// The changes of this evaluation that must last.
  private(set) var lastingChanges: [LastingChange] = []
  /// Whether it records what every condition saw.
  let isTracing: Bool
  /// The record while tracing.
  private var trace: EvaluationTrace?

  /// The number of the event in the rules; -1 if no rule requires it.
  let eventNumber: Int
  /// The memo that the next evaluation takes over.
  package var memo: EvaluationMemo
  private var depth = 0
  /// The number of conditions tested and values resolved.
  package private(set) var steps = 0
  /// The number of bytes that templates, lists and maps have built.
  package private(set) var builtBytes = 0
  /// The budget of pattern searches, which the next evaluation takes over.
  var patterns: PatternBudget
  private var saidExhausted = false
  private var hiddenLines = 0

  package init(
    _ container: CompiledContainer, id: String, event: String?, dataLayer: DataLayer,
    lasting: Lasting, in surroundings: Surroundings, moment: Moment,
    random: RandomSource, host: any FunctionHost, isTracing: Bool, firebase: FirebaseScope? = nil,
    patterns: PatternBudget = PatternBudget(), memo: consuming EvaluationMemo = EvaluationMemo()
  ) {
    self.container = container
    containerID = id
    self.eventName = event
    self.dataLayer = dataLayer
    self.lasting = lasting
    self.surroundings = surroundings
    self.moment = moment
    self.random = random
    self.host = host
    scope = firebase.map { Boxed(wrappedValue: $0) }
    self.isTracing = isTracing
    keepsAnswers = isTracing
    self.patterns = patterns
    memo.begin(container)
    self.memo = memo
    trace = isTracing ? EvaluationTrace(of: container) : nil
    eventNumber = container.events.number(
      of: container.dialect.ruleEvent(eventName: event, firebase))
  }

  /// Creates an evaluation of another container in the same place, only to be explained.
  func meeting(_ other: CompiledContainer) -> Evaluator {
    Evaluator(
      other, id: containerID, event: eventName, dataLayer: dataLayer, lasting: lasting,
      in: surroundings, moment: moment, random: random, host: host, isTracing: true,
      firebase: firebase, patterns: patterns)
  }

  var dialect: Dialect { container.dialect }
  var facts: DeviceFacts { surroundings.facts }
  var settings: Settings { surroundings.settings }

  mutating func log(_ code: LogCode, _ arguments: String...) { log(code, arguments) }

  mutating func log(_ code: LogCode, _ arguments: [String]) {
    guard logs.count < Limits.logLinesPerEvaluation else {
      hiddenLines += 1
      logs[Limits.logLinesPerEvaluation - 1] = LogRecord(.moreLines, [String(hiddenLines)])
      return
    }
    logs.append(LogRecord(code, arguments))
  }

  mutating func change(_ change: LastingChange) {
    lasting.apply(change)
    lastingChanges.append(change)
  }

  /// Asks the app for the value of a macro. Only the call of a class is recorded: a handler of the
  /// first generation is called at every reference and does nothing but answer.
  mutating func ask(_ macro: FunctionCallRequest, for name: String) -> MacroAnswer {
    asked += 1
    if macro.isClass { keep(macro, name) }
    let answer = host.answer(to: macro)
    keep(AnsweredCall(macro, name, answer))
    return answer
  }

  /// Runs the app's code for a tag.
  mutating func run(_ tag: FunctionCallRequest, for name: String) -> TagAnswer {
    keep(tag, name)
    let answer = host.run(tag)
    keep(AnsweredCall(tag, name, answer))
    return answer
  }

  /// Records a call, and logs it once if it has a usable outcome; the caller logs what is wrong
  /// with any other call.
  private mutating func keep(_ call: AnsweredCall) {
    if keepsAnswers, answers.count < Limits.logLinesPerEvaluation { answers.append(call) }
    guard !call.needsAttention else { return }
    let record = LogRecord(.appCalled, [call.caller, call.request.text, call.outcomeText])
    if !logs.contains(record) { log(record.code, record.arguments) }
  }

  private mutating func keep(_ request: FunctionCallRequest, _ name: String) {
    calls.append(HostCall(request: request, caller: name, event: eventName))
  }

  // MARK: Macros

  /// Returns the value of a macro. A definition that pushes does so at every reference, remembered
  /// or not, for an event or for a getter, and even if its call failed (LegacySDK §9.6).
  mutating func resolve(slot: Int) -> Resolved {
    let state = memo.state(ofSlot: slot)
    switch state {
    case .resolved: return memo.value(ofSlot: slot)
    case .open:
      log(.macroCycle, container.slots[slot].name)
      return .failed
    case .unknown, .pushing: break
    }
    if isTracing { trace?.resolve(slot: slot) }
    guard spendStep(), depth < Limits.macroDepth else {
      exhausted("macros nest deeper than \(Limits.macroDepth) levels")
      return .failed
    }
    depth += 1
    memo.set(.open, ofSlot: slot)
    let (value, definition) =
      state == .pushing ? memo.result(ofSlot: slot) : resolveFresh(slot)
    let isRemembered = container.calls.slots[slot].isRemembered
    let doesPush = definition >= 0 && container.calls.pushes[definition]
    if isRemembered, state == .unknown { memo.keep(value, by: definition, ofSlot: slot) }
    // Still open, so that a macro whose push refers to itself is a cycle like any other.
    if doesPush { pushAfterEvaluating(definition) }
    memo.set(!isRemembered ? .unknown : doesPush ? .pushing : .resolved, ofSlot: slot)
    depth -= 1
    return value
  }

  private mutating func resolveFresh(_ slot: Int) -> (value: Resolved, definition: Int) {
    let definition = activeDefinition(of: slot)
    guard definition >= 0 else { return (.failed, definition) }
    return (call(macro: definition), definition)
  }

  private mutating func call(macro definition: Int) -> Resolved {
    if let read = container.calls.reads[definition] {
      guard let value = dataLayer.value(at: read, &memo.places), !isMissing(value) else {
        return read.otherwise
      }
      return converted(value)
    }
    guard let call = container.calls.macros[definition],
      call.function.isPart(of: settings.sdkVersion, on: settings.platform),
      let evaluate = call.function.evaluate
    else {
      logMissingImplementation(container.macros[definition].id)
      return .failed
    }
    if let arguments = call.arguments { return evaluate(arguments, &self) }
    let macro = container.macros[definition]
    return arguments(of: macro, required: call.function.required)
      .map { evaluate($0, &self) } ?? .failed
  }

  /// Returns the definition that the rules choose, or else the fallback.
  ///
  /// - Returns: its position, or -1 if there is none.
  mutating func activeDefinition(of slot: Int) -> Int {
    let row = container.calls.slots[slot]
    return row.hasChoices ? chosenDefinition(of: slot) : row.fallback
  }

  private mutating func chosenDefinition(of slot: Int) -> Int {
    let source = container.slots[slot]
    var added: Set<Int> = []
    var removed: Set<Int> = []
    for choice in source.choices where isTrue(rule: choice.rule) {
      added.formUnion(choice.added)
      removed.formUnion(choice.removed)
    }
    let active = source.definitions.filter { added.contains($0) && !removed.contains($0) }
    if active.count > 1 {
      log(.multipleMacros, source.name)
    }
    if active.count > 1, settings.quirks.contains(.unorderedSets) {
      return active[Int(random.integer(in: 0...Int64(active.count - 1)))]
    }
    return active.first ?? source.fallback ?? -1
  }

  private mutating func pushAfterEvaluating(_ definition: Int) {
    guard let expression = container.macros[definition].pushAfterEvaluate,
      let value = expand(expression).valueOrEmpty
    else { return }
    for update in value.elements ?? [value] {
      if update.members == nil {
        log(.pushedNoMap, container.macros[definition].name)
      } else {
        pushes.append(NestedPush(value: update, origin: .macro(container.macros[definition].name)))
      }
    }
  }

  // MARK: Calls

  mutating func arguments(
    of call: CompiledFunction, required: [String]
  ) -> FunctionArguments? {
    if call.id.isEmpty {
      log(.noFunctionID)
      return nil
    }
    var values: OrderedDictionary<String, Resolved> = [:]
    for (key, expression) in call.parameters.elements {
      let value = expand(expression)
      if value == .failed { return nil }
      values[key] = value
    }
    guard required.allSatisfy({ values[$0] != nil }) else {
      let had = "[" + call.parameters.keys.joined(separator: ", ") + "]"
      let wanted = "[" + required.joined(separator: ", ") + "]"
      log(.incorrectKeys, call.id, wanted, had)
      return nil
    }
    return FunctionArguments(function: call.id, name: call.name, values: values)
  }

  mutating func logMissingImplementation(_ id: String) {
    let record = container.missingImplementation(id)
    log(record.code, record.arguments)
  }

  // MARK: Predicates and rules

  /// Whether a rule is true. One without conditions always is.
  mutating func isTrue(rule: Int) -> Bool { truth(ofRule: rule) == .holds }

  /// Evaluates a rule: the first condition that decides it ends the evaluation (LegacySDK §9.2,
  /// Firebase §5.4).
  mutating func truth(ofRule rule: Int) -> Truth {
    truth(ofRule: rule, in: container.table)
  }

  mutating func truth(ofRule rule: Int, in table: RuleTable) -> Truth {
    if isTracing { trace?.begin(rule: rule) }
    let truth = decide(rule, table)
    if isTracing { trace?.end(rule: rule, truth) }
    return truth
  }

  private mutating func decide(_ rule: Int, _ table: RuleTable) -> Truth {
    let row = table.rows[rule]
    if row.event >= 0, row.event != eventNumber { return .doesNotHold }
    if table.looksAtWantedFirst {
      return decide(rule, row.positive, isNegative: false, table)
        ?? decide(rule, row.negative, isNegative: true, table) ?? .holds
    }
    return decide(rule, row.negative, isNegative: true, table)
      ?? decide(rule, row.positive, isNegative: false, table) ?? .holds
  }

  /// Returns the result of a rule, or nil if the conditions let it hold.
  private mutating func decide(
    _ rule: Int, _ predicates: Range<Int>, isNegative: Bool, _ table: RuleTable
  ) -> Truth? {
    for place in predicates {
      let predicate = table.positions[place]
      switch look(at: predicate, isNegative: isNegative, in: rule, table) {
      case .undecided where table.failureVoidsRule: return .undecided
      case let truth: if (truth == .holds) == isNegative { return .doesNotHold }
      }
    }
    return nil
  }

  private mutating func look(
    at predicate: Int, isNegative: Bool, in rule: Int, _ table: RuleTable
  ) -> Truth {
    if isTracing {
      let (number, result) = examineOnce(predicate: predicate)
      trace?.look(at: predicate, isNegative: isNegative, in: rule, number)
      return result.truth
    }
    if let known = memo.truth(ofCondition: predicate) { return known }
    let truth = test(predicate: predicate, table)
    if table.isRemembered[predicate] { memo.keep(truth, ofCondition: predicate) }
    return truth
  }

  /// Tests a condition as `examine` does, without returning what it saw.
  private mutating func test(predicate: Int, _ table: RuleTable) -> Truth {
    guard let test = table.tests[predicate] else {
      return examine(predicate: predicate).truth
    }
    guard spendStep() else { return .undecided }
    let resolved = resolve(slot: test.slot)
    if case .integer(let relation, let right) = test.comparison,
      case .value(.int(let left)) = resolved
    {
      return relation(left == right ? 0 : left < right ? -1 : 1) ? .holds : .doesNotHold
    }
    guard let left = dialect.operand(resolved) else { return .undecided }
    if case .pattern(let position) = test.comparison {
      let pattern = container.constants.patterns[position]
      return look(for: pattern, in: dialect.text(left), of: predicate).0 ? .holds : .doesNotHold
    }
    return container.holds(test.comparison, left) ? .holds : .doesNotHold
  }

  /// Remembers exactly what the fast path remembers: a condition that is tested more often resolves
  /// macros more often, and their pushes, log lines and budgets would differ.
  private mutating func examineOnce(predicate: Int) -> (number: Int, result: PredicateResult) {
    if let known = trace?.known(predicate) { return known }
    let result = observe(predicate: predicate)
    let isRemembered = container.table.isRemembered[predicate]
    return (trace?.keep(result, of: predicate, isRemembered: isRemembered) ?? 0, result)
  }

  /// Returns the finished evaluation, to be explained, after `evaluateTags` ran; nil if it was not
  /// traced.
  func traced(_ fired: [FiredTag]) -> TracedEvaluation? {
    trace.map { TracedEvaluation(self, $0, fired) }
  }

  /// The variables that were resolved so far, if it is traced.
  var resolvedVariables: [Int]? { trace?.variables }

  // MARK: Budgets

  mutating func spendStep() -> Bool {
    steps += 1
    if steps <= Limits.evaluationSteps { return true }
    exhausted("more than \(Limits.evaluationSteps) evaluations for one event")
    return false
  }

  mutating func spendBytes(_ count: Int) -> Bool {
    builtBytes += count
    if builtBytes <= Limits.builtBytes { return true }
    exhausted(
      "templates, lists and maps build more than \(Limits.builtBytes) bytes for one event")
    return false
  }

  private mutating func exhausted(_ what: String) {
    if saidExhausted { return }
    saidExhausted = true
    // Logged even when the bound of lines is reached.
    logs.append(LogRecord(.limitReached, [what]))
  }
}

/// The result of a macro, a parameter or a template.
///
/// The SDK has two kinds of "nothing": a call that failed, and a call that worked and found
/// nothing (its default value, an empty string compared by identity). They behave differently:
/// a failed parameter keeps the whole call from running, an undefined one counts as "" in tags and
/// makes every condition false.
///
/// Source: LegacySDK §9.5; TAGRuntime.
package enum Resolved: Sendable, Hashable {
  case value(Value)
  /// The SDK's default value: reads as "", fails every condition.
  case undefined
  /// The call could not be made.
  case failed

  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The value as tags see it.
  var valueOrEmpty: Value? {
    switch self {
    case .value(let value): value
    case .undefined: .string("")
    case .failed: nil
    }
  }
}

/// The result of a condition or a rule.
enum Truth: UInt8, Sendable {
  case holds = 1
  case doesNotHold
  /// It could not be tested.
  case undecided
}
