import Testing

/// What no phone reads can be put into the bundle, and plays as a phone plays it.
struct BundledAsItIsTests {
  private static func play(
    _ text: String, _ named: String, _ lines: String...
  ) throws -> CommandLineTool.Result {
    let scratch = try ScratchFolder()
    try scratch.file("broken.json", text)
    try scratch.scenario(
      "a.scenario", "setup", "container default broken.json\(named)", "network offline", "end",
      "launch", lines.joined(separator: "\n"))
    return try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
  }

  @Test(arguments: [
    (#"{"list": [1]}"#, "lists are not supported"), (#"{"a": nul}"#, "the JSON is not valid"),
    ("nothing of the kind", "not a container"),
  ])
  func aNameBundlesItAsItIs(_ text: String, _ reason: String) throws {
    let result = try Self.play(
      text, " name=GTM-SMALL.json", "expect log ~ /\(reason)/", "expect container source=none")
    #expect(result.code == 0, "\(result.output)\(result.complaint)")
  }

  @Test func withoutANameItIsAMistake() throws {
    let result = try Self.play(#"{"list": [1]}"#, "")
    #expect(result.code == 6)
    #expect(result.complaint.contains("name=GTM-SMALL.json"), "\(result.complaint)")
  }

  @Test func aFileThatIsNotThereIsAMistake() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "setup", "container default gone.json name=x", "end")
    try scratch.run("run a.scenario", code: 6, says: "gone.json")
  }
}
