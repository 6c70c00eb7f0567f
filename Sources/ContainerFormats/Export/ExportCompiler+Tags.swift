import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Adds the tags in the order of their ids; those that do not run are left out.
  mutating func addTags(_ nodes: [ExportNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "tagId") {
      let name = try node.text("name")
      let type = try node.text("type")
      let parameters = try ExportParameter.read(try node.nodes("parameter"))
      let settings = try ContainerAuthoring.TagSettings(node)
      let firing = try node.triggerIDs("firingTriggerId")
      let blocking = try node.triggerIDs("blockingTriggerId")
      if let reason = node.isTrue("paused")
        ? .paused : ExportCatalogue.obstacle(toTag: type, in: generation)
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
    _ node: ExportNode, _ name: String, _ type: String,
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
  private func consents(_ node: ExportNode) throws(ReadFault) -> Bool {
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

  /// Remarks on each kind of setting that no mobile SDK obeys.
  mutating func remarkOnIgnoredSettings() {
    for (setting, names) in ignoredSettings.elements {
      remark(.ignoredSetting(setting, of: names))
    }
  }
}
