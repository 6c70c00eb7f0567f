import OrderedCollections

extension ContainerDescriber {
  func tags() -> [ContainerDescription.Tag] {
    version.tags.enumerated().map { position, call in
      ContainerDescription.Tag(
        name: Self.name(call.name, else: "tag \(position + 1)"),
        isNamed: call.name?.isEmpty == false, id: words("tag_id", of: call, .braced),
        function: call.function,
        action: action(of: call), firing: Self.once(container.rulesAdding[position]),
        blocking: Self.once(container.rulesRemoving[position]), variables: variables(of: call))
    }
  }

  /// Positions in order, each once.
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
        return .nothing(reason: "it names no function of the app")
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

  /// Whether a flag is set, or may be: it can hang on a variable.
  func isOn(_ key: String, _ call: FunctionCall) -> Bool {
    guard let flag = call.parameters[key] else { return false }
    return flag.refersToMacros || flag.constantFlag == true
  }

  static func unquoted(_ text: String) -> String {
    guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  // MARK: Data layer

  /// The dotted paths that a write pushes, with their values.
  private func writtenKeys(_ call: FunctionCall) -> [ContainerDescription.Field] {
    var keys: [ContainerDescription.Field] = []
    if let value = call.parameters["value"] { addPaths(of: value, under: "", &keys) }
    return keys
  }

  /// The dotted paths of pushed maps, the first ones of many.
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
