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
    rows = work.check.index.items.enumerated().map { place, item in
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

  var check: PlanCheck
  var findings: OrderedDictionary<Key, PlanFinding> = [:]
  var cells: [PlanFinding.Source: [Int: PlanComparison.Cell]] = [:]
  /// How many values made findings of their own, by the finding without them.
  private var values: [Key: Int] = [:]
  /// The parameters that each event carried somewhere.
  private var given: [Int: Set<String>] = [:]

  init(_ plan: MeasurementPlan) { check = PlanCheck(plan) }

  mutating func add(_ problem: PlanProblem) {
    let code: PlanCode = problem.level == .error ? .unreadable : .doubtful
    let place =
      check.judge.plan.files.indices.contains(problem.place.file)
      ? PlanSighting.Place(
        file: check.judge.plan.files[problem.place.file].name, line: problem.place.line) : nil
    add(
      PlanFinding(code, .plan, event: "", row: problem.place, got: problem.text), at: place,
      item: nil)
  }

  mutating func compare(_ evidence: PlanEvidence) {
    given = [:]
    check.ownEvents.formUnion(evidence.ownEvents)
    check.ownEvents.formUnion(evidence.containers.flatMap(\.listening.ownEvents))
    for sighting in evidence.sightings { compare(sighting, evidence) }
    for property in evidence.properties {
      if let part = check.part(of: property, evidence.source) {
        add(part, evidence.source, property.place)
      }
    }
    if evidence.source == .app { addNeverPushed(evidence) }
    findUnheard(evidence)
  }

  // MARK: Adding

  /// Adds a finding, or its place to one that is there.
  mutating func add(
    _ finding: PlanFinding, at place: PlanSighting.Place?, item: Int?
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
    _ item: Int, _ source: PlanFinding.Source, _ place: PlanSighting.Place? = nil, count: Int = 1
  ) {
    var cell = cells[source]?[item] ?? PlanComparison.Cell()
    cell.count += count
    if let words = place?.words, !words.isEmpty, cell.places.count < 3 { cell.places.append(words) }
    cells[source, default: [:]][item] = cell
  }

  private mutating func compare(
    _ sighting: PlanEvidence.Sighting, _ evidence: PlanEvidence
  ) {
    let source = evidence.source
    for part in check.parts(of: sighting, source, defaults: evidence.defaults) {
      let item = add(part, source, sighting.place)
      if source == .app, part.kind == .event {
        given[item, default: []].formUnion(sighting.paths)
      }
    }
  }

  @discardableResult
  private mutating func add(
    _ part: PlanCheck.Part, _ source: PlanFinding.Source, _ place: PlanSighting.Place
  ) -> Int {
    let item = part.item ?? check.index.unplanned(part.name, part.kind)
    note(item, source, place)
    for finding in part.findings { add(finding, at: place, item: item) }
    return item
  }

  // MARK: What is missing

  private mutating func addNeverPushed(_ evidence: PlanEvidence) {
    let generations = Set(evidence.sightings.map(\.generation))
    for (place, item) in check.index.items.enumerated() {
      guard let row = item.row, item.isForApps else { continue }
      let count = cells[.app]?[place]?.count ?? 0
      if count > 0 {
        addNeverGiven(place, item)
        continue
      }
      if item.kind == .event && (evidence.hasOtherEvents || PlanCheck.isOfSDK(item.name, .firebase))
      {
        continue
      }
      if item.kind == .property, !generations.contains(.firebase) { continue }
      let verb: [PlanIndex.Item.Kind: String] = [.screen: "shows it", .property: "sets it"]
      cells[.app, default: [:]][place, default: .init()].isMissing = true
      add(
        PlanFinding(
          .neverPushed, .app,
          generations == [.firebase] ? PlanCheck.level(item.name, "", .firebase) : nil,
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
}
