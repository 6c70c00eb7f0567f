import Testing

@testable import TagRuntime

@Suite struct ClientHashTests {
  private static let clients = (1...4000).map { "client-\($0 &* 7919)-\($0)" }

  @Test func theHashIsThatOfAnalyticsFirstClients() {
    #expect(ClientHash.hash("") == 0)
    // One character: its code, and its code shifted by 14, folded where it overflows 21 bits.
    #expect(ClientHash.hash("1") == 49 + (49 << 14))
  }

  @Test func oneClientFallsOnOneSide() {
    for client in Self.clients.prefix(50) {
      let answers = (1...3).map { _ in ClientHash.isSampled(client, rate: "50") }
      #expect(Set(answers).count == 1)
    }
  }

  @Test(arguments: [
    ("0", 0), ("100", 4000), (nil, 4000), ("", 4000), ("half", 4000), ("50%", 4000),
    ("nan", 4000), ("-1", 0), ("1000", 4000),
  ])
  func allOrNone(_ rate: String?, _ count: Int) {
    #expect(Self.clients.count { ClientHash.isSampled($0, rate: rate) } == count)
  }

  @Test(arguments: [("10", 0.1), ("25.5", 0.255), ("50", 0.5), ("90", 0.9)])
  func theShareIsNearTheRate(_ rate: String, _ share: Double) {
    let count = Self.clients.count { ClientHash.isSampled($0, rate: rate) }
    #expect(abs(Double(count) / 4000 - share) < 0.05)
  }

  @Test func aLargerSampleHoldsTheSmallerOne() {
    let small = Self.clients.filter { ClientHash.isSampled($0, rate: "20") }
    #expect(!small.isEmpty)
    #expect(small.allSatisfy { ClientHash.isSampled($0, rate: "60") })
  }
}
