import Testing

@testable import tagsim

/// What a folder stands for where its scenarios are tests.
@Suite struct IncludedFilesTests {
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "include lib/step.scenario sku=\"S-77\"", "expect sent 0")
    try scratch.file("lib/step.scenario", "launch\npush sku=${sku}\n")
    return scratch
  }

  private static let choices: [(arguments: [String], code: Int32)] = [
    (["run", "."], 0), (["check", "."], 0), (["run", ".", "lib/step.scenario"], 6),
  ]

  /// What another file includes is a part of it, unless somebody names it.
  @Test(arguments: choices)
  func whatIsIncludedIsNoTest(_ arguments: [String], _ code: Int32) throws {
    let scratch = try Self.folder()
    try scratch.run(arguments, code: code)
  }

  /// What is not there is one test that fails; the others are played.
  @Test func aMissingFileIsOneFailure() throws {
    let scratch = try Self.folder()
    let result = try scratch.run("run gone.scenario a.scenario", code: 6)
    #expect(result.lines.contains("not ok 1 - gone.scenario cannot be read"))
    #expect(result.lines.last == "1..2")
  }

  @Test func strictStopsAtWhatIsOptional() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "optional expect sent 5", "expect sent 6")
    let result = try scratch.run("run -x --strict a.scenario", code: 1)
    #expect(result.lines.last == "1..1")
  }
}
