import OrderedCollections
import Testing

@testable import TagRuntime
@testable import TagSimulation

/// Classes of the app that tags and variables name by their paths.
struct ClassTests {
  static let app = {
    var app = App(
      name: "Music", package: "com.example.music", containers: [AppContainer(id: "GTM-M")])
    app.classes = [
      AppClass(path: "Note", .acts([])),
      AppClass(
        path: "Log",
        .acts([
          .pushes(
            PushTemplate(parts: [
              .init(path: ["event"], value: .constant("logged")),
              .init(path: ["total"], value: .parameter(name: "total", default: nil)),
            ])), .fails("it is tired"),
        ])),
      AppClass(
        path: "Price",
        .gives([
          .init(conditions: [.init(name: "sku", value: "S-1")], outcome: .value(19.9)),
          .init(conditions: [.init(name: "language", value: "es")], outcome: .value("caro")),
          .init(conditions: [.init(name: "sku", value: "list")], outcome: .value(["a"])),
          .init(conditions: [.init(name: "sku", value: "bad")], outcome: .fails("no price")),
          .init(conditions: [.init(name: "sku", value: "many")], outcome: .echo),
        ])),
      AppClass(path: "Shop.BrazeGTMTagManager", .acts([.braze(.objectiveC)])),
    ]
    return app
  }()

  private static func request(
    _ path: String, _ parameters: OrderedDictionary<String, Value> = [:]
  ) -> FunctionCallRequest {
    FunctionCallRequest(name: path, parameters: parameters, container: "GTM-M", isClass: true)
  }

  /// The app runs; nothing was called yet.
  static func running() throws -> Simulation {
    var simulation = Simulation(app: app, start: WallTime(milliseconds: 0))
    _ = try simulation.perform(.launch(isCold: true, kind: nil, timeout: nil))
    return simulation
  }

  private static let runs: [(request: FunctionCallRequest, answer: TagAnswer)] = [
    (request("Note"), .ran(pushes: [])),
    (
      request("Log", ["total": 5]),
      .failed("it is tired", pushes: [["event": "logged", "total": 5]])
    ),
    (request("Log"), .failed("the tag has no parameter total", pushes: [])),
    (request("Price", ["sku": "S-1"]), .ran(pushes: [])),
    (request("Price", ["sku": "bad"]), .failed("no price", pushes: [])),
    (
      request("Shop.BrazeGTMTagManager", ["actionType": 1]),
      .failed("actionType is of type int64 and treated as text", pushes: [])
    ),
    (request("note"), .unregistered), (request("Shop.Note"), .unregistered),
  ]

  /// No handler needs to be registered: the path is enough.
  @Test(arguments: runs)
  func tags(_ request: FunctionCallRequest, _ answer: TagAnswer) throws {
    #expect(try Self.running().functions.run(request) == answer)
  }

  private static let answers: [(request: FunctionCallRequest, answer: MacroAnswer)] = [
    (request("Price", ["sku": "S-1"]), .value(19.9)),
    (request("Price", ["sku": "list"]), .value(["a"])),
    (request("Price", ["sku": "none"]), .value(.null)),
    (request("Price", ["sku": "bad"]), .failed("no price")),
    (request("Price", ["sku": "many", "n": 2]), .value("Price(sku=many, n=2)")),
    (request("Note"), .value(.null)), (request("Log", ["total": 1]), .failed("it is tired")),
    (request("price"), .unregistered),
  ]

  @Test(arguments: answers)
  func variables(_ request: FunctionCallRequest, _ answer: MacroAnswer) throws {
    #expect(try Self.running().functions.answer(to: request) == answer)
  }

  @Test func aPropertyOfThePhoneCountsAsWell() throws {
    var simulation = try Self.running()
    _ = try simulation.perform(.device(Device(language: "es")))
    #expect(simulation.functions.answer(to: Self.request("Price")) == .value("caro"))
  }

  /// Of a legacy call with the same name the class knows nothing.
  @Test func functionsAndClassesHaveNamesOfTheirOwn() throws {
    let functions = try Self.running().functions
    #expect(functions.run(FunctionCallRequest(name: "Note", container: "GTM-M")) == .unregistered)
  }

  @Test func everyCallMakesAnInstance() throws {
    var simulation = try Self.running()
    for _ in 0..<3 { simulation.called(HostCall(request: Self.request("Note"))) }
    simulation.called(HostCall(request: Self.request("Price", ["sku": "S-1"])))
    #expect(simulation.instances(of: "Note") == 3)
    #expect(simulation.instances(of: "Price") == 1)
    #expect(simulation.instances(of: "Log") == 0)
    _ = try simulation.perform(.kill)
    #expect(simulation.instances(of: "Note") == 0)
  }

  private static let said: [(path: String, code: LogCode, facts: [String])] = [
    ("Note", .classRan, ["T", "Note", "1"]), ("note", .classPathHint, ["did you mean Note?"]),
    ("BrazeGTMTagManager", .classPathHint, ["did you mean Shop.BrazeGTMTagManager?"]),
    ("Nothing.Like.It", .classPathHint, ["Nothing.Like.It is case-sensitive", "@objc(Name)"]),
  ]

  @Test(arguments: said)
  func says(_ path: String, _ code: LogCode, _ facts: [String]) throws {
    var simulation = try Self.running()
    simulation.begin()
    simulation.called(HostCall(request: Self.request(path), caller: "T"))
    let record = simulation.finish().lines.last?.record
    #expect(record?.code == code)
    for fact in facts { #expect(record?.text.contains(fact) == true) }
  }

  @Test func aClassCallsBraze() throws {
    var simulation = try Self.running()
    let request = Self.request(
      "Shop.BrazeGTMTagManager",
      ["actionType": "customAttribute", "customAttributeKey": "k", "customAttributeValue": "v"])
    simulation.called(HostCall(request: request, caller: "Braze", event: "e"))
    #expect(simulation.world.braze.events.map(\.name) == ["k"])
    #expect(simulation.world.braze.user.attributes.isEmpty)
  }
}
