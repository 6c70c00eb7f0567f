import OrderedCollections
package import TagRuntime

/// A condition of a rule at every event of a run, to be judged with other operators and arguments.
///
/// It judges the rule alone: what follows from a firing shows only where the run is played.
package struct ConditionDial: Sendable {
  /// An event of the run, as the container met it.
  package struct Event: Sendable {
    /// The number of its row.
    package let number: Int
    /// Its name in the list of events.
    package let name: String
    private(set) var explanation: EventExplanation

    /// Creates an event from its row.
    package init(number: Int, name: String, explanation: EventExplanation) {
      (self.number, self.name, self.explanation) = (number, name, explanation)
    }
  }

  /// Events with the same answers, by their places.
  package struct Group: Sendable, Hashable {
    package var places: [Int]
    /// Whether the rule is true now, and with the change.
    package let now: Bool
    package let after: Bool
  }

  /// The answers to a change.
  package struct Answers: Sendable, Hashable {
    /// By event: whether the rule is true with the change.
    package fileprivate(set) var after: [Bool] = []
    /// The reason why nothing can be compared at any event, such as a bad pattern; nil for none.
    package fileprivate(set) var trouble: String?
  }

  /// What a tag of the rule does differently, by its position: as far as that is certain.
  package struct Effect: Sendable, Hashable {
    package let tag: Int
    package fileprivate(set) var more = 0
    package fileprivate(set) var fewer = 0
  }

  /// What an event shows of the condition.
  private struct Reading: Sendable {
    let sides: (left: Resolved, right: Resolved)
    /// Whether all other conditions of the rule hold.
    let othersHold: Bool
    /// By tag of the rule: whether the rule decides about it.
    let decides: [Bool]
  }

  private let container: CompiledContainer
  private let place: ConditionPlace
  package let events: [Event]
  /// By event: whether the rule is true.
  package let now: [Bool]
  private let readings: [Reading]
  /// The positions of the tags that the rule fires, and of those that it blocks.
  private let tags: (fired: [Int], blocked: [Int])
  package let isDraft: Bool
  /// The argument of the condition in the container.
  private let argument: Expression?

  /// Reads a condition at some events.
  ///
  /// - Complexity: O(n) in the events, and in the rules of the tags that the rule decides about.
  ///
  /// - Parameters:
  ///   - container: the container.
  ///   - place: the condition.
  ///   - events: the events that met the container.
  ///   - isDraft: whether only a preview link shows the container, by its number, which a changed
  ///     copy does not have.
  package init(
    _ container: CompiledContainer, _ place: ConditionPlace, at events: [Event], isDraft: Bool
  ) {
    (self.container, self.place, self.events) = (container, place, events)
    self.isDraft = isDraft
    let tags = container.tags(ofRule: place.rule)
    self.tags = tags
    argument = container.version.position(of: place).flatMap {
      container.version.predicates[$0].parameters["arg1"]
    }
    var now: [Bool] = []
    readings = events.map { event in
      let rule = event.explanation.rule(at: place.rule)
      now.append(rule.isTrue)
      let conditions = rule.conditions.filter { $0.isNegative == place.isNegative }
      let isThere = conditions.indices.contains(place.index)
      let others =
        rule.conditions.filter { $0.isNegative != place.isNegative }
        + conditions.indices.filter { $0 != place.index }.map { conditions[$0] }
      return Reading(
        sides: isThere ? conditions[place.index].sides : (.failed, .failed),
        othersHold: others.allSatisfy(\.holds),
        decides: (tags.fired + tags.blocked).map { event.explanation.decides(place.rule, on: $0) })
    }
    self.now = now
  }

  // MARK: Judging

  /// Judges the rule at every event with another operator and argument.
  ///
  /// - Complexity: O(n) in the events; variables in the argument are read again.
  package func judge(_ comparison: ConditionOperator, _ argument: Expression) -> Answers {
    var answers = Answers()
    // A comparison that is impossible says more than a side without a value.
    var (troubles, lacks): ([String], [String]) = ([], [])
    guard
      var trial = ConditionTrial(
        comparison.function, ignoresCase: comparison.ignoresCase, in: container)
    else { return Answers(after: now) }
    let isOwn = argument == self.argument
    for (event, reading) in zip(events, readings) {
      let right: Resolved
      switch argument {
      case _ where isOwn: right = reading.sides.right
      case .constant(let value): right = .value(value)
      case .list, .map, .macro, .escaped, .functionID, .template:
        right = event.explanation.value(of: argument)
      }
      let holds = trial.holds(reading.sides.left, right, isNegative: comparison.isNegative)
      answers.after.append(reading.othersHold && holds)
      guard let trouble = trial.trouble else { continue }
      if trial.hasSides { troubles.append(trouble) } else { lacks.append(trouble) }
    }
    if troubles.count + lacks.count == events.count {
      answers.trouble = troubles.first ?? lacks.first
    }
    return answers
  }

  /// Returns the events that a change turns, in order, and the others in groups.
  package func groups(_ answers: Answers) -> (turned: [Int], same: [Group]) {
    let turned = events.indices.filter { now[$0] != answers.after[$0] }
    let same = [false, true].map { isTrue in
      let places = events.indices.filter { now[$0] == isTrue && answers.after[$0] == isTrue }
      return Group(places: places, now: isTrue, after: isTrue)
    }
    return (turned, same.filter { !$0.places.isEmpty })
  }

  /// Returns the place of the first event from which on the answers may differ when the run is
  /// played, because of what a turned event causes; nil if none does.
  package func firstUncertain(_ answers: Answers) -> Int? {
    guard let first = events.indices.first(where: { now[$0] != answers.after[$0] }) else {
      return nil
    }
    if isDraft { return 0 }
    let source = container.rules[place.rule].source
    let chosen = source.addMacros + source.removeMacros
    let names = chosen.compactMap { position in
      container.version.macros.indices.contains(position)
        ? container.version.macros[position].name : nil
    }
    // A value that the rule chooses may be its own.
    if names.contains(where: { container.readers(ofMacro: $0).rules.contains(place.rule) }) {
      return first
    }
    let decided = names.isEmpty ? tags.fired + tags.blocked : Array(container.tags.indices)
    let isFedBack = decided.contains(where: container.feedsBack)
    return isFedBack && first + 1 < events.count ? first + 1 : nil
  }

  /// Returns how often the tags of the rule fire more and less, before the answers may differ.
  package func effects(_ answers: Answers) -> [Effect] {
    let end = firstUncertain(answers) ?? events.count
    return (tags.fired + tags.blocked).enumerated().compactMap { index, tag in
      var effect = Effect(tag: tag)
      for place in events.indices.prefix(end)
      where now[place] != answers.after[place] && readings[place].decides[index] {
        let fires = answers.after[place] == (index < tags.fired.count)
        if fires { effect.more += 1 } else { effect.fewer += 1 }
      }
      return effect.more + effect.fewer > 0 ? effect : nil
    }
  }

  /// What the rule does at the events where it is true: "fires", "blocks", or "holds".
  package var verb: String {
    tags.fired.isEmpty ? tags.blocked.isEmpty ? "holds" : "blocks" : "fires"
  }
}

extension EventExplanation {
  /// Whether a rule decides at the event if a tag fires: no other one fires or blocks it anyway.
  fileprivate func decides(_ rule: Int, on position: Int) -> Bool {
    let tag = tag(at: position)
    let blocks = tag.blockingRules.filter { $0.position != rule }
    if blocks.contains(where: { $0.isTrue || $0.undecidedBy != nil }) { return false }
    let isBlocking = tag.blockingRules.count > blocks.count
    return tag.rules.contains { $0.position != rule && $0.isTrue } == isBlocking
  }
}
