import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import TagInspection

/// What is found to be tried with a container.
struct ContainerTrialTests {
  private static func trial(_ build: (inout ContainerBuilder) -> Void) -> ContainerTrial {
    ContainerTrial(of: ContainerBuilder(build).compiled)
  }

  /// The events with their keys and values in one line: "buy: sku, price=6".
  private static func told(_ events: [ContainerTrial.Event]) -> [String] {
    events.map { event in
      let keys = event.keys.map { key in
        key.path + (key.value.map { "=" + JSONWriter.write($0) } ?? "")
      }
      return event.name + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
    }
  }

  private static func condition(_ function: String, _ text: String) -> Condition {
    Condition(function, .macro("event"), .constant(.string(text)))
  }

  private static let heard: [(conditions: [Condition], unless: [Condition], events: [String])] = [
    ([.event("buy")], [], ["buy"]),
    ([condition("_cn", "Buy")], [], ["Buy"]),
    ([condition("_sw", "tap")], [.event("tap")], []),
    ([condition("_ew", "Done")], [], ["Done"]),
    ([condition("_re", "^(buy|sell)$")], [], ["buy", "sell"]),
    ([condition("_re", "^(buy|sell)$")], [.event("buy")], ["sell"]),
    ([condition("_re", "(?P<x>y)")], [], []),
    ([condition("_re", ".*")], [], []),
    ([condition("_cn", "")], [], []),
    ([], [], []),
    ([.event("a"), .event("b")], [], []),
    ([.event("a")], [.event("a")], []),
    ([condition("_xx", "a")], [], []),
  ]

  @Test(arguments: heard)
  func rulesListenForEvents(
    _ conditions: [Condition], _ unless: [Condition], _ events: [String]
  ) {
    let trial = Self.trial { $0.rule(when: conditions, unless: unless, fires: ["tag"]) }
    #expect(trial.events.map(\.name) == events)
  }

  @Test func aRuleWithoutAnEventListensToAny() {
    #expect(Self.trial { $0.rule(fires: ["tag"]) }.hearsOther)
    #expect(Self.trial { $0.rule(unless: [.event("quiet")], fires: ["tag"]) }.hearsOther)
    #expect(Self.trial { $0.rule(when: [.event("buy")], fires: ["tag"]) }.hearsOther == false)
    #expect(Self.trial { $0.rule(blocks: ["tag"]) }.hearsOther == false)
  }

  @Test func whatCannotBeGuessedIsCounted() {
    let trial = Self.trial {
      $0.rule(when: [Self.condition("_re", "[^a]b{2}c")], fires: ["tag"])
      $0.rule(when: [.event(String(repeating: "x", count: 300))], fires: ["tag"])
    }
    #expect(trial.rulesWithoutExample == 2)
    #expect(trial.events.isEmpty)
  }

  private static let wanted: [(function: String, right: String, value: Value?)] = [
    ("_eq", "Cart", "Cart"), ("_eq", "42", "42"), ("_cn", "ar", "ar"), ("_sw", "Ca", "Ca"),
    ("_ew", "rt", "rt"), ("_re", "^C(a|u)rt$", "Cart"), ("_gt", "5", 6), ("_ge", "5", 5),
    ("_lt", "5", 4), ("_le", "5", 5), ("_gt", "5.5", 6.5), ("_lt", "-1", -2),
    ("_gt", "many", nil), ("_re", "(", nil), ("_gt", "9223372036854775807", nil),
  ]

  @Test(arguments: wanted)
  func aKeyHasAValueThatMakesTheRuleTrue(_ function: String, _ right: String, _ value: Value?) {
    let trial = Self.trial {
      $0.variable("amount", path: "cart.amount")
      let test = Condition(function, .macro("amount"), .constant(.string(right)))
      $0.rule(when: [.event("buy"), test], fires: ["tag"])
    }
    #expect(trial.events.first?.keys == [ContainerTrial.Key(path: "cart.amount", value: value)])
  }

  @Test func allTestsOfARuleAreMet() {
    let trial = Self.trial {
      $0.variable("amount")
      let tests = [("_gt", "5"), ("_lt", "8")].map {
        Condition($0.0, .macro("amount"), .constant(.string($0.1)))
      }
      $0.rule(
        when: [.event("buy")] + tests, unless: [.equals("amount", "6")], fires: ["tag"])
    }
    #expect(Self.told(trial.events) == ["buy: amount=7"])
  }

  @Test func whatWouldBlockIsAvoided() {
    let trial = Self.trial {
      $0.variable("consent")
      $0.rule(when: [.event("buy")], fires: ["tag"])
      $0.rule(unless: [.equals("consent", "yes")], blocks: ["tag"])
    }
    #expect(Self.told(trial.events) == ["buy: consent=\"yes\""])
  }

  @Test func keysAreThoseOfTheRulesAndTagsOfTheEvent() {
    let trial = Self.trial {
      $0.variable("screen name", path: "screenName")
      $0.variable("sku", path: "item.sku")
      $0.variable("user", path: "user.id")
      $0.macro("label", "_j", ["arg0": .macro("sku")])
      $0.analyticsTag(
        "view", ["&cd": .macro("screen name"), "&cd1": .template(["u", .macro("user")])])
      $0.analyticsTag("buy", ["&el": .macro("label")])
      $0.rule(when: [.event("openScreen")], fires: ["view"])
      $0.rule(when: [.event("tapBuy")], fires: ["buy"])
    }
    #expect(
      Self.told(trial.events + [trial.other]) == [
        "openScreen: screenName, user.id", "tapBuy: item.sku",
        "anyEvent: screenName, user.id, item.sku",
      ])
  }

  @Test func aMapGivesWayToWhatLiesInIt() {
    let trial = Self.trial {
      for key in ["user", "user.id", "user.address", "user.address.city", "users", ""] {
        $0.variable("variable " + key, path: key)
      }
    }
    #expect(Self.told([trial.other]) == ["anyEvent: user.id, user.address.city, users"])
  }

  @Test func whatTheDataLayerRefusesIsLeftOut() {
    let trial = Self.trial {
      $0.variable("wide", path: String(repeating: "환영", count: 80))
      $0.variable("deep", path: String(repeating: "a.", count: 99) + "a")
      $0.variable("fine", path: String(repeating: "a.", count: 30) + "b")
    }
    #expect(trial.other.keys.count == 1)
    #expect(trial.other.keysLeftOut == 2)
  }

  @Test func whatReferredToInACircleEnds() {
    let trial = Self.trial {
      $0.constant("a", .macro("b"))
      $0.constant("b", .template([.macro("a"), .macro("key")]))
      $0.variable("key")
      $0.analyticsTag("tag", ["&el": .macro("a")])
      $0.rule(when: [.event("buy")], fires: ["tag"])
    }
    #expect(Self.told(trial.events) == ["buy: key"])
  }

  @Test func ecommerceAndTransactionsReadTheDataLayer() {
    let trial = Self.trial {
      $0.tag(
        "shop", "_ua",
        [
          "analytics_pass_through": true, "enable_ecommerce": true,
          "ecommerce_use_data_layer": true,
        ])
      $0.tag("sale", "_ua", ["track_transaction": true])
      $0.rule(when: [.event("view")], fires: ["shop"])
      $0.rule(when: [.event("buy")], fires: ["sale"])
    }
    #expect(trial.events[0].keys.map(\.path) == ["ecommerce"])
    #expect(trial.events[1].keys.map(\.path).contains("transactionProducts"))
  }

  @Test func functionsAndValuesOfTheAppAreTold() {
    let trial = Self.trial {
      $0.functionMacro("discount")
      $0.functionTag("report")
      $0.functionTag("report")
      let title = $0.ruledConstant("title", "Hola")
      let limit = $0.ruledConstant("limit", 5)
      let isOn = $0.ruledConstant("on", true)
      let used = $0.ruledConstant("used", "x")
      $0.constant("constant", "never read by name")
      $0.analyticsTag("tag", ["&el": .macro("used")])
      $0.rule(fires: ["tag"], applies: [title, limit, isOn, used])
    }
    #expect(trial.macroFunctions == ["discount"])
    #expect(trial.tagFunctions == ["report"])
    #expect(
      trial.reads == [
        ContainerTrial.Read(kind: .string, key: "title"),
        ContainerTrial.Read(kind: .int64, key: "limit"),
        ContainerTrial.Read(kind: .boolean, key: "on"),
      ])
  }

  @Test func keysAndValuesAreReadByTheirTypes() {
    var version = ContainerVersion(format: .plist)
    let values: KeyValuePairs<String, Expression> = [
      "title": "Hola", "size": 320, "on": false, "rate": "0.15", "code": "007", "version": "1.10",
      "map": .members(["a": "b"]),
    ]
    version.macros = values.map { key, value in
      FunctionCall(function: "_c", name: key, parameters: ["value": value])
    }
    let trial = ContainerTrial(of: CompiledContainer(version))
    #expect(
      trial.reads.map { "\($0.kind.rawValue) \($0.key)" } == [
        "string title", "int64 size", "boolean on", "double rate", "string code",
        "string version", "string map",
      ])
    #expect(!trial.hasRules && trial.events.isEmpty)
  }

  @Test func boundsAreKeptAndCounted() {
    let trial = Self.trial { builder in
      for number in 1...60 {
        builder.variable("key\(number)")
        builder.functionMacro("function\(number * 2)")
        builder.functionMacro("function\(number * 2 + 1)")
      }
      let fields = (1...60).map {
        Expression.Entry(key: .constant(.string("&cd\($0)")), value: .macro("key\($0)"))
      }
      builder.tag(
        "tag", "_ua", ["analytics_pass_through": true, "analytics_fields": .map(fields)])
      for number in 1...5000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
    }
    #expect(trial.events.count == ContainerTrial.eventLimit)
    #expect(trial.eventsLeftOut == 5000 - ContainerTrial.eventLimit)
    #expect(trial.events[0].keys.count == ContainerTrial.keyLimit)
    #expect(trial.events[0].keysLeftOut == 60 - ContainerTrial.keyLimit)
    #expect(trial.macroFunctions.count == ContainerTrial.functionLimit)
  }
}
