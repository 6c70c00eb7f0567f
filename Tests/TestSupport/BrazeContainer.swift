import OrderedCollections
package import TagRuntime

/// A container of the first generation whose one tag calls the function `braze` at the event
/// `braze`, with whatever the event has under `parameters`.
package enum BrazeContainer {
  package static let id = "GTM-BRAZE"

  package static let compiled = ContainerBuilder { container in
    container.variable("parameters")
    container.tag(
      "Braze", "_func",
      ["function_call_macro_name": "braze", "additional_params": .macro("parameters")])
    container.rule(when: [.event("braze")], fires: ["Braze"])
  }.compiled

  /// The tags of Braze's guide for Google Tag Manager, each at an event of its own, and one with a
  /// mistyped action.
  package static let guide = ContainerBuilder { container in
    for name in ["genre", "number of times listened", "key", "value", "user id"] {
      container.variable(name)
    }
    func tag(_ name: String, at event: String, _ parameters: KeyValuePairs<String, Expression>) {
      container.tag(
        name, "_func",
        ["function_call_macro_name": "braze", "additional_params": .members(parameters)])
      container.rule(when: [.event(event)], fires: [name])
    }
    tag(
      "Played song", at: "played song",
      [
        "actionType": "logEvent", "eventName": .macro("event"), "genre": .macro("genre"),
        "number of times listened": .macro("number of times listened"),
      ])
    tag(
      "Attribute", at: "customAttribute",
      [
        "actionType": "customAttribute", "customAttributeKey": .macro("key"),
        "customAttributeValue": .macro("value"),
      ])
    tag(
      "User", at: "changeUser", ["actionType": "changeUser", "externalUserId": .macro("user id")])
    tag("Mistyped", at: "skipped song", ["actionType": "logEvnt", "eventName": .macro("event")])
  }.compiled
}
