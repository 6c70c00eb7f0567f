import OrderedCollections
import TagRuntime

extension MeasurementPlan {
  /// What is doubtful in the plan by itself, whatever is measured: names that Firebase drops, more
  /// than it takes, one parameter with two types. Doubled rows are among `problems`.
  ///
  /// - Complexity: O(n) in the parameters.
  package func doubts() -> [PlanProblem] {
    var check = PlanSheetCheck()
    for event in events where event.isForApps { check.read(event) }
    for property in userProperties {
      check.readName(property.path[0], .userProperty, property.place)
    }
    check.finish(self)
    return check.notes.problems
  }
}

private struct PlanSheetCheck {
  /// The most names in one sentence.
  private static let shownNames = 5

  var notes = PlanNotes()
  private var names: Set<String> = []
  private var blank: [(name: String, place: PlanPlace)] = []
  private var types: [String: PlannedParameter] = [:]
  private var crowded: [(name: String, count: Int, place: PlanPlace)] = []

  mutating func read(_ event: PlannedEvent) {
    if event.kind == .event { readName(event.name, .event, event.place) }
    var own: Set<String> = []
    for parameter in event.parameters {
      let name = PlannedParameter.bare(parameter.path[0])
      if own.insert(name).inserted { readName(name, .parameter, parameter.place) }
      readType(parameter)
    }
    if own.count > Limits.eventParameters { crowded.append((event.name, own.count, event.place)) }
  }

  mutating func readName(_ name: String, _ rule: FirebaseNameRule, _ place: PlanPlace) {
    guard names.insert(rule.subject + " " + name).inserted, let fault = rule.objection(to: name)
    else { return }
    if name.contains(" ") {
      blank.append((name, place))
    } else {
      notes.add(
        .warning, place,
        "Firebase drops the \(rule.subject) \(name.quoted): it \(fault.reason); \(fault.remedy)")
    }
  }

  private mutating func readType(_ parameter: PlannedParameter) {
    guard !parameter.types.isEmpty || parameter.isList else { return }
    let key = parameter.pathKey
    guard let other = types[key] else {
      types[key] = parameter
      return
    }
    guard other.typeName != parameter.typeName else { return }
    let there = other.place.row > 0 ? "row \(other.place.row)" : other.place.column
    notes.add(
      .warning, parameter.place,
      "the parameter \(parameter.name.quoted) is \(parameter.typeName) here and \(other.typeName) "
        + "in \(there)", key: "type \(key)")
  }

  mutating func finish(_ plan: MeasurementPlan) {
    if let first = blank.first {
      let shown = blank.prefix(Self.shownNames).map(\.name.quoted).joined(separator: ", ")
      let rule = FirebaseNameRule.event
      let remedy = rule.fault(of: first.name)?.remedy ?? ""
      notes.add(
        .warning, first.place,
        "Firebase drops names with blanks, and the plan has \(blank.count): \(shown)"
          + (blank.count > Self.shownNames ? " and others" : "") + "; \(remedy)")
    }
    if let first = crowded.first {
      let shown = crowded.prefix(Self.shownNames).map { "\($0.name.quoted) (\($0.count))" }
        .joined(separator: ", ")
      let subject = crowded.count == 1 ? "One event has" : "\(crowded.count) events have"
      notes.add(
        .warning, first.place,
        "\(subject) more than \(Limits.eventParameters) parameters, the limit of Firebase: \(shown)"
          + (crowded.count > Self.shownNames ? " and others" : ""))
    }
    let count = plan.events.count { $0.kind == .event && $0.isForApps }
    if count > Limits.eventNames {
      notes.add(
        .warning, PlanPlace(),
        "The plan has \(count) events, and an installation may log \(Limits.eventNames) names")
    }
    if plan.userProperties.count > Limits.userProperties {
      notes.add(
        .warning, plan.userProperties[0].place,
        "The plan has \(plan.userProperties.count) user properties, and Firebase takes "
          + "\(Limits.userProperties)")
    }
    let others = plan.events.count { !$0.isForApps }
    if others > 0 {
      notes.add(
        .unchecked, plan.events.first { !$0.isForApps }?.place ?? PlanPlace(),
        "\(others) of \(plan.events.count) events are only for a server, the web or another "
          + "destination, so they are not checked against an app")
    }
  }
}
