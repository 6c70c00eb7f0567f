import OrderedCollections
import TagRuntime
import Testing

@testable import ContainerFormats

@Suite struct BinaryReaderTests {
  @Test func readsEveryKindOfValue() throws {
    let version = try ContainerReader.read(ContainerBuilder.sample().bytes(), name: "test")
    #expect(version.format == .binary)
    #expect(version.version == "43")
    #expect(version.usageContexts == ["ios"])
    #expect(version.remarks.isEmpty)
    #expect(
      version.macros == [
        FunctionCall(function: "_e", name: "Event"),
        FunctionCall(
          function: "_v", name: "screen name",
          parameters: ["name": .constant("screenName")]),
        FunctionCall(
          function: "_c", name: "size",
          parameters: ["value": .constant(-1), "not_default_macro": .constant(true)],
          pushAfterEvaluate: .map([
            Expression.Entry(key: .constant("event"), value: .constant("seen"))
          ])),
      ])
    let query = Expression.map([
      Expression.Entry(key: .constant("s"), value: .macro("screen name"))
    ])
    #expect(
      version.tags == [
        FunctionCall(
          function: "_img", name: "Pixel",
          parameters: [
            "url": .template([.constant("https://a.example.com/"), .macro("size")]),
            "additional_params": .list([query]),
          ])
      ])
    #expect(
      version.predicates == [
        FunctionCall(
          function: "_eq", parameters: ["arg0": .macro("Event"), "arg1": .constant("open")])
      ])
    var fires = ContainerRule()
    fires.positivePredicates = [0]
    fires.addTags = [0]
    fires.addTagRuleNames = ["Opened"]
    fires.addTagTriggerIDs = ["4711_1"]
    var switches = ContainerRule()
    switches.negativePredicates = [0]
    switches.addMacros = [2]
    switches.addMacroRuleNames = ["Always"]
    #expect(version.rules == [fires, switches])
  }

  @Test func keepsEscapings() throws {
    var builder = ContainerBuilder()
    let value = builder.add(.string) {
      $0.string = "a b"
      $0.escaping = [12, 17]
    }
    builder.resource.macro = [builder.call("_c", named: "escaped", [("value", value)])]
    let version = try ContainerReader.read(builder.bytes(), name: "test")
    #expect(version.macros[0].parameters["value"] == .escaped(.constant("a b"), [12, 17]))
  }

  @Test func keepsSupplementalsAndUnpackedIndices() throws {
    var builder = ContainerBuilder()
    builder.resource.supplemental = ["gaExperiment:GTM-AB12_1"]
    // Properties by hand in the packed form, which compiled containers do not use.
    builder.resource.macro = [builder.call("_e", named: "Event")]
    var bytes = builder.bytes()
    bytes += [0x2A, 0x06, 0x10, 0x00, 0x1A, 0x02, 0x00, 0x01]
    let version = try ContainerReader.read(bytes, name: "test")
    #expect(version.supplementals == ["gaExperiment:GTM-AB12_1"])
    #expect(version.tags == [FunctionCall(function: "_e", name: "Event")])
  }

  @Test func remarksOnTheSize() throws {
    var builder = ContainerBuilder()
    builder.resource.macro = [
      builder.call(
        "_c", named: "long", [("value", builder.text(String(repeating: "x", count: 201_000)))])
    ]
    let version = try ContainerReader.read(builder.bytes(), name: "test")
    #expect(
      version.remarks == [
        "The container has 201 kB; Google Tag Manager publishes up to 200 kB."
      ])
  }
}
