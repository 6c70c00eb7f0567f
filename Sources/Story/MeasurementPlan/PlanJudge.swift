package import OrderedCollections
package import TagRuntime

/// Where the parameters of one event depart from the plan.
package struct PlanFault: Sendable, Hashable {
  package enum Kind: Sendable, Hashable, CaseIterable {
    case missing
    case additional
    /// It is there under another spelling: `screenName` for `screen_name`.
    case otherSpelling
    case wrongType
    case valueNotAllowed
    case patternNotMet
    case outOfBounds
  }

  package var kind: Kind
  /// The parameter as the plan names it; an additional one as the event names it.
  package var parameter: String
  /// What the plan allows, in words; empty for an additional parameter.
  package var expected: String
  /// What the event has, in words; empty for a missing parameter.
  package var got: String
  /// Where the plan says it.
  package var place: PlanPlace
  /// Whether the plan forbids an additional parameter, not only leaves it out.
  package var isForbidden = false
}

/// How the values of an event were seen.
package struct PlanReading: Sendable, Hashable {
  /// Whether they went through Firebase (v5), where a truth value is 1 or 0.
  package var isFirebase: Bool
  /// Whether they come from a text without types, such as a console.
  package var isText: Bool

  package init(isFirebase: Bool, isText: Bool = false) {
    self.isFirebase = isFirebase
    self.isText = isText
  }
}

/// Judges events against a plan. Paths and patterns are prepared once for the plan.
package struct PlanJudge: Sendable {
  package typealias Members = OrderedDictionary<String, Value>

  /// The most elements of a list that are judged.
  static let elementLimit = 10_000
  /// The most characters of a value in words.
  static let shownLength = 60
  /// The most values of an expectation in words.
  static let shownValues = 8

  /// A part of a path with what may be inside it.
  struct Node: Sendable {
    var parameter: PlannedParameter?
    var children: OrderedDictionary<String, Node> = [:]
    var isClosed = false
  }

  package let plan: MeasurementPlan
  /// The numbers of the events in the plan by name.
  private var events: [PlanGatherer.Key: Int] = [:]
  private var roots: [Node] = []
  private var patterns: [String: Pattern] = [:]

  /// - Complexity: O(n) in the parameters of the plan.
  package init(_ plan: MeasurementPlan) {
    self.plan = plan
    for (index, event) in plan.events.enumerated() {
      events[PlanGatherer.Key(kind: event.kind, name: event.name)] = index
      var root = Node(isClosed: event.isClosed)
      for parameter in event.parameters { root.insert(parameter, parameter.path[...]) }
      roots.append(root)
    }
    for parameter in plan.events.flatMap(\.parameters) + plan.userProperties {
      guard let text = parameter.pattern, patterns[text] == nil else { continue }
      patterns[text] = try? Pattern(text, ignoreCase: false, language: .javaScript)
    }
  }

  /// The number of a planned event or screen in the plan; nil for one that is not planned.
  ///
  /// - Complexity: O(1).
  package func index(_ name: String, _ kind: PlannedEvent.Kind = .event) -> Int? {
    events[PlanGatherer.Key(kind: kind, name: name)]
  }

  /// Returns where parameters depart from a planned event: each fault of a parameter once.
  ///
  /// - Complexity: O(n + m) in the values and the planned parameters.
  package func faults(
    of parameters: Members, inEvent index: Int, _ reading: PlanReading
  ) -> [PlanFault] {
    var trial = PlanTrial(patterns: patterns, reading: reading)
    trial.judge(parameters, roots[index], [])
    return trial.faults
  }

  /// Returns where a value departs from a user property.
  package func faults(
    of value: Value, as property: PlannedParameter, _ reading: PlanReading
  ) -> [PlanFault] {
    var trial = PlanTrial(patterns: patterns, reading: reading)
    trial.judge(value, Node(parameter: property), property.path)
    return trial.faults
  }

  /// A name for comparing spellings: `screenName` and `screen_name` have the same.
  package static func spelling(_ name: String) -> String { PlanWords.key(name) }
}

extension PlanJudge.Node {
  fileprivate mutating func insert(_ parameter: PlannedParameter, _ path: ArraySlice<String>) {
    guard let first = path.first else {
      self.parameter = parameter
      isClosed = parameter.isClosed
      return
    }
    children[PlannedParameter.bare(first), default: PlanJudge.Node()]
      .insert(parameter, path.dropFirst())
  }
}

/// The judgement of one event.
private struct PlanTrial {
  let patterns: [String: Pattern]
  let reading: PlanReading
  private(set) var faults: [PlanFault] = []
  private var known: Set<String> = []

  init(patterns: [String: Pattern], reading: PlanReading) {
    self.patterns = patterns
    self.reading = reading
  }

  private mutating func add(
    _ kind: PlanFault.Kind, _ path: [String], _ parameter: PlannedParameter?,
    expected: String? = nil, got: String = "", isForbidden: Bool = false
  ) {
    let name = parameter?.name ?? path.joined(separator: ".")
    guard known.insert("\(kind) \(name)").inserted else { return }
    faults.append(
      PlanFault(
        kind: kind, parameter: name, expected: expected ?? parameter?.expectation ?? "", got: got,
        place: parameter?.place ?? PlanPlace(), isForbidden: isForbidden))
  }

  // MARK: Names

  mutating func judge(_ members: PlanJudge.Members, _ node: PlanJudge.Node, _ path: [String]) {
    var absent: [(name: String, child: PlanJudge.Node)] = []
    for (name, child) in node.children {
      if let value = members[name] {
        judge(value, child, path + [name])
      } else if let whole = child.soleLeaf, let value = members[whole.name], path.isEmpty {
        judge(value, PlanJudge.Node(parameter: whole), [whole.name])
      } else {
        absent.append((name, child))
      }
    }
    var others = members.keys.filter { node.children[$0] == nil }
    var spelled: [String: String] = [:]
    if !absent.isEmpty { for name in others { spelled[PlanWords.key(name)] = name } }
    for (name, child) in absent {
      let path = path + [name]
      if let other = spelled.isEmpty ? nil : spelled.removeValue(forKey: PlanWords.key(name)) {
        others.removeAll { $0 == other }
        add(.otherSpelling, path, child.parameter, expected: name, got: other)
        if let value = members[other] { judge(value, child, path) }
      } else {
        noteAbsent(child, path)
      }
    }
    if others.isEmpty { return }
    let dotted = Set(node.children.values.compactMap { $0.soleLeaf?.name })
    for name in others where !dotted.contains(name) {
      add(
        .additional, path + [name], nil, got: Self.words(members[name] ?? .null),
        isForbidden: node.isClosed)
    }
  }

  private mutating func noteAbsent(_ node: PlanJudge.Node, _ path: [String]) {
    if let parameter = node.parameter {
      if parameter.isRequired == true { add(.missing, path, parameter) }
    } else {
      // Nothing says that what is around it may be left out.
      for (name, child) in node.children { noteAbsent(child, path + [name]) }
    }
  }

  // MARK: Values

  mutating func judge(_ value: Value, _ node: PlanJudge.Node, _ path: [String]) {
    if value == .null || value == .absent {
      if node.parameter?.allowsNull != true { noteAbsent(node, path) }
      return
    }
    if let parameter = node.parameter {
      guard judge(value, parameter, path) else { return }
    }
    guard !node.children.isEmpty || node.isClosed else { return }
    if let members = value.members {
      judge(members, node, path)
    } else {
      for element in (value.elements ?? []).prefix(PlanJudge.elementLimit) {
        guard let members = element.members else { continue }
        judge(members, node, Array(path.dropLast()) + [(path.last ?? "") + "[]"])
      }
    }
  }

  /// Whether the type of a value is right, so that what is inside it can be judged.
  private mutating func judge(
    _ value: Value, _ parameter: PlannedParameter, _ path: [String]
  ) -> Bool {
    guard parameter.isList else { return judge(element: value, parameter, path) }
    guard let elements = value.elements else {
      if reading.isText { return true }
      add(.wrongType, path, parameter, expected: parameter.typeName, got: Self.words(value))
      return false
    }
    let bounds = parameter.bounds
    if elements.count < bounds.fewest ?? 0 || elements.count > bounds.most ?? .max {
      add(.outOfBounds, path, parameter, got: "\(elements.count) elements")
    }
    return elements.prefix(PlanJudge.elementLimit).allSatisfy {
      judge(element: $0, parameter, path)
    }
  }

  private mutating func judge(
    element value: Value, _ parameter: PlannedParameter, _ path: [String]
  ) -> Bool {
    guard parameter.types.isEmpty || parameter.types.contains(where: { allows($0, value) }) else {
      add(.wrongType, path, parameter, expected: parameter.typeName, got: Self.words(value))
      return false
    }
    if !parameter.values.isEmpty, value.isScalar, !isAmong(parameter.values, value) {
      add(.valueNotAllowed, path, parameter, got: Self.words(value))
    }
    if let text = parameter.pattern, let pattern = patterns[text], value.isScalar,
      pattern.look(in: ValueConversion.text(value)) == .notFound
    {
      add(.patternNotMet, path, parameter, expected: "/\(text)/", got: Self.words(value))
    }
    if !isWithin(parameter.bounds, value) {
      add(.outOfBounds, path, parameter, got: Self.words(value))
    }
    return true
  }

  private func number(_ value: Value) -> Double? {
    switch value {
    case .int(let integer): Double(integer)
    case .double(let double): double
    case .string(let text): reading.isText ? ValueConversion.number(text)?.double : nil
    case .null, .absent, .bool, .list, .map: nil
    }
  }

  private func allows(_ type: PlannedParameter.ValueType, _ value: Value) -> Bool {
    switch type {
    case .text: return value.text != nil || reading.isText
    case .wholeNumber: return number(value).map { $0.rounded() == $0 } ?? false
    case .number: return number(value) != nil
    case .truth:
      if case .bool = value { return true }
      if reading.isText, let text = value.text { return PlanWords.truth(text) != nil }
      return (reading.isFirebase || reading.isText) && [0, 1].contains(number(value))
    case .list: return value.elements != nil || reading.isText
    case .map: return value.members != nil || reading.isText
    }
  }

  private func isAmong(_ values: [String], _ value: Value) -> Bool {
    let text = ValueConversion.text(value)
    if values.contains(text) { return true }
    if let number = number(value) {
      if values.contains(where: { ValueConversion.number($0)?.double == number }) { return true }
      guard reading.isFirebase, number == 0 || number == 1 else { return false }
      return values.contains { $0.lowercased() == (number == 1 ? "true" : "false") }
    }
    guard case .bool = value else { return false }
    return values.contains { $0.lowercased() == text }
  }

  private func isWithin(_ bounds: PlannedBounds, _ value: Value) -> Bool {
    if bounds == PlannedBounds() { return true }
    if let number = number(value) {
      if let minimum = bounds.minimum, number < minimum { return false }
      if let maximum = bounds.maximum, number > maximum { return false }
      if bounds.excludesMinimum, number == bounds.minimum { return false }
      if bounds.excludesMaximum, number == bounds.maximum { return false }
    }
    guard let length = value.text?.unicodeScalars.count else { return true }
    return length >= bounds.shortest ?? 0 && length <= bounds.longest ?? .max
  }

  /// A value with its type, as a reader of a report needs it.
  private static func words(_ value: Value) -> String {
    let text = JSONWriter.write(value)
    let shown = String(text.unicodeScalars.prefix(PlanJudge.shownLength))
    return shown.unicodeScalars.count < text.unicodeScalars.count ? shown + "…" : shown
  }
}

extension PlanJudge.Node {
  /// The parameter of a path without branches: its name may also be one key with dots.
  fileprivate var soleLeaf: PlannedParameter? {
    if parameter != nil, children.isEmpty {
      return parameter.flatMap { $0.path.count > 1 ? $0 : nil }
    }
    return parameter == nil && children.count == 1 ? children.values[0].soleLeaf : nil
  }
}

extension PlannedParameter {
  /// What is allowed, in words: `number, at least 0`; `one of "a", "b"`.
  package var expectation: String {
    var words = types.isEmpty && !isList ? [] : [typeName]
    if !values.isEmpty {
      let shown = values.prefix(PlanJudge.shownValues).map(\.quoted).joined(separator: ", ")
      let more = values.count - PlanJudge.shownValues
      words.append(
        (values.count == 1 ? "" : "one of ") + shown + (more > 0 ? " and \(more) more" : ""))
    }
    if let pattern { words.append("with the pattern /\(pattern)/") }
    let least = bounds.excludesMinimum ? "more than" : "at least"
    let most = bounds.excludesMaximum ? "less than" : "at most"
    let limits = [
      (least, bounds.minimum.map(NumberText.plain), ""),
      (most, bounds.maximum.map(NumberText.plain), ""),
      ("at least", bounds.shortest.map(String.init), " characters"),
      ("at most", bounds.longest.map(String.init), " characters"),
      ("at least", bounds.fewest.map(String.init), " elements"),
      ("at most", bounds.most.map(String.init), " elements"),
    ]
    for (sign, number, unit) in limits {
      if let number { words.append("\(sign) \(number)\(unit)") }
    }
    return words.isEmpty ? "anything" : words.joined(separator: ", ")
  }
}
