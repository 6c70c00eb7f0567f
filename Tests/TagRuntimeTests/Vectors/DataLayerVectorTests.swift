import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Vectors 1 to 8 (LegacySDK §18.1): the data layer and the drain.
@Suite struct DataLayerVectorTests {
  private func layer(_ updates: Value...) throws -> DataLayer {
    var layer = DataLayer()
    for update in updates { try layer.merge(update.members ?? [:]) }
    return layer
  }

  @Test func vector1DottedKeysMergeAndAreReadBack() throws {
    let layer = try layer(["a": ["b": 1]], ["a.c": 2])
    #expect(layer.get("a") == ["b": 1, "c": 2])
    #expect(layer.get("a.c") == 2)
    #expect(layer.get("a.c.d") == nil)
  }

  @Test func vector2AnAbsentSlotIsLeftAlone() throws {
    #expect(try layer(["l": [1, 2, 3]], ["l": [.absent, 9]]).get("l") == [1, 9, 3])
  }

  @Test func vector3TheExampleOfTheHeader() throws {
    let layer = try layer(
      ["items": ["item1", nil, "item2", ["a": "aValue", "b": "bValue"]]],
      ["items": [nil, "item6", .absent, ["a": nil]]])
    #expect(layer.get("items") == [nil, "item6", "item2", ["a": nil, "b": "bValue"]])
  }

  @Test func vector4KindsReplaceEachOther() throws {
    #expect(try layer(["x": [1]], ["x": ["k": 1]]).get("x") == ["k": 1])
    #expect(try layer(["x": [1]], ["x": ["k": 1]], ["x": 5]).get("x") == 5)
  }

  @Test func vector5ADottedKeyInsideAValueStaysLiteral() throws {
    let layer = try layer(["p": ["a.b": 1]])
    #expect(layer.get("p") == ["a.b": 1])
    #expect(layer.get("p.a.b") == nil)
  }

  @Test func vector6AHandlersPushesComeAfterTheTagsOfTheirEvent() {
    var harness = RuntimeHarness { container in
      for event in ["E1", "E2", "E3"] {
        container.rule(when: [.event(event)], fires: ["\(event) first", "\(event) second"])
      }
    }
    harness.host.tags["E1 first"] = { _ in .ran(pushes: [["event": "E2"], ["event": "E3"]]) }
    let effects = harness.event("E1")
    #expect(
      effects.firedTags == [
        "E1 first", "E1 second", "E2 first", "E2 second", "E3 first", "E3 second",
      ])
    #expect(effects.updates.map(\.isNested) == [false, true, true])
  }

  @Test func vector7AnEventWithoutAContainerFiresNothingEver() {
    var harness = RuntimeHarness()
    harness.bundle = ContainerBuilder { $0.rule(when: [.event("x")], fires: ["T"]) }.compiled
    #expect(harness.event("x").firedTags == [])
    #expect(harness.open().firedTags == [])
    #expect(harness.runtime.dataLayer.get("event") == "x")
    #expect(harness.push(["other": 1]).firedTags == [])
    #expect(harness.event("x").firedTags == ["T"])
  }

  @Test(
    arguments: [
      (["event": "x"], ["x"]), (["event": nil], ["<null>"]), (["event": 5], ["5"]),
      (["event": true], ["true"]), (["event": ""], [""]), (["event": ["a", 1]], ["[a, 1]"]),
      (["a": ["event": "x"]], []), (["a.event": "x"], []), (["event.x": "y"], []),
      (["event": .absent], []), (["Event": "x"], []),
    ] as [(Value, [String])])
  func vector8OnlyALiteralTopLevelKeyIsAnEvent(_ update: Value, _ events: [String]) {
    var harness = RuntimeHarness { container in
      container.functionTag("T", parameters: .members(["name": .macro("event")]))
      container.rule(fires: ["T"])
    }
    let effects = harness.push(update)
    #expect(effects.updates.compactMap(\.event) == events)
    #expect(harness.host.ran.compactMap { $0.parameters["name"]?.text } == events)
  }
}
