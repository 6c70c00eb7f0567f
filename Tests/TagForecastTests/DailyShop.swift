import OrderedCollections
import ScenarioEngine
import TagRuntime
import TestSupport

@testable import TagForecast

/// An app with a container of which version 2 is published, and the journeys of its users.
enum DailyShop {
  private struct Files: ScenarioFiles {
    let texts: OrderedDictionary<String, String>

    func bytes(of path: String, limit: Int) throws -> [UInt8] {
      guard let text = texts[path] else { throw LoadFailure(["\(path): there is no such file"]) }
      return Array(text.utf8)
    }

    func container(_ path: String) throws -> ContainerVersion {
      path == "old.json" ? DailyShop.container("1") : DailyShop.container("2")
    }
  }

  static let buying = """
    tagsim 1
    start: 2014-03-03T08:00:00Z
    ---
    app "Daily"
      package com.example.daily
      tracker UA-1-1
      container GTM-DAY
      open prefer-non-default timeout=2s
      on container push event="ready"
      screen "Home"
        on view push event="openScreen" screenName="Home"
        button "Buy" push event="buy" n=3
      end
    end
    setup
      container default old.json
      publish old.json
    end
    launch
    screen "Home"
    wait 5s
    tap "Buy"
    wait 10s
    expect sent > 0
    background
    wait 3h
    """

  static let looking = buying.replacing("tap \"Buy\"", with: "push event=\"look\"")

  static func container(_ version: String) -> ContainerVersion {
    var made = ContainerBuilder(version: version) { container in
      container.tag(
        "Sale", "_img", ["url": .constant(.string("https://p.example/sale"))])
      container.tag(
        "View", "_img", ["url": .constant(.string("https://p.example/view"))])
      container.rule(when: [.event("buy")], fires: ["Sale"])
      // The new version counts screens, too.
      container.rule(when: [.event(version == "2" ? "openScreen" : "never")], fires: ["View"])
    }.version
    made.containerID = "GTM-DAY"
    return made
  }

  static func plan(
    phones: Int = 200, days: Int64 = 3, population: String? = nil, journeys: [String] = [buying]
  ) throws -> ForecastPlan {
    let names = journeys.indices.map { "journey\($0 + 1).scenario" }
    let files = Files(texts: OrderedDictionary(uniqueKeysWithValues: zip(names, journeys)))
    let loader = ScenarioLoader(files, containerOverride: "old.json")
    let lines = population.map { "tagsim 1\ntitle: Test phones\n---\n" + $0 } ?? Population.builtIn
    return try ForecastPlan(
      .init(phones: phones, days: days, publishMinute: 600, seed: 7),
      PopulationReader.read(lines, file: "p"), names.map { try loader.load($0) },
      old: CompiledContainer(container("1")), at: "old.json", new: CompiledContainer(container("2"))
    )
  }
}
