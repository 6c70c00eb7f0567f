package import OrderedCollections
package import TagRuntime

/// A push to show the behaviour of a container: an event with keys, and its purpose.
///
/// It is a guess until it is tried: the values from the app's code, the phone or another variable
/// are not known here.
package struct ContainerProbe: Sendable, Hashable {
  /// The purpose of a push, by the positions of rules and conditions.
  package enum Aim: Sendable, Hashable {
    /// All conditions of a rule are true, and no rule blocks its tags, as far as possible.
    case holds(rule: Int)
    /// All conditions of a rule but one are true.
    case fails(rule: Int, condition: Int)
    /// A rule is true, and so is another one that blocks its tags.
    case blocked(rule: Int, by: Int)
  }

  package let event: String
  /// The keys of the data layer or the parameters, each with a value: other keys retain their
  /// earlier values.
  package let keys: OrderedDictionary<String, Value>
  /// The user properties to set before it (v5).
  package let userProperties: OrderedDictionary<String, Value>
  /// The purposes of the push, at least one.
  package fileprivate(set) var aims: [Aim]
}

/// The pushes that show what the rules of a container do, in the order of the rules: each rule
/// true, each with one condition after the other made false, each with a rule that blocks its tags.
package struct ContainerProbes: Sendable, Hashable {
  /// A purpose that no push achieves.
  package struct Unreached: Sendable, Hashable {
    package let aim: ContainerProbe.Aim
    /// The reason why no push is known.
    package let reason: String
  }

  /// The maximum number of pushes for a container.
  package static let probeLimit = 400
  /// The maximum number of blocking rules tried with one rule.
  static let blockerLimit = 8

  /// The pushes, at most `probeLimit`; no two are the same.
  package private(set) var probes: [ContainerProbe] = []
  /// The purposes without a known push.
  package private(set) var unreached: [Unreached] = []
  /// The number of further pushes.
  package private(set) var leftOut = 0

  private let explorer: ContainerExplorer
  private var places: [ContainerProbe: Int] = [:]

  package static func == (left: ContainerProbes, right: ContainerProbes) -> Bool {
    left.probes == right.probes && left.unreached == right.unreached
      && left.leftOut == right.leftOut
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(probes)
    hasher.combine(unreached)
  }

  private var container: CompiledContainer { explorer.container }

  /// Finds the pushes for a container.
  ///
  /// - Complexity: O(n) in the rules, for each in the square of its conditions.
  package init(of container: CompiledContainer) {
    explorer = ContainerExplorer(container)
    for rule in container.rules.indices { add(rule) }
  }

  // MARK: Rules

  private mutating func add(_ rule: Int) {
    let wants = wants(of: rule)
    let blockers = blockers(of: rule)
    if container.contradiction(in: container.rules[rule]) != nil {
      let reason = "its conditions exclude each other"
      return unreached.append(Unreached(aim: .holds(rule: rule), reason: reason))
    }
    add(unblocked(wants, by: blockers), for: .holds(rule: rule))
    var seen: Set<Int> = []
    for want in wants where seen.insert(want.predicate).inserted {
      let flipped = wants.map { $0.predicate == want.predicate ? $0.flipped : $0 }
      let aim = ContainerProbe.Aim.fails(rule: rule, condition: want.predicate)
      if let reason = reason(against: want) {
        unreached.append(Unreached(aim: aim, reason: reason))
      } else {
        add(flipped, for: aim)
      }
    }
    for blocker in blockers {
      add(wants + self.wants(of: blocker), for: .blocked(rule: rule, by: blocker))
    }
  }

  /// Returns the wanted results, with one condition made false for every blocking rule that may be
  /// true.
  private func unblocked(_ wants: [Want], by blockers: [Int]) -> [Want] {
    var wants = wants
    for blocker in blockers {
      let others = self.wants(of: blocker)
      if others.contains(where: { wants.contains($0.flipped) }) { continue }
      let more = others.lazy.filter { reason(against: $0) == nil }.map { wants + [$0.flipped] }
      if let found = more.first(where: { (try? solve($0).get()) != nil }) { wants = found }
    }
    return wants
  }

  private func blockers(of rule: Int) -> [Int] {
    var found: OrderedSet<Int> = []
    for tag in container.rules[rule].source.addTags
    where container.rulesRemoving.indices.contains(tag) {
      for blocker in container.rulesRemoving[tag]
      where blocker != rule && found.count < Self.blockerLimit
        && container.contradiction(in: container.rules[blocker]) == nil
      { found.append(blocker) }
    }
    return Array(found)
  }

  private mutating func add(_ wants: [Want], for aim: ContainerProbe.Aim) {
    switch solve(wants) {
    case .failure(let trouble):
      unreached.append(Unreached(aim: aim, reason: trouble.reason))
    case .success(let probe):
      if let place = places[probe] {
        if !probes[place].aims.contains(aim) { probes[place].aims.append(aim) }
      } else if probes.count == Self.probeLimit {
        leftOut += 1
      } else {
        places[probe] = probes.count
        probes.append(probe)
        probes[probes.count - 1].aims = [aim]
      }
    }
  }

  // MARK: Conditions

  /// The wanted result of a condition.
  private struct Want: Hashable {
    var predicate: Int
    var isTrue: Bool

    var flipped: Want { Want(predicate: predicate, isTrue: !isTrue) }
  }

  private struct Trouble: Error {
    var reason: String
  }

  private func wants(of rule: Int) -> [Want] {
    container.rules[rule].positive.map { Want(predicate: $0, isTrue: true) }
      + container.rules[rule].negative.map { Want(predicate: $0, isTrue: false) }
  }

  /// Returns the key on the left side of a condition, "event" for the name of the event; nil for
  /// anything else.
  private func subject(of predicate: Int) -> String? {
    guard case .macro(let slot)? = container.predicates[predicate].left else { return nil }
    return explorer.eventSlots.contains(slot) ? "event" : explorer.keyOfSlot[slot]
  }

  /// The reason why there is no push for an event that only the SDK logs.
  package static func reason(against event: String) -> String {
    "no app can log the event '\(event)'"
  }

  /// Explains why no push can make a condition true or false at will; nil if one may.
  private func reason(against want: Want) -> String? {
    guard subject(of: want.predicate) != nil else {
      return "its value comes from the phone, the app's code or another variable"
    }
    // Whether the right side of a condition is a constant does not depend on the value.
    if explorer.isTrue(want.predicate, of: .string("")) == nil {
      return "the value it compares with is only known at run time"
    }
    return nil
  }

  /// Finds a push that achieves the wanted results, as far as they depend on it.
  private func solve(_ wants: [Want]) -> Result<ContainerProbe, Trouble> {
    var subjects: OrderedDictionary<String, [Want]> = ["event": []]
    for want in wants where reason(against: want) == nil {
      subject(of: want.predicate).map { subjects[$0, default: []].append(want) }
    }
    var values: OrderedDictionary<String, Value> = [:]
    for (subject, wants) in subjects.elements {
      let isEvent = subject == "event"
      let start: [Value] = isEvent ? [.string(ContainerTrial().other.name)] : []
      let candidates = wants.flatMap { self.candidates(for: $0) } + start
      let fitting = candidates.filter { value in
        wants.allSatisfy { explorer.isTrue($0.predicate, of: value) == $0.isTrue }
      }
      guard let value = fitting.first(where: { !isEvent || isEventName($0) }) else {
        if isEvent, let name = fitting.lazy.compactMap(\.text).first(where: { !$0.isEmpty }) {
          return .failure(Trouble(reason: Self.reason(against: name)))
        }
        let what = isEvent ? "name of an event" : "value of '\(subject)'"
        return .failure(Trouble(reason: "no \(what) was found that makes it so"))
      }
      values[subject] = value
    }
    guard let event = values.removeValue(forKey: "event")?.text else {
      return .failure(Trouble(reason: "no event name was found"))
    }
    let prefix = ContainerExplorer.userPropertyPrefix
    let isProperty = { (key: String) in explorer.isFirebase && key.hasPrefix(prefix) }
    let keys = values.filter { !isProperty($0.key) }
    if let key = keys.keys.first(where: { !explorer.canBeGiven($0) }) {
      return .failure(Trouble(reason: "an app cannot give the key '\(key)'"))
    }
    guard ContainerExplorer.withoutMaps(OrderedSet(keys.keys)).count == keys.count else {
      return .failure(Trouble(reason: "it reads a map and also a key in that map"))
    }
    var properties: OrderedDictionary<String, Value> = [:]
    for (key, value) in values.elements where isProperty(key) {
      properties[String(key.dropFirst(prefix.count))] = value
    }
    return .success(
      ContainerProbe(event: event, keys: keys, userProperties: properties, aims: []))
  }

  /// Whether an app can log such an event: Firebase reserves some names.
  private func isEventName(_ value: Value) -> Bool {
    guard let name = value.text, !name.isEmpty else { return false }
    guard explorer.isFirebase else { return true }
    return !ContainerExplorer.isAutomatic(name) && FirebaseNameRule.event.fault(of: name) == nil
  }

  /// Returns values to try for a condition: those that make it true, and others near them.
  private func candidates(for want: Want) -> [Value] {
    let values = explorer.values(for: container.predicates[want.predicate])
    let others = values.compactMap(\.text).map { Value.string("no_" + $0 + "_x") }
    return values + others + [.string("other"), .string("x1"), .string("")]
  }
}
