import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Adds the tags in the order of their ids; paused and unknown ones are kept out with a remark.
  mutating func addTags(_ nodes: [ExportNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "tagId") {
      let name = try node.text("name")
      if node.isTrue("paused") {
        remark(.pausedTag(name))
        continue
      }
      let type = try node.text("type")
      let parameters = try ExportParameter.read(try node.nodes("parameter"))
      guard let wire = wireParameters(of: type, parameters) else {
        remark(.unknownTag(name, type: type))
        continue
      }
      var call = FunctionCall(function: "_" + (type == "fc" ? "func" : type), name: name)
      if try node.optionalText("tagFiringOption")?.uppercased() == "ONCE_PER_EVENT" {
        call.parameters["once_per_event"] = .constant(.bool(true))
      }
      call.parameters.merge(wire) { _, last in last }
      if let id = try node.optionalText("tagId").flatMap({ Int64($0) }) {
        call.parameters["tag_id"] = .constant(.int(id))
      }
      let index = add(tag: call)
      use(try node.triggerIDs("firingTriggerId"), by: "Tag '\(name)'") { $0.addTags.append(index) }
      use(try node.triggerIDs("blockingTriggerId"), by: "Tag '\(name)'") {
        $0.removeTags.append(index)
      }
    }
  }

  private mutating func wireParameters(
    of type: String, _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression>? {
    switch type {
    case "ua": return AnalyticsTag(parameters).wireParameters
    case "func", "fc": return Self.functionCallParameters(parameters)
    case "img": return pixelParameters(parameters)
    case "dlw": return Self.dataLayerParameters(parameters)
    default: return nil
    }
  }

  /// The parameters of a function-call macro or tag.
  ///
  /// Inferred: no export of one is known. Accepted are the camel-case forms of the wire keys and
  /// the names `functionName` and `functionParameters`, a table of `key` and `value`.
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

  /// The parameters of a pixel tag.
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
      addHiddenMacro("_random", "_r")
      queries.append(.map([Expression.Entry(key: cacheBusterKey, value: .macro("_random"))]))
    }
    if !queries.isEmpty { wire["additional_params"] = .list(queries) }
    return wire
  }

  /// The parameters of a tag that writes to the data layer.
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
}
