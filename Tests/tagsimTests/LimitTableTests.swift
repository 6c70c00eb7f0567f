import TagRuntime
import Testing

@testable import tagsim

/// `tagsim info limits` tells the bounds that people meet.
struct LimitTableTests {
  @Test func theTableIsPrinted() throws {
    let result = try CommandLineTool.run(["info", "limits"])
    #expect(result.code == 0)
    #expect(
      result.output.contains(
        "100,000 conditions and variables of an event in a container: what is left fails, with "
          + "a log line  [Limits.evaluationSteps]\n"))
    #expect(result.lines.allSatisfy { $0.first != " " || $0.hasSuffix("]") })
    #expect(result.lines.count { $0.hasSuffix("]") } == 46)
    let whole = try CommandLineTool.run(["info", "limits", "--all"])
    #expect(whole.output == result.output)
    #expect(whole.complaint.contains("'tagsim info limits'"))
    #expect(try CommandLineTool.run(["info", "--all"]).complaint == whole.complaint)
    #expect(try CommandLineTool.run(["info", "paths", "--all"]).code == 4)
    let all = try CommandLineTool.run(["info"])
    #expect(all.code == 0)
    #expect(all.output.contains(result.output))
    #expect(all.output.contains("standard output: not a terminal\n"))
    #expect(all.output.contains("configuration:  /"))
    #expect(try CommandLineTool.run(["info", "limit"]).code == 4)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func numbersAreGrouped(_ number: Int, _ text: String) {
    #expect(NumberText.grouped(number) == text)
  }
}
