import OrderedCollections

/// The result of a typed getter of a container, and its origin.
public struct ValueReading: Sendable, Hashable {
  /// The origin of a value.
  public enum Origin: String, Sendable, Hashable {
    /// The container in use has it.
    case container
    /// The container in use has no macro of that name, or none that applies now: the zero of the
    /// type.
    case noKey = "no-key"
    /// The container has it, but the text does not convert: the zero of the type.
    case unconvertible
  }

  /// How the definition in use was chosen among those of the key's name.
  public enum Choice: Sendable, Hashable {
    /// A rule applied it: the title of the rule, and its conditions in words: "Language equals es".
    case rule(title: String, conditions: String)
    /// No rule did, so the default definition applies; the count is the number of rules that might
    /// have.
    case defaultMacro(rules: Int)
    /// To find out, a handler of the app would have to be called a second time.
    case unknown
  }

  /// The key: the name of a macro.
  public var key: String
  /// The requested kind of value.
  public var kind: ValueKind
  /// The value that the getter returns, always of that kind: its zero if nothing converts.
  public var value: Value
  /// The origin of the value.
  public var origin: Origin
  /// How the definition that gave it was chosen; nil if none applies.
  public var choice: Choice?
  /// How the definition gets the value; nil if none applies or it is unknown.
  public var maker: ValueMaker?
  /// The lines that the SDK logs while it reads.
  public var logs: [LogRecord]
  /// The calls of the app's code that reading caused, with their outcomes.
  public var calls: [AnsweredCall] = []
  /// While tracing: the reach of the reading; nil if the container is not open.
  package var reach: ReadingReach?

  /// The value as JSON; a number that JSON cannot hold is written in words.
  package var shownValue: String {
    if case .double(let double) = value, !double.isFinite {
      return double < 0 ? "-infinity" : "infinity"
    }
    return JSONWriter.write(value)
  }
}

/// How a macro definition gets its value.
public struct ValueMaker: Sendable, Hashable {
  /// The function id, such as `_v`.
  public var function: String
  /// The subject of the function, if it has one: the path of a data layer variable, the name of a
  /// function of the app.
  public var subject: String?

  /// Whether the container holds the value as it is.
  package var isConstant: Bool {
    function == MacroFunction.constant.id || function == FirebaseFunction.constant.id
  }

  package var isEvent: Bool { function == MacroFunction.event.id }

  /// Whether the value comes from the data layer.
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

  /// Returns the parameter that holds the subject of a function.
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

  /// Records how the definition in use was chosen, and how it gets its value. No handler is called
  /// a second time for it.
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

  /// Whether a rule can be evaluated again without calling a handler.
  func isStable(rule: Int) -> Bool {
    let rule = container.rules[rule]
    return (rule.positive + rule.negative).allSatisfy {
      container.predicates[$0].call.stability < .volatile
    }
  }
}

extension CompiledContainer {
  /// Returns how a macro definition gets its value.
  package func maker(of definition: Int) -> ValueMaker {
    let macro = macros[definition]
    let subject = ValueMaker.subjectKey(of: macro).flatMap { macro.parameters[$0] }
    return ValueMaker(function: macro.id, subject: subject.map(words))
  }
}
