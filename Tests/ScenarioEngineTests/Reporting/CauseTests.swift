import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A row says where a push came from that nobody made by hand.
struct CauseTests {
  @Test func restoredKeysAndExperimentsSayWhatTheyAre() throws {
    var version = ContainerVersion(version: "2")
    version.experiments = [
      Experiment(name: "gaExperiment:1", clears: ["exp"], pushes: [["exp": ["variation": 1]]])
    ]
    var simulation = Simulation(
      app: App(name: "A", package: "com.example.a", containers: [AppContainer(id: "GTM-A")]),
      start: WallTime(milliseconds: 0))
    _ = try simulation.perform(.installSaved(CompiledContainer(version), age: .hours(1)))
    var timeline = Timeline(simulation)
    let launch = Act.launch(isCold: false, kind: nil, timeout: nil)
    try timeline.perform(launch)
    try timeline.perform(
      .app(.push(["event": "login", "tier": "gold", "gtm": ["lifetime": "1d"]])))
    try timeline.perform(.kill)
    let count = timeline.rowCount
    try timeline.perform(launch)
    timeline.settle()
    let rows = timeline.rows(in: 1...).dropFirst(count).map { $0.event.summary }
    #expect(
      rows.prefix(5) == [
        "<launch>",
        "login restored: event=login, while no container was open: nothing can fire",
        "(data only) restored: tier=gold", "(data only) experiment: exp=null",
        "(data only) experiment: exp.variation=1",
      ])
  }
}
