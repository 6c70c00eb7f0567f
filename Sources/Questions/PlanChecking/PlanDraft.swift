package import MeasurementPlan
import OrderedCollections
import PhoneLog
import TagInspection
import TagRuntime

extension MeasurementPlan {
  /// The deepest path that is written of a map in a map.
  private static let depthLimit = 8

  /// Creates the plan that sources agree with: what a container listens for, an app pushes, a phone
  /// logged.
  ///
  /// A parameter is required if every place has it.
  package init(from evidence: [PlanEvidence]) {
    self.init()
    var drafts: OrderedDictionary<String, EventDraft> = [:]
    var properties: OrderedSet<String> = []
    for source in evidence {
      for sighting in source.sightings
      where !sighting.isAutomatic && !PlanCheck.isOfSDK(sighting.name, sighting.generation)
        && Self.isWritable(sighting.name)
      {
        drafts[sighting.name, default: EventDraft()].add(sighting, source.defaults)
      }
      properties.formUnion(
        source.properties.map(\.name).filter { !FirebaseWireNames.property($0).hasPrefix("_") })
      for container in source.containers { Self.add(container.listening, &drafts, &properties) }
    }
    events = drafts.map { name, draft in
      var event = PlannedEvent(name: name, parameters: draft.planned)
      event.saysRequired = event.parameters.contains { $0.isRequired != nil }
      return event
    }
    userProperties = properties.filter(Self.isWritable).map { PlannedParameter(path: [$0]) }
  }

  /// Whether a name is the same when it is read from a sheet.
  private static func isWritable(_ name: String) -> Bool {
    !name.isEmpty && name.first?.isWhitespace == false && name.last?.isWhitespace == false
  }

  private static func add(
    _ listening: ContainerListening, _ drafts: inout OrderedDictionary<String, EventDraft>,
    _ properties: inout OrderedSet<String>
  ) {
    let heard = listening.rules.flatMap { $0.names.isEmpty ? [$0.example ?? ""] : $0.names }
    let names = OrderedSet(heard).filter {
      !PlanCheck.isOfSDK($0, listening.generation) && !listening.ownEvents.contains($0)
        && isWritable($0)
    }
    var rest = OrderedSet(
      listening.reads.values.filter { !$0.isAutomatic && !$0.isUserProperty }.map(\.key)
    )
    .filter { !listening.ownKeys.contains(PlanIndex.around($0).last ?? $0) }
    let used = names.map { name in
      (name, listening.keys(at: name).map(\.key).filter { rest.contains($0) })
    }
    for (_, keys) in used { rest.subtract(keys) }
    for (name, keys) in used {
      for key in OrderedSet(keys).union(rest) {
        drafts[name, default: EventDraft()].parameters[key, default: .init()].isKnown = false
      }
      if keys.isEmpty, rest.isEmpty { drafts[name, default: EventDraft()].count += 0 }
    }
    for read in listening.reads.values where read.isUserProperty && !read.isAutomatic {
      properties.append(read.key)
    }
  }

  /// An event as it occurs.
  fileprivate struct EventDraft {
    struct Parameter {
      var types: OrderedSet<PlannedParameter.ValueType> = []
      /// Whether all its values are known.
      var isKnown = true
      var isNull = false
      var count = 0
    }

    var count = 0
    var isCut = false
    var parameters: OrderedDictionary<String, Parameter> = [:]

    mutating func add(_ sighting: PlanSighting, _ defaults: Set<String>) {
      count += 1
      var found: OrderedSet<String> = []
      for (name, value) in sighting.parameters {
        let isOwn =
          sighting.generation == .firebase
          && (FirebaseWireNames.parameter(name).hasPrefix("_") || defaults.contains(name))
        if !isOwn { add(value, name, sighting, &found, depth: 1) }
      }
      for path in found where !sighting.optional.contains(path) {
        parameters[path]?.count += 1
      }
      isCut = isCut || sighting.isCut
    }

    private mutating func add(
      _ value: Value, _ path: String, _ sighting: PlanSighting,
      _ found: inout OrderedSet<String>, depth: Int
    ) {
      if depth < MeasurementPlan.depthLimit {
        if let members = value.members, !members.isEmpty {
          for (key, value) in members {
            add(value, path + "." + key, sighting, &found, depth: depth + 1)
          }
          return
        }
        if let elements = value.elements, elements.contains(where: { $0.members != nil }) {
          for element in elements { add(element, path + "[]", sighting, &found, depth: depth) }
          return
        }
      }
      found.append(path)
      var parameter = parameters[path] ?? Parameter()
      let isOpen = sighting.open.contains(path.replacing("[]", with: ""))
      if value == .null { parameter.isNull = true }
      let type = isOpen ? nil : Self.type(of: sighting.isText ? value.typed : value)
      if let type { parameter.types.append(type) }
      if type == nil, value != .null { parameter.isKnown = false }
      if sighting.isText, parameter.types.count > 1 {
        parameter.types = parameter.types.contains(.text) ? [.text] : [.number]
      }
      parameters[path] = parameter
    }

    private static func type(of value: Value) -> PlannedParameter.ValueType? {
      switch value {
      case .null, .absent: nil
      case .bool: .truth
      case .int: .wholeNumber
      case .double: .number
      case .string: .text
      case .list: .list
      case .map: .map
      }
    }

    var planned: [PlannedParameter] {
      parameters.map { path, parameter in
        var types = parameter.isKnown ? parameter.types : []
        if types.contains(.number) { types.remove(.wholeNumber) }
        let isTop = !path.contains { $0 == "." || $0 == "[" }
        return PlannedParameter(
          path: path.split(separator: ".").map(String.init), types: Array(types),
          isRequired: count == 0 ? nil : isTop && !isCut && parameter.count == count,
          allowsNull: parameter.isNull)
      }
    }
  }
}
