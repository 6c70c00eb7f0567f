import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// What outlasts the process, over kills and launches of a whole world.
@Suite struct LastingTests {
  private func words(_ timeline: Timeline, from number: Int) -> [String] {
    timeline.rows.dropFirst(number).map(\.event.words)
  }

  @Test func aKillKeepsWhatAPushAskedToKeep() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launchAndSettle()
    try timeline.perform(.push(["tier": "gold", "gtm": ["lifetime": "1d"]]))
    try timeline.perform(.push(["forgotten": true]))
    try timeline.perform(.kill)
    #expect(timeline.world.disk.lasting.keys.map(\.key) == ["tier"])
    timeline.wait(.hours(1))
    let before = timeline.rows.count
    try timeline.launch()
    #expect(
      words(timeline, from: before).prefix(3) == [
        "launched", "no event by restored", "appStart by launch",
      ])
    #expect(timeline.live.runtime?.dataLayer.get("tier") == "gold")
    #expect(timeline.live.runtime?.dataLayer.get("forgotten") == nil)
    #expect(timeline.live.runtime?.lasting == timeline.world.disk.lasting)
  }

  @Test func anExpiredKeyLeavesNoRow() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launchAndSettle()
    try timeline.perform(.push(["tier": "gold", "gtm": ["lifetime": "1h"]]))
    try timeline.perform(.kill)
    timeline.wait(.hours(1))
    let before = timeline.rows.count
    try timeline.launch()
    #expect(words(timeline, from: before).prefix(2) == ["launched", "appStart by launch"])
    #expect(timeline.world.disk.lasting.keys == [])
  }

  @Test func goingBackBringsBackWhatWasKept() throws {
    var timeline = try SmallShop.timeline()
    try timeline.launchAndSettle()
    try timeline.perform(.push(["tier": "gold", "gtm": ["lifetime": "1d"]]))
    let fork = timeline
    try timeline.perform(.push(["tier": "lead", "gtm": ["lifetime": "1d"]]))
    #expect(timeline.world.disk.lasting.keys.count == 2)
    #expect(fork.world.disk.lasting.keys.count == 1)
  }
}
