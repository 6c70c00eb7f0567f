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
    let result = try CommandLineTool.run(
      ["compile", Self.shop.appendingPathComponent(export.file).path, option, "GTM-AB12"],
      in: scratch.url)
    #expect(result.code == 0)
    #expect(result.complaint.isEmpty)
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("GTM-AB12"))
    #expect(result.lines == ["GTM-AB12: \(bytes.count) bytes, \(export.parts)"])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(names == ["GTM-AB12"], "no temporary file stays")
  }

  @Test func readsStandardInput() throws {
    let scratch = try ScratchFolder()
    let export = Self.shop.appendingPathComponent("GTM-AB12-v8.json")
    for (file, output) in [("-", "piped"), (export.path, "named")] {
      let result = try CommandLineTool.run(
        ["compile", file, "-o", output], in: scratch.url, input: export)
      #expect(result.code == 0)
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
    let compiled = try CommandLineTool.run(["compile", export, "-o", "out"], in: scratch.url)
    #expect(compiled.code == 0)
    let scenario = CommandLineTool.root.appendingPathComponent("Scenarios/why-not.scenario").path
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
    let first = try CommandLineTool.run(
      ["compile", "export.json", "-o", "first.json"], in: scratch.url)
    #expect(first.code == 0)
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("first.json"))
    let parts = "\(bytes.count) bytes, 1 macro, 1 tag, 1 condition, 1 rule"
    #expect(
      first.lines == [
        "first.json: " + parts,
        "  Tag 'Page' (html) is left out: it only works in web pages; remove it or use one for "
          + "apps.",
        noRuntime,
      ])
    let second = try CommandLineTool.run(
      ["compile", "first.json", "-o", "second.json"], in: scratch.url)
    #expect(second.code == 0)
    #expect(second.lines == ["second.json: " + parts, noRuntime])
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("second.json")) == bytes)
  }

  @Test func aVariableThatIsNotThereIsRefused() throws {
    let scratch = try ScratchFolder()
    try scratch.file("export.json", Self.firebaseExport.replacing("block", with: "{{D}}"))
    let result = try CommandLineTool.run(
      ["compile", "export.json", "-o", "out"], in: scratch.url)
    #expect(result.code == 6)
    #expect(
      result.complaint == "tagsim: export.json: tag 1, parameter 'action' names the variable 'D', "
        + "which the container does not have; add the variable or remove its name\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/out"))
  }

  @Test func saysWhatIsLeftOut() throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "export.json",
      """
      {"exportFormatVersion": 2, "containerVersion": {
        "container": {"publicId": "GTM-AB12", "usageContext": ["IOS"]},
        "tag": [{"tagId": "1", "name": "Page", "type": "html", "parameter": []}]}}
      """)
    let result = try CommandLineTool.run(
      ["compile", "export.json", "-o", "out"], in: scratch.url)
    #expect(result.code == 0)
    #expect(
      Array(result.lines.dropFirst()) == [
        "  Tag 'Page' (html) is left out: it only works in web pages; remove it or use one for "
          + "apps."
      ])
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
    let result = try CommandLineTool.run(
      ["compile", "export.json", "-o", "out"], in: scratch.url)
    #expect(result.code == 6)
    #expect(
      result.complaint == "tagsim: export.json: macro 'a', parameter 'value' has a value of kind "
        + "null; a binary has only strings, integers, booleans, lists and maps; change or remove "
        + "it\n"
    )
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/out"))
  }

  private static let refusals: [(arguments: String, code: Int32, complaint: String)] = [
    ("compile", 4, "Error: Missing expected argument '<file>'"),
    ("compile in.json", 4, "Error: Missing expected argument '--output <output>'"),
    ("compile in.json -o in.json", 4, "--output in.json: is the input file"),
    ("compile in.json -o ./in.json", 4, "--output ./in.json: is the input file"),
    ("compile in.json -o link", 4, "--output link: is the input file"),
    ("compile in.json -o twin", 4, "--output twin: is the input file"),
    ("compile gone.json -o out", 6, "gone.json: there is no such file"),
    ("compile broken.json -o out", 6, "broken.json: the JSON is not valid at line 1, column 7"),
    ("compile in.json -o folder", 3, "folder: cannot be written (it is a folder"),
    ("compile in.json -o gone/out", 3, "gone/out: cannot be written ("),
  ]

  @Test(arguments: refusals)
  func refuses(_ arguments: String, _ code: Int32, _ complaint: String) throws {
    let scratch = try ScratchFolder()
    let text = "{\"title\": \"Hello\"}"
    let input = try scratch.file("in.json", text)
    try scratch.file("broken.json", "{\"a\": }")
    try scratch.file("folder/file")
    let manager = FileManager.default
    let link = scratch.url.appendingPathComponent("link")
    try manager.createSymbolicLink(at: link, withDestinationURL: input)
    try manager.linkItem(at: input, to: scratch.url.appendingPathComponent("twin"))
    let result = try CommandLineTool.run(
      arguments.split(separator: " ").map(String.init), in: scratch.url)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains(complaint))
    #expect(try String(contentsOf: input, encoding: .utf8) == text)
    #expect(!manager.fileExists(atPath: scratch.url.path + "/out"))
  }
}
