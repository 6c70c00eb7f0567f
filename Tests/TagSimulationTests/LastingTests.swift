import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// What outlasts the process, over kills and launches of a whole world.
@Suite struct LastingTests {
  @Test func aKillKeepsWhatAPushAskedToKeep() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.push(["tier": "gold", "gtm": ["lifetime": "1d"]])))
    try timeline.perform(.app(.push(["forgotten": true])))
    try timeline.perform(.kill)
    #expect(timeline.world.disk.lasting.keys.map(\.key) == ["tier"])
    timeline.wait(.hours(1))
    let before = timeline.rowCount
    try timeline.launch()
    #expect(
      timeline.words(from: before).prefix(3) == [
        "launched", "no event by restored", "appStart by launch",
      ])
    #expect(timeline.live.runtime?.dataLayer.get("tier") == "gold")
    #expect(timeline.live.runtime?.dataLayer.get("forgotten") == nil)
    #expect(timeline.live.runtime?.lasting == timeline.world.disk.lasting)
  }

  @Test func anExpiredKeyLeavesNoRow() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.push(["tier": "gold", "gtm": ["lifetime": "1h"]])))
    try timeline.perform(.kill)
    timeline.wait(.hours(1))
    let before = timeline.rowCount
    try timeline.launch()
    #expect(timeline.words(from: before).prefix(2) == ["launched", "appStart by launch"])
    #expect(timeline.world.disk.lasting.keys == [])
  }

  @Test func goingBackBringsBackWhatWasKept() throws {
    var timeline = try SmallShop.launched()
    try timeline.perform(.app(.push(["tier": "gold", "gtm": ["lifetime": "1d"]])))
    let fork = timeline
    try timeline.perform(.app(.push(["tier": "lead", "gtm": ["lifetime": "1d"]])))
    #expect(timeline.world.disk.lasting.keys.count == 2)
    #expect(fork.world.disk.lasting.keys.count == 1)
  }

  /// A container with an experiment, a pixel that is sent once, and a macro for a click.
  private static let container = ContainerBuilder(version: "3") { container in
    container.version.experiments = [
      Experiment(name: "gaExperiment:1", pushes: [["exp.seen": true]])
    ]
    container.macro("click", "_awcr", ["conversion_id": "77", "component": "gclid"])
    container.tag("Once", "_img", ["url": "https://p.example/", "unrepeatable": "welcome"])
    container.rule(when: [.event("openScreen")], fires: ["Once"])
  }.compiled

  @Test func aKillKeepsTheClickAndThePixelThatWasSent() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.publish(Self.container))
    try timeline.launchAndSettle()
    try timeline.perform(.app(.push(["gtm.url": "shop://open?referrer=conv%3D77%26gclid%3Dabc"])))
    try timeline.perform(.screen("Home"))
    #expect(timeline.counts == [1, 1, 0, 0])
    try timeline.relaunch()
    try timeline.perform(.screen("Home"))
    #expect(timeline.world.ledger.queued == 1)
    #expect(timeline.live.reading(of: TypedRead(kind: .string, key: "click")).value == "abc")
  }

  @Test func anExperimentIsAppliedAtEveryLaunch() throws {
    var timeline = try SmallShop.timeline()
    try timeline.perform(.publish(Self.container))
    for _ in 1...2 {
      try timeline.launchAndSettle()
      try timeline.perform(.kill)
    }
    #expect(timeline.rows(in: 1...).count { $0.event.words == "no event by experiment" } == 2)
  }
}
