import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Adds the enabled built-in variables, which 1.3 lists in the container and 2 next to it.
  mutating func addBuiltIns(
    _ container: FileNode, _ version: FileNode
  ) throws(ReadFault) {
    for type in try container.texts("enabledBuiltInVariable") {
      addBuiltIn(FileNode.word(type), named: nil)
    }
    for node in try version.nodes("builtInVariable") {
      addBuiltIn(try node.word("type"), named: try node.optionalText("name"))
    }
  }

  private mutating func addBuiltIn(_ type: String, named name: String?) {
    guard let builtIn = BuiltInVariable.of(type: type) else {
      let reason = ExportCatalogue.obstacle(toBuiltIn: type)
      return leaveOut(.builtInVariable, name ?? type, type: type, reason)
    }
    if builtIn.isFirebaseOnly, generation == .legacy {
      let reason = LeftOutPart.Reason.otherGeneration(.firebase)
      return leaveOut(.builtInVariable, name ?? builtIn.name, type: type, reason)
    }
    add(
      macro: FunctionCall(
        function: function(of: builtIn.variable), name: name ?? builtIn.name,
        parameters: builtIn.parameters))
  }

  /// Adds the variables, in the order of their ids; those that do not run are left out.
  mutating func addVariables(_ nodes: [FileNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "variableId") {
      let name = try node.text("name")
      let type = try node.text("type")
      let parameters = try ExportParameter.read(try node.nodes("parameter"))
      if let reason = ExportCatalogue.obstacle(toVariable: type, in: generation) {
        leaveOut(.variable, name, type: type, reason)
        continue
      }
      if node.members["formatValue"]?.members?.isEmpty == false {
        ignoredSettings[.format, default: []].append(name)
      }
      var call = FunctionCall(function: function(of: type), name: name)
      switch (generation, type) {
      case (.firebase, _): call.parameters = FirebaseParameters.ofVariable(type, parameters)
      case (.legacy, "vc"):
        try addCollection(name, parameters, node)
        continue
      case (.legacy, "gas"):
        analyticsSettings[name] = parameters
        continue
      // Inferred: no export of a function-call macro is known.
      case (.legacy, "func"), (.legacy, "fc"):
        call.function = function(of: "func")
        call.parameters = Self.functionCallParameters(parameters)
      case (.legacy, _): call.parameters = Self.variableParameters(parameters)
      }
      add(macro: call)
    }
  }

  /// Returns the parameters of a variable. A default value counts only if its checkbox is set.
  private static func variableParameters(
    _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression> {
    var wire: OrderedDictionary<String, Expression> = [:]
    var setsDefault = true
    for (key, value) in parameters {
      if key == "setDefaultValue", case .boolean(let flag) = value {
        setsDefault = flag
      } else {
        wire[WireKey.key(of: key)] = value.expression
      }
    }
    if !setsDefault { wire["default_value"] = nil }
    // Compiled containers have the name first, regardless of its place in the export.
    if let name = wire.removeValue(forKey: "name") {
      wire.updateValue(name, forKey: "name", insertingAt: 0)
    }
    return wire
  }

  /// Converts a value collection to one macro for each key, which the rules of its enabling
  /// triggers enable and those of its disabling triggers disable.
  private mutating func addCollection(
    _ name: String, _ parameters: [(key: String, value: ExportParameter)], _ node: FileNode
  ) throws(ReadFault) {
    guard case .template(let text)? = parameters.first(where: { $0.key == "collection" })?.value
    else {
      throw node.fault("parameter", "a TEMPLATE 'collection'")
    }
    let collection: OrderedDictionary<String, Value>?
    do throws(JSONError) {
      collection = try ValueCollectionText.parse(text)
    } catch {
      throw ReadFault(.valueCollection(variable: name, mistake: error))
    }
    guard let collection else {
      throw node.fault("parameter", "a collection such as {'title': 'Hello'}")
    }
    // One collection may have any number of keys, so the limit of variables is checked again.
    try ReadFault.check(macros.count + collection.count, ContainerLimits.functions, "macros")
    let indices = collection.elements.map { key, value in
      var call = FunctionCall(function: MacroFunction.constant.id, name: key)
      call.parameters["not_default_macro"] = .constant(.bool(true))
      call.parameters["value"] = ValueCollectionText.expression(of: value)
      call.parameters["instance_label"] = .constant(.string(name))
      return add(macro: call)
    }
    let owner = "Value collection '\(name)'"
    let enabling = try node.triggerIDs("enablingTriggerId")
    if enabling.isEmpty {
      remark(.neverEnabled(collection: name))
    }
    use(enabling, by: owner) { $0.addMacros += indices }
    use(try node.triggerIDs("disablingTriggerId"), by: owner) { $0.removeMacros += indices }
  }
}

/// The parameters of compiled v5 containers: those of the export under the same names, without
/// those that a checkbox disables, and a few that the compiler adds.
enum FirebaseParameters {
  typealias Parameters = [(key: String, value: ExportParameter)]

  static func ofTag(
    _ type: String, _ parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    var own = expressions(of: parameters)
    if type == "ua" {
      add(["enableRecaptchaOption", "enableUaRlsa", "enableUseInternalVersion"], false, to: &own)
      add(["enableFirebaseCampaignData"], true, to: &own)
      if own["trackType"] == .constant("TRACK_EVENT") { add(["trackTypeIsEvent"], true, to: &own) }
      add(["enableFirebaseEcommerce"], true, to: &own)
    }
    return own
  }

  static func ofVariable(
    _ type: String, _ parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    var own = expressions(of: parameters)
    // The runtime uses any default value that exists.
    if own["setDefaultValue"] == .constant(false) { own["defaultValue"] = nil }
    if type == "gas" {
      add(["enableRecaptchaOption", "enableUaRlsa", "enableUseInternalVersion"], false, to: &own)
      add(["enableFirebaseEcommerce"], false, to: &own)
    }
    return own
  }

  private static func expressions(
    of parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    OrderedDictionary(
      parameters.map { ($0.key, $0.value.expression) }, uniquingKeysWith: { _, last in last })
  }

  // Source: observed, Formats §7.7; compiled containers of 2018 and 2019 have these in addition to
  // the users' entries.
  private static func add(
    _ names: [String], _ flag: Bool, to parameters: inout OrderedDictionary<String, Expression>
  ) {
    for name in names where parameters[name] == nil {
      parameters[name] = .constant(.bool(flag))
    }
  }
}
