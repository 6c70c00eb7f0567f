import OrderedCollections
import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// What tags do, and what they want of the app, in words.
struct TagWordsTests {
  private static let actions:
    [(id: String, parameters: OrderedDictionary<String, Expression>, words: String)] = [
      (
        "_ua",
        [
          "analytics_pass_through": true,
          "analytics_fields": .members([
            "&tid": "UA-1", "&t": "event", "&ec": "shop", "&ea": .macro("event"), "&cd3": "x",
            "&xyz": 1,
          ]),
        ],
        "sends an event to UA-1 (category = \"shop\", action = {{event}}, dimension 3 = \"x\", "
          + "&xyz = 1)"
      ),
      (
        "_ua",
        [
          "analytics_pass_through": true, "enable_ecommerce": true,
          "ecommerce_use_data_layer": true,
          "analytics_fields": .members(["&tid": .macro("event"), "&t": "appview"]),
        ],
        "sends a screen view to {{event}}, with e-commerce from ecommerce of the data layer"
      ),
      (
        "_ua", ["track_transaction": true, "account": "UA-1"],
        "sends a transaction and its items, from the data layer, to UA-1"
      ),
      (
        "_ua", ["account": "UA-1"],
        "does nothing: it has neither analytics_pass_through nor track_transaction"
      ),
      ("_ua", ["analytics_pass_through": true], "does nothing: it has no analytics_fields"),
      ("_img", ["url": "https://a.example/?x"], "requests https://a.example/?x"),
      (
        "_img", ["url": .template(["https://a/", .macro("event")]), "unrepeatable": "1"],
        "requests https://a/{{event}}, once ever"
      ),
      ("_img", [:], "does nothing: it has no URL"),
      ("_func", ["function_call_macro_name": "addBonus"], "calls addBonus of the app"),
      (
        "_func",
        [
          "function_call_macro_name": "addBonus",
          "additional_params": .members(["screen": .macro("event")]),
        ], "calls addBonus of the app (screen = {{event}})"
      ),
      ("_func", [:], "does nothing: it names no app function"),
      (
        "_dlw",
        [
          "value": .list([.members(["a": .members(["b": 1, "c": .macro("event")])])]),
          "clear_data_layer_prefix": "old",
        ], "writes to the data layer: a.b = 1, a.c = {{event}}; then clears old in the data layer"
      ),
      ("_html", [:], "does nothing: SDK 3.17 has no tags of type _html"),
      ("", [:], "does nothing: it names no function"),
    ]

  @Test(arguments: actions.indices)
  func tag(_ index: Int) {
    let (id, parameters, words) = Self.actions[index]
    let container = ContainerBuilder { $0.tag("x", id, parameters) }.version
    let described = ContainerDescription(of: container, file: "f", bytes: 1)
    #expect(described.words(of: described.tags[0].action) == words)
  }

  @Test func handlersAndFunctions() {
    let container = ContainerBuilder { builder in
      builder.functionMacro("discount", parameters: .members(["sku": .macro("event")]))
      builder.functionTag("addBonus", parameters: .members(["a": 1, "b": 2]))
      builder.tag(
        "Again", "_func",
        ["function_call_macro_name": "addBonus", "additional_params": .members(["c": 1])])
      builder.tag("Script", "_html")
      builder.version.predicates.append(Condition("_um", "a", "b").call)
    }
    let described = ContainerDescription(of: container.version, file: "f", bytes: 1)
    #expect(
      described.handlers == [
        ContainerDescription.Handler(
          function: "addBonus", kind: .tag, parameters: ["a", "b", "c"],
          users: ["addBonus", "Again"]),
        ContainerDescription.Handler(
          function: "discount", kind: .macro, parameters: ["sku"], users: ["discount"]),
      ])
    #expect(
      described.functions.map { "\($0.kind) \($0.id) \($0.count) \($0.isKnown)" } == [
        "tag _func 2 true", "tag _html 1 false", "macro _e 1 true", "macro _func 1 true",
        "condition _um 1 false",
      ])
  }

  @Test func pausedTagsAreListed() {
    var version = ContainerVersion()
    version.leftOut = ["One", "Two"].map {
      LeftOutPart(kind: .tag, name: $0, type: "img", reason: .paused)
    }
    let description = ContainerDescription(of: version, file: "f", bytes: 1)
    let lines = description.page.map(\.text)
    #expect(lines.contains("2 more tags are paused, so no phone gets them: One, Two."))
    #expect(
      lines.drop { !$0.hasPrefix("Paused") }.prefix(3)
        == ["Paused tags, which no phone gets: 2", "One (img)", "Two (img)"])
    #expect(!lines.contains { $0.hasPrefix("Left out") })
    #expect(description.json.contains("\"pausedTags\": [\"One\", \"Two\"]"))
  }

  private static let templates: [(parts: [Expression], words: String)] = [
    ([], "requests \"\""), ([""], "requests \"\""), (["", ""], "requests \"\""),
    (["", .macro("event")], "requests {{event}}"), (["a", "", "b"], "requests ab"),
  ]

  @Test(arguments: templates)
  func anEmptyPartOfATemplateDoesNotShow(_ parts: [Expression], _ words: String) {
    let version = ContainerBuilder { $0.tag("T", "_img", ["url": .template(parts)]) }.version
    let description = ContainerDescription(of: version, file: "f", bytes: 1)
    #expect(description.words(of: description.tags[0].action) == words)
  }

  @Test func theIDThatRulesWantIsTold() {
    let version = ContainerBuilder.firebase { builder in
      builder.version.macros.append(FunctionCall(function: "__cid", name: "own id"))
      for (kind, id) in [("_eq", "GTM-AB12"), ("_re", "^GTM-A")] {
        builder.version.predicates.append(
          FunctionCall(
            function: kind,
            parameters: ["arg0": .macro("own id"), "arg1": .constant(.string(id))]))
      }
      var rule = ContainerRule()
      rule.positivePredicates = [0]
      rule.negativePredicates = [1]
      builder.version.rules.append(rule)
    }
    let description = ContainerDescription(of: version, file: "f", bytes: 1)
    #expect(
      description.page.map(\.text).contains(
        "needs an id that equals GTM-AB12, or does not match ^GTM-A"))
  }
}
