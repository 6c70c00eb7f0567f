import OrderedCollections
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import Testing

/// What apps and scenarios tell of the containers they use.
struct AppFactsTests {
  private static let text = """
    tagsim 1
    ---
    app "Shop"
      package com.example.shop
      container GTM-ONE
      on launch push event="appStart" user.tier="gold"
      on container push event="ready"
      read string title
      tag-function log pushes event="logged" by=${by}
      container GTM-TWO
      read int64 size
      macro-function discount
        returns 0.1
      end
      screen "Home"
        on view push event="openScreen" screenName="Home"
        button "Buy" push event="tapBuy" sku=${sku="S-1"}
      end
    end
    push {"event": "pushed", "a": {"b": 1}, "c": [1]}
    read string subtitle
    read string other id=GTM-TWO
    expect value seen == "x"
    """

  private static func facts(of container: String?) throws -> AppFacts {
    let scenario = try ScenarioParser.parse(text, file: "a.scenario")
    let app = try #require(scenario.apps.first)
    return AppFacts(of: app, containerID: container, scenario: scenario, source: "a.scenario")
  }

  @Test func eventsByTime() throws {
    let facts = try Self.facts(of: "GTM-ONE")
    #expect(facts.launchEvents == ["appStart"])
    #expect(Set(facts.laterEvents) == ["ready", "logged", "openScreen", "tapBuy", "pushed"])
    #expect(!facts.hasOtherEvents)
  }

  @Test func valuesByPath() throws {
    let pushes = try Self.facts(of: "GTM-ONE").pushes
    #expect(pushes["user.tier"]?.texts == ["gold"])
    #expect(pushes["screenName"] == AppFacts.Pushed(texts: ["Home"]))
    #expect(pushes["sku"]?.isOpen == true && pushes["by"]?.isOpen == true)
    #expect(pushes["a.b"]?.texts == ["1"] && pushes["c"]?.texts == ["[1]"])
    #expect(pushes["event"] == nil)
  }

  @Test func whatIsLoggedWithFirebase() throws {
    let text = """
      tagsim 1
      sdk: v5
      ---
      app "Songs"
        package com.example.songs
        container GTM-SONG
        on launch log-event started then user-property tier="gold"
        screen "Player"
          button "Play" log-event played genre=${genre} minutes=3
          button "Any" log-event ${event="e"}
          button "Tier" user-property level=${level=null}
        end
      end
      default-parameters shop="Madrid"
      log-event buy {"items": [{"item_id": "a"}], "value": 9.9}
      user-property tier=null
      """
    let scenario = try ScenarioParser.parse(text, file: "a.scenario")
    let app = try #require(scenario.apps.first)
    let facts = AppFacts(of: app, containerID: nil, scenario: scenario, source: "a.scenario")
    #expect(facts.loggedEvents == ["started", "played", "buy"])
    #expect(facts.hasOtherLoggedEvents)
    #expect(facts.laterEvents.isEmpty && facts.launchEvents.isEmpty && facts.pushes.isEmpty)
    #expect(facts.parameters["genre"]?.isOpen == true && facts.parameters["items"]?.isOpen == true)
    #expect(facts.parameters["minutes"]?.texts == ["3"] && facts.parameters["shop"] != nil)
    #expect(facts.userProperties["tier"]?.texts == ["gold", "undefined"])
    #expect(facts.userProperties["level"]?.isOpen == true)
  }

  /// Each act of an app and of its scenario is judged, with arguments that are known or not.
  @Test func whatFirebaseDrops() throws {
    let text = """
      tagsim 1
      sdk: v5
      ---
      app "Songs"
        package com.example.songs
        container GTM-SONG
        class Songs logs "a class" "a member"=1
        on launch log-event "at launch" then user-property "1st"="x"
        screen "Player"
          on view default-parameters "a default"=1
          button "Play" log-event played "a genre"=${genre} "no value"=${absent=absent}
          button "Say" log-event said text=${text="x"}
        end
      end
      launch
      log-event "in the story"
      user-id "\(String(repeating: "u", count: 257))"
      tap "Say" text="\(String(repeating: "x", count: 101))"
      """
    let scenario = try ScenarioParser.parse(text, file: "a.scenario")
    let app = try #require(scenario.apps.first)
    let facts = AppFacts(of: app, containerID: nil, scenario: scenario, source: "a.scenario")
    #expect(
      Set(
        facts.dropped.map { $0.split(separator: "'", omittingEmptySubsequences: false)[1] }) == [
          "a class", "a member", "at launch", "1st", "a default", "a genre", "no value",
          "in the story", "user_id", "text",
        ])
  }

  @Test func functionsAndReadsOfTheContainer() throws {
    let one = try Self.facts(of: "GTM-ONE")
    #expect(one.tagFunctions == ["log"] && one.macroFunctions.isEmpty)
    #expect(one.reads == ["title", "subtitle"] && one.looks == ["seen"])
    let two = try Self.facts(of: "GTM-TWO")
    #expect(two.tagFunctions.isEmpty && two.macroFunctions == ["discount"])
    #expect(Set(two.reads) == ["size", "subtitle", "other"])
    let all = try Self.facts(of: nil)
    #expect(all.tagFunctions == ["log"] && all.macroFunctions == ["discount"])
  }

  @Test func merging() throws {
    var facts = try Self.facts(of: "GTM-ONE")
    var other = AppFacts(source: "b.app")
    other.laterEvents = ["appStart"]
    other.push("silver", at: "user.tier")
    other.pushAnything(at: "screenName")
    other.isLoaded = true
    facts.merge(other)
    #expect(facts.launchEvents.isEmpty && facts.laterEvents.contains("appStart"))
    #expect(facts.pushes["user.tier"]?.texts == ["gold", "silver"])
    #expect(facts.pushes["screenName"]?.isOpen == true && facts.isLoaded)
    #expect(facts.source == "a.scenario and others")
  }
}
