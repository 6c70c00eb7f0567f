import MeasurementPlan
import OrderedCollections
package import ScenarioEngine
package import TagRuntime
import TagSimulation

extension PlanEvidence {
  /// Adds what an app pushes, logs and sets, by the generations of the SDK that it may have.
  package mutating func add(_ app: AppDescription, of generations: Set<SDKGeneration>) {
    var screens: [AppAction: String] = [:]
    for screen in app.app.screens {
      for action in screen.onView + screen.buttons.flatMap(\.actions)
      where screens[action] == nil {
        screens[action] = screen.name
      }
    }
    for placed in app.actions {
      let place = Place(
        file: placed.location.file, line: placed.location.line,
        words: screens[placed.action] ?? "")
      switch placed.action {
      case .push(let template):
        let generation: SDKGeneration = placed.isOfClass ? .firebase : .legacy
        guard generations.contains(generation) else { continue }
        let named = template.parts.first { $0.path == ["event"] }?.value
        let others = template.parts.filter { $0.path != ["event"] }
        add(named, PushTemplate(parts: others), generation, place)
      case .logEvent(let name, let template):
        if generations.contains(.firebase) { add(name, template, .firebase, place) }
      case .setUserProperty(let name, let value):
        guard generations.contains(.firebase) else { continue }
        var text: String?
        if case .constant(let value) = value, value != .null { text = ValueConversion.text(value) }
        properties.append(Property(name: name, value: text, place: place))
      case .call(let call): add(call, generations, place, isJudged: true)
      case .goes: break
      }
    }
  }

  /// Adds the calls of a scenario's own statements: they show that an event occurs, and the run
  /// judges them.
  package mutating func add(statementsOf scenario: Scenario, of generations: Set<SDKGeneration>) {
    for statement in scenario.allStatements {
      guard case .app(let call)? = statement.command.plainAct else { continue }
      let place = Place(file: statement.location.file, line: statement.location.line)
      add(call, generations, place, isJudged: false)
    }
  }

  private mutating func add(
    _ call: AppCall, _ generations: Set<SDKGeneration>, _ place: Place, isJudged: Bool
  ) {
    var sighting: Sighting?
    if case .push(var update) = call, generations.contains(.legacy),
      let name = update.removeValue(forKey: "event")
    {
      sighting = Sighting(ValueConversion.text(name), update, .legacy, at: place)
    } else if case .firebase(let call) = call, generations.contains(.firebase) {
      if case .logEvent(let name, let parameters) = call {
        sighting = Sighting(name, parameters, .firebase, at: place)
      } else if case .setDefaultParameters(let parameters?) = call {
        defaults.formUnion(parameters.keys)
      } else if case .setUserProperty(let name, let value) = call {
        properties.append(Property(name: name, value: value, place: place))
      }
    }
    guard var sighting else { return }
    sighting.isJudged = isJudged
    sightings.append(sighting)
  }

  private mutating func add(
    _ name: PushValue?, _ template: PushTemplate, _ generation: SDKGeneration, _ place: Place
  ) {
    let known: Value
    switch name {
    case nil: return
    case .constant(let value)?: known = value
    case .parameter(_, let fallback)?:
      hasOtherEvents = true
      guard let fallback, fallback != .absent else { return }
      known = fallback
    }
    var parts = template.parts
    var open: Set<String> = []
    var optional: Set<String> = []
    for index in parts.indices {
      let path = parts[index].path.joined(separator: ".")
      guard case .parameter(_, let fallback) = parts[index].value else { continue }
      if fallback == .absent { optional.insert(path) }
      if fallback == nil || fallback == .absent { open.insert(path) }
      parts[index].value = .constant(fallback == .absent ? "" : fallback ?? "")
    }
    let update = (try? PushTemplate(parts: parts).update().members) ?? [:]
    var sighting = Sighting(ValueConversion.text(known), update, generation, at: place)
    (sighting.open, sighting.optional) = (open, optional)
    sightings.append(sighting)
  }
}
