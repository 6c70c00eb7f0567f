import TagRuntime
import TestSupport
import Testing

@Suite struct DrainTests {
  /// Every event `again` pushes itself, `times` times at most.
  private func echo(times: Int) -> RuntimeHarness {
    let harness = RuntimeHarness { $0.rule(when: [.event("again")], fires: ["echo"]) }
    let host = harness.host
    host.tags["echo"] = { [unowned host] _ in
      .ran(pushes: host.ran.count <= times ? [["event": "again"]] : [])
    }
    return harness
  }

  @Test func aLoopIsCutAfter501UpdatesAndTheNextPushWorks() {
    var harness = echo(times: .max)
    let effects = harness.event("again")
    #expect(effects.updates.count == 501)
    #expect(effects.notifications == [.pushLoop(updates: 501, dropped: 1)])
    #expect(
      effects.logs(.error).first
        == "TAGListenerPushLoop: Seems like an infinite loop of pushing to the data layer?")
    #expect(harness.push(["event": "other", "n": 1]).updates.count == 1)
    #expect(harness.runtime.dataLayer.get("n") == 1)
  }

  @Test func fiveHundredUpdatesAreNoLoop() {
    var harness = echo(times: 499)
    let effects = harness.event("again")
    #expect(effects.updates.count == 500)
    #expect(effects.notifications == [])
    #expect(effects.logs(.error) == [])
  }

  @Test func the501stUpdateIsALoopEvenWhenNoneWaits() {
    var harness = echo(times: 500)
    let effects = harness.event("again")
    #expect(effects.updates.count == 501)
    #expect(effects.notifications == [.pushLoop(updates: 501, dropped: 0)])
  }

  @Test func whatWaitsBehindACutIsDropped() {
    var harness = RuntimeHarness { $0.rule(when: [.event("again")], fires: ["echo"]) }
    harness.host.tags["echo"] = { _ in
      .ran(pushes: [["event": "again"], ["event": "other", "reached": true]])
    }
    let effects = harness.event("again")
    #expect(effects.updates.count == 501)
    // 1 + 2 for each of the 251 echoes, less the 501 that went through.
    #expect(effects.notifications == [.pushLoop(updates: 501, dropped: 2)])
  }

  @Test func aRefusedPushDoesNotStopTheDrain() {
    var harness = RuntimeHarness { $0.rule(when: [.event("start")], fires: ["T"]) }
    let long = Value.string(String(repeating: "x", count: Limits.stringBytes + 1))
    harness.host.tags["T"] = { _ in .ran(pushes: [["long": long], ["after": 1]]) }
    let effects = harness.event("start")
    #expect(effects.updates.map(\.rejection) == [nil, .stringTooLong, nil])
    #expect(harness.runtime.dataLayer.get("long") == nil)
    #expect(harness.runtime.dataLayer.get("after") == 1)
  }

  @Test func aRefusedEventFiresNothing() {
    var harness = RuntimeHarness(ContainerBuilder { $0.rule(fires: ["T"]) })
    let effects = harness.push(["event": "x", String(repeating: "k", count: 257): 1])
    #expect(effects.firedTags == [])
    #expect(
      effects.logs.map(\.said) == [
        Said(
          .error,
          "push refused: a key of the push is longer than 256 bytes; the data layer is unchanged",
          source: .tagsim)
      ])
  }

  @Test func whatIsNotAMapIsNotPushed() {
    var harness = RuntimeHarness { $0.rule(when: [.event("start")], fires: ["T"]) }
    harness.host.tags["T"] = { _ in .ran(pushes: ["text", 5, ["n": 1]]) }
    #expect(harness.event("start").updates.count == 2)
  }

  @Test func everyOpenContainerSeesTheEventInTheOrderOfOpening() {
    var harness = RuntimeHarness()
    for id in ["GTM-B", "GTM-A"] {
      harness.bundle = ContainerBuilder { $0.rule(fires: ["tag of \(id)"]) }.compiled
      harness.open(id)
    }
    let effects = harness.event("any")
    #expect(effects.updates.first?.firings.map(\.container) == ["GTM-B", "GTM-A"])
    #expect(effects.firedTags == ["tag of GTM-B", "tag of GTM-A"])
  }

  @Test func noMoreThan32ContainersAreOpenAtOnce() {
    var harness = RuntimeHarness()
    for number in 1...Limits.openContainers { harness.open("GTM-\(number)") }
    #expect(
      harness.open("GTM-LAST").logs(.error) == [
        "GTM-LAST was not opened: 32 containers are open already"
      ])
    #expect(harness.runtime.containerStatuses.count == Limits.openContainers)
  }

  @Test func theModelIsMergedBeforeTheTagsAreEvaluated() {
    var harness = RuntimeHarness { container in
      container.variable("n")
      container.rule(when: [.equals("n", "2")], fires: ["T"])
    }
    #expect(harness.push(["event": "x", "n": 1]).firedTags == [])
    #expect(harness.push(["event": "x", "n": 2]).firedTags == ["T"])
  }
}
