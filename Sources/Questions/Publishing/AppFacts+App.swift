import OrderedCollections
package import ScenarioEngine
package import TagInspection
import TagRuntime
package import TagSimulation

extension AppFacts {
  /// Collects what an app and a scenario that uses it reveal about a container.
  ///
  /// - Parameter app: the app.
  /// - Parameter containerID: the app's container to use; nil, or an id that the app does not have,
  ///   uses all of them.
  /// - Parameter scenario: the scenario, whose pushes and taps count as the app's.
  /// - Parameter source: the name of the app and the scenario in sentences.
  /// - Complexity: O(n) in the app and the scenario.
  package init(of app: App, containerID: String?, scenario: Scenario? = nil, source: String) {
    self.init(source: source)
    platform = app.platform
    ids = OrderedSet(app.containers.map(\.id))
    let meant = containerID.flatMap(app.container).map { [$0] } ?? app.containers
    for container in meant {
      tagFunctions.append(contentsOf: container.tagFunctions.map(\.name))
      macroFunctions.append(contentsOf: container.macroFunctions.map(\.name))
      reads.append(contentsOf: container.reads.map(\.key))
    }
    waitsForFresh = meant.contains { container in
      container.opensAtLaunch && container.opening.kind == .preferFresh
        && (container.opening.isBlocking || app.showsValues(of: container))
    }
    classes.append(contentsOf: app.classes.map(\.path))
    trackers.append(contentsOf: app.trackers.map(\.trackingID))
    addPushes(of: app)
    addClasses(of: app)
    // Where everything passes, a scenario may repeat what Firebase itself logged on a phone.
    let passes = scenario?.setup.contains { $0.command == .act(.setFirebaseValidation(.warn)) }
    for statement in scenario?.allStatements ?? [] {
      if case .value(let state)? = statement.command.expected { looks.append(state.key) }
      judge(statement, in: app, passes: passes)
      guard case .app(let call)? = statement.command.plainAct else { continue }
      add(call, among: meant)
    }
    launchEvents.subtract(laterEvents)
  }

  /// Judges the calls of Firebase in a statement, and those of its button with its arguments.
  private mutating func judge(_ statement: Statement, in app: App, passes: Bool?) {
    var calls: [FirebaseCall?] = []
    if case .app(.firebase(let call))? = statement.command.plainAct { calls = [call] }
    if case .tap(let title, let given)? = statement.command.plainAct, !given.isEmpty {
      calls = app.screens.flatMap(\.buttons).filter { $0.title == title }.flatMap(\.actions)
        .map { $0.firebaseCall(with: given) }
    }
    for fault in calls.flatMap({ $0?.faults ?? [] }) where passes != true || fault.code < 13 {
      dropped.append("\(statement.location): \(fault.sentence)")
    }
  }

  private mutating func add(_ call: AppCall, among meant: [AppContainer]) {
    if case .push(let update) = call {
      add(.map(update))
    } else if case .firebase(.logEvent(let name, let parameters)) = call {
      loggedEvents.append(name)
      add(parameters: parameters)
    } else if case .firebase(.setDefaultParameters(let parameters)) = call {
      add(parameters: parameters ?? [:])
    } else if case .firebase(.setUserProperty(let name, let text)) = call {
      userProperties[name, default: Pushed()].texts.append(text ?? "undefined")
    } else if case .read(let key, _, let id) = call,
      id == nil || meant.contains(where: { $0.id == id })
    {
      reads.append(key)
    }
  }

  private mutating func addPushes(of app: App) {
    for action in app.onLaunch { add(action, isAtLaunch: true) }
    let onPhases = app.onBackground + app.onForeground + app.onTerminate
    for action in onPhases + app.containers.flatMap(\.onContainer)
      + app.screens.flatMap(Self.actions)
    {
      add(action, isAtLaunch: false)
    }
    for function in app.containers.flatMap(\.tagFunctions) {
      for case .pushes(let template) in function.actions { add(template, isAtLaunch: false) }
    }
  }

  /// The SDK logs what a class pushes; the event's name is under `event`.
  private mutating func addClasses(of app: App) {
    for case .pushes(let template) in app.classes.flatMap(\.actions) {
      for part in template.parts {
        guard case .constant(let value) = part.value else { continue }
        let isEvent = part.path == ["event"]
        let name = isEvent ? ValueConversion.text(value) : "e"
        let given = isEvent ? [:] : [part.path.joined(separator: "."): value] as OrderedDictionary
        if isEvent { loggedEvents.append(name) }
        add(parameters: given)
        dropped.append(contentsOf: FirebaseCall.logEvent(name, given).faults.map(\.sentence))
      }
    }
  }

  private static func actions(of screen: AppScreen) -> [AppAction] {
    screen.onView + screen.buttons.flatMap(\.actions)
  }

  private mutating func add(_ action: AppAction, isAtLaunch: Bool) {
    // An argument without a default may be any text.
    let given = OrderedDictionary(
      action.parameters.map { ($0.name, $0.default == .absent ? "x" : $0.default ?? "x") },
      uniquingKeysWith: { first, _ in first })
    let faults = action.firebaseCall(with: given)?.faults ?? []
    dropped.append(contentsOf: faults.map(\.sentence))
    switch action {
    case .push(let template): add(template, isAtLaunch: isAtLaunch)
    case .logEvent(let name, let template):
      switch name {
      case .constant(let value): loggedEvents.append(ValueConversion.text(value))
      case .parameter: hasOtherLoggedEvents = true
      }
      for part in template.parts {
        let name = part.path.joined(separator: ".")
        switch part.value {
        case .constant(let value): add(parameters: [name: value])
        case .parameter: parameters[name, default: Pushed()].isOpen = true
        }
      }
    case .setUserProperty(let name, let value):
      switch value {
      case .constant(let value):
        userProperties[name, default: Pushed()].texts.append(ValueConversion.text(value))
      case .parameter: userProperties[name, default: Pushed()].isOpen = true
      }
    case .call(.firebase(.setDefaultParameters(let values?))): add(parameters: values)
    case .goes, .call: break
    }
  }

  private mutating func add(parameters added: OrderedDictionary<String, Value>) {
    for (name, value) in added.elements {
      switch value {
      // Values inside a list or a map are read by paths.
      case .list, .map: parameters[name, default: Pushed()].isOpen = true
      default: parameters[name, default: Pushed()].texts.append(ValueConversion.text(value))
      }
    }
  }

  private mutating func add(_ template: PushTemplate, isAtLaunch: Bool) {
    for part in template.parts {
      switch part.value {
      case .constant(let value) where part.path == ["event"]: addEvent(value, isAtLaunch)
      case .constant(let value): push(value, at: part.path.joined(separator: "."))
      case .parameter:
        if part.path == ["event"] { hasOtherEvents = true }
        pushAnything(at: part.path.joined(separator: "."))
      }
    }
  }

  private mutating func addEvent(_ value: Value, _ isAtLaunch: Bool) {
    let name = ValueConversion.text(value)
    if isAtLaunch { launchEvents.append(name) } else { laterEvents.append(name) }
  }

  private mutating func add(_ update: Value) {
    guard let members = update.members else { return }
    for (key, value) in members.elements {
      if key == "event" { addEvent(value, false) } else { push(value, at: key) }
    }
  }
}
