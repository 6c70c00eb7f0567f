import OrderedCollections

extension Evaluator {
  /// Tests a condition and returns what it saw, with the calls of the app's code that it caused.
  mutating func observe(predicate position: Int) -> PredicateResult {
    let before = answers.count
    var result = examine(predicate: position)
    result.calls = Array(answers[before...])
    return result
  }

  /// Tests a condition and returns what it saw.
  ///
  /// In the first generation a side that failed or is undefined makes it false, even `equals` with
  /// "" (LegacySDK §9.5); in the second one only a side that failed leaves it undecided. If numbers
  /// are compared, a side that is not a number makes it false.
  mutating func examine(predicate position: Int) -> PredicateResult {
    guard spendStep() else {
      return .undecided("a limit was reached")
    }
    if let test = container.table.tests[position] { return examine(test, of: position) }
    guard let kind = container.predicates[position].kind else {
      let id = container.predicates[position].call.id
      logMissingImplementation(id)
      return .undecided(container.missingImplementation(id).text)
    }
    let leftSide = container.predicates[position].left
    let rightSide = container.predicates[position].right
    if dialect.undefinedOperand == nil, leftSide == nil || rightSide == nil {
      let keys = container.predicates[position].call.parameters.keys.joined(separator: ", ")
      log(.incorrectKeys, kind.id, "[arg0, arg1]", "[\(keys)]")
      return .undecided("one of its two sides is missing")
    }
    let left = leftSide.map { expand($0) } ?? .undefined
    let right = rightSide.map { expand($0) } ?? .undefined
    guard let leftValue = dialect.operand(left), let rightValue = dialect.operand(right) else {
      return withoutOperand(position, left, right)
    }
    let (isTrue, trouble) = compare(position, kind, leftValue, rightValue)
    return PredicateResult(
      truth: isTrue ? .holds : .doesNotHold, left: left, right: right, trouble: trouble)
  }

  /// Tests a condition that has a fast test.
  private mutating func examine(_ test: RuleTable.Test, of position: Int) -> PredicateResult {
    let left = resolve(slot: test.slot)
    var right = Resolved.failed
    if case .constant(let constant)? = container.predicates[position].right { right = constant }
    guard let leftValue = dialect.operand(left) else {
      return withoutOperand(position, left, right)
    }
    if case .pattern(let number) = test.comparison {
      let pattern = container.constants.patterns[number]
      let (isTrue, trouble) = look(for: pattern, in: dialect.text(leftValue), of: position)
      return PredicateResult(
        truth: isTrue ? .holds : .doesNotHold, left: left, right: right, trouble: trouble)
    }
    if container.holds(test.comparison, leftValue) {
      return PredicateResult(truth: .holds, left: left, right: right)
    }
    return PredicateResult(
      truth: .doesNotHold, left: left, right: right,
      trouble: test.isOfNumbers ? dialect.trouble(leftValue, right.value ?? .absent) : nil)
  }

  /// Returns the result of a condition that has nothing to compare.
  private func withoutOperand(
    _ position: Int, _ left: Resolved, _ right: Resolved
  ) -> PredicateResult {
    var result = PredicateResult.undecided(dialect.nothing(left, right), left, right)
    // Only an explanation needs to know more.
    guard isTracing, left == .failed || right == .failed,
      let failure = failure(of: container.predicates[position].call)
    else { return result }
    result.trouble = (result.trouble ?? "") + ": " + words(of: failure)
    result.lack = lack(of: failure)
    return result
  }

  private mutating func compare(
    _ position: Int, _ kind: PredicateFunction, _ left: Value, _ right: Value
  ) -> (isTrue: Bool, trouble: String?) {
    switch kind.comparison {
    case .text(let holds): return (holds(dialect.text(left), dialect.text(right)), nil)
    case .number(let holds):
      guard let leftNumber = dialect.number(left), let rightNumber = dialect.number(right) else {
        return (false, dialect.trouble(left, right))
      }
      return (holds(leftNumber.order(to: rightNumber)), nil)
    case .pattern: return match(position, left, right)
    }
  }

  private mutating func match(
    _ position: Int, _ left: Value, _ right: Value
  ) -> (Bool, String?) {
    let predicate = container.predicates[position]
    if let reason = predicate.patternError { return (false, "bad pattern: \(reason)") }
    let text = dialect.text(left)
    if let pattern = predicate.pattern { return look(for: pattern, in: text, of: position) }
    do throws(PatternError) {
      // A pattern that is undefined is an empty one.
      let source = right == .absent ? "" : dialect.text(right)
      let pattern = try Pattern(
        source, ignoreCase: predicate.ignoresCase, language: container.patternLanguage)
      return look(for: pattern, in: text, of: position)
    } catch {
      return (false, "bad pattern: \(error.description)")
    }
  }

  /// Searches a text for a pattern. A search that gives up counts as no match, and the log says so.
  mutating func look(
    for pattern: Pattern, in text: String, of position: Int
  ) -> (Bool, String?) {
    switch patterns.look(for: pattern, in: text) {
    case .found: return (true, nil)
    case .notFound: return (false, nil)
    case .gaveUp(let limit):
      let condition = container.sentence(position, false)
      log(.limitReached, "'\(condition)' counts as false: \(limit)")
      return (false, "counts as false: \(limit)")
    }
  }
}

// MARK: - Parts of a test

// These are not methods of the evaluator: a call that only reads the evaluator copies it whole.

extension CompiledContainer {
  /// Whether a value compares in this way with the constant of a condition.
  func holds(_ comparison: RuleTable.Test.Comparison, _ left: Value) -> Bool {
    switch comparison {
    case .integer(let relation, let right):
      guard let left = dialect.number(left) else { return false }
      return relation(left.order(to: .int(right)))
    case .number(let relation, let right):
      guard let left = dialect.number(left) else { return false }
      return relation(left.order(to: right))
    case .noNumber: return false
    case .text(let relation, let position):
      let right = constants.texts[position]
      if case .string(let text) = left { return relation(text, right) }
      return relation(dialect.text(left), right)
    // Only the evaluator knows the remaining budget of a search.
    case .pattern: return false
    }
  }

  /// Returns the log line for a function that cannot be called.
  func missingImplementation(_ id: String) -> LogRecord {
    if id.isEmpty { return LogRecord(.noFunctionID) }
    guard version.generation == .firebase else {
      return LogRecord(.noImplementation, [id])
    }
    let isDefined = definedFunctions?.contains(id) ?? false
    return LogRecord(isDefined ? .runtimeFunction : .unknownFunction, [id])
  }
}

extension Dialect {
  /// Returns the reason why there is nothing to compare.
  func nothing(_ left: Resolved, _ right: Resolved) -> String {
    let side = operand(left) == nil ? "left" : "right"
    let isFailed = left == .failed || (left.value != nil && right == .failed)
    return isFailed
      ? "its \(side) side could not be resolved" : "its \(side) side has no value: always false"
  }

  /// Returns the reason why values cannot be compared as numbers; nil if they can.
  func trouble(_ left: Value, _ right: Value) -> String? {
    if number(left) == nil { return "its left side is not a number: always false" }
    if number(right) == nil { return "its right side is not a number: always false" }
    return nil
  }
}

extension PredicateResult {
  fileprivate static func undecided(
    _ trouble: String, _ left: Resolved = .failed, _ right: Resolved = .failed
  ) -> PredicateResult {
    PredicateResult(truth: .undecided, left: left, right: right, trouble: trouble)
  }
}

// MARK: - Conversion

extension Evaluator {
  /// Converts a value of the app, from the data layer or a handler, to what a container sees;
  /// undefined, after an error, if the SDK cannot convert it or a part of it.
  ///
  /// Source: LegacySDK §13.1, Platforms §6; TAGTypes objectToValue. Containers have no doubles, so
  /// a double becomes its text.
  mutating func converted(_ value: Value) -> Resolved {
    switch value {
    case .null: return unconvertible("<null>")
    case .absent: return unconvertible("kTAGDataLayerObjectNotPresent")
    case .double(let double):
      let hasMore = settings.platform == .ios && settings.quirks.contains(.seventeenDigits)
      let text = hasMore ? NumberText.long(double) : settings.platform.rules.doubleText(double)
      return .value(.string(text))
    case .bool(let flag):
      let isNumber = settings.quirks.contains(.booleanAsInteger)
      return .value(isNumber ? .int(flag ? 1 : 0) : value)
    case .int, .string: return .value(value)
    case .list(let elements):
      var converted: [Value] = []
      for element in elements {
        guard let value = self.converted(element).value else { return .undefined }
        converted.append(value)
      }
      return .value(.list(converted))
    case .map(var members):
      for index in members.elements.indices {
        guard let value = converted(members.elements[index].value).value else {
          return .undefined
        }
        members.updateValue(value, forKey: members.elements[index].key)
      }
      return .value(.map(members))
    }
  }

  /// Whether a value of the data layer counts as missing.
  ///
  /// Source: Platforms §6.
  func isMissing(_ value: Value) -> Bool {
    if case .null = value { settings.platform.rules.nullIsMissing } else { false }
  }

  private mutating func unconvertible(_ what: String) -> Resolved {
    log(.unknownObjectType, what)
    return .undefined
  }
}
