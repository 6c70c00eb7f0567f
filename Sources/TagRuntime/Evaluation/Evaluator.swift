import OrderedCollections

/// One evaluation of one container: for an event, or for a value that the app reads.
///
/// Macros are resolved when they are first needed and remembered until the evaluation ends,
/// unless they are volatile. Rules, macros and tags are taken in the order of the container; the
/// SDK holds them in sets and leaves the order open.
package struct Evaluator {
  let container: CompiledContainer
  /// The public id under which the app opened it.
  let containerID: String
  let dataLayer: DataLayer
  private(set) var lasting: Lasting
  let facts: DeviceFacts
  let settings: Settings
  let moment: Moment
  /// The event that is evaluated; nil while the app reads a value.
  let eventName: String?
  /// What Firebase knows; nil in the first generation, and while the app reads a value.
  let firebase: FirebaseScope?
  private let host: any FunctionHost
  /// What of the app ran, in order.
  private(set) var calls: [HostCall] = []
  var random: RandomSource
  /// What was said, in order.
  var logs: [LogRecord] = []
  /// Whether a tag that fired asks to dispatch its hits at once.
  var asksForDispatch = false
  /// Whether a tag raised an exception that nobody catches.
  var hasRaised = false
  /// Updates that handlers and tags push; they join the drain.
  var pushes: [NestedPush] = []
  /// Which of the pushes clear a prefix: the kept values there are deleted with it.
  var clearedPrefixes: [Int: String] = [:]
  /// What is to last of this evaluation.
  private(set) var lastingChanges: [LastingChange] = []
  /// The conditions seen, rule by rule, while tracing.
  var seen: [[ConditionSeen]]?

  /// What a macro came to, and the definition that gave it.
  private struct MacroResult {
    var definition: Int?
    var value = Resolved.failed
  }

  /// The number that rules know the event by; nil where none requires it.
  private(set) var eventNumber: Int?
  private var macroMemo: [MacroResult?]
  private var predicateMemo: [Truth?]
  /// What the remembered conditions saw, while tracing.
  private var tracedMemo: [PredicateResult?] = []
  private var isOpen: [Bool]
  private var depth = 0
  /// How many conditions were tested and values resolved.
  package private(set) var steps = 0
  /// How many bytes templates, lists and maps have built.
  package private(set) var builtBytes = 0
  private var saidExhausted = false
  private var hiddenLines = 0

  package init(
    _ container: CompiledContainer, id: String, event: String?, dataLayer: DataLayer,
    lasting: Lasting, facts: DeviceFacts, settings: Settings, moment: Moment,
    random: RandomSource, host: any FunctionHost,
    isTracing: Bool, firebase: FirebaseScope? = nil
  ) {
    self.container = container
    containerID = id
    self.eventName = event
    self.dataLayer = dataLayer
    self.lasting = lasting
    self.facts = facts
    self.settings = settings
    self.moment = moment
    self.random = random
    self.host = host
    self.firebase = firebase
    macroMemo = Array(repeating: nil, count: container.slots.count)
    predicateMemo = Array(repeating: nil, count: container.predicates.count)
    isOpen = Array(repeating: false, count: container.slots.count)
    if isTracing {
      seen = Array(repeating: [], count: container.rules.count)
      tracedMemo = Array(repeating: nil, count: container.predicates.count)
    }
    eventNumber = container.table.number(of: ruleEvent)
  }

  var dialect: Dialect { container.dialect }

  /// The event whose name rules compare: by its long name, and as JavaScript writes nothing.
  private var ruleEvent: String? {
    if !dialect.looksAtWantedFirst { return eventName }
    return firebase?.event?.longName ?? JavaScript.text(.absent)
  }

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

  /// Asks the app for the value of a macro. Only the call of a class is told of: a handler of the
  /// first generation is asked at every reference and does nothing but answer.
  mutating func ask(_ macro: FunctionCallRequest, for name: String) -> MacroAnswer {
    if macro.isClass { keep(macro, name) }
    return host.answer(to: macro)
  }

  /// Runs the app's code for a tag.
  mutating func run(_ tag: FunctionCallRequest, for name: String) -> TagAnswer {
    keep(tag, name)
    return host.run(tag)
  }

  private mutating func keep(_ request: FunctionCallRequest, _ name: String) {
    calls.append(HostCall(request: request, caller: name, event: eventName))
  }

  // MARK: Macros

  mutating func resolve(slot: Int) -> Resolved {
    if isOpen[slot] {
      let name = container.slots[slot].name
      log(.macroCycle, name)
      return .failed
    }
    let memo = macroMemo[slot]
    if let memo, !doesPush(memo) { return memo.value }
    guard spendStep(), depth < Limits.macroDepth else {
      exhausted("macros nest deeper than \(Limits.macroDepth) levels")
      return .failed
    }
    depth += 1
    isOpen[slot] = true
    let result = memo ?? resolveFresh(slot)
    if container.slots[slot].stability < .volatile { macroMemo[slot] = result }
    // Still open, so that a macro whose push refers to itself is a cycle like any other.
    if doesPush(result) { pushAfterEvaluating(result) }
    isOpen[slot] = false
    depth -= 1
    return result.value
  }

  private mutating func resolveFresh(_ slot: Int) -> MacroResult {
    guard let definition = activeDefinition(of: slot) else { return MacroResult() }
    var result = MacroResult(definition: definition)
    if let read = container.table.reads[definition] {
      result.value = dataLayer.get(parts: read.parts).map { converted($0) } ?? read.otherwise
      return result
    }
    let macro = container.macros[definition]
    guard container.defines(macro.id),
      let function = dialect.macro(macro.id, settings.sdkVersion), let evaluate = function.evaluate
    else {
      logMissingImplementation(macro.id)
      return result
    }
    if let arguments = arguments(of: macro, required: function.required) {
      result.value = evaluate(arguments, &self)
    }
    return result
  }

  /// The definition that the rules choose, else the fallback.
  mutating func activeDefinition(of slot: Int) -> Int? {
    if container.slots[slot].choices.isEmpty { return container.slots[slot].fallback }
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
    return active.first ?? source.fallback
  }

  /// Whether an evaluation pushes: every one of a definition does, remembered or not, for an event
  /// or for a getter, and also where its call failed (LegacySDK §9.6).
  private func doesPush(_ result: MacroResult) -> Bool {
    result.definition.map { container.table.pushes[$0] } ?? false
  }

  private mutating func pushAfterEvaluating(_ result: MacroResult) {
    guard let definition = result.definition,
      let expression = container.macros[definition].pushAfterEvaluate,
      let value = expand(expression).valueOrEmpty
    else { return }
    for update in value.elements ?? [value] {
      if update.members == nil {
        log(.pushedNoMap, container.macros[definition].name)
      } else {
        pushes.append(NestedPush(update, .macro(container.macros[definition].name)))
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

  /// What is said of a function that cannot be called.
  func missingImplementation(_ id: String) -> LogRecord {
    if id.isEmpty { return LogRecord(.noFunctionID) }
    guard container.version.generation == .firebase else {
      return LogRecord(.noImplementation, [id])
    }
    let isDefined = container.definedFunctions?.contains(id) ?? false
    return LogRecord(isDefined ? .runtimeFunction : .unknownFunction, [id])
  }

  mutating func logMissingImplementation(_ id: String) {
    let record = missingImplementation(id)
    log(record.code, record.arguments)
  }

  // MARK: Predicates and rules

  /// Whether a rule is true. One without conditions always is.
  mutating func isTrue(rule: Int) -> Bool { truth(ofRule: rule) == .holds }

  /// What a rule comes to: the first condition that decides it ends the look (LegacySDK §9.2,
  /// Firebase §5.4).
  mutating func truth(ofRule rule: Int) -> Truth {
    seen?[rule] = []
    let row = container.table.rows[rule]
    if row.event != nil, row.event != eventNumber { return .doesNotHold }
    if container.dialect.looksAtWantedFirst {
      return decide(rule, row.positive, isNegative: false)
        ?? decide(rule, row.negative, isNegative: true) ?? .holds
    }
    return decide(rule, row.negative, isNegative: true)
      ?? decide(rule, row.positive, isNegative: false) ?? .holds
  }

  /// What the conditions make of a rule, or nil where they let it hold.
  private mutating func decide(
    _ rule: Int, _ predicates: Range<Int>, isNegative: Bool
  ) -> Truth? {
    for place in predicates {
      let predicate = container.table.positions[place]
      switch look(at: predicate, isNegative: isNegative, in: rule) {
      case .undecided where container.dialect.failureVoidsRule: return .undecided
      case let truth: if (truth == .holds) == isNegative { return .doesNotHold }
      }
    }
    return nil
  }

  private mutating func look(at predicate: Int, isNegative: Bool, in rule: Int) -> Truth {
    if seen != nil {
      let result = examineOnce(predicate: predicate)
      seen?[rule].append(
        ConditionSeen(predicate: predicate, isNegative: isNegative, result: result))
      return result.truth
    }
    if let memo = predicateMemo[predicate] { return memo }
    let truth = test(predicate: predicate)
    if container.table.isRemembered[predicate] { predicateMemo[predicate] = truth }
    return truth
  }

  /// Tests a condition as `examine` does, and tells nothing of what it saw.
  private mutating func test(predicate: Int) -> Truth {
    guard let test = container.table.tests[predicate] else {
      return examine(predicate: predicate).truth
    }
    guard spendStep(), let left = container.dialect.operand(resolve(slot: test.slot)) else {
      return .undecided
    }
    let isTrue: Bool
    switch test.comparison {
    case .text(let holds, let right): isTrue = holds(container.dialect.text(left), right)
    case .number(let holds, let right):
      guard let right, let left = container.dialect.number(left) else { return .doesNotHold }
      isTrue = holds(left.order(to: right))
    case .pattern(let pattern): isTrue = pattern.isFound(in: container.dialect.text(left))
    }
    return isTrue ? .holds : .doesNotHold
  }

  /// Remembers exactly what the fast path remembers: a condition that is tested more often resolves
  /// macros more often, and their pushes, log lines and budgets would differ.
  private mutating func examineOnce(predicate: Int) -> PredicateResult {
    if let memo = tracedMemo[predicate] { return memo }
    let result = examine(predicate: predicate)
    if container.table.isRemembered[predicate] { tracedMemo[predicate] = result }
    return result
  }

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
    // Said even where the bound of lines is reached.
    logs.append(LogRecord(.limitReached, [what]))
  }
}

/// What a macro, a parameter or a template came to.
///
/// The SDK has two kinds of "nothing": a call that failed, and a call that worked and found
/// nothing (its default value, an empty string compared by identity). They behave differently:
/// a failed parameter keeps the whole call from running, an undefined one counts as "" in tags and
/// makes every condition false.
///
/// Source: LegacySDK §9.5; TAGRuntime.
package enum Resolved: Sendable, Hashable {
  /// A value.
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

/// What a condition or a rule came to.
enum Truth: Sendable {
  case holds
  case doesNotHold
  /// It could not be tested.
  case undecided
}
