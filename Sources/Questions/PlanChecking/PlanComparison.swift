package import MeasurementPlan
package import OrderedCollections
import TagInspection
import TagRuntime

/// A plan held against what sources show.
package struct PlanComparison: Sendable {
  /// A row of the table: an event, a screen or a user property by sources.
  package struct Row: Sendable {
    package let name: String
    /// Where it is planned; nil for what is not.
    package let place: PlanPlace?
    /// The number of planned parameters.
    package let parameterCount: Int
    package var cells: OrderedDictionary<PlanFinding.Source, Cell> = [:]
  }

  /// What a source shows of a row.
  package struct Cell: Sendable {
    /// How often it occurs; for a container, the number of tags that fire.
    package var count = 0
    /// The first places, in words.
    package var places: OrderedSet<String> = []
    /// The number of deviations.
    package var deviations = 0
    /// Whether the source should have it.
    package var isMissing = false

    package init() {}
  }

  package let plan: MeasurementPlan
  /// The sources that were held against it, in order.
  package private(set) var sources: [PlanFinding.Source] = []
  /// The deviations first, in the order of sources.
  package private(set) var findings: [PlanFinding] = []
  package private(set) var rows: [Row] = []
  package private(set) var remarks: [String] = []
  /// What the plan says and nothing is held against.
  package private(set) var unchecked: [PlanProblem] = []
  /// Whether the sources show nothing that a plan could be held against.
  package private(set) var isEmpty = true

  /// - Complexity: O(n) in the plan and in what the sources show.
  package init(_ plan: MeasurementPlan, _ evidence: [PlanEvidence]) {
    self.plan = plan
    var work = PlanWork(plan)
    let problems = plan.problems + plan.doubts()
    unchecked = problems.filter { $0.level == .unchecked }
    for problem in problems where problem.level != .unchecked { work.add(problem) }
    for evidence in evidence {
      sources.append(evidence.source)
      remarks += evidence.remarks
      isEmpty = isEmpty && evidence.isEmpty
      work.compare(evidence)
    }
    findings = work.findings.values.filter { $0.level == .deviation }
    findings += work.findings.values.filter { $0.level == .warning }
    rows = work.index.items.enumerated().map { place, item in
      let words: [PlanIndex.Item.Kind: String] = [.screen: "screen ", .property: "user property "]
      var row = Row(
        name: (words[item.kind] ?? "") + item.name, place: item.row,
        parameterCount: item.planned?.parameters.count ?? 0)
      for source in sources { row.cells[source] = work.cells[source]?[place] ?? Cell() }
      return row
    }
  }

  package func count(_ level: PlanFinding.Level) -> Int {
    findings.count { $0.level == level }
  }
}

/// The comparison while it is made.
struct PlanWork {
  struct Key: Hashable {
    let code: PlanCode
    let source: PlanFinding.Source
    let event: String
    let parameter: String
    let got: String
  }

  var index: PlanIndex
  var findings: OrderedDictionary<Key, PlanFinding> = [:]
  var cells: [PlanFinding.Source: [Int: PlanComparison.Cell]] = [:]
  /// How many values made findings of their own, by the finding without them.
  private var values: [Key: Int] = [:]
  /// The parameters that each event carried somewhere.
  private var given: [Int: Set<String>] = [:]

  /// The most pairs of names that are compared letter by letter.
  private static let pairLimit = 200_000

  private let judge: PlanJudge
  /// What tags of the containers log: it needs no row.
  private var ownEvents: Set<String> = []

  init(_ plan: MeasurementPlan) { (index, judge) = (PlanIndex(plan), PlanJudge(plan)) }

  mutating func add(_ problem: PlanProblem) {
    let code: PlanCode = problem.level == .error ? .unreadable : .doubtful
    let place =
      judge.plan.files.indices.contains(problem.place.file)
      ? PlanEvidence.Place(
        file: judge.plan.files[problem.place.file].name, line: problem.place.line) : nil
    add(
      PlanFinding(code, .plan, event: "", row: problem.place, got: problem.text), at: place,
      item: nil)
  }

  mutating func compare(_ evidence: PlanEvidence) {
    given = [:]
    let first = findings.count
    ownEvents.formUnion(evidence.containers.flatMap(\.listening.ownEvents))
    for sighting in evidence.sightings { compare(sighting, evidence) }
    for property in evidence.properties { compare(property, evidence.source) }
    if evidence.source == .app { addNeverPushed(evidence) }
    findUnheard(evidence)
    mergeSlips(evidence.source, from: first)
  }

  // MARK: Adding

  /// Adds a finding, or its place to one that is there.
  mutating func add(
    _ finding: PlanFinding, at place: PlanEvidence.Place?, item: Int?
  ) {
    var finding = finding
    func key(_ got: String) -> Key {
      Key(
        code: finding.code, source: finding.source, event: finding.event,
        parameter: finding.parameter, got: finding.code.isOneFault ? finding.gotKind : got)
    }
    if findings[key(finding.got)] == nil {
      values[key(""), default: 0] += 1
      if values[key(""), default: 0] > PlanFinding.valueLimit, finding.source != .plan {
        finding.got = "another value"
      }
    }
    let isNew = findings[key(finding.got)] == nil
    findings[key(finding.got), default: finding].count += 1
    if let place, let count = findings[key(finding.got)]?.places.count,
      count < PlanFinding.placeLimit,
      findings[key(finding.got)]?.places.contains(place) == false
    {
      findings[key(finding.got)]?.places.append(place)
    }
    if let item, isNew, finding.level == .deviation {
      cells[finding.source, default: [:]][item, default: .init()].deviations += 1
    }
  }

  mutating func note(
    _ item: Int, _ source: PlanFinding.Source, _ place: PlanEvidence.Place? = nil, count: Int = 1
  ) {
    var cell = cells[source]?[item] ?? PlanComparison.Cell()
    cell.count += count
    if let words = place?.words, !words.isEmpty, cell.places.count < 3 { cell.places.append(words) }
    cells[source, default: [:]][item] = cell
  }

  /// What Firebase drops anyway is a warning everywhere.
  func level(
    _ event: String, _ parameter: String, _ generation: SDKGeneration
  ) -> PlanFinding.Level? {
    guard generation == .firebase else { return nil }
    let name = parameter.split(separator: ".").first.map(String.init) ?? "x"
    let isDropped =
      FirebaseNameRule.event.objection(to: event) != nil
      || FirebaseNameRule.parameter.objection(to: name) != nil
    return isDropped ? .warning : nil
  }

  // MARK: Events

  private mutating func compare(
    _ sighting: PlanEvidence.Sighting, _ evidence: PlanEvidence
  ) {
    let source = evidence.source
    compareScreen(of: sighting, evidence)
    let item: Int
    switch index.match(sighting.name, .event) {
    case .same(let place): item = place
    case .similar(let place):
      item = place
      let planned = index.items[place]
      if sighting.isJudged {
        add(
          PlanFinding(
            .otherSpelling, source, event: planned.name, row: planned.row, expected: planned.name,
            got: sighting.name), at: sighting.place, item: item)
      }
    case .retired: return
    case .none:
      let isOwn = source == .phone && ownEvents.contains(sighting.name)
      if sighting.isAutomatic || isOwn || Self.isOfSDK(sighting) { return }
      item = index.unplanned(sighting.name, .event)
      if sighting.isJudged {
        add(
          PlanFinding(.unplanned, source, event: sighting.name, got: sighting.name),
          at: sighting.place, item: item)
      }
    }
    note(item, source, sighting.place)
    if source == .app { given[item, default: []].formUnion(sighting.paths) }
    if sighting.isJudged { compareParameters(of: sighting, item, evidence) }
  }

  private mutating func compareParameters(
    of sighting: PlanEvidence.Sighting, _ item: Int, _ evidence: PlanEvidence
  ) {
    guard let planned = index.items[item].planned else { return }
    let reading = PlanReading(
      isFirebase: sighting.generation == .firebase, isText: sighting.isText)
    for fault in judge.faults(of: sighting.parameters, inEvent: item, reading)
    where sighting.shows(fault, evidence.source, defaults: evidence.defaults) {
      // A sheet of events alone says nothing of parameters, nor does the row of a screen.
      let isAdditional = fault.kind == .additional
      if isAdditional, !hasParameters || planned.kind == .screen { continue }
      let lowered =
        fault.kind == .otherSpelling
        ? nil : level(planned.name, fault.parameter, sighting.generation)
      add(
        PlanFinding(
          fault.code, evidence.source, isAdditional ? nil : lowered, event: planned.name,
          parameter: fault.parameter, row: isAdditional ? planned.place : fault.place,
          expected: fault.expected, got: fault.got), at: sighting.place, item: item)
    }
  }

  /// Whether the plan names any parameter.
  private var hasParameters: Bool { index.hasParameters }

  /// Whether the SDK may make an event of this name itself.
  static func isOfSDK(_ sighting: PlanEvidence.Sighting) -> Bool {
    isOfSDK(sighting.name, sighting.generation)
  }

  static func isOfSDK(_ name: String, _ generation: SDKGeneration) -> Bool {
    if name.hasPrefix("gtm.") { return true }
    return generation == .firebase && FirebaseNames.short(name).hasPrefix("_")
  }

  private static let screenKeys: OrderedSet = [
    "screen_name", "screenName", "firebase_screen", "ga_screen", "_sn", "screen",
  ]

  private mutating func compareScreen(
    of sighting: PlanEvidence.Sighting, _ evidence: PlanEvidence
  ) {
    let isView = sighting.generation == .legacy || FirebaseNames.short(sighting.name) == "_vs"
    guard isView, index.has(.screen),
      let name = Self.screenKeys.lazy.compactMap({ sighting.parameters[$0]?.text }).first,
      !name.isEmpty
    else { return }
    let isJudged = sighting.isJudged && !sighting.isAutomatic
    let item = compare(name, .screen, evidence.source, sighting.place, isJudged: isJudged)
    if let item, isJudged { compareParameters(of: sighting, item, evidence) }
  }

  private mutating func compare(_ property: PlanEvidence.Property, _ source: PlanFinding.Source) {
    let isOwn = FirebaseWireNames.property(property.name).hasPrefix("_")
    guard index.has(.property), !isOwn else { return }
    let item = compare(property.name, .property, source, property.place, isJudged: true)
    guard let item, let value = property.value, let planned = index.property(item) else { return }
    for fault in judge.faults(
      of: .string(value), as: planned, PlanReading(isFirebase: true, isText: true))
    {
      add(
        PlanFinding(
          fault.code, source, event: planned.name, parameter: planned.name, row: fault.place,
          expected: fault.expected, got: fault.got), at: property.place, item: item)
    }
  }

  /// Compares the name of a screen or a user property, and returns the planned one.
  @discardableResult
  private mutating func compare(
    _ name: String, _ kind: PlanIndex.Item.Kind, _ source: PlanFinding.Source,
    _ place: PlanEvidence.Place, isJudged: Bool
  ) -> Int? {
    switch index.match(name, kind) {
    case .same(let item):
      note(item, source, place)
      return item
    case .retired: return nil
    case .similar(let item):
      note(item, source, place)
      guard isJudged else { return item }
      let planned = index.items[item]
      add(
        PlanFinding(
          .otherSpelling, source, event: planned.name, row: planned.row, expected: planned.name,
          got: name), at: place, item: item)
      return item
    case .none:
      guard isJudged else { return nil }
      let item = index.unplanned(name, kind)
      note(item, source, place)
      add(PlanFinding(.unplanned, source, event: name, got: name), at: place, item: item)
      return nil
    }
  }

  // MARK: What is missing

  private mutating func addNeverPushed(_ evidence: PlanEvidence) {
    let generations = Set(evidence.sightings.map(\.generation))
    for (place, item) in index.items.enumerated() {
      guard let row = item.row, item.isForApps else { continue }
      let count = cells[.app]?[place]?.count ?? 0
      if count > 0 {
        addNeverGiven(place, item)
        continue
      }
      if item.kind == .event && (evidence.hasOtherEvents || Self.isOfSDK(item.name, .firebase)) {
        continue
      }
      if item.kind == .property, !generations.contains(.firebase) { continue }
      let verb: [PlanIndex.Item.Kind: String] = [.screen: "shows it", .property: "sets it"]
      cells[.app, default: [:]][place, default: .init()].isMissing = true
      add(
        PlanFinding(
          .neverPushed, .app, generations == [.firebase] ? level(item.name, "", .firebase) : nil,
          event: item.name, row: row, expected: verb[item.kind] ?? "pushes it"),
        at: nil, item: place)
    }
  }

  private mutating func addNeverGiven(_ place: Int, _ item: PlanIndex.Item) {
    guard let planned = item.planned, !planned.saysRequired, item.kind == .event else { return }
    let given = given[place] ?? []
    for parameter in planned.parameters where parameter.isRequired == nil {
      let path = PlanIndex.path(parameter.name)
      if given.contains(path) || given.contains(PlanIndex.folded(path)) { continue }
      add(
        PlanFinding(
          .neverGiven, .app, event: planned.name, parameter: parameter.name, row: parameter.place),
        at: nil, item: place)
    }
  }

  /// Makes one finding of a name that is not planned and a planned one that is missing, if they
  /// differ by a slip.
  private mutating func mergeSlips(_ source: PlanFinding.Source, from first: Int) {
    let new = findings.elements.dropFirst(first).filter { $0.key.source == source }
    let unplanned = new.filter { [.unplanned, .waitsForUnplanned].contains($0.key.code) }
    let missing = new.filter { [.neverPushed, .unheard].contains($0.key.code) }
    guard unplanned.count * missing.count <= Self.pairLimit else { return }
    var names = OrderedSet(missing.map(\.key.event))
    for (key, finding) in unplanned {
      guard let near = Suggestion.nearest(to: key.event, among: names),
        abs(near.count - key.event.count) <= 2,
        let lost = missing.first(where: { $0.key.event == near })
      else { continue }
      names.remove(near)
      findings[key] = nil
      findings[lost.key] = nil
      var merged = PlanFinding(
        .otherSpelling, source, event: near, row: lost.value.row, expected: near, got: key.event)
      (merged.places, merged.count) = (finding.places, finding.count)
      findings[
        Key(code: .otherSpelling, source: source, event: near, parameter: "", got: key.event)] =
        merged
    }
  }
}
