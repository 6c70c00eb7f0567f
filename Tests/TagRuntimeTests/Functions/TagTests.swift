import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct TagTests {
  private func fire(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>, _ update: Value = [:]
  ) -> (effects: [Effect], harness: RuntimeHarness) {
    var harness = RuntimeHarness { container in
      container.variable("v")
      container.tag("T", function, parameters)
      container.rule(when: [.event("go")], fires: ["T"])
    }
    harness.push(update)
    return (harness.event("go"), harness)
  }

  // MARK: _ua

  private func analytics(
    _ fields: KeyValuePairs<String, Expression>, _ update: Value = [:]
  ) -> [Hit] {
    fire("_ua", ["analytics_pass_through": true, "analytics_fields": .members(fields)], update)
      .effects.hits
  }

  @Test func analyticsMakesAHitOfItsFields() {
    let hits = analytics(
      ["&tid": "UA-1", "&t": "event", "&ev": .macro("v"), "&ni": true], ["v": 19.9])
    let fields: OrderedDictionary<String, String> = [
      "&tid": "UA-1", "&t": "event", "&ev": "19.9", "&ni": "true",
    ]
    #expect(
      hits == [
        Hit(
          kind: .analytics(fields: fields), tag: "T", tracker: "_GTM_DEFAULT_TRACKER_",
          created: RuntimeHarness.start)
      ])
  }

  @Test(
    arguments: [
      ("false", false), ("FALSE", false), ("0", false), ("", false), (false, false), (0, false),
      ("true", true), ("1", true), ("no", true),
    ] as [(Expression, Bool)])
  func anonymizeIPIsLeftOutWhereItSaysNo(_ value: Expression, _ stays: Bool) throws {
    let hit = try #require(analytics(["&t": "event", "&aip": value]).first)
    #expect(hit.payload.contains("aip=") == stays)
  }

  @Test func analyticsWithoutPassThroughIsIgnored() {
    let effects = fire("_ua", ["analytics_fields": .members(["&t": "event"])]).effects
    #expect(
      effects.tagResults == [
        .ignored(reason: "it has neither analytics_pass_through nor track_transaction")
      ])
    #expect(effects.logs(.warning) == ["Ignoring unknown tag."])
    #expect(effects.hits == [])
  }

  @Test func analyticsWithoutFieldsIsIgnored() {
    let effects = fire("_ua", ["analytics_pass_through": "true"]).effects
    #expect(effects.tagResults == [.ignored(reason: "it has no analytics_fields")])
  }

  // MARK: _img

  @Test(
    arguments: [
      ("https://p.example/a", nil, "https://p.example/a"),
      ("https://p.example/a?x=1", .list([]), "https://p.example/a?x=1"),
      (
        "https://p.example/a", .list([.members(["k": "a b", "n": 5]), .members(["k": "&"])]),
        "https://p.example/a?k=a%20b&n=5&k=%26"
      ),
      (
        "https://p.example/a?x=1", .list([.members(["k": .macro("v")])]),
        "https://p.example/a?x=1&k="
      ),
      ("https://p.example/a", .macro("v"), "https://p.example/a"),
      ("https://p.example/#top", .list([.members(["k": 1])]), "https://p.example/?k=1#top"),
    ] as [(Expression, Expression?, String)])
  func aPixelRequestsItsURL(_ url: Expression, _ additional: Expression?, _ expected: String) {
    var parameters: OrderedDictionary<String, Expression> = ["url": url]
    if let additional { parameters["additional_params"] = additional }
    #expect(fire("_img", parameters).effects.hits.map(\.kind) == [.pixel(url: expected)])
  }

  @Test(arguments: [.members(["k": "v"]), "k=v", .list(["k=v"])] as [Expression])
  func aPixelIsNotSentInPart(_ additional: Expression) {
    let effects = fire("_img", ["url": "https://p.example/", "additional_params": additional])
      .effects
    #expect(effects.hits == [])
    #expect(
      effects.tagResults == [.ignored(reason: "additional_params is not a list of maps")])
    #expect(effects.logs(.warning).count == 1)
  }

  @Test func aPixelWithoutAURLIsNotSent() {
    #expect(
      fire("_img", ["url": .macro("v")]).effects.tagResults == [
        .ignored(reason: "the url is empty")
      ])
    let missing = "Incorrect keys for function _img required [url] had []"
    #expect(fire("_img", [:]).effects.tagResults == [.refused(reason: missing)])
  }

  @Test(
    arguments: [
      ("https://p.example/", true, nil, "https://p.example/?k=1&gtmcb="),
      ("https://p.example/", "true", "cb", "https://p.example/?k=1&cb="),
      ("https://p.example/?a=b", true, "", "https://p.example/?a=b&k=1&gtmcb="),
      ("https://p.example/", true, "c b", "https://p.example/?k=1&c%20b="),
      ("https://p.example/", false, "cb", "https://p.example/?k=1"),
      ("https://p.example/", "yes", "cb", "https://p.example/?k=1"),
    ] as [(Expression, Expression, Expression?, String)])
  func aCacheBusterComesLast(
    _ url: Expression, _ isWanted: Expression, _ name: Expression?, _ expected: String
  ) throws {
    var parameters: OrderedDictionary<String, Expression> = [
      "url": url, "additional_params": .list([.members(["k": 1])]), "cache_buster": isWanted,
    ]
    if let name { parameters["cache_buster_value"] = name }
    let hit = try #require(fire("_img", parameters).effects.hits.first)
    #expect(hit.payload.hasPrefix(expected))
    let number = hit.payload.dropFirst(expected.count)
    if expected.hasSuffix("=") {
      #expect((0...2_147_483_647).contains(try #require(Int64(number))))
    } else {
      #expect(number == "")
    }
  }

  @Test func everyPixelHasANumberOfItsOwnAndTheSameSeedTheSame() {
    func urls(_ seed: UInt64) -> [String] {
      let container = ContainerBuilder { container in
        container.tag("T", "_img", ["url": "https://p.example/", "cache_buster": true])
        container.rule(fires: ["T"])
      }
      var harness = RuntimeHarness(container, settings: .with { $0.seed = seed })
      for _ in 1...5 { harness.event("any") }
      return harness.effects.hits.map(\.payload)
    }
    #expect(Set(urls(1)).count == 5)
    #expect(urls(1) == urls(1))
    #expect(urls(1) != urls(2))
  }

  // MARK: _dlw

  @Test func aDataLayerWritePushesItsMapsInOrder() {
    let maps = Expression.list([
      .members(["a": 1, "event": "written"]), "no map", .members(["a": 2, "b": .macro("v")]),
    ])
    let (effects, harness) = fire("_dlw", ["value": maps], ["v": "x"])
    #expect(effects.tagResults == [.wrote(updates: 2)])
    #expect(effects.updates.map(\.event) == ["go", "written", nil])
    #expect(harness.runtime.dataLayer.get("a") == 2)
    #expect(harness.runtime.dataLayer.get("b") == "x")
  }

  @Test func aDataLayerWriteClearsAPrefixAfterwards() {
    let (_, harness) = fire(
      "_dlw",
      [
        "value": .list([.members(["cart": .members(["n": 3])])]),
        "clear_data_layer_prefix": "cart",
      ],
      ["cart": ["total": 5]])
    #expect(harness.runtime.dataLayer.get("cart") == .null)
  }

  @Test func aDataLayerWriteWantsAList() {
    let effects = fire("_dlw", ["value": .members(["a": 1])]).effects
    #expect(effects.tagResults == [.ignored(reason: "value is not a list of maps")])
    #expect(effects.updates.count == 1)
  }
}
