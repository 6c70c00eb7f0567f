import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// One scenario under both generations.
struct VariantTests {
  private static let app = #"""
    app "Both"
      package com.example.both
      container GTM-SHOP sdk=v3
      container GTM-SONG sdk=v5
      screen "Home"
        on view push event="openScreen" screenName="Home" then log-event home_seen
        button "Play" push event="play" then log-event played_song
        button "Buy" push event="buy"
      end
    end
    """#

  private static func play(_ lines: String...) throws -> [FinishedRun] {
    let header = "tagsim 1\nmatrix: sdk=v3,v5\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    let setup = ["container default v1", "container default f1", "launch"]
    let text = header + (setup + lines).joined(separator: "\n")
    let scenario = try ScenarioParser.parse(text, file: "both.scenario")
    let app = try AppParser.parse(app, file: "both.app")
    #expect(scenario.check(app: app).isEmpty)
    let inputs = RunInputs(
      app: app, containers: SongShop.inputs.containers, zone: .fixed(3600))
    return scenario.variants.map { FinishedRun($0, inputs: inputs) }
  }

  @Test func containersOfTheOtherGenerationAreLeftOut() throws {
    let runs = try Self.play("screen \"Home\"")
    #expect(runs.map(\.scenario.name) == ["both.scenario [sdk=v3]", "both.scenario [sdk=v5]"])
    let outcomes = runs.map { $0.entries.map(\.result.outcome) }
    #expect(outcomes[0][1] == .done("left out under v3"))
    #expect(outcomes[1][0] == .done("left out under v5"))
    let ids = runs.map { $0.timeline.live.runtime?.containerStatuses.map(\.id) }
    #expect(ids == [["GTM-SHOP"], ["GTM-SONG"]])
    #expect(runs.map { $0.timeline.live.world.app.containerID } == ["GTM-SHOP", "GTM-SONG"])
  }

  @Test func whatDiffersIsTold() throws {
    let runs = try Self.play(
      "screen \"Home\"", "tap \"Play\"", "tap \"Buy\"", "background send-hits", "wait 10s")
    let lines = VariantReport.lines(of: runs)
    let cells = lines.map { $0.split(separator: "  ").map { $0.trimmingPrefix(" ") } }
    #expect(cells.first == ["what differs", "sdk=v3", "sdk=v5"])
    #expect(cells.contains(["Screens", "1x", "-"]), "\(lines)")
    #expect(cells.contains(["Copy", "-", "1x"]), "\(lines)")
    #expect(cells.contains(["firebase: played_song", "-", "1x"]), "\(lines)")
    #expect(cells.contains(["analytics: transaction", "1x", "-"]), "\(lines)")
    #expect(lines.last == "")
    #expect(VariantReport.lines(of: [runs[0]]).isEmpty)
    #expect(VariantReport.lines(of: [runs[0], runs[0]]).contains("    nothing differs"))
  }

  /// The events of one act are one pair, whatever each generation calls them; those that Firebase
  /// logs by itself are between them.
  @Test func waysAreComparedActByAct() throws {
    let runs = try Self.play("screen \"Home\"", "tap \"Play\"", "tap \"Buy\"")
    let comparison = RunComparison(of: runs[0], with: runs[1])
    let pairs = (0..<comparison.pairCount).map { place in
      ComparedSide.allCases.map { comparison.event(ofPair: place, in: $0)?.update?.event ?? "·" }
    }
    #expect(
      pairs.filter { $0[0] != "·" } == [
        ["openScreen", "home_seen"], ["play", "played_song"], ["buy", "·"],
      ])
    #expect(pairs.contains(["·", "first_open"]) && pairs.contains(["·", "screen_view"]))
    let tags = comparison.sum(around: 0).tags
    #expect(
      tags.map { "\($0.name): \($0.a ?? "·"), \($0.b ?? "·")" } == [
        "Bonus: fired, ran nothing, the app has no addBonus, did not fire",
        "Screens: fired, made hit 1, did not fire", "Copy: did not fire, fired, logged song_copied",
        "Purchase: fired, made hit 2, ·",
      ])
    #expect(comparison.reasons(of: tags[0]).map(\.asked) == ["the tag"])
  }

  /// Ways with long names are numbered, so that the columns stay narrow.
  @Test func waysWithLongNamesAreNumbered() throws {
    var scenario = try #require(try Self.play().first).scenario
    scenario.variant = "network=slow latency=3s"
    let runs = ["sdk=v3", "network=slow latency=3s"].map { variant in
      scenario.variant = variant
      return FinishedRun(scenario, inputs: SongShop.inputs)
    }
    let lines = VariantReport.lines(of: runs)
    let heading = "what differs" + String(repeating: " ", count: 32) + "way 1     way 2"
    #expect(lines.prefix(3) == [heading, "  way 1  sdk=v3", "  way 2  network=slow latency=3s"])
  }

  @Test func reportsNameTheVariant() throws {
    let run = try #require(try Self.play("expect sent 5").last)
    #expect(HumanReport.lines(of: run).first == "both.scenario [sdk=v5]")
    let failure = "both.scenario:8:1: FAIL [sdk=v5] expect sent 5"
    #expect(HumanReport.summary(of: [run])[0].hasPrefix(failure))
    #expect(TAPReport.lines(of: run, from: 1)[1].contains("both.scenario:8 [sdk=v5] expect sent 5"))
  }
}
