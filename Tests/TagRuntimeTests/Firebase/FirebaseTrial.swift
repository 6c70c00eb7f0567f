import OrderedCollections
import TestSupport

@testable import TagRuntime

/// One event in a container of the second generation, without a runtime around it.
struct FirebaseTrial {
  /// The event; nil is a moment between events.
  var event: FirebaseEvent? = FirebaseEvent(name: "go")
  var userProperties: OrderedDictionary<String, String> = [:]
  var facts = DeviceFacts()
  var settings = Settings()
  let host = RecordingHost()
  let container: CompiledContainer

  init(_ version: ContainerVersion) { container = CompiledContainer(version) }

  init(_ build: (inout ContainerBuilder) -> Void = { _ in }) {
    self.init(ContainerBuilder.firebase(build))
  }

  /// A container with one variable, `v`.
  init(variable function: String, _ parameters: OrderedDictionary<String, Expression>) {
    self.init { $0.macro("v", function, parameters) }
  }

  /// A container with one tag that fires at every event.
  init(tag function: String, _ parameters: OrderedDictionary<String, Expression>) {
    self.init { container in
      container.tag("T", function, parameters)
      container.rule(fires: ["T"])
    }
  }

  /// The same at an event.
  func at(_ name: String, _ parameters: OrderedDictionary<String, Value> = [:]) -> FirebaseTrial {
    var trial = self
    trial.event = FirebaseEvent(name: name, parameters: parameters)
    return trial
  }

  func evaluator(isTracing: Bool = false) -> Evaluator {
    Evaluator(
      container, id: "GTM-TEST", event: event?.name, dataLayer: DataLayer(), lasting: Lasting(),
      in: Surroundings(settings, facts),
      moment: Moment(instant: .start, wall: RuntimeHarness.start), random: RandomSource(seed: 1),
      host: host, isTracing: isTracing,
      firebase: FirebaseScope(event: event, userProperties: userProperties))
  }

  /// What a variable comes to, with what is said.
  func value(_ name: String = "v") -> (resolved: Resolved, logs: [LogCode]) {
    var evaluator = evaluator()
    let slot = container.slotOfName[name] ?? 0
    let resolved = evaluator.resolve(slot: slot)
    return (resolved, evaluator.logs.map(\.code))
  }

  /// The tags that fired and what is said.
  func fired() -> (tags: [FiredTag], logs: [LogRecord]) {
    var evaluator = evaluator()
    let tags = evaluator.evaluateTags()
    return (tags, evaluator.logs)
  }

  /// What the first tag came to.
  func result() -> TagResult? { fired().tags.first?.result }

  /// The names of the tags that fired.
  var firedNames: [String] { fired().tags.filter(\.didFire).map(\.name) }

  /// Every tag with its reason.
  func explained() -> [TagExplanation] {
    var evaluator = evaluator(isTracing: true)
    let fired = evaluator.evaluateTags()
    let explanation = evaluator.traced(fired).map {
      EventExplanation(containerID: "", event: "", evaluation: $0)
    }
    return explanation?.tags ?? []
  }
}
