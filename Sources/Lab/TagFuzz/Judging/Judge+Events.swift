import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// Which tags every event sets off, and what they do.
extension Judge {
  mutating func judgeRows(_ step: Timeline.RedoneStep) throws(Departure) {
    // Once a step, for one that turns in circles has thousands of rows.
    closedIDs = []
    for row in step.record.rows {
      if case .closed(let id) = row.kind { closedIDs.insert(id) }
    }
    for row in step.record.rows {
      switch row.kind {
      case .update(let record, _):
        counts.events += 1
        if let outcome = record.firebase {
          try judgeEvent(record, outcome, step)
        } else {
          try judgePush(record, row, step)
        }
      case .read(let reading): try judgeRead(reading, step)
      case .closed(let id): loads[id] = nil
      default: break
      }
    }
    if isDrainOpen || isDrainCut(step) { expected = [] }
    isDrainOpen = false
    try check(
      expected.isEmpty, .drain, step,
      "\(expected.count) updates that tags pushed never went through")
  }

  private func isDrainCut(_ step: Timeline.RedoneStep) -> Bool {
    step.record.rows.contains { $0.loop != nil }
  }

  // MARK: First generation

  private mutating func judgePush(
    _ record: UpdateRecord, _ row: EventRow, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    switch record.origin {
    case .macro: break
    case .handler, .tag:
      if isDrainOpen {
        if expected.first == record.update { expected.removeFirst() }
        break
      }
      guard let next = expected.first else {
        throw departed(.drain, step, "an update went through that no tag pushed")
      }
      try check(
        next == record.update, .drain, step,
        "the update \(Self.words(.map(record.update))) went through, and next was "
          + Self.words(.map(next)))
      expected.removeFirst()
    case .app, .experiment, .restored, .firebase, .tagManager:
      if !expected.isEmpty, isDrainCut(step) { expected = [] }
      try check(
        expected.isEmpty, .drain, step,
        "the next push began before all updates of the last went through")
    }
    let isRefused = ReferenceDataLayer.isRefused(record.update)
    try check(
      isRefused == (record.rejection != nil), .drain, step,
      isRefused ? "a push beyond a bound was taken" : "a push was refused")
    if isRefused { return }
    layer.push(record.update)
    let event = Self.event(of: record.update)
    try check(
      event == record.event, .drain, step,
      "the event is \(record.event ?? "none"), and should be \(event ?? "none")")
    try judgeFirings(record, row, step) { scene in
      scene.event = event
    }
  }

  private static func event(of update: OrderedDictionary<String, Value>) -> String? {
    switch update["event"] {
    case nil, .absent: return nil
    case .null: return "<null>"
    case .string(let text): return text
    case .int(let number): return String(number)
    case .bool(let flag): return flag ? "true" : "false"
    // The text of any other value is compared by the conditions that read it.
    case let value?: return ValueConversion.text(value)
    }
  }

  // MARK: Second generation

  private mutating func judgeEvent(
    _ record: UpdateRecord, _ outcome: FirebaseOutcome, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    // Where Firebase is not followed, it counts as right.
    let isFollowed = !firebase.given.isEmpty
    let given = isFollowed ? firebase.given.removeFirst() : outcome.logged.parameters
    let properties =
      isFollowed
      ? firebase.properties.removeFirst() : step.after.runtime?.firebase.userProperties ?? [:]
    try judgeFirings(record, nil, step) { scene in
      scene.event = outcome.logged.longName
      scene.parameters = given
      scene.userProperties = properties
    }
    expected = []
  }

  // MARK: Both

  private mutating func judgeFirings(
    _ record: UpdateRecord, _ row: EventRow?, _ step: Timeline.RedoneStep,
    _ prepare: (inout ReferenceScene) -> Void
  ) throws(Departure) {
    var hitCount: Int? = 0
    // What is pushed in a handler that runs out of turn is not followed.
    if isDrainOpen { isBrazeOpen = true }
    for firing in record.firings {
      let id = firing.container
      let versions = versions(of: id, step)
      // What was found and closed within one step is in use at neither end of it.
      if versions.isEmpty || closedIDs.contains(id) {
        counts.unknown += firing.tags.count
        isDrainOpen = true
        isBrazeOpen = true
        hitCount = nil
        continue
      }
      var scene = scene(for: id, step)
      prepare(&scene)
      var fault: String?
      for version in versions {
        scene.facts["_ctv"] = .string(version.version)
        scene.facts["__ctv"] = .string(version.version)
        var container = reference(to: version, of: id, in: scene)
        let told = container.firings()
        fault = Self.difference(firing, told, in: version)
        if fault == nil, container.isCertain, firing.asked != container.asked {
          fault =
            "it asks the app \(firing.asked) times, and should ask it \(container.asked) times"
        }
        if fault == nil {
          take(told, firing, &hitCount, step)
          counts.asked += firing.asked
          break
        }
      }
      if let fault {
        throw departed(.tags, step, "at \(record.event ?? "no event") in \(id) \(fault)")
      }
    }
    if let row, let hitCount, row.hits.count != hitCount {
      throw departed(
        .hits, step, "the tags made \(row.hits.count) hits, and should make \(hitCount)")
    }
  }

  private mutating func take(
    _ told: [ReferenceFiring], _ fired: UpdateRecord.Firing, _ hitCount: inout Int?,
    _ step: Timeline.RedoneStep
  ) {
    for firing in told {
      if !firing.isSure { hitCount = nil }
      guard let done = fired.tags.first(where: { $0.tag == firing.tag }) else {
        counts.unknown += 1
        continue
      }
      expected += firing.pushes
      // What a tag pushes whose action is not known is not known either.
      if Self.isUnknown(firing.action) { (isDrainOpen, isBrazeOpen) = (true, true) }
      // Whether a pixel that is not known was sent is seen from what it made.
      if let once = firing.once, case .hits = done.result { sentOnce.insert(once) }
      switch firing.action {
      case .hits(let hits): hitCount? += hits.count
      case .ecommerce(let hits): hitCount? += hits.count
      case .called(let name), .threw(let name):
        let actions = Self.actions(of: name, in: fired.container, step.after) ?? []
        brazeEffects += Self.effects(of: actions, firing.arguments).braze
      case .pixel: hitCount? += 1
      case .unknown: hitCount = nil
      default: break
      }
      if firing.isSure { counts.firings += 1 } else { counts.unknown += 1 }
      if Self.isUnknown(firing.action) { counts.unknownActions += 1 }
    }
  }

  private static func isUnknown(_ action: ReferenceFiring.Action) -> Bool {
    if case .unknown = action { true } else { false }
  }

  /// The reference for a version. That of a container as it should be is prepared once.
  private mutating func reference(
    to version: ContainerVersion, of id: String, in scene: ReferenceScene
  ) -> ReferenceContainer {
    guard !originals.isEmpty else { return ReferenceContainer(version, in: scene) }
    let key = "\(id) \(version.version)"
    let known = references[key] ?? ReferenceContainer(version, in: scene)
    references[key] = known
    return known.entering(scene)
  }

  /// The versions of a container that may have been in use in a step: that at its end, that at its
  /// beginning, and those that were loaded in between.
  func versions(of id: String, _ step: Timeline.RedoneStep) -> [ContainerVersion] {
    var versions: [ContainerVersion] = []
    func add(_ used: ContainerVersion) {
      let version = originals["\(id) \(used.version)"] ?? originals[used.version] ?? used
      if !versions.contains(where: { $0.version == version.version }) { versions.append(version) }
    }
    let simulations = [step.after, step.before]
    for simulation in simulations {
      if let used = simulation.runtime?.compiledContainer(id)?.version { add(used) }
    }
    let loaded = Set(step.record.loads.filter { $0.container == id }.map(\.version))
    for world in simulations.map(\.world) {
      let known =
        [world.server.published[id]?.container, world.disk.savedContainers[id]?.container]
        + (world.server.drafts[id] ?? [])
      for case let container? in known where loaded.contains(container.version.version) {
        add(container.version)
      }
    }
    return versions
  }

  func scene(for id: String, _ step: Timeline.RedoneStep) -> ReferenceScene {
    let world = step.after.world
    let isFirebase = step.after.settings.generation == .firebase
    let mark = isFirebase ? "__" : "_"
    var scene = ReferenceScene()
    scene.dataLayer = layer
    scene.facts = [
      mark + "p": .string(world.device.osName), mark + "ov": .string(world.device.osVersion),
      mark + "l": .string(
        isFirebase ? world.device.language : world.device.language.lowercased()),
      mark + "an": .string(world.app.name), mark + "ai": .string(world.app.package),
      mark + "av": .string(String(world.app.build)), mark + "cid": .string(id),
      mark + "rs": .string("\(world.device.screenWidth)x\(world.device.screenHeight)"),
    ]
    scene.facts["_cid"] = nil
    // An app that returns hears late of what changed around it.
    if step.before.isInBackground { scene.facts[mark + "l"] = nil }
    scene.sentOnce = sentOnce
    scene.isAndroid = isAndroid(step)
    if scene.isAndroid { scene.facts["_av"] = .int(world.app.build) }
    scene.release = step.after.runtime?.settings.sdkVersion ?? step.after.settings.sdkVersion
    Self.letAppAnswer(in: &scene, for: id, step)
    return scene
  }
}
