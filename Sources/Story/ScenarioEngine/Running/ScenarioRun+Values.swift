import OrderedCollections
import TagRuntime
import TagSimulation

extension ScenarioRun {
  /// Explains why an expectation of a value is not true now; nil if it is.
  func check(_ state: Expectation.ValueState) -> Failure? {
    if let failure = checkID(state.id) { return failure }
    let id = timeline.live.containerID(state.id)
    guard let container = timeline.live.container(id) else { return noContainer(state.id) }
    let known = timeline.live.world.app.container(id)?.reads ?? []
    let reads = known.filter { $0.key == state.key }
    if reads.isEmpty, state.source != ContainerSource.none,
      !container.macroNames.contains(state.key)
    {
      return Failure(row: nil, lines: [unknownKey(state.key, container)], isMistake: true)
    }
    let kind = kind(of: state, reads)
    if let mismatch = mismatch(of: state, readAs: kind) {
      return Failure(row: nil, lines: [mismatch], isMistake: true)
    }
    let reading = timeline.live.reading(of: TypedRead(kind: kind, key: state.key), in: id)
    let source = reading.origin == .container ? container.source : .none
    var problems: [String] = []
    if !state.comparison.matches(reading.value) {
      problems.append("expected \(state.comparison.text)")
      problems += state.comparison.gaveUp(on: reading.value)
    }
    if let wanted = state.source, wanted != source {
      problems.append("expected from \(wanted.rawValue)")
    }
    if problems.isEmpty { return nil }
    let value = reading.shownValue
    let has = container.macroNames.contains(state.key)
    let why =
      reading.origin != .noKey
      ? ""
      : has
        ? " (the current container has the key, but it has no value now)"
        : " (the current container has no such key)"
    return Failure(
      row: timeline.lastRow?.number,
      lines: [
        "\(state.key) is \(value) as \(kind.rawValue) from \(source.rawValue)\(why)"
      ] + problems + reading.logs.map { "SDK \($0.level.name): \($0.text)" })
  }

  func unknownKey(_ key: String, _ container: ContainerStatus) -> String {
    let reads = timeline.live.world.app.container(container.id)?.reads ?? []
    let known = container.macroNames + reads.map(\.key)
    let hint = Suggestion.nearest(to: key, among: known).map { ": did you mean \($0)?" } ?? ""
    return "the current container has no key \(key)" + hint
  }

  /// Returns the kind of the getter: the expected one, otherwise the one with which the app reads
  /// the key, otherwise the one that fits the expected value.
  private func kind(of state: Expectation.ValueState, _ reads: [TypedRead]) -> ValueKind {
    if let kind = state.kind { return kind }
    // A pattern is searched in the text of a value of any kind.
    let natural = state.comparison.sign.isPattern ? nil : state.comparison.operand.naturalKind
    // An app may read a key with several getters.
    if let natural, reads.contains(where: { $0.kind == natural }) { return natural }
    return reads.first?.kind ?? natural ?? .string
  }

  /// Explains why a value of a kind can never meet the expectation; nil if it can. There is no
  /// silent conversion, or "320" would equal 320.
  private func mismatch(of state: Expectation.ValueState, readAs kind: ValueKind) -> String? {
    let comparison = state.comparison
    if comparison.sign.isPattern { return nil }
    let read = "\(state.key) is read as \(kind.rawValue)"
    guard let natural = comparison.operand.naturalKind else {
      return read + "; expected \(JSONWriter.write(comparison.operand)), which is never possible"
    }
    let numbers: [ValueKind] = [.int64, .double]
    let isOrder = comparison.sign != .equal && comparison.sign != .notEqual
    if natural == kind || (isOrder && numbers.contains(natural) && numbers.contains(kind)) {
      return nil
    }
    var ways = ["as \(natural.rawValue)"]
    if let literal = comparison.operand.converted(to: kind) {
      ways.insert("\(comparison.sign.rawValue) \(JSONWriter.write(literal))", at: 0)
    }
    let article = natural == .int64 ? "an" : "a"
    return read + "; expected \(article) \(natural.rawValue): write "
      + ways.joined(separator: " or ")
  }
}

// MARK: - Matching

extension Value {
  /// The getter that fits an expected value; nil if no getter returns such a value.
  var naturalKind: ValueKind? {
    switch self {
    case .bool: .boolean
    case .int: .int64
    case .double: .double
    case .string: .string
    case .null, .absent, .list, .map: nil
    }
  }

  /// Converts the value to another kind without a loss; nil if that is not possible.
  func converted(to kind: ValueKind) -> Value? {
    switch kind {
    case .string: return .string(ValueConversion.text(self))
    case .boolean: return ValueConversion.boolean(self).map { .bool($0) }
    case .double: return ValueConversion.number(self).map { .double($0.double) }
    case .int64:
      switch ValueConversion.number(self) {
      case .int(let integer): return .int(integer)
      case .double(let double): return Int64(exactly: double).map { .int($0) }
      case nil: return nil
      }
    }
  }

  /// Whether two values are equal; the order of keys does not matter.
  func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.map(let left), .map(let right)):
      left.count == right.count
        && left.elements.allSatisfy { right[$0.key].map($0.value.equals) ?? false }
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    default: self == other
    }
  }

  /// Whether the value contains everything in a part: maps may have more keys; dotted keys of the
  /// part are paths; lists are compared whole.
  func contains(_ part: Value) -> Bool {
    guard case .map(let members) = part, case .map(let own) = self else { return equals(part) }
    let layer = DataLayer(own)
    return members.elements.allSatisfy { key, value in
      (own[key] ?? layer.get(key)).map { $0.contains(value) } ?? false
    }
  }
}

extension Value {
  /// Returns the value with integers in place of whole doubles wherever a part has an integer: v5
  /// passes every number to the app's code as a double, and an expected 42 means the number.
  ///
  /// - Complexity: O(n) in the size of the value.
  func withIntegers(of part: Value) -> Value {
    switch (self, part) {
    case (.double(let double), .int): Int64(exactly: double).map { .int($0) } ?? self
    case (.list(let own), .list(let others)) where own.count == others.count:
      .list(zip(own, others).map { $0.withIntegers(of: $1) })
    case (.map(let own), .map(let others)):
      .map(
        OrderedDictionary(
          uniqueKeysWithValues: own.elements.map { key, value in
            (key, others[key].map { value.withIntegers(of: $0) } ?? value)
          }))
    default: self
    }
  }
}

extension Comparison<Value> {
  /// Whether an actual value meets the comparison; order exists for numbers only.
  func matches(_ actual: Value) -> Bool {
    switch sign {
    case .equal: return actual.equals(operand)
    case .notEqual: return !actual.equals(operand)
    case .found, .notFound:
      return sign.holds(of: ValueConversion.text(operand), in: actual.patternText)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let left = ValueConversion.number(actual), let right = ValueConversion.number(operand)
      else { return false }
      return sign.holds(left.order(to: right), 0)
    }
  }

  var text: String { sign.text(of: operand) }

  /// Explains why a search of the pattern in a value has no result; empty if it has one, or if the
  /// sign compares values.
  func gaveUp(on actual: Value) -> [String] {
    Comparison<String>(sign, ValueConversion.text(operand)).gaveUp(on: actual.patternText ?? "")
  }
}

extension Comparison<String> {
  /// Whether a text meets the comparison.
  func fits(_ actual: String) -> Bool {
    sign.isPattern ? sign.holds(of: operand, in: actual) : holds(for: actual)
  }

  var text: String { sign.text(of: .string(operand)) }

  /// Explains why a search of the pattern in a text has no result; empty if it has one, or if the
  /// sign compares values.
  func gaveUp(on actual: String) -> [String] {
    guard sign.isPattern, let pattern = try? Pattern(operand, ignoreCase: false),
      case .gaveUp(let limit) = pattern.look(in: actual)
    else { return [] }
    return [limit.description]
  }
}

extension ComparisonOperator {
  /// Whether a text matches a pattern as expected. A search that takes too long never does, and a
  /// missing text contains no pattern.
  fileprivate func holds(of pattern: String, in text: String?) -> Bool {
    guard let text else { return self == .notFound }
    switch (try? Pattern(pattern, ignoreCase: false))?.look(in: text) {
    case .found?: return self == .found
    case .notFound?: return self == .notFound
    case .gaveUp?, nil: return false
    }
  }

  fileprivate func text(of operand: Value) -> String {
    let shown = isPattern ? "/\(ValueConversion.text(operand))/" : JSONWriter.write(operand)
    return rawValue + " " + shown
  }
}

extension Value {
  /// The text to search for a pattern; nil for a missing value.
  fileprivate var patternText: String? {
    switch self {
    case .null, .absent: nil
    default: ValueConversion.text(self)
    }
  }
}
