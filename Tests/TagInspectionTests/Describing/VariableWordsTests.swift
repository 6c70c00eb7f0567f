import OrderedCollections
import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// What variables read and when a definition is chosen, in words.
struct VariableWordsTests {
  private static let reads:
    [(id: String, parameters: OrderedDictionary<String, Expression>, words: String)] = [
      ("_e", [:], "event name"),
      ("_l", [:], "language of the phone"),
      ("_v", ["name": "user.tier"], "data layer variable user.tier"),
      (
        "_v", ["name": "user.tier", "default_value": "nobody"],
        "data layer variable user.tier, else \"nobody\""
      ),
      ("_v", ["name": .macro("event")], "data layer variable {{event}}"),
      ("_v", [:], "nothing: its parameter name is missing"),
      ("_c", ["value": 320], "constant 320"),
      ("_c", ["value": "Hola"], "constant \"Hola\""),
      ("_c", ["value": "two\nlines \"x\""], "constant \"two\\nlines \\\"x\\\"\""),
      ("_c", ["value": .list([1, "a", .macro("event")])], "constant [1, \"a\", {{event}}]"),
      ("_c", ["value": .members(["a": true, "b": "c"])], "constant {a: true, b: \"c\"}"),
      ("_c", ["value": .template(["x-", .macro("event")])], "constant \"x-{{event}}\""),
      ("_c", ["value": .macro("gone")], "constant {{gone}} (unknown)"),
      ("_func", ["function_call_macro_name": "discount"], "function call discount"),
      (
        "_func",
        [
          "function_call_macro_name": "mod",
          "additional_params": .members(["key": .macro("event"), "by": "5"]),
        ], "function call mod(key = {{event}}, by = \"5\")"
      ),
      ("_r", [:], "random number"),
      ("_r", ["min": 1, "max": 6], "random number from 1 to 6"),
      ("_awcr", ["conversion_id": "77"], "the click referrer of conversion \"77\""),
      (
        "_awcr", ["conversion_id": "77", "component": "gclid"],
        "\"gclid\" of the click referrer of conversion \"77\""
      ),
      ("_jn", ["arg0": .macro("event"), "item_separator": ","], "{{event}} joined with \",\""),
      ("_reg", ["arg0": "ab", "arg1": "(b)"], "group 1 of pattern \"(b)\" in \"ab\""),
      ("_enc", ["arg0": "ab", "output_format": "base64"], "\"ab\" written in base64"),
      ("_hsh", ["arg0": "ab"], "MD5 digest of \"ab\""),
      ("_avn", [:], "nothing: the iOS SDK has no function App Version Name (_avn)"),
      ("_jsm", [:], "nothing: SDK 3.17 has no variables of type _jsm"),
      ("", [:], "nothing: it names no function"),
    ]

  @Test(arguments: reads.indices)
  func variable(_ index: Int) {
    let (id, parameters, words) = Self.reads[index]
    let container = ContainerBuilder { $0.macro("x", id, parameters) }.version
    let described = ContainerDescription(of: container, file: "f", bytes: 1, platform: .ios)
    #expect(described.firstRead == words)
  }

  @Test(arguments: MacroFunction.all.map(\.id))
  func everyFunctionHasWords(_ id: String) {
    let keys = ["value", "name", "arg0", "arg1", "conversion_id", "function_call_macro_name"]
    let parameters = OrderedDictionary(
      uniqueKeysWithValues: keys.map { ($0, Expression.macro("e")) })
    let container = ContainerBuilder { $0.macro("x", id, parameters) }.version
    let described = ContainerDescription(
      of: container, file: "f", bytes: 1, sdkVersion: SDKVersion(5, 0))
    let words = described.variables[1].definitions[0].reads
    #expect(!words.contains(id) && !words.contains("nothing"), "\(id): \(words)")
  }

  private static func choices(_ build: (inout ContainerBuilder) -> Void) -> [String] {
    let described = ContainerBuilder(build).described
    return described.variables[1].definitions.map {
      described.choice(of: $0, in: described.variables[1])
    }
  }

  @Test func rulesChoose() {
    #expect(Self.choices { $0.constant("x", 1) } == [""])
    let words = Self.choices { builder in
      let one = builder.ruledConstant("x", 1)
      let two = builder.ruledConstant("x", 2)
      builder.constant("x", 3)
      _ = builder.ruledConstant("x", 4)
      builder.rule(when: [.event("a")], applies: [one], named: "A")
      builder.rule(applies: [two], switchesOff: [one])
      builder.rule(when: [.event("b")], switchesOff: [two])
    }
    #expect(
      words == [
        "when event equals a (A), unless always", "always, unless event equals b", "otherwise",
        "never: no rule enables it",
      ])
  }

  @Test func usersAreNamed() {
    let described = ContainerBuilder { builder in
      builder.variable("a")
      builder.constant("b", .template([.macro("a"), "!"]))
      builder.variable("alone")
      builder.functionTag("Tag", parameters: .members(["k": .macro("a")]))
      builder.rule(when: [.equals("a", "1")], fires: ["Tag"], named: "One")
      builder.rule(when: [.equals("a", "1"), .equals("b", "2")], fires: ["Tag"])
    }.described
    #expect(
      described.variables.map { described.users(of: $0) } == [
        nil, "tag Tag; rules One, #2; variable b", "rule #2", nil,
      ])
  }

  @Test func dataLayerKeysAndEvents() {
    let described = ContainerBuilder { builder in
      builder.variable("tier", path: "user.tier", default: "nobody")
      builder.variable("tier again", path: "user.tier")
      builder.tag(
        "Shop", "_ua",
        [
          "analytics_pass_through": true, "enable_ecommerce": true,
          "ecommerce_use_data_layer": true, "analytics_fields": .members(["&tid": "UA-1"]),
        ])
      builder.tag("Sale", "_ua", ["track_transaction": true])
      builder.rule(when: [.event("buy")], fires: ["Shop"])
      builder.rule(when: [Condition("_sw", .macro("event"), "tap")], fires: ["Sale"])
      builder.rule(when: [.equals("tier", "staff")], blocks: ["Shop"])
      builder.rule(when: [.event("a"), .event("b")], fires: ["Shop"])
    }.described
    #expect(
      described.keys.prefix(3).map { "\($0.key) \($0.fallback ?? "-") \($0.readers)" } == [
        "user.tier \"nobody\" [\"tier\", \"tier again\"]", "ecommerce - [\"tag Shop\"]",
        "transactionId - [\"tag Sale\"]",
      ])
    #expect(
      described.events.map { "\($0.verb ?? "every") \($0.text): \(described.effects(of: $0))" }
        == ["equals buy: fires Shop", "starts with tap: fires Sale"])
  }
}
