import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// What cannot be done says so, and changes nothing.
@Suite struct ActErrorTests {
  private func refused(_ act: Act, after acts: [Act] = []) throws -> ActError? {
    var timeline = try SmallShop.timeline()
    for act in acts { try timeline.perform(act) }
    let (before, steps) = (Observation(timeline.live), timeline.stepCount)
    let error = #expect(throws: ActError.self) { try timeline.perform(act) }
    #expect(Observation(timeline.live) == before)
    #expect(timeline.stepCount == steps)
    return error
  }

  private let launch = Act.launch(isCold: true, kind: nil, timeout: nil)

  @Test func whatNeedsARunningApp() throws {
    for act in [
      .screen("Home"), .tap("Buy", arguments: [:]), .app(.push([:])), .app(.refresh()),
      .app(.dispatch), .kill,
      .background(), .foreground, .app(.read("k", .string)),
    ] as [Act] {
      #expect(try refused(act) == .notRunning)
    }
  }

  @Test func whatDependsOnTheScreen() throws {
    #expect(
      try refused(.screen("Attic"), after: [launch])
        == .unknownScreen("Attic", known: ["Home", "About"]))
    #expect(
      try refused(.tap("Buy", arguments: [:]), after: [launch])
        == .unknownButton("Buy", screen: nil, known: []))
    #expect(
      try refused(.tap("Sell", arguments: [:]), after: [launch, .screen("Home")])
        == .unknownButton("Sell", screen: "Home", known: ["Buy", "About"]))
    #expect(
      try refused(.tap("Buy", arguments: ["size": 1]), after: [launch, .screen("Home")])
        == .unknownArgument("size", button: "Buy", known: ["price"]))
  }

  @Test func whatDependsOnTheProcess() throws {
    #expect(try refused(launch, after: [launch]) == .alreadyRunning)
    #expect(try refused(.foreground, after: [launch]) == .notInBackground)
    #expect(try refused(.background(), after: [launch, .background()]) == .inBackground)
    #expect(try refused(.screen("Home"), after: [launch, .background()]) == .inBackground)
    #expect(try refused(.screen("Home"), after: [launch, .kill]) == .notRunning)
  }
}
