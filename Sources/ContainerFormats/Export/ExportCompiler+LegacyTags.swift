import OrderedCollections
import TagRuntime

/// The tags of legacy containers, whose parameters have other names than in an export.
extension ExportCompiler {
  mutating func legacyParameters(
    of type: String, _ parameters: [(key: String, value: ExportParameter)]
  ) throws(ReadFault) -> OrderedDictionary<String, Expression> {
    switch type {
    case "ua": AnalyticsTag(try withSettings(parameters)).wireParameters
    case "func", "fc": Self.functionCallParameters(parameters)
    case "img": pixelParameters(parameters)
    default: Self.dataLayerParameters(parameters)
    }
  }

  /// The parameters of an analytics tag after those of the settings that it names: what stands
  /// later counts, and rows of tables are added.
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
    guard repeatedSettings <= ContainerLimits.totalNodes else {
      throw ReadFault(
        .tooMany(
          what: "analytics settings in tags", count: repeatedSettings,
          limit: ContainerLimits.totalNodes))
    }
    let own = parameters.filter { $0.key != "gaSettings" && $0.key != "overrideGaSettings" }
    let merged = own.map { parameter in
      guard case .list(let rows) = parameter.value,
        case .list(let first)? = settings.first(where: { $0.key == parameter.key })?.value
      else { return parameter }
      return (parameter.key, .list(first + rows))
    }
    return settings + merged
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
      let random = Expression.macro(hiddenMacro("_random", "_r"))
      queries.append(.map([Expression.Entry(key: cacheBusterKey, value: random)]))
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
