import OrderedCollections
import TagRuntime

extension ContainerDescriber {
  func tags() -> [ContainerDescription.Tag] {
    version.tags.enumerated().map { position, call in
      ContainerDescription.Tag(
        name: Self.name(call.name, else: "tag \(position + 1)"),
        isNamed: call.name?.isEmpty == false, id: words("tag_id", of: call, .braced),
        function: call.function,
        action: action(of: call), firing: Self.once(container.rulesAdding[position]),
        blocking: Self.once(container.rulesRemoving[position]), variables: variables(of: call),
        missing: words(ofMissing: missing.tags[position]))
    }
  }

  /// Returns sorted positions without duplicates.
  static func once(_ positions: [Int]) -> [Int] {
    var result: [Int] = []
    for position in positions where result.last != position { result.append(position) }
    return result
  }

  private func action(of call: FunctionCall) -> ContainerDescription.Action {
    if isFirebase { return firebaseAction(of: call) }
    switch call.function {
    case TagFunction.analytics.id: return analytics(call)
    case TagFunction.functionCall.id:
      guard let name = words("function_call_macro_name", of: call, .braced) else {
        return .nothing(reason: "it names no app function")
      }
      return .call(function: name, parameters: parameters(of: call))
    case TagFunction.pixel.id:
      guard let url = words("url", of: call, .braced) else {
        return .nothing(reason: "it has no URL")
      }
      let unrepeatable = call.parameters["unrepeatable"] ?? .constant("")
      return .request(url: url, isOnce: unrepeatable != .constant(""))
    case TagFunction.dataLayerWrite.id:
      return .write(
        keys: writtenKeys(call),
        clears: words("clear_data_layer_prefix", of: call, .braced).flatMap {
          $0 == "\"\"" ? nil : $0
        })
    case "": return .nothing(reason: "it names no function")
    default:
      let id = BoundedWords.cut(call.function)
      return .nothing(reason: "SDK \(sdkVersion) has no tags of type \(id)")
    }
  }

  // MARK: Analytics

  private func analytics(_ call: FunctionCall) -> ContainerDescription.Action {
    let fields = call.parameters["analytics_fields"].map(fields) ?? []
    let property =
      fields.first { $0.name == "&tid" }.map { Self.unquoted($0.value) }
      ?? words("account", of: call, .braced) ?? "no property"
    if isOn("analytics_pass_through", call) {
      guard call.parameters["analytics_fields"] != nil else {
        return .nothing(reason: "it has no analytics_fields")
      }
      let type = fields.first { $0.name == "&t" }.map { Self.unquoted($0.value) } ?? ""
      return .hit(
        type: type, property: property,
        fields: fields.filter { !["&tid", "&t"].contains($0.name) }, ecommerce: ecommerce(call))
    }
    if isOn("track_transaction", call) { return .transaction(property: property) }
    return .nothing(reason: "it has neither analytics_pass_through nor track_transaction")
  }

  private func ecommerce(_ call: FunctionCall) -> String? {
    guard isOn("enable_ecommerce", call), sdkVersion >= EnhancedEcommerce.firstVersion else {
      return nil
    }
    if isOn("ecommerce_use_data_layer", call) { return "ecommerce of the data layer" }
    return words("ecommerce_macro_data", of: call) ?? "nothing: it names no data"
  }

  /// Whether a flag is set, or may be set by a variable.
  func isOn(_ key: String, _ call: FunctionCall) -> Bool {
    guard let flag = call.parameters[key] else { return false }
    return !flag.references.isEmpty || flag.constantFlag == true
  }

  static func unquoted(_ text: String) -> String { text == "\"\"" ? text : String(text.unquoted) }

  // MARK: Data layer

  /// Returns the dotted paths that a write pushes, with their values.
  private func writtenKeys(_ call: FunctionCall) -> [ContainerDescription.Field] {
    var keys: [ContainerDescription.Field] = []
    if let value = call.parameters["value"] { addPaths(of: value, under: "", &keys) }
    return keys
  }

  /// Adds the dotted paths of pushed maps, up to the limit.
  func addPaths(
    of expression: Expression, under path: String, _ keys: inout [ContainerDescription.Field]
  ) {
    guard keys.count < DescriptionLimits.fields else { return }
    switch expression {
    case .list(let elements) where path.isEmpty:
      for element in elements { addPaths(of: element, under: path, &keys) }
    case .map(let entries):
      for entry in entries where keys.count < DescriptionLimits.fields {
        let name = words(entry.key, .braced)
        let inner = BoundedWords.cut(path.isEmpty ? name : path + "." + name)
        addPaths(of: entry.value, under: inner, &keys)
      }
    default:
      keys.append(ContainerDescription.Field(name: path, value: words(expression, .quoted)))
    }
  }
}

// MARK: - Firebase tags

/// The actions of tags in v5 containers.
extension ContainerDescriber {
  func firebaseAction(of call: FunctionCall) -> ContainerDescription.Action {
    if call.function.isEmpty { return .nothing(reason: "it names no function") }
    guard let function = FirebaseFunction.named(call.function, .tag) else {
      let id = BoundedWords.cut(call.function)
      return version.runtimeFunctions.contains(call.function)
        ? .runtime(function: id)
        : .nothing(reason: "the second generation has no tags of type \(id)")
    }
    if let missing = function.required.first(where: { call.parameters[$0] == nil }) {
      return .nothing(reason: "its parameter \(missing) is missing")
    }
    switch function.id {
    case FirebaseFunction.firebaseEvent.id: return firebaseEvent(call)
    case FirebaseFunction.universalAnalytics.id: return universalAnalytics(call)
    case FirebaseFunction.customTag.id:
      return .call(
        function: words("classPath", of: call, .braced) ?? "\"\"", parameters: parameters(of: call))
    case FirebaseFunction.pixel.id:
      return .request(url: words("url", of: call, .braced) ?? "\"\"", isOnce: false)
    default:
      return .nothing(reason: "what tags of type \(function.id) do is not documented")
    }
  }

  private func firebaseEvent(_ call: FunctionCall) -> ContainerDescription.Action {
    guard
      let action = call.parameters["action"]?.constantText.flatMap(
        ContainerDescription.FirebaseEvent.Action.init)
    else {
      return .nothing(
        reason: "its action is \(words("action", of: call) ?? "?"), which is not a Firebase action")
    }
    var event = ContainerDescription.FirebaseEvent(action: action)
    switch action {
    case .measure:
      guard let name = words("eventName", of: call, .braced) else {
        return .nothing(reason: "its parameter eventName is missing")
      }
      if let text = call.parameters["eventName"]?.constantText,
        let fault = FirebaseNameRule.event.fault(of: text, inTag: true)
      {
        return .nothing(reason: "Firebase drops its event: " + fault.sentence)
      }
      event.name = name
      event.keepsParameters = isOn("mergeEventParameters", call)
    case .filter:
      event.name = words("overrideEventName", of: call, .braced).flatMap { $0 == "\"\"" ? nil : $0 }
      event.keepsParameters = true
    case .block: return .firebase(event)
    }
    event.edits = rows("editParamTable", "editParamKey", "editParamValue", of: call)
    // Only parameters of the current event can be left out.
    if event.keepsParameters {
      event.drops = rows("dropParamTable", "dropParamKey", "dropParamKey", of: call).map(\.name)
    }
    return .firebase(event)
  }

  // MARK: Tables

  /// Returns the rows of a table, which is a list of maps: two cells of each, up to the limit.
  func rows(
    _ key: String, _ name: String, _ value: String, of call: FunctionCall
  ) -> [ContainerDescription.Field] {
    guard case .list(let rows)? = call.parameters[key] else { return [] }
    return rows.prefix(DescriptionLimits.fields).compactMap { row in
      guard case .map(let cells) = row else { return nil }
      func cell(_ key: String) -> Expression? {
        cells.first { $0.key.constantText == key }?.value
      }
      return ContainerDescription.Field(
        name: cell(name).map { words($0, .braced) } ?? "?",
        value: cell(value).map { words($0, .quoted) } ?? "?")
    }
  }

  // MARK: Universal Analytics

  private func universalAnalytics(_ call: FunctionCall) -> ContainerDescription.Action {
    let settings = settings(of: call)
    // Settings supply the parameters that the tag does not set; the tag has priority.
    let merged = FunctionCall(
      function: call.function,
      parameters: (settings?.parameters ?? [:]).merging(call.parameters) { $1 })
    let trackType = merged.parameters["trackType"]?.constantText
    let type =
      FirebaseFunction.hitTypes.first { $0.trackType == trackType } ?? FirebaseFunction.screenView
    let property = property(of: merged, hasSettings: settings != nil)
    if type.type == "transaction" { return .transaction(property: property) }
    var fields: OrderedDictionary<String, String> = [:]
    for call in [settings, call].compactMap({ $0 }) { addFields(of: call, to: &fields) }
    for field in type.fields {
      guard let value = merged.parameters[field.parameter],
        value != .constant(.bool(false)), value != .constant("")
      else { continue }
      fields[field.code] = words(value, .quoted)
    }
    return .hit(
      type: type.type, property: property,
      fields: fields.elements.prefix(DescriptionLimits.fields).map {
        ContainerDescription.Field(name: $0.key, value: $0.value)
      }, ecommerce: firebaseEcommerce(merged))
  }

  /// Returns the settings variable that a tag takes its parameters from, if it can be known.
  private func settings(of call: FunctionCall) -> FunctionCall? {
    guard case .macro(let name)? = call.parameters["gaSettings"],
      let slot = container.slotOfName[name],
      let definition = container.slots[slot].definitions.first
    else { return nil }
    let settings = version.macros[definition]
    return settings.function == FirebaseFunction.settings.id ? settings : nil
  }

  private func property(of merged: FunctionCall, hasSettings: Bool) -> String {
    if let own = words("trackingId", of: merged, .braced), own != "\"\"" { return own }
    guard !hasSettings, let settings = words("gaSettings", of: merged, .braced) else {
      return "no property"
    }
    return "the property of \(settings)"
  }

  private func addFields(
    of call: FunctionCall, to fields: inout OrderedDictionary<String, String>
  ) {
    for row in rows("fieldsToSet", "fieldName", "value", of: call) {
      let code = row.name.hasPrefix("&") ? row.name : FirebaseFunction.fieldCodes[row.name]
      // A missing name sets nothing.
      if code != nil || row.name != "?" { fields[code ?? BoundedWords.cut(row.name)] = row.value }
    }
    for table in FirebaseFunction.numberedFields {
      for row in rows(table.parameter, table.number, table.value, of: call) {
        fields[BoundedWords.cut(table.code + row.name)] = row.value
      }
    }
  }

  private func firebaseEcommerce(_ merged: FunctionCall) -> String? {
    guard isOn("enableEcommerce", merged) else { return nil }
    if merged.parameters["readDataFrom"]?.constantText == FirebaseFunction.ecommerceOfEvent {
      return "the event's parameters, if it is an e-commerce event"
    }
    return words("ecommerceVariableData", of: merged) ?? "nothing: it names no data"
  }
}
