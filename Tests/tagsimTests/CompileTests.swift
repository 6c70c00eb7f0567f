import Foundation
import Testing

/// `tagsim compile`: any container in, the file that apps ship out.
struct CompileTests {
  private static let shop = CommandLineTool.root.appendingPathComponent("Scenarios/containers")

  private static let exports: [(file: String, parts: String)] = [
    ("GTM-AB12-v7.json", "13 macros, 5 tags, 6 conditions, 8 rules"),
    ("GTM-AB12-v8.json", "14 macros, 5 tags, 6 conditions, 8 rules"),
    ("GTM-AB12.plist", "3 macros, 0 tags, 0 conditions, 0 rules"),
  ]

  @Test(arguments: exports, ["-o", "--output"])
  func saysWhatItWrote(_ export: (file: String, parts: String), _ option: String) throws {
    let scratch = try ScratchFolder()
    let result = try scratch.run(
      ["compile", Self.shop.appendingPathComponent(export.file).path, option, "GTM-AB12"], code: 0)
    #expect(result.complaint.isEmpty)
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("GTM-AB12"))
    #expect(result.lines == ["GTM-AB12: \(bytes.count) bytes, \(export.parts)"])
    let names = try scratch.names()
    #expect(names == ["GTM-AB12"], "no temporary file stays")
  }

  @Test func readsStandardInput() throws {
    let scratch = try ScratchFolder()
    let export = Self.shop.appendingPathComponent("GTM-AB12-v8.json")
    for (file, output) in [("-", "piped"), (export.path, "named")] {
      try scratch.run("compile \(file) -o \(output)", input: export)
    }
    let written = try ["piped", "named"].map {
      try Data(contentsOf: scratch.url.appendingPathComponent($0))
    }
    #expect(written[0] == written[1])
  }

  /// The binary plays like the export that it was made of.
  @Test func playsLikeItsExport() throws {
    let scratch = try ScratchFolder()
    let export = Self.shop.appendingPathComponent("GTM-AB12-v8.json").path
    try scratch.file("out", "something old")
    try scratch.run("compile \(export) -o out")
    let scenario = CommandLineTool.path("Scenarios/why-not.scenario")
    let screens = try [export, "out"].map { container in
      try CommandLineTool.run(
        ["render", scenario, "--container", container, "--size", "160x60"], in: scratch.url)
    }
    #expect(screens[0].output.contains(" ✗ "))
    #expect(screens[0].output == screens[1].output)
  }

  static let firebaseExport = """
    {"exportFormatVersion": 2, "containerVersion": {"containerVersionId": "2",
      "container": {"publicId": "GTM-CD34", "usageContext": ["IOS_SDK_5"]},
      "tag": [
        {"tagId": "1", "name": "Order", "type": "fm", "firingTriggerId": ["2147479556"],
          "parameter": [{"type": "TEMPLATE", "key": "action", "value": "block"}]},
        {"tagId": "2", "name": "Page", "type": "html", "parameter": []}]}}
    """

  /// An export of the second generation becomes its JSON, which is then written as it is.
  @Test func compilesTheSecondGeneration() throws {
    let scratch = try ScratchFolder()
    try scratch.file("export.json", Self.firebaseExport)
    let noRuntime =
      "  The container has no runtime (Google's code that defines its functions): tagsim reads "
      + "and compares it, but an app needs the container that the web interface downloads."
    let first = try scratch.run("compile export.json -o first.json")
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("first.json"))
    let parts = "\(bytes.count) bytes, 1 macro, 1 tag, 1 condition, 1 rule"
    #expect(
      first.lines == [
        "first.json: " + parts,
        "  Tag 'Page' (html) is left out: it only works in web pages; remove it or use one for "
          + "apps.",
        noRuntime,
      ])
    let second = try scratch.run("compile first.json -o second.json")
    #expect(second.lines == ["second.json: " + parts, noRuntime])
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("second.json")) == bytes)
  }

  @Test func aVariableThatIsNotThereIsRefused() throws {
    let scratch = try ScratchFolder()
    try scratch.file("export.json", Self.firebaseExport.replacing("block", with: "{{D}}"))
    try scratch.run(
      "compile export.json -o out", code: 6,
      says: "tagsim: export.json: tag 1, parameter 'action' names the variable 'D'")
    #expect(!scratch.has("out"))
  }

  @Test func aValueWithoutATypeIsRefused() throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "export.json",
      """
      {"exportFormatVersion": 2, "containerVersion": {
        "container": {"publicId": "GTM-AB12", "usageContext": ["IOS"]},
        "variable": [{"variableId": "1", "name": "Values", "type": "vc", "parameter": [
          {"type": "TEMPLATE", "key": "collection", "value": "{'a': null}"}]}]}}
      """)
    try scratch.run(
      "compile export.json -o out", code: 6,
      says: "tagsim: export.json: macro 'a', parameter 'value' has a value of kind null")
    #expect(!scratch.has("out"))
  }
}
