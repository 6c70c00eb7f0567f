import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// Braze on a phone: where its calls come from, what is logged of them, and how long they last.
struct BrazePhoneTests {
  private static let song: Value = [
    "actionType": "logEvent", "eventName": "played song", "genre": "pop",
  ]

  @Test func callsKnowWhereTheyComeFrom() throws {
    var timeline = try BrazePhone.timeline()
    try timeline.callBraze(Self.song)
    let entry = try #require(timeline.world.braze.entries.first)
    #expect(entry.taken == .logEvent(name: "played song", properties: ["genre": "pop"]))
    #expect(entry.call.caller == "Braze")
    #expect(entry.call.event == "braze")
    #expect(timeline.rows[entry.row - 1].event.update?.event == "braze")
  }

  @Test func outlastsTheProcessAndEndsWithTheApp() throws {
    var timeline = try BrazePhone.timeline()
    try timeline.callBraze(["actionType": "changeUser", "externalUserId": "u7"])
    try timeline.perform(.kill)
    try timeline.launchAndSettle()
    try timeline.callBraze(Self.song)
    #expect(timeline.world.braze.user.id == "u7")
    #expect(timeline.world.braze.user.events.count == 1)
    let step = timeline.stepCount
    try timeline.perform(.reinstall)
    #expect(timeline.world.braze == Braze())
    #expect(timeline.simulation(afterStep: step).world.braze.entries.count == 2)
  }

  @Test func aHandlerThatIsTakenBackCallsNobody() throws {
    var timeline = try BrazePhone.timeline()
    try timeline.perform(.register(.tag, "braze", container: nil, isOn: false))
    try timeline.callBraze(Self.song)
    #expect(timeline.world.braze.entries.isEmpty)
    #expect(timeline.codes.contains(.noHandler))
  }

  private static let said: [(provider: BrazeProvider, parameters: Value, code: LogCode)] = [
    (.swift, ["eventName": "e"], .brazeIdle),
    (.swift, ["actionType": "logEvent"], .brazeIdle),
    (.objectiveC, ["actionType": "logEvent"], .brazeRefused),
    (.objectiveC, ["actionType": "logEvent", "eventName": 1], .handlerThrew),
    (.swift, ["actionType": "logEvent", "eventName": "e", "time": 1], .brazeChanged),
    (.swift, ["actionType": "logEvent", "eventName": "$e"], .brazeRefused),
  ]

  @Test(arguments: said)
  func nothingIsLostSilently(
    _ provider: BrazeProvider, _ parameters: Value, _ code: LogCode
  ) throws {
    var timeline = try BrazePhone.timeline(provider)
    let codes: Set<LogCode> = [.brazeIdle, .brazeRefused, .brazeChanged, .handlerThrew]
    try timeline.callBraze(parameters)
    #expect(timeline.codes.filter(codes.contains) == [code])
    #expect(timeline.world.braze.entries.count == 1)
  }
}
