import OrderedCollections
import TagRuntime

/// The macros and tags that the reference knows; any other is unknown to it.
extension ReferenceContainer {
  /// Functions of which the SDK knows nothing by these ids are none of this reference either.
  private static let factIDs: Set<String> = [
    "_p", "_l", "_ov", "_an", "_ai", "_av", "_dn", "_rs", "_sv", "_ctv", "__ai", "__an", "__av",
    "__avn", "__cid", "__ctv", "__dn", "__l", "__ov", "__p", "__rs", "__sv",
  ]

  // MARK: Macros of the first generation

  mutating func legacyMacro(
    _ id: String, _ arguments: OrderedDictionary<String, Outcome>
  ) -> Outcome {
    switch id {
    case "_e": return scene.event.map { .value(.string($0)) } ?? .nothing
    case "_c": return arguments["value"] ?? .failed
    case "_v": return dataLayerVariable(arguments)
    case "_func":
      guard let name = given(arguments["function_call_macro_name"]) else { return .failed }
      var parameters: OrderedDictionary<String, Value> = [:]
      if let additional = arguments["additional_params"] {
        guard case .value(.map(let members)) = additional else { return .nothing }
        parameters = members
      }
      asked += 1
      switch scene.answer(text(name), parameters) {
      case .value(let value): return converted(value)
      case .ran, .nobody, .threw: return .nothing
      }
    case "_hsh": return digest(arguments)
    case "_enc": return encoded(arguments)
    case "_jn": return joined(arguments)
    case _ where Self.factIDs.contains(id):
      return scene.facts[id].map { .value($0) } ?? .unknown
    default: return .unknown
    }
  }

  /// Source: LegacySDK §10.1; a null was pushed, and is nothing that can be read. On Android it is
  /// missing (Platforms §6).
  private func dataLayerVariable(_ arguments: OrderedDictionary<String, Outcome>) -> Outcome {
    guard let name = arguments["name"] else { return .failed }
    guard case .value(let value) = name else { return .nothing }
    guard let found = scene.dataLayer.value(at: text(value)), !scene.isAndroid || found != .null
    else { return arguments["default_value"] ?? .nothing }
    return converted(found)
  }

  /// What the app pushed, as a container sees it: it has no doubles, and a null anywhere makes the
  /// whole nothing.
  ///
  /// Source: LegacySDK §13.1, Platforms §6.
  private func converted(_ value: Value) -> Outcome {
    switch value {
    case .null, .absent: return .nothing
    case .double(let number):
      // Java writes those below ten million without an exponent, as Swift does.
      guard isPlain(value), !scene.isAndroid || abs(number) < 1e7 else { return .unknown }
      return .value(.string(scene.isAndroid ? "\(number)" : ReferenceText.legacy(value)))
    case .list(let elements):
      var all: [Value] = []
      for element in elements {
        guard case .value(let element) = converted(element) else { return converted(element) }
        all.append(element)
      }
      return .value(.list(all))
    case .map(let members):
      var all: OrderedDictionary<String, Value> = [:]
      for (key, member) in members {
        guard case .value(let member) = converted(member) else { return converted(member) }
        all[key] = member
      }
      return .value(.map(all))
    case .bool, .int, .string: return .value(value)
    }
  }

  private func given(_ outcome: Outcome?) -> Value? {
    if case .value(let value)? = outcome { value } else { nil }
  }

  // MARK: Variables of the second generation

  mutating func firebaseMacro(
    _ id: String, _ arguments: OrderedDictionary<String, Outcome>
  ) -> Outcome {
    func result(_ value: Value?) -> Outcome {
      guard let value, value != .absent else { return .nothing }
      return .value(value)
    }
    switch id {
    case "__e": return scene.event.map { .value(.string($0)) } ?? .nothing
    case "__c": return result(given(arguments["value"]))
    case "__md":
      let type = given(arguments["eventType"])
      guard type == nil || type == .string("CUSTOM"), let key = given(arguments["key"])?.text,
        !key.contains(".")
      else { return .unknown }
      if let value = scene.parameters[key], value != .absent { return .value(value) }
      return result(given(arguments["defaultValue"]))
    case "__fup":
      guard let key = given(arguments["key"]) else { return .failed }
      if let value = scene.userProperties[text(key)] { return .value(.string(value)) }
      return result(given(arguments["defaultValue"]))
    case "__smm":
      guard let map = given(arguments["map"]), arguments["input"] != nil else { return .failed }
      let input = text(given(arguments["input"]) ?? .absent)
      var found: Value?
      for row in map.elements ?? [] {
        guard let cells = row.members, let key = cells["key"], let value = cells["value"],
          text(key) == input
        else { continue }
        found = value
      }
      return result(found ?? given(arguments["defaultValue"]))
    case "__funct":
      guard arguments["classPath"] != nil else { return .failed }
      asked += 1
      let name = given(arguments["classPath"]).map(text) ?? ""
      guard case .value(let value) = scene.answer(name, handed(arguments)) else { return .nothing }
      switch value {
      case .string, .int, .double, .bool: return .value(value)
      case .null, .absent, .list, .map: return .nothing
      }
    case "__gas", "__r", "__aid", "__ate": return .unknown
    case _ where Self.factIDs.contains(id):
      return scene.facts[id].map { .value($0) } ?? .unknown
    default: return .unknown
    }
  }

  /// The arguments of a class, in which every number is a double.
  ///
  /// Source: Firebase §5.8.
  private func handed(
    _ arguments: OrderedDictionary<String, Outcome>
  ) -> OrderedDictionary<String, Value> {
    func handed(_ value: Value) -> Value {
      switch value {
      case .int(let number): .double(Double(number))
      case .list(let parts): .list(parts.map(handed))
      case .map(let members): .map(members.mapValues(handed))
      case .null, .absent, .bool, .double, .string: value
      }
    }
    var all: OrderedDictionary<String, Value> = [:]
    for row in given(arguments["functionArgument"])?.elements ?? [] {
      guard let cells = row.members, let key = cells["key"], let value = cells["value"] else {
        continue
      }
      all[text(key)] = handed(value)
    }
    return all.filter { $0.value != .absent }
  }

  // MARK: Tags

  mutating func fire(_ tag: FunctionCall) -> ReferenceFiring {
    var firing = ReferenceFiring(tag: 0, isSure: true, action: .unknown)
    var arguments: OrderedDictionary<String, Outcome> = [:]
    let known =
      isFirebase ? ["__fm", "__ua", "__img", "__funct"] : ["_ua", "_img", "_dlw", "_func"]
    guard known.contains(tag.function) else {
      firing.action = .refused
      return firing
    }
    for (key, expression) in tag.parameters {
      let outcome = outcome(of: expression)
      switch outcome {
      case .failed:
        firing.action = .refused
        return firing
      case .unknown:
        isCertain = false
        if tag.function == "_img", let id = tag.parameters["unrepeatable"] {
          firing.once = given(self.outcome(of: id)).map(text)
        }
        return firing
      case .value, .nothing: arguments[key] = outcome
      }
    }
    switch tag.function {
    case "_ua": firing.action = analytics(arguments)
    case "_img":
      firing.action = pixel(arguments)
      switch firing.action {
      case .pixel, .unknown: firing.once = given(arguments["unrepeatable"]).map(text)
      default: break
      }
    case "_dlw": write(arguments, &firing)
    case "_func": call(arguments, &firing)
    case "__fm": firing.action = event(arguments)
    case "__img":
      guard let url = arguments["url"] else {
        firing.action = .refused
        break
      }
      let address = given(url).map(text) ?? ""
      firing.action =
        address.isEmpty
        ? .idle : .pixel(address, isOpenEnded: arguments["useCacheBuster"] != nil)
    case "__funct": runClass(arguments, &firing)
    default: break
    }
    return firing
  }

  private func flag(_ outcome: Outcome?) -> Bool {
    guard let value = given(outcome) else { return false }
    return value == .bool(true) || text(value) == "true"
  }

  /// Source: LegacySDK §11.1, LegacySDK §11.2, LegacySDK §11.3.
  private func analytics(
    _ arguments: OrderedDictionary<String, Outcome>
  ) -> ReferenceFiring.Action {
    var fields: OrderedDictionary<String, String>?
    if case .map(let members)? = given(arguments["analytics_fields"]) {
      guard members.values.allSatisfy(isPlain) else { return .unknown }
      fields = members.mapValues { text($0) }
      if let anonymize = fields?["&aip"]?.lowercased(), ["", "0", "false"].contains(anonymize) {
        fields?["&aip"] = nil
      }
    }
    func unordered() -> [String: String] {
      Dictionary(uniqueKeysWithValues: (fields ?? [:]).map { ($0, $1) })
    }
    guard flag(arguments["analytics_pass_through"]) else {
      guard flag(arguments["track_transaction"]) else { return .idle }
      guard let hits = ReferenceEcommerce.transaction(in: scene.dataLayer, over: unordered()) else {
        return .unknown
      }
      return hits.isEmpty ? .idle : .ecommerce(hits)
    }
    guard let fields else { return .idle }
    guard flag(arguments["enable_ecommerce"]), scene.release >= SDKVersion(3, 9) else {
      return .hits([fields])
    }
    let data =
      flag(arguments["ecommerce_use_data_layer"])
      ? scene.dataLayer.value(at: "ecommerce") : given(arguments["ecommerce_macro_data"])
    guard case .map(let members)? = data else { return .hits([fields]) }
    var hit = ReferenceEcommerce(fields: unordered(), hasCustom: scene.release >= SDKVersion(3, 10))
    hit.add(members)
    return hit.isKnown ? .ecommerce([hit.fields]) : .unknown
  }

  /// Source: LegacySDK §11.4.
  private func pixel(_ arguments: OrderedDictionary<String, Outcome>) -> ReferenceFiring.Action {
    guard let url = arguments["url"] else { return .refused }
    if let once = given(arguments["unrepeatable"]).map(text), !once.isEmpty {
      if scene.sentOnce.contains(once) { return .idle }
      if scene.perhapsSentOnce.contains(once) { return .unknown }
    }
    guard var address = given(url).map(text), !address.isEmpty else { return .idle }
    if let additional = arguments["additional_params"], additional.isValue {
      guard case .list(let rows)? = given(additional) else { return .idle }
      var pairs: [String] = []
      for row in rows {
        guard let members = row.members else { return .idle }
        guard members.values.allSatisfy(isPlain) else { return .unknown }
        for (key, value) in members {
          // No source says that Android writes these otherwise.
          let written = [key, text(value)].map { ReferenceText.percentEncoded($0, sparing: "-_.~") }
          pairs.append(written.joined(separator: "="))
        }
      }
      if !pairs.isEmpty {
        let fragment = address.drop { $0 != "#" }
        let head = address.prefix { $0 != "#" }
        address = head + (head.contains("?") ? "&" : "?") + pairs.joined(separator: "&") + fragment
      }
    }
    return .pixel(address, isOpenEnded: flag(arguments["cache_buster"]))
  }

  /// Source: LegacySDK §11.3; clearing is one more push, of null.
  private func write(
    _ arguments: OrderedDictionary<String, Outcome>, _ firing: inout ReferenceFiring
  ) {
    guard arguments["value"] != nil else { return firing.action = .refused }
    guard case .list(let updates)? = given(arguments["value"]) else { return firing.action = .idle }
    firing.pushes = updates.compactMap(\.members)
    firing.action = .wrote(firing.pushes.count)
    if let prefix = given(arguments["clear_data_layer_prefix"]).map(text), !prefix.isEmpty {
      firing.pushes.append([prefix: .null])
    }
  }

  /// Source: LegacySDK §7.2.
  private func call(
    _ arguments: OrderedDictionary<String, Outcome>, _ firing: inout ReferenceFiring
  ) {
    guard let named = arguments["function_call_macro_name"] else { return firing.action = .refused }
    let name = given(named).map(text) ?? ""
    var parameters: OrderedDictionary<String, Value> = [:]
    if let additional = arguments["additional_params"] {
      guard case .map(let members)? = given(additional) else { return firing.action = .idle }
      parameters = members
    }
    var pushes: [Value] = []
    firing.arguments = parameters
    switch scene.run(name, parameters) {
    case .ran(let pushed):
      firing.action = .called(name)
      pushes = pushed
    case .threw(let pushed):
      firing.action = .threw(name)
      pushes = pushed
    case .nobody, .value: firing.action = .nothingRan(name)
    }
    firing.pushes = pushes.compactMap(\.members)
  }

  /// Source: Firebase §5.8; what it pushes is logged as an event of its own.
  private func runClass(
    _ arguments: OrderedDictionary<String, Outcome>, _ firing: inout ReferenceFiring
  ) {
    guard let path = arguments["classPath"] else { return firing.action = .refused }
    let name = given(path).map(text) ?? ""
    firing.arguments = handed(arguments)
    switch scene.run(name, firing.arguments) {
    case .ran: firing.action = .called(name)
    case .threw: firing.action = .threw(name)
    case .nobody, .value: firing.action = .nothingRan(name)
    }
  }

  /// Source: Firebase §5.6.
  private func event(_ arguments: OrderedDictionary<String, Outcome>) -> ReferenceFiring.Action {
    switch given(arguments["action"]) {
    case .string("block"): .logged(0, suppresses: true)
    case .string("measure"):
      given(arguments["eventName"])?.text.map { ReferenceFirebase.code(ofEvent: $0) == nil }
        == true
        && arguments["editParamTable"] == nil ? .logged(1, suppresses: false) : .unknown
    case .string("filter"): .unknown
    case nil: .refused
    default: .idle
    }
  }
}
