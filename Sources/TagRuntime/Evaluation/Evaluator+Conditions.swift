import OrderedCollections

extension Evaluator {
  /// Tests a condition and tells what it saw.
  ///
  /// In the first generation a side that failed or is undefined makes it false, even `equals` with
  /// "" (LegacySDK §9.5); in the second one only a side that failed keeps it from being decided. A
  /// side that is no number makes it false where numbers are compared.
  mutating func examine(predicate position: Int) -> PredicateResult {
    let predicate = container.predicates[position]
    guard spendStep() else {
      return undecided("a limit was reached")
    }
    guard let kind = predicate.kind else {
      logMissingImplementation(predicate.call.id)
      return undecided(missingImplementation(predicate.call.id).text)
    }
    if dialect.undefinedOperand == nil, predicate.left == nil || predicate.right == nil {
      let keys = predicate.call.parameters.keys.joined(separator: ", ")
      log(.incorrectKeys, kind.id, "[arg0, arg1]", "[\(keys)]")
      return undecided("it lacks one of its two sides")
    }
    let left = predicate.left.map { expand($0) } ?? .undefined
    let right = predicate.right.map { expand($0) } ?? .undefined
    guard let leftValue = dialect.operand(left), let rightValue = dialect.operand(right) else {
      return undecided(nothing(left, right), left, right)
    }
    let (isTrue, trouble) = compare(predicate, kind, leftValue, rightValue)
    return PredicateResult(
      truth: isTrue ? .holds : .doesNotHold, left: left, right: right, trouble: trouble)
  }

  private func undecided(
    _ trouble: String, _ left: Resolved = .failed, _ right: Resolved = .failed
  ) -> PredicateResult {
    PredicateResult(truth: .undecided, left: left, right: right, trouble: trouble)
  }

  private func nothing(_ left: Resolved, _ right: Resolved) -> String {
    let side = dialect.operand(left) == nil ? "left" : "right"
    let isFailed = left == .failed || (left.value != nil && right == .failed)
    return isFailed
      ? "its \(side) side could not be resolved" : "its \(side) side has no value: always false"
  }

  private mutating func compare(
    _ predicate: CompiledPredicate, _ kind: PredicateFunction, _ left: Value, _ right: Value
  ) -> (isTrue: Bool, trouble: String?) {
    switch kind.comparison {
    case .text(let holds): return (holds(dialect.text(left), dialect.text(right)), nil)
    case .number(let holds):
      guard let leftNumber = dialect.number(left), let rightNumber = dialect.number(right) else {
        let side = dialect.number(left) == nil ? "left" : "right"
        return (false, "its \(side) side is not a number: always false")
      }
      return (holds(leftNumber.order(to: rightNumber)), nil)
    case .pattern: return match(predicate, left, right)
    }
  }

  private mutating func match(
    _ predicate: CompiledPredicate, _ left: Value, _ right: Value
  ) -> (Bool, String?) {
    if let reason = predicate.patternError { return (false, "bad pattern: \(reason)") }
    let text = dialect.text(left)
    if let pattern = predicate.pattern { return (pattern.isFound(in: text), nil) }
    do throws(PatternError) {
      // A pattern that is undefined is an empty one.
      let source = right == .absent ? "" : dialect.text(right)
      let pattern = try Pattern(source, ignoreCase: predicate.ignoresCase)
      return (pattern.isFound(in: text), nil)
    } catch {
      return (false, "bad pattern: \(error.description)")
    }
  }
}

// MARK: - Conversion

extension Evaluator {
  /// A value of the app, from the data layer or a handler, as a container sees it; nothing, after
  /// an error, where the SDK cannot convert it or a part of it.
  ///
  /// Source: LegacySDK §13.1; TAGTypes objectToValue. Containers have no doubles, so a double
  /// becomes its text.
  mutating func converted(_ value: Value) -> Resolved {
    switch value {
    case .null: return unconvertible("<null>")
    case .absent: return unconvertible("kTAGDataLayerObjectNotPresent")
    case .double(let double): return .value(.string(NumberText.plain(double)))
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

  private mutating func unconvertible(_ what: String) -> Resolved {
    log(.unknownObjectType, what)
    return .undefined
  }
}
