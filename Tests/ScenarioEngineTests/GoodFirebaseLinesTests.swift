import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagLanguage

/// Lines about Firebase, and the words by which v5 is chosen.
@Suite struct GoodFirebaseLinesTests {
  private static let commands: [(String, Command)] = [
    ("sdk v3", .act(.setGeneration(.legacy))), ("sdk v5", .act(.setGeneration(.firebase))),
    ("log-event played_song", .act(.app(.firebase(.logEvent("played_song", [:]))))),
    (
      "log-event \"played song\" genre=\"pop\" \"number of times listened\"=42",
      .act(
        .app(.firebase(.logEvent("played song", ["genre": "pop", "number of times listened": 42]))))
    ),
    // A dot leads nowhere in the name of a parameter.
    ("log-event e a.b=1 c=2.0", .act(.app(.firebase(.logEvent("e", ["a.b": 1, "c": 2.0]))))),
    (
      "log-event purchase {\"items\": [{\"item_id\": \"S-1\"}], \"value\": 9.9}",
      .act(.app(.firebase(.logEvent("purchase", ["items": [["item_id": "S-1"]], "value": 9.9]))))
    ),
    ("user-property tier=\"gold\"", .act(.app(.firebase(.setUserProperty("tier", "gold"))))),
    ("user-property \"a b\"=null", .act(.app(.firebase(.setUserProperty("a b", nil))))),
    ("user-id \"u-1\"", .act(.app(.firebase(.setUserID("u-1"))))),
    ("user-id null", .act(.app(.firebase(.setUserID(nil))))),
    ("default-parameters none", .act(.app(.firebase(.setDefaultParameters(nil))))),
    (
      "default-parameters shop=\"Madrid\" n=1",
      .act(.app(.firebase(.setDefaultParameters(["shop": "Madrid", "n": 1]))))
    ),
    ("default-parameters {\"a\": 1}", .act(.app(.firebase(.setDefaultParameters(["a": 1]))))),
    ("debug-mode on", .act(.app(.firebase(.setDebugMode(true))))),
    ("debug-mode off", .act(.app(.firebase(.setDebugMode(false))))),
    ("collection on", .act(.app(.firebase(.setCollection(true))))),
    ("collection off", .act(.app(.firebase(.setCollection(false))))),
    ("reset-analytics-data", .act(.app(.firebase(.resetAnalytics)))),
    ("set firebase-validation drop", .act(.setFirebaseValidation(.drop))),
    ("set firebase-validation warn", .act(.setFirebaseValidation(.warn))),
  ]

  @Test(arguments: commands)
  func command(_ line: String, _ command: Command) throws { try expectCommand(line, command) }

  private static let expectations: [(String, ScenarioEngine.Expectation)] = [
    ("event buy logged", .event(.init(name: "buy", fate: .logged))),
    ("event \"a b\" dropped 2x", .event(.init(name: "a b", fate: .dropped, times: 2))),
    ("event buy not passed", .event(.init(name: "buy", fate: .passed, times: 0))),
    (
      "event buy dropped because 2 with {\"a\": 1}",
      .event(.init(name: "buy", fate: .dropped, code: 2, parameters: ["a": 1]))
    ),
    (
      "event buy suppressed with {} because 3 1x",
      .event(.init(name: "buy", fate: .suppressed, times: 1, code: 3, parameters: [:]))
    ),
    ("user-property tier == \"gold\"", .userProperty("tier", Comparison(.equal, "gold"))),
    ("user-property tier != null", .userProperty("tier", Comparison(.notEqual, nil))),
    ("firebase error 2", .firebase(.error(2))), ("firebase error none", .firebase(.error(nil))),
    ("firebase debug on", .firebase(.debug(true))),
    ("firebase collection off", .firebase(.collection(false))),
    ("firebase user-id null", .firebase(.userID(nil))),
    ("firebase session > 1", .firebase(.session(Comparison(.greater, 1)))),
    ("queue size == 3 of firebase", .queue(size: Comparison(.equal, 3), of: .firebase)),
    ("sent 0 of pixels", .sent(Comparison(.equal, 0), of: .pixels)),
    ("lost 1 of analytics", .lost(Comparison(.equal, 1), of: .analytics)),
    (
      "lost 1 because too-old of firebase",
      .lost(Comparison(.equal, 1), because: .tooOld, of: .firebase)
    ),
    (
      "hit last user_property.tier == \"undefined\"",
      .hit(.last, .field("user_property.tier", Comparison(.equal, "undefined")))
    ),
    (
      "hit 2 \"parameter.a b\" != 1",
      .hit(.number(2), .field("parameter.a b", Comparison(.notEqual, "1")))
    ),
    ("hit last no parameter.x", .hit(.last, .noField("parameter.x"))),
    ("hit last event == \"buy\"", .hit(.last, .field("event", Comparison(.equal, "buy")))),
  ]

  @Test(arguments: expectations)
  func expectation(_ text: String, _ expectation: ScenarioEngine.Expectation) throws {
    try expectExpectation(text, expectation)
  }

  @Test func headerNamesTheGenerations() throws {
    let five = try ScenarioParser.parse("tagsim 1\nsdk: v5\n---\n", file: "a")
    #expect(five.header.sdk == .v5 && five.generation == .firebase)
    #expect(five.variants == [five])
    let both = try ScenarioParser.parse("tagsim 1\nmatrix: sdk=v3, v5\n---\n", file: "a")
    #expect(both.header.matrix.map(\.name) == ["sdk"])
    #expect(both.variants.map(\.name) == ["a [sdk=v3]", "a [sdk=v5]"])
    #expect(both.variants.map(\.header.sdk) == [.v3, .v5])
    let verb = try ScenarioParser.parse("sdk v5\nlaunch\n", file: "a")
    #expect(verb.generation == .firebase)
  }

  private static let app = """
    app "A"
      package com.example.a
      container GTM-A sdk=v3
      container GTM-B sdk=v5
      on launch log-event started then user-property tier="gold" then goes "S"
      screen "S"
        on view push event="s" then log-event s name="S"
        button "Any" log-event ${event="e"} a=${a} then goes "S"
        button "Tier" user-property tier=${tier=null}
      end
    end
    """

  @Test func appsLogEvents() throws {
    let app = try AppParser.parse(Self.app, file: "a.app")
    #expect(app.containers.map(\.generation) == [.legacy, .firebase])
    #expect(app.onLaunch.map(\.generation) == [.firebase, .firebase, nil])
    let buttons = try #require(app.screen(named: "S")).buttons
    #expect(buttons.map(\.parameterNames) == [["event", "a"], ["tier"]])
    #expect(buttons[0].parameters.map(\.default) == ["e", nil])
    #expect(
      buttons[1].actions == [.setUserProperty("tier", .parameter(name: "tier", default: .null))])
  }
}
