import OrderedCollections
package import TagRuntime

/// The containers of the workloads, as the facts that both their JSON and a `ContainerVersion` are
/// made from.
package struct SampleContainer: Sendable {
  /// The id under which an app opens the containers.
  package static let id = "GTM-BENCH"
  /// The number of data layer variables in the containers of W2.
  static let macroCount = 50
  /// The number of tags in the containers of W2.
  static let tagCount = 200

  /// A condition that compares a macro with a constant.
  struct Condition: Sendable {
    var macro: String
    var comparison: String
    var value: Value

    init(_ macro: String, _ comparison: String, _ value: Value) {
      self.macro = macro
      self.comparison = comparison
      self.value = value
    }
  }

  /// The effect of a tag when it fires.
  enum Action: Sendable {
    /// Calls a function of the app, which does nothing.
    case call
    /// Makes an Analytics hit.
    case hit
  }

  /// Variables of the data layer, with the paths that they read.
  var variables: [(name: String, path: String)]
  /// The conditions of the rule of every tag.
  var rules: [[Condition]]
  var action = Action.call
  /// The number of custom dimensions of each hit, each with its own text.
  var dimensions = 0

  // MARK: W2

  /// The containers of W2.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// W2a: the first condition of a rule is the name of an event.
    case selective
    /// W2w: the first two conditions of every rule are true for every event.
    case worst
    /// W2r: like W2w, but no two rules have the same pattern.
    case patterns
  }

  /// Creates a container of W2.
  package init(_ kind: Kind) {
    variables = (0..<Self.macroCount).map { ("m\($0)", ["k", "a.k", "a.b.k"][$0 % 3] + "\($0)") }
    rules = (0..<Self.tagCount).map { Self.rule(kind, of: $0) }
  }

  private static func rule(_ kind: Kind, of tag: Int) -> [Condition] {
    let macro = "m\(tag % macroCount)"
    let bound = bound(kind, of: tag)
    switch kind {
    case .selective:
      return [
        Condition("event", "equals", .string("ev_\(tag % 20)")),
        Condition("screenName", "matches", "^screen-[0-9]+$"), Condition(macro, "gt", bound),
      ]
    case .worst:
      return [
        Condition("event", "matches", "^ev_[0-9]+$"),
        Condition("screenName", "startsWith", "screen"), Condition(macro, "gt", bound),
      ]
    case .patterns:
      return [
        Condition("event", "matches", .string("^ev_[0-9]+(_\(tag))?$")),
        Condition("screenName", "startsWith", "screen"), Condition(macro, "gt", bound),
      ]
    }
  }

  private static func bound(_ kind: Kind, of tag: Int) -> Value {
    let bound = tag * 7 % 1000
    if kind == .selective { return .int(Int64(bound)) }
    return .int(Int64(bound + (tag % 20 == 0 ? -100_000 : 100_000)))
  }

  /// Returns how many tags of a container of W2 match events, computed without a container.
  package static func matches(_ kind: Kind, _ events: [DataMap]) -> Int {
    if kind != .selective { return events.count * (tagCount / 20) }
    var count = 0
    for (index, event) in events.enumerated() {
      let middle = event["a"]?.members ?? [:]
      let inner = middle["b"]?.members ?? [:]
      for tag in stride(from: index % 20, to: tagCount, by: 20) {
        let macro = tag % macroCount
        let value = [event, middle, inner][macro % 3]["k\(macro)"]
        if case .int(let value)? = value, value > Int64(tag * 7 % 1000) { count += 1 }
      }
    }
    return count
  }

  // MARK: Others

  /// A container with one rule, for an event that never occurs.
  package static let listener = SampleContainer(rules: [[.init("event", "equals", "never")]])

  /// Returns a container whose rules cannot be true, each for a different event: by the event's
  /// name, or by a pattern.
  static func unmatched(_ count: Int, byPattern: Bool) -> SampleContainer {
    SampleContainer(
      rules: (0..<count).map {
        byPattern
          ? [Condition("event", "matches", .string("^other_\($0)$"))]
          : [Condition("event", "equals", .string("other_\($0)"))]
      })
  }

  /// Returns a container with hit tags for 20 events in turn, as apps typically have.
  package static func session(tags: Int = 20, dimensions: Int = 0) -> SampleContainer {
    var container = SampleContainer(
      rules: (0..<tags).map {
        [
          Condition("event", "equals", .string("ev_\($0 % 20)")),
          Condition("screenName", "matches", "^screen-[0-9]+$"),
          Condition("value", "gt", .int(Int64($0 * 7 % 1000))),
        ]
      })
    container.variables = [("value", "value"), ("tier", "user.tier")]
    container.action = .hit
    container.dimensions = dimensions
    return container
  }

  private init(rules: [[Condition]]) {
    variables = []
    self.rules = rules
  }

  // MARK: Forms

  /// The container as the SDK sees it, with a separate rule for every tag.
  package var version: ContainerVersion {
    var version = ContainerVersion(version: "1")
    version.macros = [FunctionCall(function: "_e", name: "event")]
    version.macros += ([("screenName", "screenName")] + variables).map { name, path in
      FunctionCall(function: "_v", name: name, parameters: ["name": .constant(.string(path))])
    }
    for (tag, conditions) in rules.enumerated() {
      version.tags.append(call(ofTag: tag))
      var rule = ContainerRule()
      for condition in conditions {
        rule.positivePredicates.append(version.predicates.count)
        version.predicates.append(Self.call(of: condition))
      }
      rule.addTags = [tag]
      rule.addTagRuleNames = ["rule of tag\(tag)"]
      version.rules.append(rule)
    }
    return version
  }

  /// The container, ready to be evaluated.
  package var compiled: CompiledContainer { CompiledContainer(version) }

  private func call(ofTag tag: Int) -> FunctionCall {
    let name = "tag\(tag)"
    switch action {
    case .call:
      return FunctionCall(
        function: TagFunction.functionCall.id, name: name,
        parameters: ["function_call_macro_name": .constant(.string(name))])
    case .hit:
      let fields: [(String, Expression)] =
        [
          ("&t", .constant("event")), ("&ec", .constant("session")), ("&ea", .macro("event")),
          ("&el", .template([.constant(.string(name + " of ")), .macro("tier")])),
          ("&ev", .macro("value")),
        ] + texts(ofTag: name)
      return FunctionCall(
        function: TagFunction.analytics.id, name: name,
        parameters: [
          "analytics_pass_through": .constant(true),
          "analytics_fields": .map(
            fields.map { .init(key: .constant(.string($0.0)), value: $0.1) }),
        ])
    }
  }

  private func texts(ofTag name: String) -> [(String, Expression)] {
    (0..<dimensions).map { number in
      let text = "the text of dimension \(number + 1) in \(name), which no other hit has"
      return ("&cd\(number + 1)", .constant(.string(text)))
    }
  }

  private static func call(of condition: Condition) -> FunctionCall {
    let function: PredicateFunction =
      switch condition.comparison {
      case "equals": .equals
      case "matches": .matches
      case "startsWith": .startsWith
      default: .greater
      }
    return FunctionCall(
      function: function.id,
      parameters: ["arg0": .macro(condition.macro), "arg1": .constant(condition.value)])
  }
}

struct QuietApp: FunctionHost {
  func answer(to macro: FunctionCallRequest) -> MacroAnswer { .unregistered }
  func run(_ tag: FunctionCallRequest) -> TagAnswer { .ran(pushes: []) }
}
