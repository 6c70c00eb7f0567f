import OrderedCollections

extension Runtime {
  mutating func open(_ id: String, _ kind: OpenKind, _ timeout: Duration?) {
    if containers[id] != nil { return openAgain(id, kind) }
    if settings.generation == .firebase, let first = containers.keys.first {
      return log(.oneContainer, id, first)
    }
    guard containers.count < Limits.openContainers else {
      log(.tooManyContainers, id, String(Limits.openContainers))
      step.effects.append(.notify(.openRefused(container: id, isOpen: false)))
      return
    }
    openings += 1
    containers[id] = OpenContainer(
      id, kind, number: openings, afterRequest: requests, settings)
    step.effects += [.notify(.opened(container: id, kind)), .loadDefault(container: id)]
    if kind.isOpener { startOpener(id, timeout) } else { handOut(id, .returned, .caller) }
    if refreshMode == .defaultContainer {
      // No callback ever comes, so an opener returns only by its timer.
      log(.defaultContainerMode)
      containers[id]?.isDefaultOnly = true
      return
    }
    let path = preview.path(of: id)
    containers[id]?.previewPath = path
    containers[id]?.savedOutcome = path == nil ? .asked : .notLookedAt
    drive(id) { $0.load(isPreviewed: path != nil) }
  }

  /// Opens a container again. An id can be opened once; a further opener joins the waiting ones, or
  /// is notified before the method returns (LegacySDK §3.3).
  private mutating func openAgain(_ id: String, _ kind: OpenKind) {
    guard kind.isOpener else {
      log(.alreadyOpened, id)
      step.effects.append(.notify(.openRefused(container: id, isOpen: true)))
      return
    }
    openingEvent(.joined, of: id)
  }

  private mutating func startOpener(_ id: String, _ timeout: Duration?) {
    let timeout = timeout ?? settings.openTimeout
    if timeout >= settings.excessiveOpenTimeout {
      log(.excessiveTimeout, Self.sixDecimals(timeout))
    }
    if settings.quirks.contains(.openerWithoutRunLoop) {
      log(.openerWithoutTimer, id)
    } else {
      step.effects.append(.startTimer(.opening(container: id), timeout))
    }
  }

  /// Writes seconds as the SDK's format `%f` does.
  private static func sixDecimals(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    return "\(milliseconds / 1000).\(NumberText.padded(milliseconds % 1000, to: 3))000"
  }

  mutating func defaultLoaded(_ id: String, _ files: [BundledFile]) {
    guard containers[id]?.source == ContainerSource.none else {
      ignored("the default container \(id)")
      return
    }
    var lookup = DefaultLookup()
    let container = lookup.look(for: id, in: files, settings.generation)
    // An app for Android names its raw resource itself, whatever the name.
    for record in lookup.records
    where settings.platform != .android || record.code != .renamedDefault {
      say(record)
    }
    containers[id]?.lookup = lookup
    guard let container else {
      log(settings.generation == .firebase ? .noFolderContainer : .noDefaultContainer)
      return
    }
    let read = container.reading(settings.patterns)
    containers[id]?.compiled = read
    containers[id]?.source = .default
    if settings.generation == .firebase {
      sayAsPhone(LogRecord(.containerLoading, [id]), at: .info)
    }
    remarkOnPlatform(of: id)
    tellOfLoad(id)
  }

  /// Sends a container the event of its loading, if one of its variables asks for it.
  ///
  /// Source: Platforms §4; Android's twin.
  mutating func tellOfLoad(_ id: String) {
    guard settings.generation == .legacy, let container = containers[id] else { return }
    let flag = CompiledContainer.loadEventFlag
    guard container.compiled.slotOfName[flag] != nil else {
      // Only a user who asked for every line needs to know.
      return sayAsPhone(LogRecord(.noLoadEvent))
    }
    let reading = reading(of: flag, as: .boolean, in: id, at: now, host: step.host)
    guard reading.value == .bool(true) else { return }
    drain(["event": "gtm.load", "gtm.id": .string(id)], .tagManager)
  }

  /// Logs once per container that it was made for the other platform.
  ///
  /// Source: Platforms §1.
  mutating func remarkOnPlatform(of id: String) {
    guard settings.platform == .ios, settings.generation == .legacy,
      let container = containers[id], !container.isKnownAsForeign,
      container.compiled.version.platform == .android
    else { return }
    containers[id]?.isKnownAsForeign = true
    log(.foreignContainer, id)
  }

  mutating func openingEvent(_ event: Opening.Event, of id: String) {
    let notified = containers[id]?.opening.handle(event) ?? 0
    guard notified > 0 else { return }
    var (handing, thread) = event.handing
    if handing == .found { step.effects.append(.cancelTimer(.opening(container: id))) }
    let hasNothing = containers[id]?.source == ContainerSource.none
    if hasNothing, settings.platform.rules.openingCanFail { handing = .failed }
    for _ in 0..<notified { handOut(id, handing, thread) }
    // A failed status comes without a container (Platforms §4), so its id can be opened again.
    if handing == .failed { drop(id) }
  }

  private mutating func handOut(_ id: String, _ handing: HandingOut, _ thread: HandingThread) {
    step.effects.append(.notify(.containerAvailable(container: id, handing, thread)))
  }

  /// Stops a container and removes it; its id can be opened again. The data layer stays (LegacySDK
  /// §7.4). The fate of openers that still wait was not observed; here they are never notified, and
  /// a line says so.
  mutating func close(_ id: String) {
    guard let container = containers[id] else {
      ignored("the end of \(id), which is not open")
      return
    }
    if case .waiting(let notifiers) = container.opening.state {
      log(.openersDropped, id, String(notifiers))
    }
    drop(id)
    step.effects.append(.notify(.closed(container: id)))
  }

  private mutating func drop(_ id: String) {
    containers[id] = nil
    step.effects += [
      .cancelTimer(.opening(container: id)), .cancelTimer(.refresh(container: id)),
    ]
  }
}
