import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// All requests and hits of a run, whatever its world has forgotten of them.
struct RunTrafficTests {
  private static let home = "screen \"Home\""
  private static let start = ["container saved v1 age=1h", "publish v2", "launch"]

  @Test func everyHitStandsInTheOrderInWhichItWasMade() throws {
    let run = try Shop.play(
      Self.start + [Self.home, "dispatch", "wait 1s", "network offline", Self.home])
    let traffic = RunTraffic(run.timeline)
    #expect(traffic.hits.map(\.state) == [.sent, .waiting])
    #expect(traffic.hits.compactMap { traffic.row(of: $0) }.count == 2)
    #expect(traffic.requests.map { $0.request.hits.map(\.id) } == [[1]])
    let sent = traffic.sent(traffic.requests[0])
    #expect(sent.status == 200 && sent.hits.map(\.row) == [traffic.row(of: traffic.hits[0])])
  }

  @Test func hitsOfAnInstallationThatIsGoneAreTold() throws {
    let run = try Shop.play(
      Self.start + [
        Self.home, "dispatch", "wait 1s", "kill", "reinstall", "launch", "wait 1s", Self.home,
        "dispatch", "wait 1s",
      ])
    let traffic = RunTraffic(run.timeline)
    #expect(traffic.hits.map(\.state) == [.sent, .sent])
    let rows = traffic.requests.map { traffic.sent($0).hits.map(\.row) }
    #expect(rows.count == 2 && rows[0] != rows[1])
  }

  /// More hits are given up at once than are remembered.
  @Test func aLongRunIsGoneThroughAgain() throws {
    let count = 2 * Ledger.rememberedHits + 50
    let run = try Shop.play(
      Self.start + ["settle off", "opt-out on"] + Array(repeating: Self.home, count: count))
    let ledger = run.timeline.live.world.ledger
    #expect(ledger.ended.count < ledger.lost)
    let traffic = RunTraffic(run.timeline)
    #expect(traffic.hits.count == ledger.queued && traffic.leftHits == 0)
    #expect(traffic.hits.count { $0.state == .lost } == ledger.lost)
  }
}
