import TagRuntime
import TagSimulation
import Testing

@testable import TagBench

/// What a soak does, and how its memory is drawn. `.ci/campaign soak` measures how much it
/// takes.
struct SoakTests {
  @Test func theDataLayerFillsUpAndRefusesWhatIsTooMuch() throws {
    var soak = try Soak()
    try soak.go(on: 2600)
    #expect(soak.pushed == 2600)
    #expect(soak.refused == 2)
    #expect(soak.histories == 1 && soak.steps == 0)
    #expect(soak.dataLayerBytes > 3 * Limits.stringBytes)
    #expect(soak.dataLayerBytes < 4 * Limits.stringBytes)
  }

  @Test func aFullHistoryIsFollowedByANewOne() throws {
    var soak = try Soak(size: .least)
    while soak.histories < 2 { try soak.go(on: 250) }
    #expect(soak.steps > 200)
    #expect(soak.pushed < 100_000)
    #expect(soak.refused == (soak.pushed + 249) / 1000)
    #expect(soak.pushed >= 250)
  }

  @Test func theMemoryIsDrawn() {
    let lines = MemoryGraph.lines([1, 2, 3, 6, 12, 12].map { $0 << 20 }, over: "6 pushes")
    #expect(
      lines == [
        "   12 MB |    ##", "   11 MB |    ##", "   10 MB |    ##", "    9 MB |    ##",
        "    8 MB |    ##", "    7 MB |    ##", "    6 MB |   ###", "    5 MB |   ###",
        "    4 MB |   ###", "    3 MB |  ####", "    2 MB | #####", "    1 MB |######",
        "         +------", "          6 pushes; peak 12 MB",
      ])
    #expect(MemoryGraph.lines([], over: "nothing") == [])
    let wide = MemoryGraph.lines((1...1000).map { $0 << 20 }, over: "a line")
    #expect(wide.count == 14)
    #expect(wide.allSatisfy { $0.count <= 70 })
    #expect(wide[0] == " 1000 MB |" + String(repeating: " ", count: 57) + "###")
    #expect(wide[11] == "   83 MB |  " + String(repeating: "#", count: 58))
  }
}
