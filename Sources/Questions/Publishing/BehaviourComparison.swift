package import OrderedCollections
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// How two versions of a container differ when the same scenarios run under each, described for
/// someone who knows the old version and wants to publish the new one.
///
/// A repeated difference is reported once, with how often it occurs and where it occurred first.
package struct BehaviourComparison: Sendable {
  /// A version of the container.
  package struct Side: Sendable {
    /// The name of the container's file.
    package var file: String
    package var container: CompiledContainer

    package init(file: String, container: CompiledContainer) {
      (self.file, self.container) = (file, container)
    }

    /// The version, such as "v7", or the file's name if it has none.
    package var name: String {
      let version = container.version.version
      return version.isEmpty ? file : "v" + version
    }
  }

  /// A scenario that was played under both versions.
  package struct Played: Sendable, Hashable {
    /// The scenario's name, with the way and the branch.
    package var name: String
    /// The number of events that reached the old container.
    package var events: Int
    package var usesOld: Bool
    package var usesNew: Bool
    package var differing = 0
    /// The number of rows that differ only in delivery, such as when and how hits were sent.
    package var onlyDelivery = 0
    /// The number of expectations that differ and that name the version in use.
    package var ofVersion = 0
    /// The number of expectations that fail under both versions.
    package var failing = 0
    /// Whether there were more rows than the comparison covers.
    package var isCut = false
  }

  /// A difference, with each of its occurrences counted.
  package struct Change: Sendable, Hashable {
    /// The kinds of change, in the order of the report.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case tag
      case hit
      case value
      case key
      case event
      case expectation
    }

    package var kind: Kind
    /// The name of the tag, value or key; the event for a change of an event.
    package var subject: String
    /// The event at which it occurs; nil if it does not depend on one.
    package var event: String?
    /// The difference in a sentence, such as "\"Ads conversion\" now fires at purchase".
    package var words: String
    /// The reason in words; empty if unknown.
    package var reason = ""
    package var count = 0
    /// The number of runs of scenarios in which it occurs.
    package var scenarios = 0
    /// The row of its first occurrence, such as "#12".
    package var row: String
    /// The scenario of its first occurrence.
    package var scenario: String
    fileprivate var lastPlayed = -1
    /// What causes are made of.
    var fact: Fact
    /// The events at which it occurs.
    var labels: OrderedSet<EventLabel> = []
  }

  /// What a change is, for its cause.
  struct Fact: Sendable, Hashable {
    /// The key of its tag; the name of a value or a key.
    var key = ""
    /// The only version that has it.
    var side: ComparedSide?
    /// The field of a hit.
    var field: String?
    /// The results or values under both versions.
    var values: [ToldValue] = []
    var label = EventLabel()
    var place: PublishedCause.Place?
  }

  package let old: Side
  /// The container to publish.
  package let new: Side
  package private(set) var played: [Played] = []
  private var found: OrderedDictionary<[String], Change> = [:]
  /// The number of differences recorded so far.
  private var noted = 0
  /// The coverage under the old container, and under the new one.
  private var coverage = [RunCoverage(), RunCoverage()]
  /// The differences between the contents of the two containers.
  @Boxed package private(set) var meaning: ContainerComparison
  /// What differs, by cause.
  @Boxed private(set) var ledger: CauseLedger
  /// The runs of a trial, and of what was done by hand: under the old version and the new one.
  package private(set) var runs: OrderedDictionary<String, [ScenarioRun]> = [:]
  /// A reason why something was left out.
  struct LeftOut: Sendable, Hashable {
    var reason: String
    /// Whether the container has it and no event can reach it; otherwise it was not played.
    var isUnreached: Bool
  }

  /// The names of what was left out, by reason.
  private(set) var leftOut: OrderedDictionary<LeftOut, [String]> = [:]

  /// Creates a comparison in which nothing has been played yet.
  ///
  /// - Complexity: of comparing the containers.
  package init(_ old: Side, _ new: Side) {
    (self.old, self.new) = (old, new)
    let sides = [old, new].map {
      ContainerDescription(of: $0.container.version, file: $0.file, bytes: 0)
    }
    let meaning = ContainerComparison(sides[0], sides[1])
    self.meaning = meaning
    ledger = CauseLedger(of: [old.container, new.container], meaning.comparedTags)
  }

  // MARK: Results

  /// The changes by kind, each in the order in which they occurred.
  package var changes: [Change] {
    Change.Kind.allCases.flatMap { kind in found.values.filter { $0.kind == kind } }
  }

  /// Whether nothing that was played differs.
  package var isSame: Bool { found.isEmpty }

  /// Whether any run used one of the containers.
  package var isTold: Bool { played.contains { $0.usesOld || $0.usesNew } }

  // MARK: Adding

  /// Records that a scenario was not played.
  package mutating func leaveOut(_ name: String, because reason: String) {
    leftOut[LeftOut(reason: reason, isUnreached: false), default: []].append(name)
  }

  /// Records that no event reaches something of the container.
  mutating func leaveOut(unreached name: String, because reason: String) {
    leftOut[LeftOut(reason: reason, isUnreached: true), default: []].append(name)
  }

  /// Adds a scenario that was played under both versions.
  ///
  /// - Parameters:
  ///   - name: the scenario's name.
  ///   - first: the run under the old container.
  ///   - second: the run under the new container.
  ///   - withExpectations: whether to report the scenario's expectations, too.
  /// - Complexity: O(n) in the rows, and two worlds for each that differs.
  package mutating func add(
    _ name: String, _ first: FinishedRun, _ second: FinishedRun, withExpectations: Bool = true
  ) {
    let comparison = RunComparison(of: first, with: second, tags: ledger.keysOfNew)
    var entry = Played(
      name: name,
      events: first.timeline.rowMarks[first.told.rows...].count { $0.contains(.event) },
      usesOld: Self.uses(old, in: first), usesNew: Self.uses(new, in: second))
    entry.isCut = comparison.isCut
    played.append(entry)
    for (side, run) in [first, second].enumerated() {
      ledger.add(run, of: side, isTrial: name == TriedEvents.name)
      coverage[side].add(RunCoverage(of: run))
    }
    // The part that a branch shares with its story was already compared.
    let told = [first.told.rows, second.told.rows]
    let start = (comparison.sharedPairs..<comparison.pairCount).first { place in
      let pair = comparison.pair(at: place)
      return (pair.a ?? 0) > told[0] || (pair.b ?? 0) > told[1]
    }
    if let start {
      for place in start..<comparison.pairCount { add(pair: place, of: comparison) }
      addStates(of: comparison, from: start)
    }
    if withExpectations { addExpectations(first, second) }
  }

  /// Adds runs that have finished and that a user can open.
  package mutating func add(
    _ name: String, _ runs: [ScenarioRun], withExpectations: Bool = true
  ) {
    self.runs[name] = runs
    let finished = runs.map { FinishedRun(of: $0) }
    add(name, finished[0], finished[1], withExpectations: withExpectations)
  }

  /// Whether a version was in use: the container that came with the app was never published.
  private static func uses(_ side: Side, in run: FinishedRun) -> Bool {
    run.timeline.loads.contains { load in
      load.event.version == side.container.version.version
        && [.network, .saved, .preview].contains(load.event.source)
    }
  }

  private mutating func note(
    _ kind: Change.Kind, _ subject: String, _ words: String, at row: String, event: String? = nil,
    count: Int = 1, _ fact: Fact = Fact(), reason: () -> String = { "" }
  ) {
    noted += count
    let key = [kind.rawValue, words]
    let here = played.count - 1
    var change =
      found[key]
      ?? Change(
        kind: kind, subject: subject, event: event, words: words, reason: reason(), row: row,
        scenario: played[here].name, fact: fact)
    change.labels.append(fact.label)
    change.count += count
    if change.lastPlayed != here {
      change.lastPlayed = here
      change.scenarios += 1
    }
    found[key] = change
  }

  // MARK: Rows

  private mutating func add(pair place: Int, of comparison: RunComparison) {
    let pair = comparison.pair(at: place)
    guard !pair.parts.isEmpty, !pair.isSetup else { return }
    let before = noted
    let event =
      comparison.event(ofPair: place, in: .a) ?? comparison.event(ofPair: place, in: .b)
    let name = event?.update.map { $0.event ?? "a push without an event" } ?? event?.name ?? ""
    let label = ledger.label(of: event)
    let fact = Fact(label: label, place: self.place(of: pair, at: label.name))
    let tags = comparison.tags(ofPair: place)
    for tag in tags { add(tag, at: name, of: comparison, fact) }
    let fired = Set(tags.filter { $0.firedIn != nil }.map(\.name))
    for hit in comparison.hits(ofPair: place) where !fired.contains(hit.maker) || hit.madeIn == nil
    {
      add(hit, at: name, fact)
    }
    if pair.parts.contains(.presence), let update = event?.update, let pushed = update.event {
      let isNew = pair.a == nil
      var fact = fact
      fact.side = isNew ? .b : .a
      note(
        .event, pushed, "\(quoted(pushed)) is \(isNew ? "now" : "no longer") pushed",
        at: pair.number, event: pushed, fact)
    }
    if noted == before {
      played[played.count - 1].onlyDelivery += 1
    } else {
      played[played.count - 1].differing += 1
    }
  }

  private func place(
    of pair: RunComparison.Pair, at event: String? = nil
  ) -> PublishedCause.Place {
    .init(scenario: played.last?.name ?? "", rows: [pair.a, pair.b], event: event ?? "")
  }

  private mutating func add(
    _ tag: TagDifference, at event: String, of comparison: RunComparison, _ fact: Fact
  ) {
    var fact = fact
    (fact.key, fact.side) = (tag.name, tag.firedIn)
    let known = ledger.tags[tag.name]
    let name = known?.name ?? tag.name
    let words: String
    switch tag.firedIn {
    case .b?: words = "\(quoted(name)) now fires at \(event)"
    case .a?: words = "\(quoted(name)) no longer fires at \(event)"
    case nil:
      let (was, now) = (result(of: tag, .a, comparison), result(of: tag, .b, comparison))
      words = "\(quoted(name)) at \(event): \(was) → \(now)"
      fact.values = [.text(was), .text(now)]
    }
    note(.tag, name, words, at: tag.number, event: event, fact) {
      if known?.isRemoved == true { return "the tag was removed" }
      if known?.isNew == true { return "the tag is new" }
      return comparison.reasons(of: tag).map {
        "\($0.asked): \($0.a ?? "nothing") before, \($0.b ?? "nothing") now"
      }
      .joined(separator: "; ")
    }
  }

  private func result(
    of tag: TagDifference, _ side: ComparedSide, _ comparison: RunComparison
  ) -> String {
    let firings = comparison.event(ofPair: tag.pair, in: side)?.update?.firings ?? []
    let known = ledger.tags[tag.name]
    let name = side == .a ? tag.name : known?.name ?? tag.name
    let fired = firings.first { $0.container == tag.container }?.tags.first { $0.name == name }
    if let fired { return TagFate(fired.result).outcome }
    return known?.places[side == .a ? 0 : 1] == nil ? "no such tag" : "not fired"
  }

  private mutating func add(_ hit: HitDifference, at event: String, _ fact: Fact) {
    var fact = fact
    (fact.key, fact.side) = (hit.maker, hit.madeIn)
    let maker = ledger.tags[hit.maker]?.name ?? hit.maker
    let what = "\(hit.title) of \(quoted(maker))"
    if let side = hit.madeIn {
      note(
        .hit, maker, "\(what) is \(side == .b ? "now" : "no longer") made at \(event)",
        at: hit.number, event: event, fact)
    }
    for field in hit.fields {
      (fact.field, fact.values) = (field.name, [field.a, field.b].map(ledger.told))
      let words: String
      switch (field.a, field.b) {
      case (nil, let new?): words = "now says \(field.name) \(quoted(new))"
      case (let old?, nil): words = "no longer says \(field.name), which was \(quoted(old))"
      case (let old?, let new?): words = "says \(field.name) \(quoted(new)), not \(quoted(old))"
      case (nil, nil): continue
      }
      note(.hit, maker, "\(what) \(words)", at: hit.number, event: event, fact)
    }
  }

  // MARK: Worlds

  private mutating func addStates(of comparison: RunComparison, from start: Int) {
    var place = start
    while place < comparison.pairCount {
      let sum = comparison.sum(around: place)
      for (kind, states) in [(Change.Kind.value, sum.values), (.key, sum.keys)] {
        for state in states where state.spans[0].upperBound >= start {
          let what = (kind == .value ? "value " : "key ") + quoted(state.name)
          let pair = comparison.pair(at: state.spans[0].lowerBound)
          let values = [(state.a, ComparedSide.a), (state.b, .b)].map { text, side in
            ledger.told(state.isMissing(in: side) ? nil : text?.words)
          }
          note(
            kind, state.name, what + " " + Self.words(of: state), at: pair.number,
            count: state.spans.count,
            Fact(key: state.name, values: values, place: self.place(of: pair)))
        }
      }
      place = max(place + 1, sum.pairs.upperBound)
    }
  }

  private static func words(of state: StateDifference) -> String {
    switch (state.isMissing(in: .a), state.isMissing(in: .b)) {
    case (true, _): "now exists: \(state.b?.words ?? "")"
    case (_, true): "no longer exists; it was \(state.a?.words ?? "")"
    default: "is \(state.b?.words ?? ""), not \(state.a?.words ?? "")"
    }
  }

  // MARK: Expectations

  private mutating func addExpectations(_ first: FinishedRun, _ second: FinishedRun) {
    for (one, other) in zip(first.entries, second.entries) {
      let (was, now) = (one.result, other.result)
      guard was.isPoint || now.isPoint, was.statement.location == now.statement.location else {
        continue
      }
      if was.isFailure, now.isFailure { played[played.count - 1].failing += 1 }
      if was.isFailure == now.isFailure { continue }
      if Self.asksForVersion(now.statement.command) {
        played[played.count - 1].ofVersion += 1
        continue
      }
      let place = "\(now.statement.location.file):\(now.statement.location.line)"
      let turn = now.isFailure ? "no longer holds" : "holds now"
      let reason = (now.isFailure ? now : was).reason.first ?? ""
      note(
        .expectation, now.statement.text, "'\(now.statement.text)' (\(place)) \(turn)", at: ""
      ) { reason }
    }
  }

  /// Whether an expectation names the version in use, which always differs.
  private static func asksForVersion(_ command: Command) -> Bool {
    if case .container(let state)? = command.expected { state.version != nil } else { false }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}

// MARK: - Untried changes

extension BehaviourComparison {
  /// Changes in the new container that no scenario shows, one sentence each.
  ///
  package var untried: [String] {
    let shown = Set(found.values.map(\.subject))
    return meaning.changes.compactMap { change in
      let names = [change.name, change.newName].compactMap(\.self)
      if names.contains(where: shown.contains) { return nil }
      let lack: String
      switch change.kind {
      case .tag where !names.contains(where: ledger.hasFired): lack = "fires"
      case .rule where !isRuleTrue(names): lack = "is true"
      case .variable where !isRead(names): lack = "is read"
      default: return nil
      }
      let details = change.details.first.map { " (\($0))" } ?? ""
      let named = names.map { "\"\($0)\"" }.joined(separator: " → ")
      return
        "\(change.kind.rawValue) \(named) is \(change.action.rawValue)\(details), and \(lack) "
        + "in no scenario"
    }
  }

  /// Rules of the new container that no scenario makes true, in container order.
  package var idleRules: [String] {
    guard let covered = covered(1) else { return [] }
    return covered.missing.compactMap { goal in
      guard case .ruleTrue(let rule) = goal else { return nil }
      return new.container.title(ofRule: rule)
    }
  }

  private func covered(_ side: Int) -> ContainerCoverage? {
    let container = [old, new][side].container
    return coverage[side].containers.first { $0.compiled === container || $0.compiled == container }
  }

  /// Whether a rule with one of these names was true under either container.
  private func isRuleTrue(_ names: [String]) -> Bool {
    [0, 1].compactMap(covered).contains { covered in
      let container = covered.compiled
      return container.rules.indices.contains { rule in
        names.contains(container.name(ofRule: rule)) && covered.hasReached(.ruleTrue(rule))
      }
    }
  }

  /// Whether a variable with one of these names was read under either container.
  private func isRead(_ names: [String]) -> Bool {
    [0, 1].compactMap(covered).contains { covered in
      names.contains { name in
        covered.compiled.slotOfName[name].map { covered.hasReached(.variable($0)) } ?? false
      }
    }
  }
}
