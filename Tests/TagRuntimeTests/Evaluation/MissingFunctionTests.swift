import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct MissingFunctionTests {
  private static let container = ContainerBuilder { container in
    container.macro("map", "_smm")
    container.macro("version name", "_avn")
    container.constant("known", 1)
    container.macro("other map", "_smm")
    container.macro("map", "_smm", ["not_default_macro": true])
    container.macro("nameless", "")
    container.tag("HTML", "_html")
    container.analyticsTag("Screen", ["&t": "screenview"])
    container.tag("Map tag", "_smm")
    container.rule(
      when: [.isTrue, Condition("_css", "1", "2")], fires: ["HTML"], named: "on a page")
    container.rule(unless: [Condition("_css", "1", "3")], fires: ["Screen"])
    container.rule(when: [Condition("_um", "1", "3")], blocks: ["Screen"], named: "off")
  }

  private func lines(_ missing: [MissingFunction]) -> [String] {
    missing.map { "\($0.kind.rawValue) \($0.function): \($0.names.joined(separator: ", "))" }
  }

  @Test func everyUnknownFunctionIsToldOnceWithWhatCallsIt() throws {
    let report = try #require(RuntimeHarness(Self.container).report)
    #expect(
      lines(report.missingFunctions) == [
        "macro _smm: map, other map", "macro _avn: version name", "macro : nameless",
        "tag _html: HTML", "tag _smm: Map tag", "condition _css: on a page, rule 2",
        "condition _um: off",
      ])
  }

  @Test func aLaterReleaseKnowsMore() {
    let early = Self.container.compiled.missingFunctions(in: SDKVersion(3, 17))
    let late = Self.container.compiled.missingFunctions(in: SDKVersion(4, 1))
    #expect(early.filter { !late.contains($0) }.map(\.function) == ["_avn"])
    #expect(late.allSatisfy(early.contains))
  }

  /// What is reported is what an evaluation complains of.
  @Test func theReportAndTheLogAgree() throws {
    var harness = RuntimeHarness(Self.container)
    let macros = try #require(harness.report).missingFunctions.filter { $0.kind == .macro }
    for name in macros.flatMap(\.names) {
      let codes = harness.read(name).logs.map(\.code)
      #expect(codes == [name == "nameless" ? .noFunctionID : .noImplementation])
    }
    let tags = try #require(harness.report).missingFunctions.filter { $0.kind == .tag }
    #expect(harness.event("any").firedTags.allSatisfy { !tags.flatMap(\.names).contains($0) })
  }

  @Test func aContainerOfKnownFunctionsMissesNothing() {
    #expect(RuntimeHarness(ContainerBuilder()).report?.missingFunctions == [])
  }
}
