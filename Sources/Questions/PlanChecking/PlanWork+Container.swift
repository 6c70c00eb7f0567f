import MeasurementPlan
import OrderedCollections
import TagInspection
import TagRuntime

/// Containers held against a plan: what rules wait for and variables read.
extension PlanWork {
  mutating func findUnheard(_ evidence: PlanEvidence) {
    guard !evidence.containers.isEmpty else { return }
    let heardBy = evidence.containers.map { hearPlanned($0.listening) }
    let heard = Set(heardBy.flatMap { $0.flatMap { $0 } })
    for (place, item) in check.index.items.enumerated() {
      guard item.kind == .event, let row = item.row, item.isForApps, !heard.contains(place),
        !PlanCheck.isOfSDK(item.name, .firebase)
      else { continue }
      let isFirebase = evidence.containers.allSatisfy { $0.listening.generation == .firebase }
      cells[.container, default: [:]][place, default: .init()].isMissing = true
      add(
        PlanFinding(
          .unheard, .container, isFirebase ? PlanCheck.level(item.name, "", .firebase) : nil,
          event: item.name,
          row: row, expected: "a rule that listens for it", got: "no rule"),
        at: PlanSighting.Place(file: evidence.containers[0].file, line: 0), item: place)
    }
    for ((file, listening, line), heardBy) in zip(evidence.containers, heardBy) {
      addUnplannedRules(listening, heardBy, file, line)
      addReads(listening, file, line)
      addTests(listening, heardBy, file, line)
    }
    addUnread(evidence)
  }

  /// Counts the tags of planned events, and returns for each rule the events that it hears.
  private mutating func hearPlanned(_ listening: ContainerListening) -> [[Int]] {
    var heardBy = Array(repeating: [Int](), count: listening.rules.count)
    for place in check.index.items.indices
    where check.index.items[place].kind == .event && check.index.items[place].row != nil {
      let rules = listening.rules(at: check.index.items[place].name)
      if rules.isEmpty { continue }
      for rule in rules { heardBy[rule].append(place) }
      note(place, .container, count: Set(rules.flatMap { listening.rules[$0].tags }).count)
    }
    return heardBy
  }

  private mutating func addUnplannedRules(
    _ listening: ContainerListening, _ heardBy: [[Int]], _ file: String,
    _ line: PlanEvidence.Lines
  ) {
    for (rule, heard) in zip(listening.rules, heardBy) {
      let place = PlanSighting.Place(file: file, line: line(rule.place), words: rule.place.words)
      let isOpen = rule.names.isEmpty
      // Of a rule without an example nobody can say what it hears.
      if rule.example == nil { continue }
      for name in isOpen ? [rule.words] : rule.names {
        let isMet = isOpen && !heard.isEmpty || isOpen && hearsOwn(rule, listening)
        if isMet || !isOpen && isKnown(name, listening) { continue }
        if !isOpen, let item = similar(name) {
          let finding = PlanFinding.otherSpelling(
            of: check.index.items[item], .container, got: name)
          add(finding, at: place, item: item)
          unmiss(item)
          continue
        }
        let item = isOpen ? nil : check.index.unplanned(name, .event)
        if let item { note(item, .container, count: rule.tags.count) }
        add(
          PlanFinding(
            .waitsForUnplanned, .container, event: name, got: rule.place.words), at: place,
          item: item)
      }
    }
  }

  private mutating func similar(_ name: String) -> Int? {
    if case .similar(let item) = check.index.match(name, .event) { return item }
    return check.index.slip(of: name, .event)
  }

  /// A rule for another spelling of an event is not also a rule that is missing.
  private mutating func unmiss(_ item: Int) {
    let key = Key(
      code: .unheard, source: .container, event: check.index.items[item].name, parameter: "",
      got: "no rule")
    guard findings.removeValue(forKey: key) != nil else { return }
    cells[.container]?[item]?.isMissing = false
    cells[.container]?[item]?.deviations -= 1
  }

  private func isKnown(_ name: String, _ listening: ContainerListening) -> Bool {
    if PlanCheck.isOfSDK(name, listening.generation) || listening.ownEvents.contains(name) {
      return true
    }
    switch check.index.match(name, .event) {
    case .same, .retired: return true
    case .similar, .none: return false
    }
  }

  /// Whether a rule that spells out no name hears an event that needs no row.
  private func hearsOwn(
    _ rule: ContainerListening.Rule, _ listening: ContainerListening
  ) -> Bool {
    let own = Array(listening.ownEvents) + Array(FirebaseNames.automatic) + ["gtm.load", "gtm.dom"]
    return own.contains { listening.hears($0, rule) }
  }

  // MARK: Keys

  private mutating func addReads(
    _ listening: ContainerListening, _ file: String, _ line: PlanEvidence.Lines
  ) {
    for read in listening.reads.values where !read.isAutomatic {
      let path = PlanIndex.path(read.key)
      if check.index.plans(path: path) || isPlannedProperty(read) || read.places.isEmpty {
        continue
      }
      if PlanIndex.around(path).contains(where: listening.ownKeys.contains) { continue }
      let spelling = check.index.spelling(of: path)
      for part in read.places {
        let place = PlanSighting.Place(file: file, line: line(part), words: part.words)
        add(
          spelling.map {
            PlanFinding(
              .otherKey, .container, event: "", parameter: $0.name, row: $0.row, expected: $0.name,
              got: read.key)
          }
            ?? PlanFinding(
              .readsUnplanned, .container, event: "", parameter: read.key,
              got: read.places[0].words),
          at: place, item: nil)
      }
    }
  }

  private func isPlannedProperty(_ read: ContainerListening.Read) -> Bool {
    guard read.isUserProperty else { return false }
    if !check.index.has(.property) { return true }
    if case .same = check.index.match(read.key, .property) { return true }
    return false
  }

  /// In the first generation, nothing sends what no variable reads.
  private mutating func addUnread(_ evidence: PlanEvidence) {
    let listening = evidence.containers.map(\.listening).filter { $0.generation == .legacy }
    guard let first = evidence.containers.first, listening.count == evidence.containers.count
    else { return }
    let read = Set(listening.flatMap { $0.reads.keys.map { PlanIndex.path($0) } })
    let around = Set(read.flatMap { PlanIndex.around($0) })
    let folded = Set(read.map { PlanIndex.folded($0) })
    for item in check.index.items.indices {
      guard let planned = check.index.items[item].planned, planned.isForApps,
        planned.kind == .event,
        cells[.container]?[item]?.isMissing != true
      else { continue }
      for parameter in planned.parameters {
        let path = PlanIndex.path(parameter.name)
        if around.contains(path) || PlanIndex.around(path).contains(where: read.contains)
          || folded.contains(PlanIndex.folded(path))
        {
          continue
        }
        add(
          PlanFinding(
            .unread, .container, event: planned.name, parameter: parameter.name,
            row: parameter.place, expected: "a variable that reads it", got: "none"),
          at: PlanSighting.Place(file: first.file, line: 0), item: item)
      }
    }
  }

  // MARK: Types

  private mutating func addTests(
    _ listening: ContainerListening, _ heardBy: [[Int]], _ file: String,
    _ line: PlanEvidence.Lines
  ) {
    var planned: [String: OrderedDictionary<Int, PlannedParameter>] = [:]
    for (place, item) in check.index.items.enumerated() {
      for parameter in item.planned?.parameters ?? []
      where !parameter.types.isEmpty || !parameter.values.isEmpty {
        planned[PlanIndex.path(parameter.name), default: [:]][place] = parameter
      }
    }
    for test in listening.tests {
      guard let known = planned[PlanIndex.path(test.key)] else { continue }
      // A rule that hears every event tests the parameter of all.
      let meant =
        test.rule < 0
        ? known.elements.map { ($0.key, $0.value) }
        : heardBy[test.rule].compactMap { event in known[event].map { (event, $0) } }
      guard let (event, parameter) = meant.first,
        meant.allSatisfy({ !test.fits($0.1, listening.generation) })
      else { continue }
      let place = PlanSighting.Place(file: file, line: line(test.place), words: test.place.words)
      add(
        PlanFinding(
          .comparesWrongly, .container, event: check.index.items[event].name,
          parameter: parameter.name, row: parameter.place, expected: parameter.expectation,
          got: test.words), at: place, item: event)
    }
  }
}

extension ContainerListening.Test {
  /// Whether a planned value can make the condition true.
  fileprivate func fits(_ parameter: PlannedParameter, _ generation: SDKGeneration) -> Bool {
    if parameter.isList { return false }
    if isWanted, !isNumeric, !parameter.values.isEmpty,
      !parameter.values.contains(ValueConversion.text(right))
    {
      return false
    }
    if parameter.types.isEmpty { return true }
    return parameter.types.contains { type in
      switch type {
      case .text: !isNumeric
      case .number, .wholeNumber: isNumeric || ValueConversion.number(right) != nil
      case .truth:
        isNumeric
          ? generation == .firebase
          : (generation == .firebase ? ["0", "1"] : ["true", "false"])
            .contains(ValueConversion.text(right))
      case .list, .map: false
      }
    }
  }
}
