import ContainerFormats
import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Containers of the second generation that real apps ship, evaluated.
///
/// `TAGSIM_REAL_CONTAINERS=<folder> swift test` runs these tests over its subfolder `v5`.
@Suite(
  .disabled(
    if: RealContainers.folder == nil, "set TAGSIM_REAL_CONTAINERS to a folder with v5/"))
struct RealFirebaseTests {
  /// Events that apps log, besides those that a container asks for.
  private static let events: OrderedDictionary<String, OrderedDictionary<String, Value>> = [
    "_vs": ["_sn": "Home"], "_cmp": ["source": "s", "gclid": "g"],
    "ecommerce_purchase": ["value": 12.5, "items": [["item_id": "p1", "price": 1]]],
    "play": ["screenname": "Home", "action": "tap", "_err": 1],
  ]

  @Test(arguments: RealContainers.files(in: "v5"))
  func everyFunctionIsKnownAtEveryEvent(file: String) throws {
    let version = try ContainerReader.read(RealContainers.bytes("v5/" + file), name: file)
    let container = CompiledContainer(version)
    #expect(container.missingFunctions(in: SDKVersion(3, 17)) == [])
    var fired = 0
    let asked = version.predicates.compactMap { $0.parameters["arg1"]?.constantText }
    for name in Self.events.keys + asked {
      let event = FirebaseEvent(
        name: FirebaseNames.short(name),
        parameters: read(by: version).merging(Self.events[name] ?? [:]) { $1 })
      // A condition may ask for the app as well as for the event.
      var facts = DeviceFacts()
      facts.appName = name
      var evaluator = Evaluator(
        container, id: "GTM-TEST", event: name, dataLayer: DataLayer(), lasting: Lasting(),
        in: Surroundings(Settings(), facts),
        moment: Moment(instant: .start, wall: WallTime(milliseconds: 0)),
        random: RandomSource(seed: 1), host: RecordingHost(), isTracing: false,
        firebase: FirebaseScope(event: event, userProperties: [:]))
      fired += evaluator.evaluateTags().count(where: \.didFire)
      let failures: Set<LogCode> = [.unknownFunction, .runtimeFunction, .functionFailed]
      #expect(evaluator.logs.filter { failures.contains($0.code) } == [], "\(name)")
    }
    #expect(fired > 0)
  }

  /// Every parameter that the variables of a container read, with a text.
  private func read(by version: ContainerVersion) -> OrderedDictionary<String, Value> {
    let keys = version.macros.flatMap { macro in
      macro.parameters.elements.filter { $0.key == "key" || $0.key.hasSuffix("Param") }
        .compactMap(\.value.constantText)
    }
    return OrderedDictionary(keys.map { ($0, "x") }, uniquingKeysWith: { first, _ in first })
  }
}
