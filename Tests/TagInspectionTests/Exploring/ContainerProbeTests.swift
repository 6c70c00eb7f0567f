import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport
import Testing

/// The pushes that are made for a container do with its rules what they are for.
struct ContainerProbeTests {
  private static func pushes(_ probes: ContainerProbes) -> [String] {
    probes.probes.map { probe in
      ([probe.event] + probe.keys.elements.map { "\($0.key)=\(JSONWriter.write($0.value))" })
        .joined(separator: " ")
    }
  }

  @Test func eachConditionIsMadeFalseAlone() {
    let probes = ContainerProbes(
      of: ContainerBuilder {
        $0.variable("price")
        $0.rule(when: [.event("buy"), Condition("_gt", .macro("price"), "100")], fires: ["tag"])
      }.compiled)
    #expect(
      Self.pushes(probes) == ["buy price=101", "no_buy_x price=101", "buy price=100"])
    #expect(
      probes.probes.map(\.aims) == [
        [.holds(rule: 0)], [.fails(rule: 0, condition: 0)], [.fails(rule: 0, condition: 1)],
      ])
    #expect(probes.unreached.isEmpty)
  }

  @Test func thePushesThatAreTheSameAreOne() {
    let probes = ContainerProbes(
      of: ContainerBuilder {
        $0.rule(when: [.event("buy")], fires: ["one"])
        $0.rule(when: [.event("buy")], fires: ["two"])
      }.compiled)
    #expect(Self.pushes(probes) == ["buy", "no_buy_x"])
    #expect(probes.probes[0].aims == [.holds(rule: 0), .holds(rule: 1)])
  }

  @Test func whatIsBeyondTheBoundIsCounted() {
    let probes = ContainerProbes(
      of: ContainerBuilder { builder in
        for number in 1...300 { builder.rule(when: [.event("e\(number)")], fires: ["tag"]) }
      }.compiled)
    #expect(probes.probes.count == ContainerProbes.probeLimit)
    #expect(probes.leftOut == 200)
  }
}
