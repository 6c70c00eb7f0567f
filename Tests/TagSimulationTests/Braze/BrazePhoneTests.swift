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
    #expect(timeline.row(at: entry.row).event.update?.event == "braze")
  }

  @Test func outlastsTheProcessAndEndsWithTheApp() throws {
    var timeline = try BrazePhone.timeline()
    try timeline.callBraze(["actionType": "changeUser", "externalUserId": "u7"])
    try timeline.relaunch()
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

  private static let noAction = "There is no Braze action type key in this call. Doing nothing."
  private static let invalid = "Invalid action type. Doing nothing."

  /// What the guide's listings print, and where they are silent.
  private static let printed: [(provider: BrazeProvider, parameters: Value, line: String?)] = [
    (.swift, [:], noAction), (.objectiveC, [:], noAction),
    (.swift, ["actionType": 1], noAction), (.objectiveC, ["actionType": 1], nil),
    (.swift, ["actionType": "buy"], nil), (.objectiveC, ["actionType": "buy"], invalid),
    (.swift, ["actionType": "logEvent"], nil), (.objectiveC, ["actionType": "logEvent"], nil),
    (.swift, song, nil), (.objectiveC, song, nil),
  ]

  @Test(arguments: printed)
  func theProviderPrintsItsOwnLines(
    _ provider: BrazeProvider, _ parameters: Value, _ line: String?
  ) throws {
    var timeline = try BrazePhone.timeline(provider)
    try timeline.perform(.app(.setLogger(Logger(level: .none))))
    try timeline.callBraze(parameters)
    let own = timeline.lines.map(\.line).filter { $0.record.source == .app }
    #expect(own.map(\.record.text) == [line].compactMap { $0 })
    #expect(own.allSatisfy { $0.isPrinted })
  }

  private static let words: [(provider: BrazeProvider, parameters: Value, words: String?)] = [
    (.swift, [:], "the app prints \"\(noAction)\""),
    (
      .swift, ["actionType": "buy"],
      "the app prints nothing; the Objective-C provider would print \"\(invalid)\""
    ),
    (
      .objectiveC, ["actionType": "buy"],
      "the app prints \"\(invalid)\"; the Swift provider would print nothing"
    ),
    (.swift, ["actionType": "logEvent"], "the app prints nothing"), (.swift, song, nil),
  ]

  @Test(arguments: words)
  func theLanguagesAreToldApart(
    _ provider: BrazeProvider, _ parameters: Value, _ words: String?
  ) throws {
    var timeline = try BrazePhone.timeline(provider)
    try timeline.callBraze(parameters)
    #expect(timeline.world.braze.entries.last?.printedWords == words)
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
