import OrderedCollections
package import ScenarioEngine
import TagInspection
package import TagRuntime
import TagSimulation

/// A scenario that reaches what other scenarios leave out of a container, as far as pushes can.
///
/// Each push is tried in a copy of the run and kept only if it reaches something new. The lines of
/// the scenario were played in this order, so it does what its comments say.
package struct ReachScenario: Sendable {
  /// The most goals that the comment of a push lists.
  static let goalLimit = 8
  /// The most expectations after a push.
  static let expectationLimit = 20
  /// The most goals that are listed as not reached.
  static let missingLimit = 200

  package let text: String
  /// The goals that this scenario reaches and the others do not, in the order it reaches them.
  package let reached: [CoverageGoal]
  /// The goals that nothing reaches, in words, with the reason if known.
  package let missing: [String]

  /// Makes the scenario.
  ///
  /// - Parameters:
  ///   - container: the container.
  ///   - path: the path to its file that the scenario uses.
  ///   - covered: the coverage of the other scenarios.
  /// - Throws: `ScenarioErrors` if a name of the container cannot be written.
  /// - Complexity: O(n) in the pushes of `ContainerProbes`, and in what they set off.
  package init(
    of container: CompiledContainer, path: String, besides covered: RunCoverage
  ) throws(ScenarioErrors) {
    let file = "reach.scenario"
    let trial = TrialScenario(of: container, path: path).text
    let (scenario, inputs) = try RunInputs.parsed(trial, file: file, (container, path))
    var search = ReachSearch(of: container, ScenarioRun(scenario, inputs: inputs), covered)
    search.searchAll()
    reached = search.reached
    missing = search.missing
    let told = missing.prefix(Self.missingLimit).map { ProbedPush.comment("not reached: \($0)") }
    let more = missing.count - told.count
    let rest = told + (more > 0 ? ["# and \(more) more are not reached"] : [])
    let lines = search.story + (rest.isEmpty ? [] : [""] + rest)
    text = String(
      decoding: try ScenarioFormatter.format(
        Array((trial + lines.joined(separator: "\n") + "\n").utf8), file: file), as: UTF8.self)
  }
}

/// The search for pushes that reach something new.
private struct ReachSearch {
  let container: CompiledContainer
  private(set) var coverage: ContainerCoverage
  private(set) var story: [String] = []
  private(set) var reached: [CoverageGoal] = []
  private let probes: ContainerProbes
  @Boxed private var run: ScenarioRun

  init(of container: CompiledContainer, _ start: ScenarioRun, _ covered: RunCoverage) {
    self.container = container
    _run = Boxed(wrappedValue: start)
    probes = ContainerProbes(of: container)
    coverage = ContainerCoverage(id: "", of: container)
    // If an app has several containers, this one overrides each of them.
    for other in covered.containers where other.compiled == container { coverage.add(other) }
  }

  mutating func searchAll() {
    searchStart()
    let isFirebase = container.version.generation == .firebase
    for probe in probes.probes {
      let push = ProbedPush(probe, isFirebase: isFirebase)
      attempt(push.lines, for: push.aims)
    }
    if !isFirebase { searchReads() }
  }

  /// Starts the app and waits for the release.
  private mutating func searchStart() {
    run.executeRest()
    _ = run.perform(TriedEvents.settling)
    story = ["", TriedEvents.settling]
    let arrival = "expect container source=network"
    if run.perform(arrival) { story.append(arrival) }
    let found = look(at: run, afterStep: 0, row: 0)
    reached += found.goals
    if !found.goals.isEmpty { story.insert(contentsOf: [""] + comments(found.goals), at: 0) }
  }

  /// Tries reads by the app for variables that no event reads.
  private mutating func searchReads() {
    let known = ContainerTrial(of: container).reads
    let slots = coverage.missing.compactMap {
      if case .variable(let slot) = $0 { slot } else { nil }
    }
    for slot in slots.prefix(ContainerTrial.readLimit) {
      let name = container.slots[slot].name
      let kind = known.first { $0.key == name }?.kind ?? .string
      attempt(["read \(kind.rawValue) " + LanguageWord.word(name)], for: [])
    }
  }

  /// Tries lines in a copy of the run, and keeps the copy if it reaches something new.
  private mutating func attempt(_ lines: [String], for aims: [ContainerProbe.Aim]) {
    var next = run
    for line in lines where !next.perform(line) { return }
    let timeline = run.timeline
    let found = look(at: next, afterStep: timeline.stepCount, row: timeline.rowCount)
    guard !found.goals.isEmpty else { return }
    reached += found.goals
    story += [""] + comments(found.goals) + lines
    for line in expectations(found.fired, aims) + found.values.map(Self.expectation) {
      var tried = next
      guard tried.perform(line) else { continue }
      next = tried
      story.append(line)
    }
    run = next
  }

  /// Returns an expectation of a value that the app has read.
  private static func expectation(of reading: ValueReading) -> String {
    let key = LanguageWord.word(reading.key)
    return "expect value \(key) == \(reading.shownValue) as \(reading.kind.rawValue)"
  }

  /// Returns what a run newly reached after a step, how often each tag fired, and what was read.
  private mutating func look(
    at run: ScenarioRun, afterStep steps: Int, row rows: Int
  ) -> (
    goals: [CoverageGoal], fired: OrderedDictionary<String, Int>, values: [ValueReading]
  ) {
    var goals: [CoverageGoal] = []
    var values: [ValueReading] = []
    var fired: OrderedDictionary<String, Int> = [:]
    run.timeline.retrace(afterStep: steps, row: rows) { step in
      for row in step.rows {
        if let update = row.update {
          for (event, firing) in zip(update.explanations, update.firings)
          where event.compiled == container {
            goals += coverage.add(event, firing)
            for tag in firing.tags where tag.didFire { fired[tag.name, default: 0] += 1 }
          }
        } else if case .read(let reading) = row.kind, let reach = reading.reach,
          reach.compiled == container
        {
          values.append(reading)
          goals += coverage.reach(reach.variables.map(CoverageGoal.variable))
        }
      }
    }
    return (goals, fired, values)
  }

  // MARK: Words

  private func comments(_ goals: [CoverageGoal]) -> [String] {
    let words = OrderedSet(goals.map { coverage.words($0, isReached: true) })
    let told = words.prefix(ReachScenario.goalLimit)
    let more = words.count - told.count
    return (Array(told) + (more > 0 ? ["and \(more) more"] : [])).map(ProbedPush.comment)
  }

  /// Returns expectations after a push: the tags that fired, and those that nearly did.
  private func expectations(
    _ fired: OrderedDictionary<String, Int>, _ aims: [ContainerProbe.Aim]
  ) -> [String] {
    var idle: OrderedSet<String> = []
    for aim in aims {
      switch aim {
      case .holds: break
      case .fails(let rule, _), .blocked(let rule, _):
        for tag in container.rules[rule].source.addTags where container.tagNames.indices ~= tag {
          if fired[container.tagNames[tag]] == nil { idle.append(container.tagNames[tag]) }
        }
      }
    }
    let lines =
      fired.elements.map { "expect tag \($0.key.quoted) fired \($0.value)x" }
      + idle.map { "expect tag \($0.quoted) not fired" }
    return Array(lines.prefix(ReachScenario.expectationLimit))
  }

  /// The goals that were not reached, in words.
  var missing: [String] {
    coverage.missing.map { goal in
      coverage.words(goal, isReached: false) + (reason(for: goal).map { ": " + $0 } ?? "")
    }
  }

  /// Returns why no push reaches a goal; nil if unknown.
  private func reason(for goal: CoverageGoal) -> String? {
    switch goal {
    case .tag(let tag): return container.rulesAdding[tag].lazy.compactMap(reason(ofRule:)).first
    case .ruleTrue(let rule), .ruleFalse(let rule): return reason(ofRule: rule)
    case .decisive(let rule, let place):
      let predicate = container.conditions(ofRule: rule)[place].predicate
      let own = probes.unreached.first { $0.aim == .fails(rule: rule, condition: predicate) }
      return own?.reason ?? reason(ofRule: rule)
    case .variable: return nil
    }
  }

  private func reason(ofRule rule: Int) -> String? {
    let own = probes.unreached.filter { unreached in
      switch unreached.aim {
      case .holds(let other), .fails(let other, _): other == rule
      case .blocked: false
      }
    }
    return (own.first { $0.aim == .holds(rule: rule) } ?? own.first)?.reason
  }
}
