import OrderedCollections
import TagRuntime

/// Reads what an export tells beyond what runs.
enum ExportAuthoring {
  /// What stands at the top of an export; settings of tags are added by the compiler.
  static func read(
    file: ExportNode, version: ExportNode, container: ExportNode
  ) throws(ReadFault) -> ContainerAuthoring {
    let names = [try version.filledText("name"), try version.filledText("description")]
      .compactMap(\.self)
    return ContainerAuthoring(
      containerName: try container.filledText("name"),
      versionName: names.isEmpty ? nil : names.joined(separator: ": "),
      notes: try container.filledText("notes"), exportTime: try file.filledText("exportTime"),
      folders: try folders(of: version))
  }

  private static func folders(
    of version: ExportNode
  ) throws(ReadFault) -> [ContainerAuthoring.Folder] {
    var folders: OrderedDictionary<String, ContainerAuthoring.Folder> = [:]
    for node in try version.nodes("folder") {
      let name = try node.text("name")
      folders[try node.optionalText("folderId") ?? name] = ContainerAuthoring.Folder(name: name)
    }
    if folders.isEmpty { return [] }
    for (list, names) in [
      ("tag", \ContainerAuthoring.Folder.tags), ("trigger", \.triggers), ("variable", \.variables),
    ] {
      for node in try version.nodes(list) {
        guard let id = try node.optionalText("parentFolderId"), folders[id] != nil,
          let name = try node.optionalText("name")
        else { continue }
        folders[id]?[keyPath: names].append(name)
      }
    }
    return Array(folders.values)
  }
}

extension ExportNode {
  /// A string that may be missing or empty.
  fileprivate func filledText(_ key: String) throws(ReadFault) -> String? {
    try optionalText(key).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension ContainerAuthoring.TagSettings {
  /// Reads the settings of a tag.
  init(_ node: ExportNode) throws(ReadFault) {
    self.init()
    firingOption =
      switch try node.optionalWord("tagFiringOption") {
      case "UNLIMITED": .unlimited
      case "ONCE_PER_EVENT": .oncePerEvent
      case "ONCE_PER_LOAD": .oncePerLoad
      default: nil
      }
    if node.members["priority"]?.members != nil {
      priority = try node.node("priority").filledText("value")
    } else {
      priority = try node.filledText("priority")
    }
    scheduleStartMs = try node.optionalText("scheduleStartMs").flatMap { Int64($0) }
    scheduleEndMs = try node.optionalText("scheduleEndMs").flatMap { Int64($0) }
    for setup in try node.nodes("setupTag") { setupTags.append(try setup.text("tagName")) }
    for teardown in try node.nodes("teardownTag") {
      teardownTags.append(try teardown.text("tagName"))
    }
    isLiveOnly = node.isTrue("liveOnly")
    notes = try node.filledText("notes")
  }

  /// Which of them no mobile SDK obeys.
  var ignored: [IgnoredSetting] {
    var ignored: [IgnoredSetting] = []
    if let priority, priority != "0" { ignored.append(.priority) }
    if scheduleStartMs != nil || scheduleEndMs != nil { ignored.append(.schedule) }
    if !setupTags.isEmpty || !teardownTags.isEmpty { ignored.append(.sequence) }
    if firingOption == .oncePerLoad { ignored.append(.oncePerLoad) }
    return ignored
  }
}
