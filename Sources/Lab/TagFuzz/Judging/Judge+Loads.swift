import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// Which container is in use, when it is asked for, and what is previewed.
extension Judge {
  mutating func judgeLoads(_ step: Timeline.RedoneStep) throws(Departure) {
    guard step.after.isRunning else { return }
    try judgeDefaults(step)
    let disks = [step.before, step.after].map(\.world.disk)
    if step.act == nil, disks.allSatisfy({ $0.condition == .ioError }),
      disks[0].savedContainers.mapValues(\.refreshed)
        != disks[1].savedContainers.mapValues(\.refreshed)
    {
      throw departed(.loads, step, "a disk that fails has saved a container")
    }
    guard step.after.settings.generation == .legacy else { return }
    for event in step.record.loads { try judge(event, step) }
    try judgeRefresh(step)
    try judgeUse(step)
  }

  /// A container that was opened is the one of the app's files, or none.
  private func judgeDefaults(_ step: Timeline.RedoneStep) throws(Departure) {
    for event in step.record.loads {
      guard case .opened = event.kind, let used = step.after.container(event.container),
        used.source == .none || used.source == .default
      else { continue }
      var versions: [String: ContainerVersion] = [:]
      for (name, file) in step.after.world.bundle {
        guard case .container(let container) = file.content,
          container.version.structuralFault == nil
        else { continue }
        versions[name] = container.version
      }
      let name = ReferenceLoads.defaultFile(
        of: used.id, among: versions.mapValues(\.format),
        isFirebase: step.after.settings.generation == .firebase)
      let wanted = name.flatMap { versions[$0]?.version }
      let found = used.source == .none ? nil : used.version
      guard found != wanted else { continue }
      throw departed(
        .loads, step,
        "the default of \(used.id) is \(found ?? "none"), and should be \(wanted ?? "none")")
    }
  }

  /// A refresh that the app asks for costs a token, or is refused.
  private mutating func judgeRefresh(_ step: Timeline.RedoneStep) throws(Departure) {
    let refused = step.record.loads.count { $0.kind == .refreshRefused }
    guard case .app(.refresh(let named))? = step.act else {
      // Previews cost tokens as well, and how many depends on what was previewed before; so does
      // the app's own timer.
      if step.record.loads.contains(where: { $0.kind == .refreshRefused }) || isAskedOtherwise(step)
      {
        for event in step.record.loads { loads[event.container] = nil }
        for id in step.after.world.app.containers.map(\.id) { spent.insert(id) }
      }
      return
    }
    let id = named ?? step.after.world.app.containerID
    guard !step.before.isFrozen, step.before.container(id) != nil, !spent.contains(id),
      step.before.runtime?.refreshMode == .standard
    else { return }
    let full = ReferenceLoads(isAndroid: isAndroid(step))
    let isAccepted = loads[id, default: full].accepts(
      at: step.after.now.instant.milliseconds)
    try check(
      isAccepted != (refused > 0), .loads, step,
      "a refresh of \(id) is \(isAccepted ? "refused" : "accepted"), and should not be")
  }

  private func isAskedOtherwise(_ step: Timeline.RedoneStep) -> Bool {
    if !step.after.world.app.containers.allSatisfy({ $0.refreshTimer == nil }) { return true }
    return step.record.rows.contains { row in
      switch row.kind {
      case .link, .thawed: true
      default: false
      }
    }
  }

  private mutating func judge(
    _ event: LoadEvent, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let id = event.container
    switch event.kind {
    case .opened:
      loads[id] = ReferenceLoads(isAndroid: isAndroid(step))
      spent.remove(id)
    case .succeeded(.network), .failed(.network, _):
      counts.loads += 1
      guard step.record.loads.count(where: { $0.container == id }) <= 2 else { return }
      var isSuccess = false
      if case .succeeded = event.kind { isSuccess = true }
      try expectQuestion(
        id,
        in: ReferenceLoads.untilNext(afterSuccess: isSuccess, isAndroid: isAndroid(step)), step,
        "after a load")
    case .succeeded(.saved):
      guard let saved = step.before.world.disk.savedContainers[id],
        step.record.loads.count(where: { $0.container == id }) <= 2
      else { return }
      let age = (step.after.now.wall - saved.refreshed).wholeMilliseconds
      let wait = ReferenceLoads.untilNext(savedAgo: age)
      if wait > 0, step.before.flows?.network.contains(.loading) == false {
        try expectQuestion(id, in: wait...wait, step, "after a saved copy was found")
      }
      let isHandedOut = step.record.loads.contains {
        if case .handedOut = $0.kind { $0.container == id } else { false }
      }
      if let opened = step.after.container(id)?.kind, opened == .preferFresh, isHandedOut,
        !ReferenceLoads.isFresh(savedAgo: age)
      {
        throw departed(.loads, step, "an opener is content with a copy that is not fresh")
      }
    default: break
    }
  }

  private func expectQuestion(
    _ id: String, in wait: ClosedRange<Int64>, _ step: Timeline.RedoneStep, _ when: String
  ) throws(Departure) {
    // A leap lets several things happen in one step.
    if case .jump? = step.act { return }
    guard step.after.container(id) != nil, !step.after.isSuspended else { return }
    guard let due = step.after.untilRefresh(of: id)?.wholeMilliseconds else {
      if step.after.flows?.network.contains(.loading) == true { return }
      throw departed(.loads, step, "\(id) is never asked for again \(when)")
    }
    try check(
      wait.contains(due), .loads, step,
      "\(id) is asked for again in \(due) ms \(when), and should be in \(wait.lowerBound) ms")
  }

  /// What comes into use comes from where it says, and nothing worse takes the place of something
  /// better.
  private func judgeUse(_ step: Timeline.RedoneStep) throws(Departure) {
    for status in step.after.runtime?.containerStatuses ?? [] {
      let isOpened = step.record.loads.contains {
        if case .opened = $0.kind { $0.container == status.id } else { false }
      }
      let before = isOpened ? nil : step.before.container(status.id)
      if before?.source == status.source, before?.version == status.version { continue }
      let world = step.before.world
      switch status.source {
      case .none: continue
      case .default:
        if let before, before.source != .none {
          throw departed(
            .loads, step, "\(status.id) falls back from \(before.source.rawValue) to the default")
        }
      case .saved:
        let saved = world.disk.savedContainers[status.id]?.container.version.version
        if saved != status.version || (before.map { $0.source == .network } ?? false) {
          throw departed(
            .loads, step,
            "\(status.id) is saved version \(status.version), and saved is "
              + (saved ?? "none"))
        }
      case .network:
        if case .useContainer? = step.act { continue }
        let published = world.server.published[status.id]?.container.version.version
        if published != status.version, before?.version != status.version {
          throw departed(
            .loads, step,
            "\(status.id) is version \(status.version) of the network, and published "
              + "is \(published ?? "none")")
        }
      case .preview:
        let drafts = world.server.drafts[status.id]?.map(\.version.version) ?? []
        let published = world.server.published[status.id]?.container.version.version
        if !drafts.contains(status.version), published != status.version {
          throw departed(
            .loads, step, "\(status.id) previews version \(status.version), which nobody drafted")
        }
      }
    }
  }

  // MARK: Preview

  mutating func judgePreview(_ step: Timeline.RedoneStep) throws(Departure) {
    guard let runtime = step.after.runtime, step.after.settings.generation == .legacy else {
      return
    }
    var link: String?
    switch step.act {
    case .openURL(let url)?, .launch(_, _, _, let url?, _)?: link = url
    default: break
    }
    if step.before.isFrozen || step.after.isFrozen || step.isThawed
      || step.after.world.app.linkHandling == .late
    {
      isPreviewOpen = true
    }
    if isPreviewOpen { return }
    // What has another app's scheme reaches none or that one.
    let app = step.after.world.app
    if let link, app.linkHandling == .atOnce, app.registersScheme,
      link.lowercased().hasPrefix("tagmanager.c.\(app.package.lowercased()):")
    {
      _ = preview.open(link)
    }
    try check(
      preview.container == runtime.previewedContainer, .preview, step,
      "\(runtime.previewedContainer ?? "nothing") is previewed, and should be "
        + (preview.container ?? "nothing"))
  }
}
