import OrderedCollections
package import TagRuntime

/// Holds the events that a source shows against a plan, one by one.
package struct PlanCheck: Sendable {
  /// A name that an event shows: its own, that of its screen, or that of a user property.
  package struct Part: Sendable {
    package let kind: PlanIndex.Item.Kind
    package let name: String
    /// The number of the planned item; nil if it is not planned.
    package var item: Int?
    package var findings: [PlanFinding] = []
    /// Whether the name is a mistyped planned one, so that nothing more is said of it.
    fileprivate var isSlip = false
  }

  package var index: PlanIndex
  package let judge: PlanJudge
  /// What tags of the containers log: it needs no row.
  package var ownEvents: Set<String> = []

  /// - Complexity: O(n) in the size of the plan.
  package init(_ plan: MeasurementPlan) { (index, judge) = (PlanIndex(plan), PlanJudge(plan)) }

  /// Returns the screen and the event that a sighting shows, as far as the plan concerns them.
  ///
  /// The `defaults` are the parameters that Firebase adds to every event.
  package mutating func parts(
    of sighting: PlanSighting, _ source: PlanFinding.Source, defaults: Set<String>
  ) -> [Part] {
    var parts: [Part] = []
    func judged(_ part: Part) -> Part {
      var part = part
      part.findings += findings(of: sighting, part, source, defaults)
      return part
    }
    let isView = sighting.generation == .legacy || FirebaseNames.short(sighting.name) == "_vs"
    if isView, index.has(.screen),
      let name = Self.screenKeys.lazy.compactMap({ sighting.parameters[$0]?.text }).first,
      !name.isEmpty
    {
      let isJudged = sighting.isJudged && !sighting.isAutomatic
      let part = part(name, .screen, source, isJudged: isJudged)
      if let part, part.item != nil || isJudged { parts.append(isJudged ? judged(part) : part) }
    }
    let isOwn = source == .phone && ownEvents.contains(sighting.name)
    let needsRow =
      !sighting.isAutomatic && !isOwn && !Self.isOfSDK(sighting.name, sighting.generation)
    let part = part(
      sighting.name, .event, source, isJudged: sighting.isJudged, needsRow: needsRow)
    if let part { parts.append(sighting.isJudged ? judged(part) : part) }
    return parts
  }

  /// Returns a user property that a source shows; nil if the plan does not concern it.
  package mutating func part(
    of property: PlanSighting.Property, _ source: PlanFinding.Source
  ) -> Part? {
    let isOwn = FirebaseWireNames.property(property.name).hasPrefix("_")
    guard index.has(.property), !isOwn,
      var part = part(property.name, .property, source, isJudged: true)
    else { return nil }
    guard let value = property.value, let planned = part.item.flatMap(index.property) else {
      return part
    }
    let reading = PlanReading(isFirebase: true, isText: true)
    part.findings += judge.faults(of: .string(value), as: planned, reading).map { fault in
      PlanFinding(
        fault.code, source, event: planned.name, parameter: planned.name, row: fault.place,
        expected: fault.expected, got: fault.got)
    }
    return part
  }

  private mutating func part(
    _ name: String, _ kind: PlanIndex.Item.Kind, _ source: PlanFinding.Source, isJudged: Bool,
    needsRow: Bool = true
  ) -> Part? {
    var part = Part(kind: kind, name: name)
    switch index.match(name, kind) {
    case .retired: return nil
    case .same(let item):
      part.item = item
      return part
    case .similar(let item): part.item = item
    case .none:
      guard needsRow else { return nil }
      part.item = index.slip(of: name, kind)
      part.isSlip = part.item != nil
    }
    guard isJudged else { return part }
    let planned = part.item.map { index.items[$0] }
    part.findings = [
      planned.map { .otherSpelling(of: $0, source, got: name) }
        ?? PlanFinding(.unplanned, source, event: name, got: name)
    ]
    return part
  }

  private func findings(
    of sighting: PlanSighting, _ part: Part, _ source: PlanFinding.Source, _ defaults: Set<String>
  ) -> [PlanFinding] {
    guard let item = part.item, !part.isSlip, let planned = index.items[item].planned else {
      return []
    }
    let reading = PlanReading(
      isFirebase: sighting.generation == .firebase, isText: sighting.isText)
    return judge.faults(of: sighting.parameters, inEvent: item, reading).compactMap { fault in
      guard sighting.shows(fault, source, defaults: defaults) else { return nil }
      // A sheet of events alone says nothing of parameters, nor does the row of a screen.
      let isAdditional = fault.kind == .additional
      if isAdditional, !index.hasParameters || planned.kind == .screen { return nil }
      let lowered =
        fault.kind == .otherSpelling || isAdditional
        ? nil : Self.level(planned.name, fault.parameter, sighting.generation)
      return PlanFinding(
        fault.code, source, lowered, event: planned.name, parameter: fault.parameter,
        row: isAdditional ? planned.place : fault.place, expected: fault.expected, got: fault.got)
    }
  }

  /// What Firebase drops anyway is a warning everywhere.
  package static func level(
    _ event: String, _ parameter: String, _ generation: SDKGeneration
  ) -> PlanFinding.Level? {
    guard generation == .firebase else { return nil }
    let name = parameter.split(separator: ".").first.map(String.init) ?? "x"
    let isDropped =
      FirebaseNameRule.event.objection(to: event) != nil
      || FirebaseNameRule.parameter.objection(to: name) != nil
    return isDropped ? .warning : nil
  }

  /// Whether the SDK may make an event of this name itself.
  package static func isOfSDK(_ name: String, _ generation: SDKGeneration) -> Bool {
    if name.hasPrefix("gtm.") { return true }
    return generation == .firebase && FirebaseNames.short(name).hasPrefix("_")
  }

  private static let screenKeys: OrderedSet = [
    "screen_name", "screenName", "firebase_screen", "ga_screen", "_sn", "screen",
  ]
}

extension PlanFinding {
  /// Another spelling of a planned name.
  package static func otherSpelling(
    of planned: PlanIndex.Item, _ source: Source, got name: String
  ) -> PlanFinding {
    PlanFinding(
      .otherSpelling, source, event: planned.name, row: planned.row, expected: planned.name,
      got: name)
  }
}
