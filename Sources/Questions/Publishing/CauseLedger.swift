import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation

/// An event as rules ask for it.
struct EventLabel: Sendable, Hashable {
  /// The event's name; nil for a name that only a trial uses.
  var name: String?
  /// The value that a rule asks for besides; nil for none.
  var value: String?
}

/// What a report says of a value.
enum ToldValue: Sendable, Hashable {
  /// There is none.
  case nothing
  /// A trial made it up.
  case hidden
  case text(String)
}

/// What tags did under both versions over everything that was played, and which texts are not made
/// up by a trial.
struct CauseLedger: Sendable {
  /// What tags did under a version, by their keys.
  struct Side: Sendable {
    var fired: OrderedSet<String> = []
    /// The properties and hosts that the hits of a tag go to.
    var destinations: OrderedDictionary<String, OrderedSet<String>> = [:]
    /// The tags that make hits of Analytics.
    var analytics: Set<String> = []
  }

  let tags: OrderedDictionary<String, ComparedTag>
  /// The keys of tags of the new version that are not their names.
  let keysOfNew: [String: String]
  private(set) var sides = [Side(), Side()]
  /// The events of trials that a version listens for.
  private(set) var triedEvents: OrderedSet<String> = []

  private let containers: [CompiledContainer]
  /// The texts in the containers, and the events that they listen for: a trial made up the rest.
  private var constants: Set<String> = []
  /// Whether the present run is a trial.
  private var isTrial = false
  /// Whether a rule asks for the value of a path.
  private var asked: [String: Bool] = [:]

  init(of containers: [CompiledContainer], _ tags: [ComparedTag]) {
    self.containers = containers
    self.tags = OrderedDictionary(tags.map { ($0.key, $0) }, uniquingKeysWith: { one, _ in one })
    let moved = tags.filter { !$0.isRemoved && $0.key != $0.name }.map { ($0.name, $0.key) }
    keysOfNew = Dictionary(moved, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a tag fired under either version.
  func hasFired(_ name: String) -> Bool {
    sides[0].fired.contains(name) || sides[1].fired.contains(keysOfNew[name] ?? name)
  }

  /// Adds what tags did in a run under one of the versions.
  mutating func add(_ run: FinishedRun, of side: Int, isTrial: Bool) {
    if isTrial, constants.isEmpty { findConstants() }
    self.isTrial = isTrial
    run.timeline.forEachRow { row in
      if isTrial, let name = row.event.update?.event, constants.contains(name) {
        triedEvents.append(name)
      }
      row.event.forEachTag { tag, _, _ in
        guard tag.didFire else { return }
        let key = side == 0 ? tag.name : keysOfNew[tag.name] ?? tag.name
        sides[side].fired.append(key)
        sides[side].add(tag.result, of: key)
      }
    }
  }

  private mutating func findConstants() {
    for container in containers {
      let trial = ContainerTrial(of: container)
      constants.formUnion(trial.events.map(\.name) + trial.automaticEvents)
      let version = container.version
      for call in version.tags + version.macros + version.predicates {
        for parameter in call.parameters.values { parameter.addConstants(to: &constants) }
      }
    }
  }

  /// Returns an event as rules ask for it.
  mutating func label(of event: EventRow?) -> EventLabel {
    guard let update = event?.update, let name = update.event else { return EventLabel() }
    if isTrial, name == ContainerTrial.otherName { return EventLabel(name: "any other event") }
    if shown(name) == nil { return EventLabel() }
    let leaves = DataLayer.leaves(of: update.firebase?.logged.parameters ?? update.update)
    let leaf = leaves.first { $0.path != "event" && isAsked($0.path) }
    return EventLabel(name: name, value: leaf.flatMap { shown(ValueConversion.text($0.value)) })
  }

  private mutating func isAsked(_ path: String) -> Bool {
    if let known = asked[path] { return known }
    let isAsked = containers.contains { !$0.readers(ofPath: path).rules.isEmpty }
    asked[path] = isAsked
    return isAsked
  }

  /// Returns a value; nil for one that a trial made up.
  private func shown(_ value: String) -> String? {
    !isTrial || value.isEmpty || constants.contains(String(value.unquoted)) ? value : nil
  }

  func told(_ value: String?) -> ToldValue {
    value.map { shown($0).map(ToldValue.text) ?? .hidden } ?? .nothing
  }
}

extension CauseLedger.Side {
  fileprivate mutating func add(_ result: TagResult, of tag: String) {
    switch result {
    case .hits(let hits):
      for hit in hits {
        switch hit.kind {
        case .analytics(let fields):
          analytics.insert(tag)
          destinations[tag, default: []].append(fields["&tid"] ?? "no property")
        case .pixel(let url):
          let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
          destinations[tag, default: []].append(String(rest.prefix { !"/?#".contains($0) }))
        case .firebase: destinations[tag, default: []].append("Firebase")
        }
      }
    case .logged: destinations[tag, default: []].append("Firebase")
    case .called, .nothingRan, .threw, .wrote, .ignored, .refused: break
    }
  }
}

extension Expression {
  /// Adds the constants in it, as texts.
  fileprivate func addConstants(to found: inout Set<String>) {
    switch self {
    case .constant(let value): found.insert(ValueConversion.text(value))
    case .functionID, .macro: break
    case .list(let elements), .template(let elements):
      for element in elements { element.addConstants(to: &found) }
    case .map(let entries):
      for entry in entries {
        entry.key.addConstants(to: &found)
        entry.value.addConstants(to: &found)
      }
    case .escaped(let inner, _): inner.addConstants(to: &found)
    }
  }
}
