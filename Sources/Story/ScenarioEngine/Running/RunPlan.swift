package import MeasurementPlan
import OrderedCollections
import TagRuntime
package import TagSimulation

/// The plan of a scenario, held against each push of its run when it is made.
package struct RunPlan: RowReader {
  /// Whether reports may quote the plan.
  package let isQuoted: Bool
  /// The rows that depart from the plan, by their numbers.
  private(set) var departures: [Int] = []
  private var check: PlanCheck
  /// The first rows that show planned events and screens, by the numbers of these in the plan.
  private var firstRows: [Int: Int] = [:]
  /// The parameters that Firebase adds to every event, with the rows that set them.
  private var defaults: [(row: Int, names: [String])] = []

  /// - Complexity: O(n) in the size of the plan.
  package init(_ plan: MeasurementPlan, isQuoted: Bool) {
    check = PlanCheck(plan)
    self.isQuoted = isQuoted
  }

  package var plan: MeasurementPlan { check.judge.plan }

  /// Whether an event or a screen of the plan was seen, by its number in the plan.
  package func hasSeen(_ item: Int) -> Bool { firstRows[item] != nil }

  package mutating func read(_ row: EventRow, number: Int) {
    let names = row.defaultParameters
    if !names.isEmpty { defaults.append((number, names)) }
    let parts = parts(of: row)
    for case (let part, let item?) in parts.map({ ($0, $0.item) })
    where part.findings.first?.code != .otherSpelling && firstRows[item] == nil {
      firstRows[item] = number
    }
    if parts.contains(where: { $0.findings.contains { $0.level == .deviation } }) {
      departures.append(number)
    }
  }

  package mutating func forget(after number: Int) {
    departures.removeAll { $0 > number }
    firstRows = firstRows.filter { $0.value <= number }
    defaults.removeAll { $0.row > number }
  }

  /// Returns what the plan says of a row: of its screen, its event, or its user property.
  package mutating func parts(of row: EventRow) -> [PlanCheck.Part] {
    let place = PlanSighting.Place(file: "", line: 0)
    if let property = row.property(at: place) {
      return check.part(of: property, .run).map { [$0] } ?? []
    }
    guard let sighting = row.sighting(at: place) else { return [] }
    return check.parts(of: sighting, .run, defaults: Set(defaults.flatMap(\.names)))
  }

  /// Whether an event is planned or needs no row; false for one that deviates.
  package mutating func plans(_ event: String) -> Bool {
    if case .same = check.index.match(event, .event) { return true }
    if case .retired = check.index.match(event, .event) { return true }
    return PlanCheck.isOfSDK(event, .firebase)
  }

  /// The names of the planned events that an app sends itself.
  package var sentNames: [String] {
    plan.events.filter {
      $0.kind == .event && $0.isForApps && !PlanCheck.isOfSDK($0.name, .firebase)
    }.map(\.name)
  }

  /// The rows of the plan for a row of the run, with what deviates, in lines.
  package mutating func explanation(of row: EventRow) -> [String] {
    let planned = parts(of: row).compactMap { part in
      part.item.map { check.index.items[$0] }
    }
    return planned.flatMap { item -> [String] in
      let place = item.row.map { self.words(of: $0) + ": " } ?? ""
      guard isQuoted else { return [place + "planned"] }
      return [place + item.name]
        + (item.planned?.parameters ?? []).map { parameter in
          "\(parameter.name): \(parameter.expectation)"
            + (parameter.isRequired == true ? ", required" : "")
        }
    } + deviations(of: row).flatMap(\.self)
  }

  /// A place in the plan; the head of its column is a word of the plan.
  private func words(of place: PlanPlace) -> String {
    var place = place
    if !isQuoted { place.column = "" }
    return plan.words(of: place, isNamed: true)
  }

  /// The deviations of a row: each with its code and its row in the plan, and what helps.
  mutating func deviations(of row: EventRow) -> [[String]] {
    parts(of: row).flatMap(\.findings).filter { $0.level == .deviation }.map { finding in
      let row = finding.row.map { " (\(words(of: $0)))" } ?? ""
      let sentence = isQuoted ? finding.sentence : finding.sentenceWithoutPlan + ScenarioLoader.hint
      return ["\(finding.code.id) \(sentence)\(row)", "help: \(finding.code.help)"]
    }
  }
}

extension EventRow {
  /// The event that the app pushed or Firebase logged; nil for other rows.
  package func sighting(at place: PlanSighting.Place) -> PlanSighting? {
    guard let record = update, let event = record.event else { return nil }
    if let outcome = record.firebase {
      var sighting = PlanSighting(event, record.update, .firebase, at: place)
      sighting.isAutomatic = outcome.source != .app
      return outcome.isError ? nil : sighting
    }
    switch record.origin {
    case .app, .handler:
      var update = record.update
      update["event"] = nil
      return PlanSighting(event, update, .legacy, at: place)
    case .tag, .macro, .experiment, .restored, .firebase, .tagManager: return nil
    }
  }

  /// The user property that the app set; nil for other rows.
  package func property(at place: PlanSighting.Place) -> PlanSighting.Property? {
    let start = "user-property "
    guard case .firebaseTold(let told, let value) = kind, told.hasPrefix(start) else { return nil }
    return PlanSighting.Property(
      name: String(told.dropFirst(start.count)), value: value == "null" ? nil : value,
      place: place)
  }

  /// The parameters that the app told Firebase to add to every event.
  fileprivate var defaultParameters: [String] {
    guard case .firebaseTold("default-parameters", let value?) = kind else { return [] }
    return ((try? JSONReader.read(Array(value.utf8)))?.members?.keys).map(Array.init) ?? []
  }
}

/// What a run departs from in the plan of its scenario.
extension ScenarioRun {
  /// Returns the outcome of a statement, given what the app pushed during it; what is expected to
  /// deviate fails nothing.
  ///
  /// - Parameters:
  ///   - outcome: the outcome without the plan.
  ///   - rows: the number of rows before the statement.
  ///   - origin: the origin of the statement.
  func planned(
    _ outcome: StatementResult.Outcome, after rows: Int, _ origin: RecordedStatement.Origin
  ) -> StatementResult.Outcome {
    guard let departure = departure(after: rows, meant: expectations(after: origin)) else {
      return outcome
    }
    switch outcome {
    case .done, .passed: return .failed(departure)
    case .failed(var failure):
      failure.lines += departure.lines
      return .failed(failure)
    case .error: return outcome
    }
  }

  /// Explains where all pushes so far depart from the plan, or that those of the last act do not
  /// depart as a text says; nil if it is as expected.
  func checkPlan(deviates text: String?) -> Failure? {
    guard inputs.plan != nil else {
      let line = "the scenario has no plan: name one in its header, as in 'plan: plan.csv'"
      return Failure(row: nil, lines: [line], isMistake: true)
    }
    guard let text else { return departure(after: 0) }
    let found = departure(after: last.eventRows.lowerBound)?.lines ?? []
    if found.contains(where: { $0.contains(text) }) { return nil }
    let head = found.isEmpty ? "the last action is as planned" : "the last action deviates so:"
    return Failure(row: timeline.lastRow?.number, lines: [head] + found)
  }

  private func departure(
    after rows: Int, meant: @autoclosure () -> [Expectation] = []
  ) -> Failure? {
    guard inputs.plan != nil, var plan = timeline.reader(RunPlan.self),
      plan.departures.last ?? 0 > rows
    else { return nil }
    let texts = meant().compactMap { expectation in
      if case .plan(let text) = expectation { text } else { nil }
    }
    var failure: Failure?
    for number in plan.departures.drop(while: { $0 <= rows }) {
      for lines in plan.deviations(of: timeline.row(at: number).event)
      where !lines.contains(where: { line in texts.contains { line.contains($0) } }) {
        var now = failure ?? Failure(row: number, lines: [])
        if now.lines.count < BoundedText.lineCountLimit {
          now.lines += lines
        } else {
          now.leftOut += lines.count
        }
        failure = now
      }
    }
    return failure
  }
}

extension ScenarioLoader {
  /// Reads the plan of a scenario; nil if it has none, or one that cannot be read.
  func plan(of scenario: Scenario, _ problems: inout [LoadProblem]) -> RunPlan? {
    let references = scenario.references.filter { $0.kind == .plan }
    if references.isEmpty { return nil }
    var files: [(name: String, bytes: [UInt8])] = []
    for reference in references {
      let place = resolved(reference.path, besides: scenario.file)
      do throws(LoadFailure) {
        files.append((place, try bytes(of: place)))
      } catch {
        problems += failure(error, at: reference.location, in: scenario).problems
      }
    }
    guard files.count == references.count else { return nil }
    let plan = MeasurementPlan.read(files)
    for var error in plan.problems where error.level == .error {
      let file = files[error.place.file].name
      error.text = "\(plan.words(of: error.place, isNamed: true)): \(error.text)"
      problems.append(
        problem(
          error, of: [(file, .plan)], in: scenario.file,
          at: references[error.place.file].location))
    }
    return RunPlan(
      plan, isQuoted: files.allSatisfy { mayQuote($0.name, as: .plan, in: scenario.file) })
  }
}
