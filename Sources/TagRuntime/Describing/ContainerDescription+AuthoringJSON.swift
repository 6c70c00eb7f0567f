import OrderedCollections

/// What the web interface keeps, for machines.
extension ContainerDescription {
  var authoringValue: Value {
    guard let authoring else { return .null }
    return [
      "containerName": Self.optional(authoring.containerName),
      "versionName": Self.optional(authoring.versionName),
      "notes": Self.optional(authoring.notes), "exportTime": Self.optional(authoring.exportTime),
      "folders": .list(
        authoring.folders.map {
          [
            "name": .string($0.name), "tags": Self.list($0.tags),
            "triggers": Self.list($0.triggers), "variables": Self.list($0.variables),
          ]
        }),
    ]
  }

  /// The settings of a tag; null without an export.
  func settingsValue(ofTag position: Int) -> Value {
    guard let settings = settings(ofTag: position) else { return .null }
    return [
      "words": Self.list(Self.words(of: settings)),
      "firingOption": Self.optional(settings.firingOption?.rawValue),
      "priority": Self.optional(settings.priority),
      "scheduleStartMs": settings.scheduleStartMs.map { .int($0) } ?? .null,
      "scheduleEndMs": settings.scheduleEndMs.map { .int($0) } ?? .null,
      "setupTags": Self.list(settings.setupTags), "teardownTags": Self.list(settings.teardownTags),
      "liveOnly": .bool(settings.isLiveOnly), "notes": Self.optional(settings.notes),
    ]
  }

  static func value(_ part: LeftOutPart) -> Value {
    [
      "kind": .string(part.kind.rawValue), "name": .string(part.name), "type": .string(part.type),
      "reason": .string(code(of: part.reason)), "sentence": .string(sentence(of: part)),
    ]
  }

  private static func code(of reason: LeftOutPart.Reason) -> String {
    switch reason {
    case .paused: "paused"
    case .webOnly: "webOnly"
    case .serverOnly: "serverOnly"
    case .customTemplate: "customTemplate"
    case .otherGeneration: "otherGeneration"
    case .retired: "retired"
    case .madeByServer: "madeByServer"
    case .unknownCondition: "unknownCondition"
    case .unused: "unused"
    case .unknownType: "unknownType"
    }
  }
}
