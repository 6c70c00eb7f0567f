import TagRuntime
import Testing

@testable import tagsim

/// `tagsim info limits` tells the bounds that people meet.
struct LimitTableTests {
  @Test func theTableIsPrinted() throws {
    let result = try CommandLineTool.run("info limits")
    #expect(
      result.lines.contains {
        $0.contains("100,000  conditions") && $0.hasSuffix("  [Limits.evaluationSteps]")
      })
    #expect(result.lines.allSatisfy { !$0.hasPrefix("   ") || $0.hasSuffix("]") })
    #expect(result.lines.count { $0.hasSuffix("]") } == 46)
    let whole = try CommandLineTool.run(["info", "limits", "--all"])
    #expect(whole.output == result.output)
    #expect(whole.complaint.contains("'tagsim info limits'"))
    #expect(try CommandLineTool.run(["info", "--all"]).complaint == whole.complaint)
    try CommandLineTool.run("info paths --all", code: 4)
    let all = try CommandLineTool.run("info")
    #expect(Array(all.lines.suffix(result.lines.count - 1)) == Array(result.lines.dropFirst()))
    #expect(all.output.contains("standard output:  not a terminal\n"))
    #expect(all.output.contains("configuration:   /"))
    try CommandLineTool.run("info limit", code: 4)
  }
}
