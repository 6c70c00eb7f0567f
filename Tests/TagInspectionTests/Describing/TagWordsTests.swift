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
    #expect(ContainerBuilder { $0.tag("x", id, parameters) }.described.firstAction == words)
  }

  @Test func handlersAndFunctions() {
    let described = ContainerBuilder { builder in
      builder.functionMacro("discount", parameters: .members(["sku": .macro("event")]))
      builder.functionTag("addBonus", parameters: .members(["a": 1, "b": 2]))
      builder.tag(
        "Again", "_func",
        ["function_call_macro_name": "addBonus", "additional_params": .members(["c": 1])])
      builder.tag("Script", "_html")
      builder.version.predicates.append(Condition("_um", "a", "b").call)
    }.described
    #expect(
      described.handlers.map { "\($0.kind) \($0.function) \($0.parameters) \($0.users)" } == [
        #"tag addBonus ["a", "b", "c"] ["addBonus", "Again"]"#,
        #"macro discount ["sku"] ["discount"]"#,
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
    let lines = version.described.pageLines
    #expect(
      lines.contains { $0.hasPrefix("2 more tags are paused") && $0.hasSuffix(": One, Two.") })
    #expect(
      lines.drop { !$0.hasPrefix("Paused tags") }.prefix(3).suffix(2) == ["One (img)", "Two (img)"])
    #expect(!lines.contains { $0.hasPrefix("Left out") })
    #expect(version.described.json.contains("\"pausedTags\": [\"One\", \"Two\"]"))
  }

  private static let templates: [(parts: [Expression], words: String)] = [
    ([], "requests \"\""), ([""], "requests \"\""), (["", ""], "requests \"\""),
    (["", .macro("event")], "requests {{event}}"), (["a", "", "b"], "requests ab"),
  ]

  @Test(arguments: templates)
  func anEmptyPartOfATemplateDoesNotShow(_ parts: [Expression], _ words: String) {
    let described = ContainerBuilder { $0.tag("T", "_img", ["url": .template(parts)]) }.described
    #expect(described.firstAction == words)
  }

  @Test func theIDThatRulesWantIsTold() {
    let version = ContainerBuilder.firebase { builder in
      builder.macro("own id", "__cid")
      builder.rule(
        when: [.equals("own id", "GTM-AB12")],
        unless: [Condition("_re", .macro("own id"), "^GTM-A")])
    }
    #expect(
      version.described.pageLines.contains(
        "needs an id that equals GTM-AB12, or does not match ^GTM-A"))
  }
}
