import OrderedCollections

extension Runtime {
  mutating func open(_ id: String, _ kind: OpenKind, _ timeout: Duration?) {
    if containers[id] != nil { return openAgain(id, kind) }
    guard containers.count < Limits.openContainers else {
      log(.tooManyContainers, id, String(Limits.openContainers))
      effects.append(.notify(.openRefused(container: id)))
      return
    }
    containers[id] = OpenContainer(id, kind, settings)
    effects += [.notify(.opened(container: id, kind)), .loadDefault(container: id)]
    if kind.isOpener { startOpener(id, timeout) } else { handOut(id, .returned) }
    if refreshMode == .defaultContainer {
      // No callback ever comes, so that an opener returns by its timer only.
      log(.defaultContainerMode)
      return
    }
    let path = preview.path(of: id)
    containers[id]?.previewPath = path
    drive(id) { $0.load(isPreviewed: path != nil) }
    if path != nil { containers[id]?.savedOutcome = .failed(.noSavedContainer) }
  }

  /// An id can be opened once; a further opener joins those that wait, or is notified before the
  /// method returns (section 4.3 of the behaviour notes).
  private mutating func openAgain(_ id: String, _ kind: OpenKind) {
    guard kind.isOpener else {
      log(.alreadyOpened, id)
      effects.append(.notify(.openRefused(container: id)))
      return
    }
    let notified = containers[id]?.opening.handle(.joined) ?? 0
    for _ in 0..<notified { handOut(id, .alreadyOpen) }
  }

  private mutating func startOpener(_ id: String, _ timeout: Duration?) {
    let timeout = timeout ?? settings.openTimeout
    if timeout >= settings.excessiveOpenTimeout {
      log(.excessiveTimeout, NumberText.plain(Double(timeout.wholeMilliseconds) / 1000))
    }
    if settings.quirks.contains(.openerWithoutRunLoop) {
      log(.openerWithoutTimer, id)
    } else {
      effects.append(.startTimer(.opening(container: id), timeout))
    }
  }

  mutating func defaultLoaded(_ id: String, _ files: [BundledFile]) {
    guard containers[id]?.source == ContainerSource.none else {
      ignored("the default container \(id)")
      return
    }
    var lookup = DefaultLookup()
    let container = lookup.look(for: id, in: files)
    effects += lookup.records.map { .log($0) }
    containers[id]?.lookup = lookup
    guard let container else {
      log(.noDefaultContainer)
      return
    }
    containers[id]?.compiled = container
    containers[id]?.source = .default
  }

  mutating func openingEvent(_ event: Opening.Event, of id: String) {
    let notified = containers[id]?.opening.handle(event) ?? 0
    guard notified > 0 else { return }
    var handing = HandingOut.found
    if case .timedOut = event { handing = .timedOut }
    if handing == .found { effects.append(.cancelTimer(.opening(container: id))) }
    for _ in 0..<notified { handOut(id, handing) }
  }

  private mutating func handOut(_ id: String, _ handing: HandingOut) {
    effects.append(.notify(.containerAvailable(container: id, handing)))
  }

  /// Stops what a container does and forgets it; its id can be opened again. The data layer stays,
  /// and openers that still waited are never notified (section 3.6 of the behaviour notes).
  mutating func close(_ id: String) {
    guard containers.removeValue(forKey: id) != nil else {
      ignored("the end of \(id), which is not open")
      return
    }
    effects += [
      .cancelTimer(.opening(container: id)), .cancelTimer(.refresh(container: id)),
      .notify(.closed(container: id)),
    ]
  }
}
