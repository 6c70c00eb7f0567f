import OrderedCollections
package import TagRuntime

/// Draws containers: several tags and rules that share variables and conditions, blocking rules,
/// conditions that must not hold, and now and then something that is wrong.
package struct RandomContainer {
  private var draws: Draws
  /// What texts, numbers and calls are drawn from, so that all else stays as it is.
  var more: Draws
  private let generation: SDKGeneration
  private let seed: UInt64
  var version: ContainerVersion
  var readable: [String] = []
  let isFaulty: Bool
  var isLegacy: Bool { generation == .legacy }

  /// Prepares a draw; `number` is its version, which is drawn for itself.
  package init(seed: UInt64, number: Int, _ generation: SDKGeneration, isFaulty: Bool) {
    draws = Draws(seed: seed, "container \(number)")
    more = Draws(seed: seed, "texts of container \(number)")
    (self.generation, self.seed) = (generation, seed)
    self.isFaulty = isFaulty
    version = ContainerVersion(
      version: "\(number)", format: generation == .legacy ? .binary : .firebase,
      generation: generation)
  }

  package mutating func make() -> ContainerVersion {
    addMacros()
    addTextMacros()
    addTags()
    addTextTags()
    addConditions()
    addLargeConditions()
    addRules()
    if !isLegacy {
      addScreenRule()
      version.runtime = []
      version.fingerprint = "f\(version.version)$0"
      let functions = OrderedSet((version.macros + version.tags).map(\.function))
      version.runtimeFunctions = functions.filter { $0 != "__gone" }
    }
    return version
  }

  // MARK: Macros

  private mutating func addMacros() {
    macro("event", isLegacy ? "_e" : "__e")
    for key in draws.some(of: RandomWords.keys, percent: 55) { addVariable(key) }
    addVariable("n")
    macro("language", isLegacy ? "_l" : "__l")
    macro("version", isLegacy ? "_ctv" : "__ctv")
    macro("fixed", isLegacy ? "_c" : "__c", ["value": constant()])
    if isLegacy {
      for name in RandomWords.macros {
        var parameters: OrderedDictionary<String, Expression> = [
          "function_call_macro_name": .text(name)
        ]
        if draws.chance(40) {
          parameters["additional_params"] = .fields(["language": .macro("language")])
        }
        macro(name, "_func", parameters)
      }
      // A value collection: several definitions, of which rules choose one.
      for number in 0..<draws.below(3) {
        macro(
          "tier", "_c",
          ["value": .text("tier \(number)"), "not_default_macro": .flag(true)])
      }
      if draws.chance(60) { macro("tier", "_c", ["value": .text("plain")]) }
    } else {
      macro(
        "lookup", "__smm",
        [
          "input": .macro("n"),
          "map": table([("12", .text("twelve")), ("x", .macro("language"))]),
          "defaultValue": .text("none"),
        ])
      macro("tier", "__fup", ["key": .text("tier")])
    }
    for number in 0..<draws.below(3) {
      let tokens = (0...draws.below(3)).map { _ in draws.chance(60) ? reference() : .text("-") }
      let value: Expression = draws.chance(70) ? .template(tokens) : .list(tokens)
      macro("made\(number)", isLegacy ? "_c" : "__c", ["value": value])
    }
    if isFaulty { addFaultyMacros() }
  }

  private mutating func addVariable(_ key: String) {
    guard !readable.contains(key) else { return }
    if isLegacy {
      var parameters: OrderedDictionary<String, Expression> = ["name": .text(key)]
      if draws.chance(35) { parameters["default_value"] = constant() }
      macro(key, "_v", parameters)
    } else {
      var parameters: OrderedDictionary<String, Expression> = [
        "eventType": .text("CUSTOM"), "key": .text(key.filter { $0 != "." }),
      ]
      if draws.chance(35) { parameters["defaultValue"] = constant() }
      macro(key, "__md", parameters)
    }
  }

  private mutating func addFaultyMacros() {
    switch draws.below(4) {
    case 0:
      let own = Expression.template([.macro("selfish"), .text("x")])
      macro("selfish", isLegacy ? "_c" : "__c", ["value": own])
    case 1 where isLegacy: macro("lost", "_c", ["value": .macro("nobody")])
    case 2: macro("strange", isLegacy ? "_zzz" : "__gone")
    default: macro("bare", isLegacy ? "_v" : "__c")
    }
  }

  mutating func macro(
    _ name: String, _ function: String, _ parameters: OrderedDictionary<String, Expression> = [:]
  ) {
    version.macros.append(FunctionCall(function: function, name: name, parameters: parameters))
    if !readable.contains(name) { readable.append(name) }
  }

  /// A rule that asks for the class of the screen, from a stream of its own.
  private mutating func addScreenRule() {
    var draws = Draws(seed: seed, "screens of container \(version.version)")
    guard draws.chance(40) else { return }
    let key = draws.pick(["firebase_screen_class", "firebase_screen"])
    macro("screen", "__md", ["eventType": .text("CUSTOM"), "key": .text(key)])
    version.predicates.append(
      FunctionCall(
        function: "_eq",
        parameters: [
          "arg0": .macro("screen"), "arg1": .text(draws.pick(["Home", "Basket", "BasketVC"])),
        ]))
    var rule = ContainerRule()
    rule.positivePredicates = [version.predicates.count - 1]
    rule.addTags = [draws.below(version.tags.count)]
    version.rules.append(rule)
  }

  mutating func reference() -> Expression { .macro(draws.pick(readable)) }

  private mutating func constant() -> Expression {
    switch draws.below(5) {
    case 0: .constant(.int(Int64(draws.below(20)) - 5))
    case 1: .constant(.bool(draws.chance(50)))
    default: .text(draws.pick(RandomWords.texts))
    }
  }

  // MARK: Tags

  private mutating func addTags() {
    for number in 0...(2 + draws.below(4)) {
      var tag =
        isLegacy ? legacyTag() : firebaseTag()
      tag.name = isLegacy ? "tag \(number)" : nil
      version.tags.append(tag)
    }
  }

  private mutating func legacyTag() -> FunctionCall {
    switch draws.below(isFaulty ? 12 : 11) {
    case 0...4:
      var entries: [Expression.Entry] = [
        .init(key: .text("&t"), value: .text(draws.chance(70) ? "event" : "screenview")),
        .init(key: .text("&ec"), value: reference()),
      ]
      if draws.chance(50) { entries.append(.init(key: .text("&el"), value: reference())) }
      if draws.chance(10) { entries.append(.init(key: .text("&aip"), value: constant())) }
      return FunctionCall(
        function: "_ua",
        parameters: ["analytics_pass_through": .flag(true), "analytics_fields": .map(entries)])
    case 5, 6:
      var parameters: OrderedDictionary<String, Expression> = [
        "url": .template([.text("https://p.example/?n="), reference()])
      ]
      if draws.chance(20) { parameters["unrepeatable"] = .text("once") }
      if draws.chance(30) { parameters["cache_buster"] = .flag(true) }
      return FunctionCall(function: "_img", parameters: parameters)
    case 7:
      // Most writes bring no event, so that few worlds turn in circles.
      var entries: [Expression.Entry] = [.init(key: .text("n"), value: reference())]
      if draws.chance(5) { entries.append(.init(key: .text("event"), value: .text("again"))) }
      var parameters: OrderedDictionary<String, Expression> = [
        "value": .list([.map(entries), .fields(["b": constant()])])
      ]
      if draws.chance(20) { parameters["clear_data_layer_prefix"] = .text("a") }
      return FunctionCall(function: "_dlw", parameters: parameters)
    case 8, 9, 10:
      return FunctionCall(
        function: "_func",
        parameters: ["function_call_macro_name": .text(draws.pick(RandomWords.tags))])
    default: return FunctionCall(function: draws.pick(["_zzz", "_ua", "_img"]))
    }
  }

  private mutating func firebaseTag() -> FunctionCall {
    switch draws.below(6) {
    case 0, 1:
      return FunctionCall(
        function: "__img",
        parameters: ["url": .template([.text("https://p.example/?n="), reference()])])
    case 2: return FunctionCall(function: "__fm", parameters: ["action": .text("block")])
    case 3:
      return FunctionCall(
        function: "__fm",
        parameters: [
          "action": .text("measure"), "eventName": .text("seen"),
          "mergeEventParameters": .flag(false),
        ])
    case 4:
      return FunctionCall(
        function: "__ua",
        parameters: ["trackType": .text("TRACK_SCREENVIEW"), "trackingId": .text("UA-1-1")])
    default:
      return FunctionCall(function: "__funct", parameters: ["classPath": .text("Fuzz.Class")])
    }
  }

  // MARK: Rules

  private mutating func addConditions() {
    for event in RandomWords.events {
      version.predicates.append(
        FunctionCall(
          function: "_eq", parameters: ["arg0": .macro("event"), "arg1": .text(event)])
      )
    }
    for _ in 0...(3 + draws.below(5)) {
      let function = draws.pick(["_eq", "_cn", "_sw", "_ew", "_re", "_gt", "_ge", "_lt", "_le"])
      let right: Expression
      switch function {
      case "_re": right = .text(draws.pick(RandomWords.patterns))
      case "_gt", "_ge", "_lt", "_le":
        right = draws.chance(80) ? .constant(.int(Int64(draws.below(15)))) : constant()
      default: right = draws.chance(80) ? constant() : reference()
      }
      var parameters: OrderedDictionary<String, Expression> = ["arg0": reference(), "arg1": right]
      if function == "_re", draws.chance(40) { parameters["ignore_case"] = .flag(true) }
      version.predicates.append(FunctionCall(function: function, parameters: parameters))
    }
    if isFaulty {
      version.predicates.append(
        FunctionCall(function: draws.pick(["_zzz", "_eq"]), parameters: ["arg0": reference()]))
    }
  }

  private mutating func addRules() {
    let tags = Array(version.tags.indices)
    let events = RandomWords.events.count
    let others = Array(events..<version.predicates.count)
    for _ in 0...(3 + draws.below(5)) {
      var rule = ContainerRule()
      if draws.chance(80) { rule.positivePredicates.append(draws.below(events)) }
      rule.positivePredicates += draws.some(of: others, percent: 12)
      if draws.chance(45) { rule.negativePredicates += draws.some(of: others, percent: 25) }
      if draws.chance(10) { rule.negativePredicates.append(draws.below(events)) }
      if draws.chance(75) { rule.addTags = draws.some(of: tags, percent: 40) }
      if draws.chance(35) { rule.removeTags = draws.some(of: tags, percent: 30) }
      let choices = version.macros.indices.filter { version.macros[$0].name == "tier" }
      if isLegacy, draws.chance(30) {
        rule.addMacros = draws.some(of: choices, percent: 50)
        if draws.chance(30) { rule.removeMacros = draws.some(of: choices, percent: 40) }
      }
      version.rules.append(rule)
    }
  }
}

extension Expression {
  static func text(_ text: String) -> Expression { .constant(.string(text)) }

  static func flag(_ isOn: Bool) -> Expression { .constant(.bool(isOn)) }

  static func fields(_ members: KeyValuePairs<String, Expression>) -> Expression {
    .map(members.map { .init(key: .text($0), value: $1) })
  }
}
