import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// The app's own code: what its handlers and classes answer, how often they are asked, what a typed
/// getter returns, and which calls reach Braze.
extension Judge {
  // MARK: Answers

  /// The scene in which a container is evaluated asks the code that the app's description has.
  static func letAppAnswer(
    in scene: inout ReferenceScene, for id: String, _ step: Timeline.RedoneStep
  ) {
    let world = step.after
    let isFirebase = world.settings.generation == .firebase
    func isRegistered(_ kind: HandlerRegistration.Kind, _ name: String) -> Bool {
      world.isRegistered(HandlerRegistration(container: id, kind: kind, name: name))
    }
    scene.answer = { name, parameters in
      if isFirebase {
        switch world.world.app.classes.first(where: { $0.path == name })?.body {
        case nil: return .nobody
        case .gives(let cases)?: return answer(of: cases, name, parameters, world.world.device)
        case .acts(let actions)?:
          if case .threw = effects(of: actions, parameters).end { return .threw(pushes: []) }
          return .value(.null)
        }
      }
      guard isRegistered(.macro, name),
        let function = world.world.app.container(id)?.macroFunctions.first(where: {
          $0.name == name
        })
      else { return .nobody }
      return answer(of: function.cases, name, parameters, world.world.device)
    }
    scene.run = { name, parameters in
      guard let actions = actions(of: name, in: id, world) else { return .nobody }
      return effects(of: actions, parameters).end
    }
  }

  /// The code that a tag runs by a name; nil where the app has none.
  static func actions(
    of name: String, in id: String, _ world: Simulation
  ) -> [AppTag.Action]? {
    if world.settings.generation == .firebase {
      guard let body = world.world.app.classes.first(where: { $0.path == name })?.body else {
        return nil
      }
      if case .acts(let actions) = body { return actions }
      return []
    }
    let handler = HandlerRegistration(container: id, kind: .tag, name: name)
    guard world.isRegistered(handler) else { return nil }
    return world.world.app.container(id)?.tagFunctions.first { $0.name == name }?.actions
  }

  /// The answer of the first case of a table whose conditions hold.
  private static func answer(
    of cases: [AppMacro.Case], _ name: String, _ parameters: OrderedDictionary<String, Value>,
    _ device: Device
  ) -> ReferenceScene.Answer {
    let own = ["language": Value.string(device.language), "country": .string(device.country)]
    for line in cases {
      let holds = line.conditions.allSatisfy { condition in
        let actual = parameters[condition.name] ?? own[condition.name]
        return actual.map(ValueConversion.text) == ValueConversion.text(condition.value)
      }
      guard holds else { continue }
      switch line.outcome {
      case .value(let value): return .value(value)
      case .fails: return .threw(pushes: [])
      case .echo:
        let arguments = parameters.map { "\($0)=" + ValueConversion.text($1) }
        return .value(.string("\(name)(" + arguments.joined(separator: ", ") + ")"))
      }
    }
    return .value(.null)
  }

  /// How the code of a tag ends, and what it asks of Braze on the way.
  static func effects(
    of actions: [AppTag.Action], _ parameters: OrderedDictionary<String, Value>
  ) -> (end: ReferenceScene.Answer, braze: [ReferenceBraze.Effect]) {
    var pushes: [Value] = []
    var effects: [ReferenceBraze.Effect] = []
    for action in actions {
      switch action {
      case .fails: return (.threw(pushes: pushes), effects)
      case .pushes(let template):
        guard let update = try? template.update(with: parameters) else {
          return (.threw(pushes: pushes), effects)
        }
        pushes.append(update)
      case .braze(let provider, _):
        let effect = ReferenceBraze.effect(
          of: parameters, in: provider == .swift ? .swift : .objectiveC)
        effects.append(effect)
        if effect == .raises { return (.threw(pushes: pushes), effects) }
      }
    }
    return (.ran(pushes: pushes), effects)
  }

  // MARK: Typed reads

  /// A value that the app has read, and how often its code was asked for it.
  mutating func judgeRead(
    _ reading: ValueReading, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard case .app(.read(_, _, let named))? = step.act,
      step.after.settings.generation == .legacy, step.after.settings.platform == .ios
    else { return }
    let id = named ?? step.after.world.app.containerID
    counts.reads += 1
    let versions = versions(of: id, step)
    guard versions.count < 2 else { return }
    var scene = scene(for: id, step)
    var container = ReferenceContainer(versions.first ?? ContainerVersion(), in: scene)
    if let version = versions.first {
      scene.facts["_ctv"] = .string(version.version)
      container = ReferenceContainer(version, in: scene)
    }
    guard let value = container.read(reading.key, as: reading.kind) else { return }
    try check(
      value == reading.value, .reads, step,
      "the app reads \(Self.words(reading.value)) under \(reading.key) as "
        + "\(reading.kind.rawValue), and should read \(Self.words(value))")
    if container.isCertain, container.asked != reading.calls.count,
      reading.calls.count < Limits.logLinesPerEvaluation
    {
      throw departed(
        .reads, step,
        "reading \(reading.key) asks the app \(reading.calls.count) times, and should ask it "
          + "\(container.asked) times")
    }
  }

  // MARK: Braze

  /// The calls that reached Braze in a step.
  mutating func judgeBraze(_ step: Timeline.RedoneStep) throws(Departure) {
    defer { (brazeEffects, isBrazeOpen) = ([], false) }
    let before = step.before.world.braze.entries.count
    let after = step.after.world.braze.entries
    guard !isBrazeOpen, after.count >= before, step.after.world.app.hasBrazeInstance else { return }
    // A phone stores so many calls, and refuses the next ones.
    guard after.count < BrazeLimits.calls else { return }
    let effects = after.dropFirst(before).map(Self.effect)
    counts.brazeCalls += effects.count
    guard effects != brazeEffects else { return }
    let place = zip(effects, brazeEffects).prefix { $0 == $1 }.count
    func words(_ effects: [ReferenceBraze.Effect]) -> String {
      effects.indices.contains(place) ? Self.words(effects[place]) : "nothing"
    }
    throw departed(
      .braze, step,
      "Braze gets \(words(effects)), and should get \(words(brazeEffects))")
  }

  private static func effect(of entry: BrazeEntry) -> ReferenceBraze.Effect {
    switch (entry.outcome, entry.verdict) {
    case (.nothing, _): .nothing
    case (.raises, _): .raises
    case (.calls, .taken(.logEvent(let name, let properties), _)?): .event(name, properties)
    case (.calls, .taken(.setAttribute(let key, let value), _)?):
      .attribute(key, type: value.kind.rawValue, value.value)
    case (.calls, .taken(.changeUser(let id), _)?): .user(id)
    case (.calls, _): .refused
    }
  }

  private static func words(_ effect: ReferenceBraze.Effect) -> String {
    switch effect {
    case .event(let name, let properties): "event \(name) \(words(.map(properties)))"
    case .attribute(let key, let type, let value): "attribute \(key) = \(words(value)) as \(type)"
    case .user(let id): "user \(id)"
    case .nothing: "a call without an effect"
    case .raises: "an exception"
    case .refused: "a call that it refuses"
    }
  }
}
