import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Adds the tags in the order of their ids; those that do not run are left out.
  mutating func addTags(_ nodes: [FileNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "tagId") {
      let name = try node.text("name")
      let type = try node.text("type")
      let parameters = try ExportParameter.read(try node.nodes("parameter"))
      let settings = try ContainerAuthoring.TagSettings(node)
      let firing = try node.triggerIDs("firingTriggerId")
      let blocking = try node.triggerIDs("blockingTriggerId")
      if let reason = node.isTrue("paused")
        ? .paused
        : ExportCatalogue.obstacle(toTag: type, in: generation)
          ?? ConversionTag.obstacle(type, parameters, in: generation)
      {
        leaveOut(.tag, name, type: type, reason)
        continue
      }
      noteIgnored(settings, try consents(node), of: name)
      let call = try call(node, name, type, parameters, settings)
      let index = add(tag: call, settings)
      use(firing, by: "Tag '\(name)'") { $0.addTags.append(index) }
      use(blocking, by: "Tag '\(name)'") { $0.removeTags.append(index) }
    }
  }

  private mutating func call(
    _ node: FileNode, _ name: String, _ type: String,
    _ parameters: [(key: String, value: ExportParameter)],
    _ settings: ContainerAuthoring.TagSettings
  ) throws(ReadFault) -> FunctionCall {
    var call = FunctionCall(function: function(of: type), name: name)
    if settings.firingOption == .oncePerEvent {
      call.parameters["once_per_event"] = .constant(.bool(true))
    }
    switch generation {
    case .legacy:
      if type == "fc" { call.function = function(of: "func") }
      if type == ExportCatalogue.conversion { call.function = function(of: "img") }
      let own = try legacyParameters(of: type, parameters)
      call.parameters.merge(own) { _, last in last }
    case .firebase:
      let own = FirebaseParameters.ofTag(type, parameters)
      call.parameters.merge(own) { _, last in last }
    }
    if let id = try node.optionalText("tagId").flatMap({ Int64($0) }) {
      call.parameters.removeValue(forKey: "tag_id")
      call.parameters["tag_id"] = .constant(.int(id))
    }
    return call
  }

  /// Whether a tag waits for the consent of the user.
  private func consents(_ node: FileNode) throws(ReadFault) -> Bool {
    guard node.members["consentSettings"] != nil else { return false }
    return try node.node("consentSettings").optionalWord("consentStatus") == "NEEDED"
  }

  private mutating func noteIgnored(
    _ settings: ContainerAuthoring.TagSettings, _ needsConsent: Bool, of tag: String
  ) {
    for setting in settings.ignored + (needsConsent ? [.consent] : []) {
      ignoredSettings[setting, default: []].append(tag)
    }
  }

  /// Adds a remark on each kind of setting that all mobile SDKs ignore.
  mutating func remarkOnIgnoredSettings() {
    for (setting, names) in ignoredSettings.elements {
      remark(.ignoredSetting(setting, of: names))
    }
  }
}

// MARK: - Legacy tags

/// The tags of legacy containers, whose parameters have different names from those in an export.
extension ExportCompiler {
  mutating func legacyParameters(
    of type: String, _ parameters: [(key: String, value: ExportParameter)]
  ) throws(ReadFault) -> OrderedDictionary<String, Expression> {
    switch type {
    case "ua": AnalyticsTag(try withSettings(parameters)).wireParameters
    case "func", "fc": Self.functionCallParameters(parameters)
    case "img": pixelParameters(parameters)
    case ExportCatalogue.conversion: ConversionTag.wireParameters(parameters)
    default: Self.dataLayerParameters(parameters)
    }
  }

  /// Returns the parameters of an analytics tag after those of the settings that it names: later
  /// ones take precedence, and rows of tables are added.
  ///
  /// Inferred: no legacy container with settings is known, and the SDK has no function for them.
  private mutating func withSettings(
    _ parameters: [(key: String, value: ExportParameter)]
  ) throws(ReadFault) -> [(key: String, value: ExportParameter)] {
    guard let position = parameters.firstIndex(where: { $0.key == "gaSettings" }),
      case .macro(let name) = parameters[position].value.expression,
      let settings = analyticsSettings[name]
    else { return parameters }
    // Many tags may repeat settings of any size.
    repeatedSettings += settings.reduce(0) { $0 + $1.value.nodeCount }
    try ReadFault.check(
      repeatedSettings, ContainerLimits.totalNodes, "analytics settings in tags")
    let own = parameters.filter { $0.key != "gaSettings" && $0.key != "overrideGaSettings" }
    let merged = own.map { parameter in
      guard case .list(let rows) = parameter.value,
        case .list(let first)? = settings.first(where: { $0.key == parameter.key })?.value
      else { return parameter }
      return (parameter.key, .list(first + rows))
    }
    return settings + merged
  }

  /// Returns the parameters of a function-call macro or tag.
  ///
  /// Inferred: no export of one is known. It accepts the camel-case forms of the wire keys and the
  /// names `functionName` and `functionParameters`, a table of `key` and `value`.
  static func functionCallParameters(
    _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression> {
    var wire: OrderedDictionary<String, Expression> = [:]
    for (key, value) in parameters {
      switch key {
      case "functionName", "functionCallMacroName":
        wire["function_call_macro_name"] = value.expression
      case "functionParameters", "additionalParams":
        wire["additional_params"] = .map(value.tableEntries(key: "key", value: "value"))
      default: wire[WireKey.key(of: key)] = value.expression
      }
    }
    return wire
  }

  /// Returns the parameters of a pixel tag.
  ///
  /// Inferred: an `_img` is known from compiled containers only; the cache buster is the one of
  /// v5 containers, a random number in the query.
  private mutating func pixelParameters(
    _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression> {
    var wire: OrderedDictionary<String, Expression> = [:]
    var usesCacheBuster = false
    var cacheBusterKey: Expression = .constant(.string("gtmcb"))
    var queries: [Expression] = []
    for (key, value) in parameters {
      switch (key, value) {
      case ("useCacheBuster", .boolean(let flag)): usesCacheBuster = flag
      case ("cacheBusterQueryParam", _): cacheBusterKey = value.expression
      case ("randomNumber", _): break
      case ("additionalParams", _):
        queries += value.tableEntries(key: "key", value: "value").map { .map([$0]) }
      default: wire[WireKey.key(of: key)] = value.expression
      }
    }
    if usesCacheBuster {
      let random = Expression.macro(hiddenMacro("_random", MacroFunction.random.id))
      queries.append(.map([Expression.Entry(key: cacheBusterKey, value: random)]))
    }
    if !queries.isEmpty { wire["additional_params"] = .list(queries) }
    return wire
  }

  /// Returns the parameters of a tag that writes to the data layer.
  ///
  /// Inferred: the compiled tag takes a list of maps; here a table `value` of `key` and `value`
  /// becomes one map for each row.
  private static func dataLayerParameters(
    _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression> {
    var wire: OrderedDictionary<String, Expression> = [:]
    for (key, value) in parameters {
      if key == "value", case .list = value {
        let rows = value.tableEntries(key: "key", value: "value")
        wire["value"] = .list(rows.map { .map([$0]) })
      } else {
        wire[WireKey.key(of: key)] = value.expression
      }
    }
    return wire
  }

  // MARK: Firebase order

  /// Puts the macros of a v5 container into the order of its compiler: as rules, their conditions
  /// and their tags first need them, each after the macros that it needs itself; then the unused
  /// ones.
  ///
  /// Source: observed, Formats §7.8; compiled containers whose exports are known or can be derived
  /// from their names.
  ///
  /// - Complexity: O(n) expected in the nodes of all parameters.
  mutating func orderMacros(builtIns: Int) {
    let numbers = Dictionary(
      macros.enumerated().compactMap { macro in macro.element.name.map { ($0, macro.offset) } },
      uniquingKeysWith: { first, _ in first })
    var order: OrderedSet<Int> = []
    var opened: Set<Int> = []
    // An explicit stack, since variables may refer to each other at any depth.
    func visit(_ call: FunctionCall) {
      var waiting: [(macro: Int?, needs: [Int])] = [(nil, needs(of: call))]
      while let last = waiting.last {
        guard let next = last.needs.last else {
          if let done = last.macro { order.append(done) }
          waiting.removeLast()
          continue
        }
        waiting[waiting.count - 1].needs.removeLast()
        if opened.insert(next).inserted { waiting.append((next, needs(of: macros[next]))) }
      }
    }
    // The last one is needed first.
    func needs(of call: FunctionCall) -> [Int] {
      let names = OrderedSet(call.parameters.values.flatMap(\.references))
      return names.reversed().compactMap { numbers[$0] }
    }
    for rule in rules {
      for predicate in rule.positivePredicates + rule.negativePredicates {
        visit(predicates[predicate])
      }
      for tag in rule.addTags + rule.removeTags { visit(tags[tag]) }
    }
    tags.forEach(visit)
    order.append(contentsOf: builtIns..<macros.count)
    order.append(contentsOf: 0..<builtIns)
    setOrder(ofMacros: Array(order))
  }
}
