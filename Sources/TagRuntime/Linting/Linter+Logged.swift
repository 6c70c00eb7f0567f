import OrderedCollections

/// What the checks of what an app pushes need to know of the second generation, whose apps log
/// events with parameters and set user properties.
extension Linter {
  /// The key, the parameter or the user property that a macro reads; nil where it reads none, or
  /// one that Firebase suggests and fills by itself.
  func path(readBy macro: FunctionCall) -> String? {
    switch macro.function {
    case MacroFunction.dataLayerVariable.id: macro.parameters["name"]?.constantText
    case "__md": macro.parameters["key"]?.constantText
    case "__fup":
      macro.parameters["key"]?.constantText.map { AppFacts.userPropertyPrefix + $0 }
    default: nil
    }
  }

  /// What a macro gives where what it reads is missing.
  func fallback(of macro: FunctionCall) -> Expression? {
    guard isFirebase else { return macro.parameters["default_value"] }
    let isSet = macro.parameters["setDefaultValue"]?.constantValue
    return isSet == .bool(false) ? nil : macro.parameters["defaultValue"]
  }

  /// A key, a parameter or a user property as sentences call it.
  func named(_ path: String) -> String {
    guard isFirebase else { return quoted(path) }
    let prefix = AppFacts.userPropertyPrefix
    return path.hasPrefix(prefix)
      ? "the user property " + quoted(String(path.dropFirst(prefix.count)))
      : "the parameter " + quoted(path)
  }

  /// What apps do with events.
  var eventVerb: String { isFirebase ? "logs" : "pushes" }

  /// What apps do with it.
  func gives(_ path: String) -> String {
    if !isFirebase { return "pushes" }
    return path.hasPrefix(AppFacts.userPropertyPrefix) ? "sets" : "logs"
  }

  /// The events of a list that the app logs or pushes by itself.
  func own(_ events: [String]) -> [String] {
    isFirebase ? events.filter { FirebaseNames.short($0) == $0 } : events
  }

  /// Whether Firebase itself gives a parameter its value.
  ///
  /// Source: Firebase's page on the events that are collected automatically.
  static func isOfFirebase(_ parameter: String) -> Bool {
    ["firebase_", "ga_", "_"].contains { parameter.hasPrefix($0) }
      || automaticParameters.contains(parameter)
  }

  private static let automaticParameters: Set<String> = [
    "aclid", "anid", "campaign", "click_timestamp", "content", "cp1", "currency",
    "engagement_time_msec", "fatal", "free_trial", "gclid", "introductory_price", "medium",
    "message_device_time", "message_id", "message_name", "message_time", "message_type", "price",
    "previous_app_version", "previous_first_open_count", "previous_os_version", "product_id",
    "product_name", "quantity", "screen_class", "screen_name", "source", "subscription",
    "system_app", "system_app_update", "term", "timestamp", "topic", "update_with_analytics",
    "value",
  ]
}

extension AppFacts {
  /// What user properties are called among the keys.
  static let userPropertyPrefix = "user_property."

  /// What a container of the second generation can see: logged events for pushed ones.
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
