import Testing

/// `--history`: what is left out of a history is told wherever its verdict is.
struct HistoryOptionTests {
  private static func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let pushes = (0..<4000).map { "push {\"event\": \"tick\", \"number\": \($0)}\nwait 1s" }
    try scratch.scenario("a.scenario", (["launch"] + pushes).joined(separator: "\n"))
    return scratch
  }

  @Test(arguments: ["human", "tap"])
  func aReportTellsWhatWasThinnedOut(_ report: String) throws {
    let scratch = try Self.folder()
    let arguments = ["run", "a.scenario", "--report", report, "-v"]
    let small = try CommandLineTool.run(arguments + ["--history", "1MB"], in: scratch.url)
    let whole = try CommandLineTool.run(arguments, in: scratch.url)
    let remarks = small.lines.filter { $0.contains("the history reached 1 MB and was thinned out") }
    #expect(small.code == 0 && whole.code == 0)
    #expect(remarks.count == 1)
    // Nothing else differs.
    #expect(small.lines.filter { !remarks.contains($0) } == whole.lines)
  }

  @Test func theScreenTellsWhatWasThinnedOut() throws {
    let scratch = try Self.folder()
    let arguments = ["render", "a.scenario", "--at", "7"]
    let small = try CommandLineTool.run(arguments + ["--history", "1MB"], in: scratch.url)
    let whole = try CommandLineTool.run(arguments, in: scratch.url)
    #expect(small.output.contains("thinned"))
    #expect(!whole.output.contains("thinned"))
    // Nothing else differs: the title of the events says that they are thinned out.
    let differing = zip(small.lines, whole.lines).filter { $0 != $1 }.map(\.0)
    #expect(differing.count == 1)
    #expect(differing.allSatisfy { $0.contains("thinned") })
  }
}
