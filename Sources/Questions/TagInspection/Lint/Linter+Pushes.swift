import OrderedCollections
import TagRuntime

extension Linter {
  /// Finds events, keys and values that the container waits for and the app never pushes.
  func pushes() -> [LintFinding] {
    guard let facts else { return [] }
    let all = isFirebase ? facts.ofFirebase : withOwnPushes(facts)
    return unpushedKeys(all) + unmetConditions(all)
  }

  /// Keys that the SDK or an experiment sets.
  private static let foreignKeys = ["gtm", "_google", "event"]

  private func isForeign(_ path: String) -> Bool {
    if isFirebase { return Self.isOfFirebase(path) }
    return Self.foreignKeys.contains { path == $0 || path.hasPrefix($0 + ".") }
  }

  // MARK: Keys

  private func unpushedKeys(_ facts: AppFacts) -> [LintFinding] {
    var told: Set<String> = []
    let known = NearNames(facts.pushes.keys)
    return version.macros.enumerated().compactMap { index, macro in
      guard let path = path(readBy: macro), !path.isEmpty, !isForeign(path), !facts.mayHave(path),
        isUsed[container.slotOfName[macro.name ?? ""] ?? 0],
        told.insert(path).inserted
      else { return nil }
      let fallback = fallback(of: macro) == nil ? "has no value" : "has its default"
      if let near = known.nearest(to: path) {
        return LintFinding(
          .keyNearMiss, at: place(ofMacro: index),
          "it reads \(named(path)), and \(facts.source) \(gives(path)) \(named(near)): keys are "
            + "case-sensitive, so it always \(fallback); use the same spelling")
      }
      return LintFinding(
        .keyNeverPushed, at: place(ofMacro: index),
        "it reads \(named(path)), which \(facts.source) never \(gives(path)), so it always "
          + fallback + ": " + (isFirebase ? "give it a value" : "push the key")
          + ", or remove the \(vocabulary.macro)")
    }
  }

  // MARK: Conditions

  /// The left side of a condition, as far as it is known.
  private enum Seen {
    case events
    case key(String, fallback: String?)
  }

  private func unmetConditions(_ facts: AppFacts) -> [LintFinding] {
    var told: Set<Int> = []
    var found: [LintFinding] = []
    for (index, rule) in container.rules.enumerated() where !isNeverTrue[index] {
      for position in rule.positive where told.insert(position).inserted {
        guard let seen = seen(by: position), let texts = texts(seen, facts) else { continue }
        let isMet = texts.contains { container.holds(position, for: .string($0)) != false }
        if !isMet { found.append(finding(position, seen, texts, index, facts)) }
      }
    }
    return found
  }

  private func seen(by position: Int) -> Seen? {
    guard container.fixedTruth(of: position) == nil, let slot = container.subjects[position] else {
      return nil
    }
    if container.isEvent(slot) { return .events }
    guard container.slots[slot].choices.isEmpty, container.slots[slot].definitions.count == 1
    else { return nil }
    let macro = version.macros[container.slots[slot].definitions[0]]
    guard let path = path(readBy: macro), !isForeign(path) else { return nil }
    let fallback = fallback(of: macro)
    if fallback != nil, fallback?.constantValue == nil { return nil }
    return .key(path, fallback: fallback?.constantValue.map(ValueConversion.text))
  }

  /// Returns the texts that may be on the left side; nil if others are possible, or if the key has
  /// a finding already.
  private func texts(_ seen: Seen, _ facts: AppFacts) -> [String]? {
    switch seen {
    case .events:
      if facts.hasOtherEvents { return nil }
      return Array(facts.laterEvents.union(facts.launchEvents))
    case .key(let path, let fallback):
      guard let pushed = facts.pushes[path], !pushed.isOpen else { return nil }
      // Under v5, a missing parameter is a text.
      return Array(pushed.texts) + (fallback.map { [$0] } ?? (isFirebase ? ["undefined"] : []))
    }
  }

  private func finding(
    _ position: Int, _ seen: Seen, _ texts: [String], _ rule: Int, _ facts: AppFacts
  ) -> LintFinding {
    let predicate = container.predicates[position]
    let wanted = container.constant(predicate.right).map(ValueConversion.text) ?? ""
    let condition = "'\(words(ofCondition: position))'"
    let isEquality = predicate.kind?.id == PredicateFunction.equals.id
    let near = near(wanted, to: texts, isEquality: isEquality)
    let place = place(ofRule: rule)
    switch (seen, near) {
    case (.events, let near?):
      return LintFinding(
        .eventNearMiss, at: place,
        "\(condition) is never true, but \(facts.source) \(eventVerb) the event \(quoted(near)): "
          + "case and white space matter in names, so use the same spelling")
    case (.events, nil):
      return LintFinding(
        .eventNeverPushed, at: place,
        "\(condition) is never true: \(facts.source) \(eventVerb) "
          + "\(told(own(texts), "no event")); \(isFirebase ? "log" : "push") such "
          + "an event, or correct the \(vocabulary.rule)")
    case (.key(let path, _), let near):
      let hint = near.map { ", of which \(quoted($0)) is closest" } ?? ""
      let pushed = told(facts.pushes[path]?.texts.elements ?? [], "nothing")
      return LintFinding(
        .valueNeverPushed, at: place,
        "\(condition) is never true: \(facts.source) \(gives(path)) \(named(path)) as "
          + "\(pushed)\(hint); correct the value on one side"
      )
    }
  }

  private func told(_ texts: [String], _ nothing: String) -> String {
    texts.isEmpty ? nothing : list(texts.map(quoted))
  }

  /// Returns the text that people would confuse with another one: they look alike, or one begins
  /// with the other.
  private func near(_ wanted: String, to texts: [String], isEquality: Bool) -> String? {
    let folded = TextFolding.folded(wanted)
    if let same = texts.first(where: { TextFolding.folded($0) == folded }) { return same }
    guard isEquality else { return nil }
    if let near = NearNames(texts).nearest(to: wanted) { return near }
    guard folded.count >= Self.nearLength else { return nil }
    return texts.first { text in
      let other = TextFolding.folded(text)
      return other.count >= Self.nearLength
        && (other.hasPrefix(folded) || folded.hasPrefix(other))
    }
  }

  /// The minimum length of two texts of which one begins with the other.
  private static let nearLength = 4

  // MARK: The container's own pushes

  /// Returns the facts with the values that the container itself writes to the data layer.
  private func withOwnPushes(_ facts: AppFacts) -> AppFacts {
    var facts = facts
    let written =
      version.tags.filter { $0.function == TagFunction.dataLayerWrite.id }
      .compactMap { $0.parameters["value"] } + version.macros.compactMap(\.pushAfterEvaluate)
    for expression in written { add(expression, at: "", to: &facts) }
    for experiment in version.experiments {
      for push in experiment.pushes {
        guard let members = push.members else { continue }
        for (key, value) in members.elements { facts.push(value, at: key) }
        if let event = members["event"] { facts.laterEvents.append(ValueConversion.text(event)) }
      }
      for random in experiment.randoms { facts.pushAnything(at: random.key) }
    }
    return facts
  }

  private func add(_ expression: Expression, at path: String, to facts: inout AppFacts) {
    switch expression {
    case .list(let elements) where path.isEmpty:
      for element in elements { add(element, at: path, to: &facts) }
    case .map(let entries):
      for entry in entries {
        guard let key = entry.key.constantText else {
          facts.hasOtherEvents = facts.hasOtherEvents || path.isEmpty
          continue
        }
        add(entry.value, at: path.isEmpty ? key : path + "." + key, to: &facts)
      }
    case .constant(let value) where path == "event":
      facts.laterEvents.append(ValueConversion.text(value))
    case .constant(.map(let members)) where path.isEmpty:
      for (key, value) in members.elements { add(.constant(value), at: key, to: &facts) }
    case .constant(.list(let elements)) where path.isEmpty:
      for element in elements { add(.constant(element), at: path, to: &facts) }
    case .constant(let value) where !path.isEmpty: facts.push(value, at: path)
    default:
      if path == "event" || path.isEmpty { facts.hasOtherEvents = true }
      if !path.isEmpty { facts.pushAnything(at: path) }
    }
  }
}

// MARK: - Logged

/// Support for the second generation in the checks of pushes: its apps log events with parameters
/// and set user properties.
extension Linter {
  /// Returns the key, parameter or user property that a macro reads; nil if it reads none, or one
  /// that Firebase suggests and fills by itself.
  func path(readBy macro: FunctionCall) -> String? {
    switch macro.function {
    case MacroFunction.dataLayerVariable.id: macro.parameters["name"]?.constantText
    case FirebaseFunction.eventParameter.id: macro.parameters["key"]?.constantText
    case FirebaseFunction.userProperty.id:
      macro.parameters["key"]?.constantText.map { AppFacts.userPropertyPrefix + $0 }
    default: nil
    }
  }

  /// Returns the value of a macro when its source is missing.
  func fallback(of macro: FunctionCall) -> Expression? {
    guard isFirebase else { return macro.parameters["default_value"] }
    let isSet = macro.parameters["setDefaultValue"]?.constantValue
    return isSet == .bool(false) ? nil : macro.parameters["defaultValue"]
  }

  /// Returns the name of a key, parameter or user property for sentences.
  func named(_ path: String) -> String {
    guard isFirebase else { return quoted(path) }
    let prefix = AppFacts.userPropertyPrefix
    return path.hasPrefix(prefix)
      ? "the user property " + quoted(String(path.dropFirst(prefix.count)))
      : "the parameter " + quoted(path)
  }

  var eventVerb: String { isFirebase ? "logs" : "pushes" }

  /// Returns the verb for values of an app.
  func gives(_ path: String) -> String {
    if !isFirebase { return "pushes" }
    return path.hasPrefix(AppFacts.userPropertyPrefix) ? "sets" : "logs"
  }

  /// Returns the events of a list that the app itself logs or pushes.
  func own(_ events: [String]) -> [String] {
    isFirebase ? events.filter { FirebaseNames.short($0) == $0 } : events
  }

  /// Whether Firebase itself sets a parameter.
  ///
  /// Source: Firebase §4.6; Firebase's page on the events that are collected automatically.
  static func isOfFirebase(_ parameter: String) -> Bool {
    ["firebase_", "ga_", "_"].contains { parameter.hasPrefix($0) }
      || automaticParameters.contains(parameter)
  }

  private static let automaticParameters: Set<String> = [
    "aclid", "anid", "campaign", "click_timestamp", "content", "cp1", "currency",
    "engagement_time_msec", "fatal", "free_trial", "gclid", "introductory_price", "medium",
    "message_device_time", "message_id", "message_name", "message_time", "message_type", "price",
    "previous_app_version", "previous_first_open_count", "previous_os_version", "product_id",
    "product_name", "quantity", "screen_class", "screen_name", "session_id", "session_number",
    "source", "subscription",
    "system_app", "system_app_update", "term", "timestamp", "topic", "update_with_analytics",
    "value",
  ]
}

extension AppFacts {
  /// The prefix of user properties among the keys.
  static let userPropertyPrefix = "user_property."

  /// The facts visible to a container of the second generation: logged events in place of pushed
  /// ones.
  var ofFirebase: AppFacts {
    var facts = AppFacts(source: source)
    facts.laterEvents = loggedEvents.union(FirebaseNames.automatic)
    facts.hasOtherEvents = hasOtherLoggedEvents
    facts.pushes = parameters
    for (name, value) in userProperties.elements {
      facts.pushes[Self.userPropertyPrefix + name] = value
    }
    return facts
  }
}
