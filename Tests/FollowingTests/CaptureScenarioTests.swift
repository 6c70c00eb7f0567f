import Following
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// A capture is read backwards through a container, tried, and written as a scenario that passes.
struct CaptureScenarioTests {
  /// Views of screens by `screenName`, presses by the name of the event, and a purchase.
  private static let container = ContainerBuilder {
    $0.variable("screen", path: "screenName")
    $0.variable("label", path: "ui.label")
    $0.variable("total")
    $0.constant("property", "UA-7-1")
    $0.analyticsTag(
      "Views", ["&t": "screenview", "&tid": .macro("property"), "&cd": .macro("screen")])
    $0.analyticsTag(
      "Presses",
      [
        "&t": "event", "&tid": "UA-7-1", "&ec": "ui", "&ea": .macro("event"),
        "&el": .template(["press ", .macro("label")]),
      ])
    $0.analyticsTag(
      "Sales",
      ["&t": "event", "&tid": "UA-7-1", "&ec": "shop", "&ea": "buy", "&ev": .macro("total")])
    $0.rule(when: [.event("openScreen")], fires: ["Views"])
    $0.rule(when: [Condition("_sw", .macro("event"), "tap")], fires: ["Presses"])
    $0.rule(
      when: [.event("done"), .equals("screen", "Checkout")], unless: [.equals("total", "0")],
      fires: ["Sales"])
  }.compiled

  private static func made(
    _ lines: [String], _ container: CompiledContainer? = container
  ) throws -> PhoneFollower {
    let common = "v=1&_v=mi3.1.7&cid=35009a79&tid="
    let text = lines.enumerated().map { place, line in
      let time = 1_393_668_000_000 + place * 20_000
      return common + (line.hasPrefix("UA") ? "" : "UA-7-1&") + line + "&ht=\(time)&z=\(place)"
    }.joined(separator: "\n")
    return try PhoneFollower(
      of: Capture(Array(text.utf8)), named: "a.har",
      container: container.map { ($0, "c.json") }, isWritten: true)
  }

  /// Plays a scenario, and gives what failed.
  static func failures(
    _ made: PhoneFollower, _ container: CompiledContainer? = container
  ) throws -> [String] {
    let scenario = try ScenarioParser.parse(made.text, file: "a.scenario")
    #expect(scenario.check(app: nil).isEmpty)
    let text = try ScenarioFormatter.format(Array(made.text.utf8), file: "a.scenario")
    #expect(String(decoding: text, as: UTF8.self) == made.text)
    var inputs = RunInputs(app: try #require(scenario.apps.first))
    if let container { inputs.containers["c.json"] = container }
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    return run.results.filter(\.isFailure).map { "\($0.statement.text): \($0.outcome)" }
  }

  private static let explained: [(hit: String, tag: String, line: String)] = [
    ("t=screenview&cd=Home", "Views", "push event=\"openScreen\" screenName=\"Home\""),
    ("t=event&ec=ui&ea=tapBuy&el=press+S-1", "Presses", "push event=\"tapBuy\" ui.label=\"S-1\""),
    (
      "t=event&ec=shop&ea=buy&ev=12", "Sales",
      "push event=\"done\" total=\"12\" screenName=\"Checkout\""
    ),
    ("t=screenview&cd=a%22b%5C%24%7Bx%7D%0Ac", "Views", "screenName=\"a\\\"b\\\\${x}\\nc\""),
  ]

  @Test(arguments: explained)
  func aHitIsExplainedByAPush(_ hit: String, _ tag: String, _ line: String) throws {
    let made = try Self.made([hit])
    let entry = try #require(made.player.explained.first)
    #expect(entry.tag == tag && entry.reason == nil, "\(entry)")
    #expect(made.text.contains(line), "\(made.text)")
    #expect(made.text.contains("expect hit 1 &tid == \"UA-7-1\""))
    #expect(try Self.failures(made) == [])
  }

  @Test(arguments: [
    ("t=event&ec=ui&ea=swipe&el=press+x", "nearest is Presses: no rule fires it with these values"),
    ("t=event&ec=promo&ea=buy", "Sales: its &ec is \"shop\", but the hit has \"promo\""),
    ("t=screenview&cd=Home&cd1=gold", "Views: it sets no &cd1, but the hit has \"gold\""),
    ("t=event&ec=shop&ea=buy&ev=0", "no tag makes it; the nearest is Sales: no rule fires it"),
    ("t=social&sn=a&_u=.oyL", "by its _u the app itself sent it"),
  ])
  func aHitThatNoTagMakesIsToldWithTheNearest(_ hit: String, _ words: String) throws {
    let made = try Self.made([hit, "t=screenview&cd=Home"])
    let entry = try #require(made.player.explained.first)
    #expect(entry.tag == nil && entry.reason?.contains(words) == true, "\(entry)")
    #expect(made.text.contains("# hit 1, "))
    #expect(made.player.idleTags == ["Presses", "Sales"])
    #expect(try Self.failures(made) == [])
  }

  @Test func valuesThatOnlyARuleWantsAreExamples() throws {
    let entry = try #require(try Self.made(["t=event&ec=shop&ea=buy&ev=12"]).player.explained.first)
    #expect(entry.guessed == ["screenName"])
    #expect(entry.pushed["total"] == "12")
  }

  @Test func hitsOfOnePushBelongTogether() throws {
    let container = ContainerBuilder {
      $0.variable("screenName")
      for name in ["One", "Two"] {
        $0.analyticsTag(
          name,
          [
            "&t": "screenview", "&tid": .constant(.string("UA-\(name)-1")),
            "&cd": .macro("screenName"),
          ]
        )
      }
      $0.rule(when: [.event("openScreen")], fires: ["One", "Two"])
    }.compiled
    let view = "v=1&cid=1&t=screenview&cd=Home&ht=1393668000"
    let text = "\(view)000&z=1&tid=UA-One-1\n\(view)001&z=2&tid=UA-Two-1\n"
    func made(_ text: String) throws -> PhoneFollower {
      try PhoneFollower(
        of: Capture(Array(text.utf8)), named: "a", container: (container, "c.json"),
        isWritten: true)
    }
    let both = try made(text)
    #expect(both.player.explained.map(\.tag) == ["One", "Two"])
    #expect(both.player.explained.map(\.with) == [nil, 1])
    #expect(both.player.explained.allSatisfy { $0.surplus.isEmpty })
    #expect(try Self.failures(both, container) == [])
    let one = try made(String(text.prefix { $0 != "\n" }))
    #expect(one.player.explained.first?.surplus == ["screen Home"])
    #expect(one.player.idleTags == ["Two"])
  }

  @Test func severalWaysToMakeAHitAreSaid() throws {
    let container = ContainerBuilder {
      $0.analyticsTag("One", ["&t": "event", "&tid": "UA-7-1", "&ec": "a", "&ea": "b"])
      for event in ["x", "y"] { $0.rule(when: [.event(event)], fires: ["One"]) }
    }.compiled
    let entry = try #require(
      try Self.made(["t=event&ec=a&ea=b"], container).player.explained.first)
    #expect(entry.others == ["One at push event=\"y\""])
  }

  @Test func valuesOfThePhoneAreNotCompared() throws {
    let container = ContainerBuilder {
      $0.macro("language", "_l")
      $0.analyticsTag(
        "One", ["&t": "event", "&tid": "UA-7-1", "&ec": "a", "&ea": .macro("language")])
      $0.rule(when: [.event("x")], fires: ["One"])
    }.compiled
    let made = try Self.made(["t=event&ec=a&ea=klingon"], container)
    #expect(made.player.explained.first?.unchecked == ["&ea"])
    #expect(!made.text.contains("klingon\"\nexpect") && !made.text.contains("== \"klingon\""))
    #expect(try Self.failures(made, container) == [])
  }

  @Test func valuesStayUntilTheyArePushedAnew() throws {
    let made = try Self.made(
      ["t=event&ec=ui&ea=tapA&el=press+x", "t=event&ec=ui&ea=tapA&el=press+"])
    #expect(made.player.explained.allSatisfy { $0.tag == "Presses" })
    #expect(made.text.contains("push event=\"tapA\" ui.label=\"\""))
    #expect(try Self.failures(made) == [])
  }

  @Test func enhancedEcommerceIsReadBackwards() throws {
    var builder = ContainerBuilder()
    builder.tag(
      "Shop",
      "_ua",
      [
        "analytics_pass_through": true, "enable_ecommerce": true, "ecommerce_use_data_layer": true,
        "analytics_fields": .members(["&t": "event", "&tid": "UA-7-1", "&ec": "a", "&ea": "b"]),
      ])
    builder.rule(when: [.event("buy")], fires: ["Shop"])
    let container = builder.compiled
    let event = "t=event&ec=a&ea=b&cu=EUR"
    let made = try Self.made(
      [
        "\(event)&pa=detail&pr1id=S-1&pr1pr=19.9&pr1cd3=red",
        "\(event)&pa=purchase&ti=T-1&tr=20&pr1id=S-1&pr1qt=2&pr2nm=Hat",
        "\(event)&promoa=view&promo1id=P&il1nm=Top&il1pi1id=S-1&il1pi2id=S-2",
      ], container)
    #expect(
      made.player.explained.map(\.tag) == ["Shop", "Shop", "Shop"], "\(made.player.explained)")
    #expect(made.text.contains("push ecommerce=null\npush event=\"buy\" ecommerce={\"purchase\""))
    #expect(try Self.failures(made, container) == [])
  }

  @Test func aTransactionIsReadBackwardsWithItsItems() throws {
    var builder = ContainerBuilder()
    builder.tag(
      "Orders", "_ua",
      ["track_transaction": true, "analytics_fields": .members(["&tid": "UA-7-1"])])
    builder.rule(when: [.event("paid")], fires: ["Orders"])
    let container = builder.compiled
    let common = "v=1&cid=1&tid=UA-7-1&ti="
    let hits = [
      "T-1&t=transaction&tr=20&ts=5", "T-1&t=item&in=Hat&ip=15&iq=1", "T-1&t=item&in=Cap&ip=5",
      "T-2&t=transaction&tr=1",
    ]
    let text = hits.enumerated().map { place, hit in
      let time = hit.hasPrefix("T-1") ? 1_393_668_000_000 : 1_393_668_060_000
      return "\(common)\(hit)&z=\(place)&ht=\(time)"
    }.joined(separator: "\n")
    let made = try PhoneFollower(
      of: Capture(Array(text.utf8)), named: "a", container: (container, "c.json"),
      isWritten: true)
    #expect(
      made.player.explained.map(\.tag) == ["Orders", "Orders", "Orders", "Orders"],
      "\(made.player.explained)")
    #expect(made.player.explained.map(\.with) == [nil, 1, 1, nil])
    #expect(made.text.contains("transactionProducts=null"))
    #expect(try Self.failures(made, container) == [])
  }

  @Test func whatWasSentAgainIsPushedOnce() throws {
    let view = "v=1&cid=1&tid=UA-7-1&t=screenview&cd=Home&ht=1393668000000&z=1"
    let made = try PhoneFollower(
      of: Capture(Array("\(view)\n\(view)&qt=5\n".utf8)), named: "a",
      container: (Self.container, "c.json"), isWritten: true)
    #expect(made.player.explained.map(\.tag) == ["Views", nil])
    #expect(made.player.explained.last?.reason == "it is hit 1, sent again")
    #expect(try Self.failures(made) == [])
  }

  @Test func olderWordsForAViewMeanTheSame() throws {
    let made = try Self.made(["t=appview&cd=Home"])
    #expect(made.player.explained.first?.tag == "Views")
    #expect(try Self.failures(made) == [])
  }

  @Test func longTimesAreSkipped() throws {
    let view = "v=1&cid=1&tid=UA-7-1&t=screenview&cd=Home"
    let text = "\(view)&z=1&ht=0\n\(view)&z=2&ht=1393668000000\n\(view)&z=3&ht=253402300799999\n"
    let made = try PhoneFollower(
      of: Capture(Array(text.utf8)), named: "a", container: (Self.container, "c.json"),
      isWritten: true)
    #expect(made.text.contains("jump 16130d"), "\(made.text)")
    #expect(made.player.explained.allSatisfy { $0.tag == "Views" })
    #expect(try Self.failures(made) == [])
  }

  // MARK: Without a container

  @Test(arguments: [
    ("t=screenview&cd=Home", "send screen \"&cd\"=\"Home\" tracker=\"UA-7-1\""),
    ("t=event&ec=ui&ea=press&ev=3", "send event \"&ec\"=\"ui\" \"&ea\"=\"press\" \"&ev\"=\"3\""),
    ("t=appview&cd=Home", "send screen \"&t\"=\"appview\" \"&cd\"=\"Home\""),
    ("t=timing&utc=a&utv=b&utt=1500", "send timing \"&utc\"=\"a\""),
    ("t=item&ti=1&in=Hat&cd7=x", "send item \"&ti\"=\"1\" \"&in\"=\"Hat\" \"&cd7\"=\"x\""),
  ])
  func anAppSendsTheHitsByItself(_ hit: String, _ line: String) throws {
    let made = try Self.made([hit, "UA-8-2&t=exception&exd=x&exf=1"], nil)
    #expect(made.text.contains(line), "\(made.text)")
    #expect(made.text.contains("tracker \"UA-8-2\" name=\"UA-8-2\""))
    #expect(made.player.explained.allSatisfy { $0.reason == nil })
    #expect(try Self.failures(made, nil) == [])
  }

  @Test func whatNoLineSendsIsAComment() throws {
    let made = try Self.made(["t=pageview&dp=%2F", "t=screenview&cd=Home"], nil)
    #expect(made.player.explained.first?.reason == "no scenario line sends such a hit")
    #expect(made.text.contains("# hit 1, pageview"))
    #expect(try Self.failures(made, nil) == [])
  }
}
