import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// A tag that makes several hits at once, and the tags after it.
@Suite struct SeveralHitsTests {
  private func monitor(_ lines: String) throws -> Monitor {
    let scenario = try ScenarioParser.parse(
      "tagsim 1\ntitle: A test\nstart: 2014-03-01T10:00:00+01:00\n---\nnetwork offline\n"
        + "container saved c age=1h\nlaunch\n" + lines, file: "test.scenario")
    let container = ContainerBuilder { container in
      container.tag("Order", "_ua", ["track_transaction": true])
      container.analyticsTag("After", ["&t": "event"])
      container.rule(when: [.event("buy")], fires: ["Order", "After"])
    }
    let app = App(
      name: "Shop", package: "com.example.shop", containers: [AppContainer(id: "GTM-SHOP")])
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["c": container.compiled]))
    while run.executeNext() != nil {}
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(Size(columns: 120, rows: 40)))
    return monitor
  }

  private static let order =
    #"push event="buy" transactionId="T" transactionProducts=[{"name": "a"}, {"name": "b"}]"#

  @Test(
    arguments: [
      ("", ["1x 3 hits wait", "1x hit 4 waits"]),
      (
        "\nnetwork online\nwait 3m\nfocus tags",
        ["1x 3 hits sent", "1x hit 4 sent"]
      ),
    ])
  func everyHitIsAccountedFor(_ then: String, _ words: [String]) throws {
    let monitor = try monitor(Self.order + then)
    for text in words { #expect(monitor.screen.contains(text)) }
  }

  @Test func theExplanationShowsEveryHit() throws {
    var monitor = try monitor(Self.order)
    monitor.press("0")
    for text in [
      "hit 1 of 3: t=transaction&ti=T", "hit 2 of 3: t=item&ti=T&in=a",
      "hit 3 of 3: t=item&ti=T&in=b",
    ] {
      #expect(monitor.screen.contains(text))
    }
  }
}
