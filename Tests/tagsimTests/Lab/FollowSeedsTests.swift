import Testing

/// `tagsim-lab follow` on a few seeds; what a simulated phone is and who judges it have tests of
/// their own.
struct FollowSeedsTests {
  @Test(arguments: ["follow --seeds 1..4", "follow --seeds 1..34 Scenarios"])
  func whatIsKnownIsFound(_ line: String) throws {
    let result = try Lab.run(line.split(separator: " ").map(String.init))
    #expect(result.code == 0 && result.complaint.isEmpty, "\(result.output)")
    #expect(result.output.contains("all found in"))
  }

  @Test func aLogIsPrinted() throws {
    let result = try Lab.run(["follow", "--seeds", "4", "--print"])
    #expect(result.code == 0 && result.output.contains("Loading container"), "\(result.output)")
  }
}
