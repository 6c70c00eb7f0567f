import TagRuntime
import TagSimulation
import Testing

@testable import TagBench

/// What a soak does. `.ci/campaign soak` measures how much it takes.
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
}
