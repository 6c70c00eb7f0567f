import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import TagSimulation

/// A provider of the app's own, which reads other parameters than the guide's.
struct BrazeMappingTests {
  private static let mapping = BrazeMapping(
    actionKey: "kind",
    actions: [
      .init("track", .logEvent, keys: ["name"]),
      .init("trait", .customAttribute, keys: ["trait", "value"]),
      .init("login", .changeUser, keys: ["user"]), .init("start", .initialize),
    ])

  private static let outcomes:
    [(parameters: OrderedDictionary<String, Value>, outcome: BrazeOutcome)] = [
      (
        ["kind": "track", "name": "played", "genre": "pop", "actionType": "x"],
        .calls(.logEvent(name: "played", properties: ["genre": "pop", "actionType": "x"]))
      ),
      (
        ["kind": "trait", "trait": "vip", "value": 1.5],
        .calls(.setAttribute(key: "vip", .double(1.5)))
      ),
      (["kind": "login", "user": "u7"], .calls(.changeUser(id: "u7"))),
      (["kind": "start"], .calls(.initialize)),
      (["kind": "logEvent", "eventName": "e"], .nothing(.unknownAction("logEvent"))),
      (["actionType": "logEvent", "eventName": "e"], .nothing(.noAction)),
    ]

  @Test(arguments: outcomes, BrazeProvider.allCases)
  func outcome(
    _ example: (parameters: OrderedDictionary<String, Value>, outcome: BrazeOutcome),
    _ provider: BrazeProvider
  ) {
    #expect(provider.outcome(of: example.parameters, by: Self.mapping) == example.outcome)
  }

  @Test func sentencesNameItsOwnWords() {
    #expect(
      BrazeOutcome.Idleness.noAction.sentence(by: Self.mapping)
        == "it has no text under kind; add the parameter kind = track, trait, login or start to "
        + "the tag")
    #expect(
      BrazeOutcome.Idleness.unknownAction("trck").sentence(by: Self.mapping)
        == "there is no kind \"trck\": did you mean track?")
  }

  /// A tag that makes the instance: before it nobody hears a call, after it Braze does, until the
  /// process ends.
  @Test func aTagMakesTheInstance() throws {
    var app = BrazePhone.app()
    app.hasBrazeInstance = false
    app.containers[0].tagFunctions[0].actions = [.braze(.swift, Self.mapping)]
    var simulation = Simulation(app: app, start: WallTime(milliseconds: 0))
    _ = try simulation.perform(.installDefault(BrazeContainer.compiled))
    var timeline = Timeline(simulation)
    try timeline.launchAndSettle()
    let played: Value = ["kind": "track", "name": "played"]
    try timeline.callBraze(played)
    try timeline.callBraze(["kind": "start"])
    try timeline.callBraze(played)
    try timeline.relaunch()
    try timeline.callBraze(played)
    let verdicts = timeline.live.world.braze.entries.map(\.verdict)
    let taken = BrazeVerdict.taken(.logEvent(name: "played", properties: [:]))
    #expect(
      Array(verdicts) == [
        .refused(.noInstance), .taken(.initialize), taken, .refused(.noInstance),
      ])
  }
}
