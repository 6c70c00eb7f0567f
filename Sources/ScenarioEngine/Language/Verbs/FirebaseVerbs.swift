import OrderedCollections
import TagRuntime
import TagSimulation

/// What the app tells Firebase (v5).
extension Verb {
  static let firebase: [Verb] = [
    Verb(
      "log-event",
      "log-event NAME [KEY=VALUE ...] | log-event NAME JSON", "Logs an event with Firebase.",
      "log-event \"played_song\" genre=\"pop\" minutes=3"
    ) { reader throws(ScenarioError) in try reader.logEvent() },
    Verb(
      "user-property",
      "user-property NAME=TEXT|null", "Sets a user property of Firebase; null takes it back.",
      "user-property tier=\"gold\""
    ) { reader throws(ScenarioError) in try reader.userProperty() },
    Verb(
      "user-id",
      "user-id TEXT|null", "Sets the user's id with Firebase; null takes it back.",
      "user-id \"u-1\""
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.setUserID(try reader.cursor.textOrNull("the id of a user")))))
    },
    Verb(
      "default-parameters",
      "default-parameters KEY=VALUE ...|JSON|none",
      "Sets what goes with every event of Firebase until the process ends.",
      "default-parameters shop=\"Madrid\""
    ) { reader throws(ScenarioError) in try reader.defaultParameters() },
    Verb(
      "debug-mode",
      "debug-mode on|off",
      "Whether Firebase sends every event at once; it stays on over launches.", "debug-mode on"
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.setDebugMode(try reader.cursor.isOn()))))
    },
    Verb(
      "collection",
      "collection on|off", "Whether Firebase logs events at all.", "collection off"
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.setCollection(try reader.cursor.isOn()))))
    },
    Verb(
      "reset-analytics-data",
      "reset-analytics-data", "Makes Firebase forget the user and what waits.",
      "reset-analytics-data"
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.resetAnalytics)))
    },
  ]
}

extension StatementReader {
  mutating func logEvent() throws(ScenarioError) -> Command {
    let name = try cursor.name("the name of an event")
    return .act(.app(.firebase(.logEvent(name, try parameters()))))
  }

  /// `tier="gold"`, `tier=null`
  mutating func userProperty() throws(ScenarioError) -> Command {
    let key = try cursor.key()
    return .act(.app(.firebase(.setUserProperty(key.name, try cursor.textOrNull("a text")))))
  }

  mutating func defaultParameters() throws(ScenarioError) -> Command {
    if cursor.take("none") { return .act(.app(.firebase(.setDefaultParameters(nil)))) }
    if cursor.peek == nil { _ = try cursor.next("none, key=value or a map in braces") }
    return .act(.app(.firebase(.setDefaultParameters(try parameters()))))
  }

  private mutating func parameters() throws(ScenarioError) -> OrderedDictionary<String, Value> {
    if cursor.peek == nil { return [:] }
    let template = try cursor.parameterTemplate(allowsParameters: false)
    // Without places for arguments none can be missing.
    return (try? template.update().members) ?? [:]
  }
}
