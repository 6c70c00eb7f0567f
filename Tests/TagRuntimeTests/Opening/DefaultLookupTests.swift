import TagRuntime
import TestSupport
import Testing

@Suite struct DefaultLookupTests {
  private let id = RuntimeHarness.containerID

  private func file(
    _ name: String, _ format: ContainerVersion.Format = .binary
  ) -> BundledFile {
    var builder = ContainerBuilder { $0.constant("from", .constant(.string(name))) }
    builder.version.format = format
    return BundledFile(name: name, content: .container(builder.compiled))
  }

  private func opened(_ files: [BundledFile]) -> (RuntimeHarness, [Effect]) {
    var harness = RuntimeHarness()
    harness.bundledFiles = files
    let effects = harness.open()
    return (harness, effects)
  }

  @Test func theBinaryComesBeforeThePropertyListBeforeTheJSON() {
    let files = [
      file("GTM-TEST.json", .simpleJSON), file("GTM-TEST.plist", .plist), file("GTM-TEST"),
    ]
    let names = ["GTM-TEST", "GTM-TEST.plist", "GTM-TEST.json"]
    for count in 1...3 {
      let present = files.filter { names.suffix(count).contains($0.name) }
      let (harness, effects) = opened(present)
      #expect(harness.read("from").value == .string(names.suffix(count)[3 - count]))
      let missing = [
        "Cannot find binary resource file 'GTM-TEST'",
        "Cannot find resource file 'GTM-TEST.plist'",
      ]
      #expect(
        effects.logs(.info)
          == Array(missing.prefix(3 - count))
          + ["loading default container from " + names.suffix(count)[3 - count]])
    }
  }

  @Test func aFileThatIsNotLookedAtIsReported() {
    let (harness, _) = opened([file("GTM-TEST"), file("GTM-TEST.json", .simpleJSON)])
    #expect(
      harness.runtime.report(on: id)?.lookup.steps == [
        .chosen("GTM-TEST"), .passedOver("GTM-TEST.json"),
      ])
  }

  @Test(
    arguments: [
      ("GTM-TEST_v7", .binary, "GTM-TEST"), ("GTM-TEST_v7.json", .simpleJSON, "GTM-TEST.json"),
      ("gtm-test.plist", .plist, "GTM-TEST.plist"), ("GTM-TEST.bin", .binary, "GTM-TEST"),
    ] as [(String, ContainerVersion.Format, String)])
  func aNameThatIsAlmostRightIsNeverLookedFor(
    _ name: String, _ format: ContainerVersion.Format, _ wanted: String
  ) {
    let (harness, effects) = opened([file(name, format)])
    #expect(
      effects.logs(.error) == ["No default container found; creating an empty container."])
    #expect(
      effects.logs(.warning) == [
        "the bundle has \(name), which the SDK does not look for: its name must be \(wanted) "
          + "exactly"
      ])
    #expect(harness.status?.source == ContainerSource.none)
    let lines = harness.runtime.report(on: id)?.lines.map(\.text) ?? []
    #expect(
      lines.prefix(5) == [
        "in the app's bundle", "  NO  GTM-TEST: no such file", "  NO  GTM-TEST.plist: no such file",
        "  NO  GTM-TEST.json: no such file",
        "  NO  \(name): ignored; the name must be exactly \(wanted)",
      ])
    #expect(lines.last == "in use now: an empty container, without values or tags")
  }

  @Test func afterAnUnreadableFileTheNextIsTaken() {
    let broken = BundledFile(name: "GTM-TEST", content: .unreadable("it is an export"))
    let (harness, effects) = opened([broken, file("GTM-TEST.plist", .plist)])
    #expect(harness.read("from").value == "GTM-TEST.plist")
    #expect(
      effects.logs(.error) == [
        "the file GTM-TEST in the app's bundle is not a default container: it is an export"
      ])
  }

  private func lines(_ file: BundledFile) -> [String] {
    let (harness, _) = opened([file])
    return harness.runtime.report(on: id)?.lines.map(\.text) ?? []
  }

  @Test func aFileOutsideOfTheTargetIsMissing() {
    let file = BundledFile(name: "GTM-TEST.plist", content: .notInTarget)
    let (harness, effects) = opened([file])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(
      effects.logs(.warning) == [
        "the project has GTM-TEST.plist, but not in the app's target, so the bundle lacks it: add "
          + "it there"
      ])
    #expect(
      lines(file).prefix(5) == [
        "in the app's bundle", "  NO  GTM-TEST: no such file", "  NO  GTM-TEST.plist: no such file",
        "      the project has GTM-TEST.plist, but not in the app's target: add it to the target",
        "  NO  GTM-TEST.json: no such file",
      ])
  }

  @Test func whatWasCompiledFromAnExportSaysSo() {
    var export = file("GTM-TEST", .export)
    export.origin = "shop-v8.json"
    let (harness, effects) = opened([export])
    #expect(harness.status?.source == .default)
    #expect(
      effects.logs(.info).last
        == "compiled from the export shop-v8.json: a phone would reject the export "
        + "itself")
    #expect(
      lines(export).prefix(3) == [
        "in the app's bundle", "  ok  GTM-TEST: the default container",
        "      compiled from the export shop-v8.json, which no phone reads directly",
      ])
  }

  @Test func aFileKeepsTheNameThatTheProjectGivesIt() {
    var renamed = file("GTM-TEST.plist", .plist)
    #expect(!lines(renamed).contains("      called GTM-TEST.plist in the project"))
    renamed.origin = "texts.plist"
    #expect(lines(renamed).contains("      called texts.plist in the project"))
  }

  @Test func aContainerOfAnotherIdIsNobodys() {
    let (harness, effects) = opened([file("GTM-OTHER")])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(effects.logs(.warning) == [])
  }
}
