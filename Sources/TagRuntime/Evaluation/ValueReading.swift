import OrderedCollections

/// What a typed getter of a container gives, and where it came from.
public struct ValueReading: Sendable, Hashable {
  /// Where a value came from.
  public enum Origin: Sendable, Hashable {
    /// The container in use has it.
    case container
    /// The container in use has no macro of that name, or none that applies now: the zero of the
    /// type.
    case noKey
    /// The container has it, but the text does not convert: the zero of the type.
    case unconvertible
  }

  /// How the definition in use was chosen among those of the key's name.
  public enum Choice: Sendable, Hashable {
    /// A rule applied it: what it is called, and its conditions in words: "Language equals es".
    case rule(title: String, conditions: String)
    /// No rule did, so that the default definition applies; so many rules might have.
    case defaultMacro(rules: Int)
    /// To tell, a handler of the app would have to be asked a second time.
    case unknown
  }

  /// The key: the name of a macro.
  public var key: String
  /// The kind that was asked for.
  public var kind: ValueKind
  /// The value in that kind.
  public var value: Value
  /// Where it came from.
  public var origin: Origin
  /// How the definition that gave it was chosen; nil where none applies.
  public var choice: Choice?
  /// What the definition does to get the value; nil where none applies or where it is not known.
  public var maker: ValueMaker?
  /// What the SDK says while it reads.
  public var logs: [LogRecord]
  /// The calls of the app's code that reading took, with what came of them.
  public var calls: [AnsweredCall] = []
  /// While tracing: what reading led to; nil where the container is not open.
  package var reach: ReadingReach?

  /// The value as JSON; what JSON has no number for is said in words.
  package var shownValue: String {
    if case .double(let double) = value, !double.isFinite {
      return double < 0 ? "-infinity" : "infinity"
    }
    return JSONWriter.write(value)
  }
}

/// What a macro definition does to get its value.
public struct ValueMaker: Sendable, Hashable {
  /// The function id, such as `_v`.
  public var function: String
  /// What the function is asked about, where it is about something: the path of a data layer
  /// variable, the name of a function of the app.
  public var subject: String?

  /// Whether the value stands in the container as it is.
  package var isConstant: Bool {
    function == MacroFunction.constant.id || function == FirebaseFunction.constant.id
  }

  /// Whether the value is the name of the event at hand.
  package var isEvent: Bool { function == MacroFunction.event.id }

  /// Whether the value is one of the data layer.
  package var readsDataLayer: Bool { function == MacroFunction.dataLayerVariable.id }

  /// The kind of macro in words: "data layer variable user.tier".
  ///
  /// Source: Formats §3.1, Formats §6.1.
  package var words: String {
    let kind =
      MacroFunction.named(function)?.label ?? FirebaseFunction.named(function, .macro)?.words
      ?? "macro of the unknown kind \(function)"
    return subject.map { kind + " " + $0 } ?? kind
  }

  /// The parameter that says what a function is asked about.
  static func subjectKey(of macro: CompiledFunction) -> String? {
    if let kind = MacroFunction.named(macro.id) { return kind.subject }
    guard let kind = FirebaseFunction.named(macro.id, .macro), let subject = kind.subject,
      macro.parameters[subject] == nil, let ending = kind.subjectEnding
    else { return FirebaseFunction.named(macro.id, .macro)?.subject }
    return macro.parameters.keys.first { $0.hasSuffix(ending) }
  }
}

// MARK: - Reading

extension Evaluator {
  /// Reads a value as the SDK's typed getters do: it evaluates the macro of that name outside of
  /// any event, then converts (LegacySDK §7.1, LegacySDK §13).
  mutating func read(_ key: String, as kind: ValueKind) -> ValueReading {
    var reading = ValueReading(
      key: key, kind: kind, value: kind.zero, origin: .noKey, choice: nil, maker: nil, logs: [])
    guard let slot = container.slotOfName[key] else {
      log(.invalidMacro, key)
      reading.logs = logs
      return reading
    }
    keepsAnswers = true
    let resolved = resolve(slot: slot)
    reading.calls = answers
    reading.reach = resolvedVariables.map {
      ReadingReach(containerID: containerID, compiled: container, variables: $0)
    }
    explainChoice(of: slot, in: &reading)
    if let value = resolved.value {
      if let converted = convert(value, to: kind) {
        reading.value = converted
        reading.origin = .container
      } else {
        reading.origin = .unconvertible
      }
    }
    reading.logs = logs
    return reading
  }

  private mutating func convert(_ value: Value, to kind: ValueKind) -> Value? {
    switch kind {
    case .string: return .string(dialect.text(value))
    case .boolean:
      if let flag = ValueConversion.boolean(value, on: settings.platform) {
        return .bool(flag)
      }
      log(.notABoolean, dialect.text(value))
      return nil
    case .int64, .double:
      let text = dialect.text(value)
      guard let number = dialect.number(value) else {
        if !text.isEmpty { log(.notANumber, text) }
        return nil
      }
      return kind == .int64 ? .int(ValueConversion.int64(number)) : .double(number.double)
    }
  }

  /// Tells how the definition in use was chosen, and what it does. A handler is not asked a second
  /// time for it.
  private mutating func explainChoice(of slot: Int, in reading: inout ValueReading) {
    let choices = container.slots[slot].choices
    guard choices.allSatisfy({ isStable(rule: $0.rule) }) else {
      reading.choice = .unknown
      return
    }
    let said = (logs, pushes)
    defer { (logs, pushes) = said }
    let definition = activeDefinition(of: slot)
    guard definition >= 0 else { return }
    reading.maker = container.maker(of: definition)
    reading.choice = .defaultMacro(rules: choices.count)
    guard
      let winner = choices.first(where: { $0.added.contains(definition) && isTrue(rule: $0.rule) })
    else { return }
    let conditions = dialect.clauses(of: container.rules[winner.rule])
      .flatMap { clause in clause.predicates.map { container.sentence($0, clause.isNegative) } }
      .joined(separator: " and ")
    reading.choice = .rule(
      title: container.title(ofRule: winner.rule),
      conditions: conditions.isEmpty ? "no conditions" : conditions)
  }

  /// Whether a rule can be looked at again without asking a handler.
  func isStable(rule: Int) -> Bool {
    let rule = container.rules[rule]
    return (rule.positive + rule.negative).allSatisfy {
      container.predicates[$0].call.stability < .volatile
    }
  }
}

extension CompiledContainer {
  /// What a macro definition does to get its value.
  package func maker(of definition: Int) -> ValueMaker {
    let macro = macros[definition]
    let subject = ValueMaker.subjectKey(of: macro).flatMap { macro.parameters[$0] }
    return ValueMaker(function: macro.id, subject: subject.map(words))
  }
}
