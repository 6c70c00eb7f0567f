import OrderedCollections
import TagRuntime

extension ContainerDescription {
  /// The description as one line of JSON. Positions of tags, conditions, rules and variables count
  /// from 0, in the order of the lists here; equal conditions of the file are one.
  ///
  /// - Complexity: O(n) in the size of the description.
  public var json: String { JSONWriter.write(value) }

  private var value: Value {
    [
      "file": .string(file), "bytes": .count(bytes), "format": .string(format.rawValue),
      "formatWords": .string(format.words), "containerId": .text(containerID),
      "version": .string(version), "fingerprint": .text(fingerprint),
      "generation": .string(generation.rawValue), "usageContexts": .texts(usageContexts),
      "wantedIds": .texts(wantedIDs), "supplementals": .texts(supplementals),
      "experiments": .texts(experiments), "remarks": .texts(remarks),
      "sdkVersion": generation == .legacy ? .string(sdkVersion.description) : .null,
      "runtimeFunctions": .texts(source.runtimeFunctions.map { BoundedWords.cut($0) }),
      "counts": [
        "macros": .count(counts.macros), "tags": .count(counts.tags),
        "predicates": .count(counts.predicates), "rules": .count(counts.rules),
      ],
      "platform": generation == .legacy ? .string(platform.rawValue) : .null,
      "lacksOnIOS": .list(lacks.map(Self.value)), "summary": .texts(summary),
      "functions": .list(functions.map(Self.value)), "tags": .list(tags.indices.map(value(ofTag:))),
      "pausedTags": .texts(pausedTags.map { BoundedWords.cut($0) }),
      "conditions": .list(conditions.map(Self.value)),
      "rules": .list(rules.map(Self.value)), "variables": .list(variables.map(value)),
      "dataLayerKeys": value(of: .dataLayer), "eventParameters": value(of: .eventParameter),
      "userProperties": value(of: .userProperty), "events": .list(events.map(value)),
      "handlers": .list(handlers.map(Self.value)), "leftOut": .list(leftOut.map(Self.value)),
      "authoring": authoringValue,
    ]
  }

  private static func map(_ fields: [Field]) -> Value {
    .list(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  // MARK: Tags and rules

  private func value(ofTag position: Int) -> Value {
    let tag = tags[position]
    return [
      "name": .string(tag.name), "named": .bool(tag.isNamed), "id": .text(tag.id),
      "function": .string(BoundedWords.cut(tag.function)),
      "does": .string(words(of: tag.action)), "action": Self.value(tag.action),
      "fires": .string(firing(of: tag).joined(separator: ", ")),
      "never": .text(neverReason(of: tag)), "firingRules": .counts(tag.firing),
      "blockingRules": .counts(tag.blocking), "variables": .counts(tag.variables),
      "settings": settingsValue(ofTag: position),
    ]
  }

  private static func value(_ action: Action) -> Value {
    switch action {
    case .hit(let type, let property, let fields, let ecommerce):
      [
        "kind": "hit", "type": .string(type), "property": .string(property),
        "fields": map(fields), "ecommerce": .text(ecommerce),
      ]
    case .transaction(let property): ["kind": "transaction", "property": .string(property)]
    case .request(let url, let isOnce):
      ["kind": "request", "url": .string(url), "once": .bool(isOnce)]
    case .firebase(let event):
      [
        "kind": "firebase", "deed": .string(event.action.rawValue), "event": .text(event.name),
        "edits": map(event.edits), "drops": .texts(event.drops),
        "keepsParameters": .bool(event.keepsParameters),
      ]
    case .runtime(let function): ["kind": "runtime", "function": .string(function)]
    case .call(let function, let parameters):
      ["kind": "call", "function": .string(function), "parameters": map(parameters)]
    case .write(let keys, let clears):
      ["kind": "write", "keys": map(keys), "clears": .text(clears)]
    case .nothing(let reason): ["kind": "nothing", "reason": .string(reason)]
    }
  }

  private static func value(_ lack: Lack) -> Value {
    [
      "function": .string(lack.function), "words": .string(lack.words),
      "variables": .counts(lack.variables), "rules": .counts(lack.rules),
      "tags": .counts(lack.tags),
    ]
  }

  private static func value(_ condition: Condition) -> Value {
    [
      "left": .string(condition.left), "verb": .string(condition.verb),
      "negatedVerb": .string(condition.negatedVerb), "right": .string(condition.right),
      "trouble": .text(condition.trouble), "alwaysTrue": .bool(condition.isAlwaysTrue),
    ]
  }

  private static func value(_ rule: Rule) -> Value {
    [
      "name": .text(rule.name), "when": .string(rule.sentence), "never": .text(rule.never),
      "conditions": .counts(rule.positive), "negativeConditions": .counts(rule.negative),
      "fires": .counts(rule.fires), "blocks": .counts(rule.blocks),
    ]
  }

  // MARK: Variables

  private func value(_ variable: Variable) -> Value {
    [
      "name": .string(variable.name), "unused": .bool(variable.isUnused),
      "forApp": .bool(variable.isForApp),
      "definitions": .list(variable.definitions.map { value($0, in: variable) }),
      "usedByTags": .counts(variable.usingTags), "usedByRules": .counts(variable.usingRules),
      "usedByVariables": .counts(variable.usingVariables),
      "usedBy": .text(users(of: variable)),
    ]
  }

  private func value(_ definition: Definition, in variable: Variable) -> Value {
    [
      "function": .string(BoundedWords.cut(definition.function)),
      "reads": .string(definition.reads), "pushes": .text(definition.pushes),
      "collection": .text(definition.collection),
      "when": .string(choice(of: definition, in: variable)),
      "onRules": .counts(definition.onRules), "offRules": .counts(definition.offRules),
      "fallback": .bool(definition.isFallback),
    ]
  }

  private func value(of kind: KeyRead.Kind) -> Value {
    .list(
      keys.filter { $0.kind == kind }.map { key in
        var value: OrderedDictionary<String, Value> = [
          "key": .string(key.key), "readers": .texts(key.readers),
          "else": .text(key.fallback),
        ]
        if kind == .eventParameter { value["event"] = .text(key.event) }
        return .map(value)
      })
  }

  // MARK: Functions and events

  private static func value(_ function: Function) -> Value {
    [
      "function": .string(BoundedWords.cut(function.id)), "kind": .string(function.kind.rawValue),
      "count": .count(function.count), "known": .bool(function.isKnown),
    ]
  }

  private func value(_ event: EventHeard) -> Value {
    [
      "verb": .text(event.verb), "text": event.verb == nil ? .null : .string(event.text),
      "words": .string(Self.words(of: event)), "does": .string(effects(of: event)),
      "rules": .counts(event.rules),
    ]
  }

  private static func value(_ handler: Handler) -> Value {
    [
      "function": .string(handler.function), "kind": .string(handler.kind.rawValue),
      "parameters": .texts(handler.parameters), "users": .texts(handler.users),
    ]
  }
}

// MARK: - Authoring JSON

/// The settings of the web interface as JSON values.
extension ContainerDescription {
  var authoringValue: Value {
    guard let authoring else { return .null }
    return [
      "containerName": .text(authoring.containerName),
      "versionName": .text(authoring.versionName),
      "notes": .text(authoring.notes), "exportTime": .text(authoring.exportTime),
      "folders": .list(
        authoring.folders.map {
          [
            "name": .string($0.name), "tags": .texts($0.tags),
            "triggers": .texts($0.triggers), "variables": .texts($0.variables),
          ]
        }),
    ]
  }

  /// Returns the settings of a tag; null without an export.
  func settingsValue(ofTag position: Int) -> Value {
    guard let settings = settings(ofTag: position) else { return .null }
    return [
      "words": .texts(Self.words(of: settings)),
      "firingOption": .text(settings.firingOption?.rawValue),
      "priority": .text(settings.priority),
      "scheduleStartMs": settings.scheduleStartMs.map { .int($0) } ?? .null,
      "scheduleEndMs": settings.scheduleEndMs.map { .int($0) } ?? .null,
      "setupTags": .texts(settings.setupTags), "teardownTags": .texts(settings.teardownTags),
      "liveOnly": .bool(settings.isLiveOnly), "notes": .text(settings.notes),
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
    case .incomplete: "incomplete"
    case .unknownCondition: "unknownCondition"
    case .unused: "unused"
    case .unknownType: "unknownType"
    }
  }
}
