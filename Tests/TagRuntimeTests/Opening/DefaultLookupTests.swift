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

  /// Whether a line of the report has all of this.
  private func hasLine(_ harness: RuntimeHarness, _ facts: String...) -> Bool {
    harness.report?.lines.contains { line in facts.allSatisfy { line.text.contains($0) } } == true
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
        "Cannot find binary resource file 'GTM-TEST'.",
        "Cannot find resource file 'GTM-TEST.plist'",
      ]
      #expect(effects.logs(.warning) == Array(missing.prefix(3 - count)))
      let found = "loading default container from " + names.suffix(count)[3 - count]
      #expect(effects.logs(.verbose).contains(found))
    }
  }

  @Test func aFileThatIsNotLookedAtIsReported() {
    let (harness, _) = opened([file("GTM-TEST"), file("GTM-TEST.json", .simpleJSON)])
    #expect(
      harness.report?.lookup.steps == [.chosen("GTM-TEST"), .passedOver("GTM-TEST.json")])
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
    #expect(effects.warnings == [LogRecord(.similarDefault, [name, wanted])])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(
      harness.report?.lookup.steps == [
        .missing("GTM-TEST"), .missing("GTM-TEST.plist"), .missing("GTM-TEST.json"),
        .similar(name, wanted: wanted),
      ])
    #expect(hasLine(harness, name, wanted))
  }

  @Test func afterAnUnreadableFileTheNextIsTaken() {
    let broken = BundledFile(name: "GTM-TEST", content: .unreadable("it is an export"))
    let (harness, effects) = opened([broken, file("GTM-TEST.plist", .plist)])
    #expect(harness.read("from").value == "GTM-TEST.plist")
    let error = LogRecord(.unreadableDefault, ["GTM-TEST", "it is an export"])
    #expect(effects.logs.filter { $0.level == .error } == [error])
  }

  @Test func aFileOutsideOfTheTargetIsMissing() {
    let file = BundledFile(name: "GTM-TEST.plist", content: .notInTarget)
    let (harness, effects) = opened([file])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(effects.warnings == [LogRecord(.defaultNotInTarget, ["GTM-TEST.plist"])])
    #expect(
      harness.report?.lookup.steps == [
        .missing("GTM-TEST"), .missing("GTM-TEST.plist"), .notInTarget("GTM-TEST.plist"),
        .missing("GTM-TEST.json"),
      ])
    #expect(hasLine(harness, "GTM-TEST.plist", "target"))
  }

  @Test func whatWasCompiledFromAnExportSaysSo() {
    var export = file("GTM-TEST", .export)
    export.origin = "shop-v8.json"
    let (harness, effects) = opened([export])
    #expect(harness.status?.source == .default)
    #expect(effects.logs.contains(LogRecord(.compiledDefault, ["shop-v8.json"])))
    #expect(
      harness.report?.lookup.steps == [
        .chosen("GTM-TEST"), .made(of: "shop-v8.json", isCompiled: true),
      ])
    #expect(hasLine(harness, "shop-v8.json", "compiled"))
  }

  @Test func aFileKeepsTheNameThatTheProjectGivesIt() {
    var renamed = file("GTM-TEST.plist", .plist)
    renamed.origin = "texts.plist"
    let (harness, _) = opened([renamed])
    #expect(harness.report?.lookup.steps.last == .made(of: "texts.plist", isCompiled: false))
    #expect(hasLine(harness, "texts.plist"))
  }

  @Test func aContainerOfAnotherIdIsNobodys() {
    let (harness, effects) = opened([file("GTM-OTHER")])
    #expect(harness.status?.source == ContainerSource.none)
    #expect(effects.warnings == [])
  }
}

extension [Effect] {
  fileprivate var warnings: [LogRecord] {
    logs.filter { $0.level == .warning && $0.source == .tagsim }
  }
}
