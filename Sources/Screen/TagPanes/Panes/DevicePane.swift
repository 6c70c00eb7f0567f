import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// The phone, its containers and their timers, and all loads of containers.
struct DevicePane: PaneView {
  static let pane = Pane.device

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { "Device and clock" }

  /// Returns the time and the event, for the right of the title.
  func note(columns: Int) -> String {
    "\(view.clock.weekdayTimeText), at #\(view.row?.number ?? 0)"
  }

  func lines(columns: Int) -> [Line] {
    DeviceAgenda(context).lines(columns: columns) + [Line()] + facts(columns: columns)
  }

  /// Returns what is true of the phone, whatever its containers.
  func phoneLines(columns: Int) -> [Line] { factLines(appFacts + sdkFacts, columns: columns) }

  private func facts(columns: Int) -> [Line] {
    var lines = phoneLines(columns: columns)
    let app = view.simulation.world.app
    let open = view.simulation.runtime?.containerStatuses ?? []
    for container in open {
      lines += [Line(), Line("Container \(container.id)", .bold)]
      lines += factLines(facts(of: container), columns: columns)
    }
    for id in app.containers.map(\.id) where !open.contains(where: { $0.id == id }) {
      lines += [Line(), Line("Container \(id)", .bold) + "  not open"]
    }
    if isFirebase {
      lines += [Line(), Line("Firebase", .bold)] + factLines(firebaseFacts, columns: columns)
    }
    lines += [Line(), Line("Hits and trackers", .bold)]
    lines += factLines(analyticsFacts, columns: columns)
    lines += [Line(), Line("Opens and refreshes, newest last", .bold)]
    return lines + ContainerLife(context: context).loadLines(columns: columns)
  }

  private var appFacts: [Fact] {
    let simulation = view.simulation
    let world = simulation.world
    let device = world.device
    let saved = world.disk.savedContainers.elements.map { id, copy in
      let version = copy.container.version.version
      return id + (version.isEmpty ? "" : " v" + version)
    }
    let launch = simulation.launchNumber
    return clockFacts + [
      Fact(
        "Phone",
        "\(device.model), \(device.osName) \(device.osVersion), language "
          + "\(device.language), country \(device.country), \(device.screenWidth)x"
          + "\(device.screenHeight)"),
      Fact(
        "App",
        "\(world.app.name), \(appState), "
          + (launch == 0 ? "not launched yet" : "launch \(launch)"),
        needsAttention: simulation.isFrozen),
      Fact(
        "Network", "\(networkWords) since \(view.time(of: world.networkChanged))",
        needsAttention: world.network != .online),
      Fact(
        "Disk",
        world.disk.condition.words
          + (saved.isEmpty ? "; no saved container" : "; saved " + saved.joined(separator: ", ")),
        needsAttention: world.disk.condition != .ok),
    ]
  }

  /// The facts about the phone's clock; empty unless the user has set it.
  private var clockFacts: [Fact] {
    let ahead = view.simulation.world.clockAhead
    if ahead == .zero { return [] }
    let words =
      ahead > .zero
      ? "\(ahead.shortText) ahead of" : "\((Duration.zero - ahead).shortText) behind"
    let truth = view.simulation.world.zone.civil(at: view.simulation.trueTime).dateTimeText
    return [
      Fact("Clock", "\(words) the true time, \(truth)", needsAttention: true)
    ]
  }

  private var appState: String {
    let simulation = view.simulation
    guard simulation.isRunning else { return "not running" }
    if let frozen = simulation.frozen {
      let waited = (simulation.now.instant - frozen.since).preciseText
      return "MAIN THREAD FROZEN for \(waited): get waits for \(frozen.container), "
        + Counted.text(simulation.waitingActs, "act") + " wait"
        + (simulation.waitingActs == 1 ? "s" : "")
    }
    if simulation.isSuspended { return "in the background, suspended" }
    guard simulation.isInBackground else { return "in the foreground" }
    return simulation.backgroundTask == nil
      ? "in the background, awake" : "in the background, awake for its task"
  }

  private var networkWords: String {
    switch view.simulation.world.network {
    case .slow(let latency, let jitter):
      "slow (answers take \(latency.preciseText)"
        + (jitter > .zero ? " plus up to \(jitter.preciseText))" : ")")
    case .status(let status): "answers with HTTP status \(status)"
    case .timeout: "no answers (timeout)"
    case .reset: "connections break (reset)"
    case .captive: "a portal answers (captive)"
    case let other: other.words
    }
  }

  private var sdkFacts: [Fact] {
    let simulation = view.simulation
    let mode = simulation.runtime?.refreshMode ?? simulation.world.refreshMode
    let isDefaultOnly = mode == .defaultContainer
    let optedOut = simulation.runtime?.analytics.isOptedOut ?? simulation.world.disk.isOptedOut
    var facts = [
      Fact(
        "SDK",
        (isFirebase ? "v5" : simulation.settings.releaseText) + ", refresh mode "
          + (isDefaultOnly
            ? "default-container: neither disk nor network is asked" : "standard")
          + ", the app's logger " + view.logger.words, needsAttention: isDefaultOnly),
      Fact(
        "Client id",
        simulation.world.disk.clientID + "   opt-out "
          + (optedOut ? "ON: nothing is tracked" : "off"), needsAttention: optedOut),
      Fact(
        "Preview",
        (simulation.runtime?.previewedContainer.map { "of \($0)" } ?? "none")
          + "; links begin with \(simulation.world.app.previewScheme)://"),
    ]
    let analytics = simulation.runtime?.analytics.logger ?? simulation.world.analyticsLogger
    if analytics != Logger() {
      facts.append(Fact("Analytics log", "its logger " + analytics.words))
    }
    if simulation.settings.delivery == .strict {
      facts.append(
        Fact(
          "Delivery",
          "strict: only a success counts as sent; failures are tried again, "
            + "with growing delays", needsAttention: true))
    }
    let quirks = Quirk.allCases.filter(simulation.settings.quirks.contains)
    if quirks.isEmpty { facts.append(Fact("Quirks", "none on")) }
    for (index, quirk) in quirks.enumerated() {
      facts.append(
        Fact(
          index == 0 ? "Quirks" : "", "\(quirk.rawValue): \(quirk.summary) (SDK \(quirk.version))",
          needsAttention: true))
    }
    return facts
  }

  private func facts(of container: ContainerStatus) -> [Fact] {
    let preview =
      container.source == .preview
      ? ", by a preview link" : container.isPreviewed ? "; a preview is requested, not loaded" : ""
    let refreshed =
      container.refreshed.map {
        view.simulation.world.zone.civil(at: $0).dateTimeText + " (\($0.milliseconds) ms)"
      } ?? "never (0)"
    return [
      Fact(
        "in use",
        container.source.described(version: container.version) + preview
          + ", isDefault " + (container.isDefault ? "YES" : "NO"),
        needsAttention: container.source == .none),
      Fact(
        "opened",
        container.kind.meaning(in: view.simulation.settings)
          + (container.isOpening ? ", still waits" : "")),
      Fact("last refresh", refreshed),
    ] + ContainerLife(context: context).countdowns(of: container) + missingFacts(container)
  }

  private func missingFacts(_ container: ContainerStatus) -> [Fact] {
    let missing = view.simulation.report(on: container.id)?.missingFunctions ?? []
    return missing.enumerated().map { index, function in
      let id = function.function.isEmpty ? "a function without a name" : function.function
      let names = function.names.joined(separator: ", ")
      return Fact(
        index == 0 ? "not in SDK" : "",
        "\(id): \(function.kind.effect(in: view.vocabulary)) (\(names))", needsAttention: true)
    }
  }

  // MARK: Analytics

  /// The facts that Analytics stores about the phone, its trackers, and its times of sending.
  private var analyticsFacts: [Fact] {
    let simulation = view.simulation
    let world = simulation.world
    let analytics = simulation.runtime?.analytics
    let words = DispatchWords(simulation)
    var facts: [Fact] = []
    if analytics?.isDryRun == true {
      facts.append(Fact("dry run", "ON: nothing is sent", needsAttention: true))
    }
    if world.isReachable != world.isOnline {
      let text = "the phone wrongly believes it has \(world.isReachable ? "a" : "no") network"
      facts.append(Fact("belief", text, needsAttention: true))
    }
    for (index, text) in words.texts().enumerated() {
      facts.append(Fact(index == 0 ? "dispatch" : "", text))
    }
    if let task = words.taskText { facts.append(Fact("bg task", task)) }
    return facts + trackerFacts
  }

  private var trackerFacts: [Fact] {
    guard let runtime = view.simulation.runtime else { return [] }
    let analytics = runtime.analytics
    let now = view.simulation.now.instant
    func credits(_ tracker: String?) -> String {
      "\(runtime.credits(ofTracker: tracker, at: now)) of \(Limits.hitCredits) credits"
    }
    let trackers = analytics.trackers.values.enumerated().map { index, tracker in
      let id = tracker.value(of: "&tid") ?? "no tracking id"
      let isDefault = tracker.name == analytics.defaultTracker
      return Fact(
        index == 0 ? "trackers" : "",
        (tracker.name == id ? id : "\(tracker.name) (\(id))")
          + (isDefault ? ", the default one" : "") + ": " + credits(tracker.name))
    }
    return trackers + [Fact("pixels", credits(nil))]
  }

  // MARK: Firebase

  /// The facts that Firebase stores about the phone and its user.
  private var firebaseFacts: [Fact] {
    let simulation = view.simulation
    let memory = simulation.world.disk.lasting.firebase
    let first = memory.hasOpened ? "done" : "not yet"
    var facts = [
      Fact("first open", first), Fact("session", sessionText(memory)),
      Fact("user id", memory.userID ?? "none"),
      Fact(
        "debug mode",
        memory.isDebugging
          ? "ON, also after the next launch: events are sent at once" : "off",
        needsAttention: memory.isDebugging),
      Fact(
        "collection", memory.isCollecting ? "on" : "OFF: nothing is logged",
        needsAttention: !memory.isCollecting),
      Fact(
        "event names",
        "\(memory.eventNames.count) of \(Limits.eventNames) used by this installation"),
    ]
    if let state = view.firebaseOfStep, state.heldEvents > 0 {
      let held = "\(Counted.text(state.heldEvents, "event")) until the container is ready"
      facts.append(Fact("held", held, needsAttention: true))
    }
    if simulation.settings.firebaseValidation == .warn {
      let warn = "warn: events that Firebase would drop pass, marked"
      facts.append(Fact("validation", warn, needsAttention: true))
    }
    facts.append(Fact("upload", DispatchWords(simulation).text(of: .firebase)))
    return facts
  }

  private func sessionText(_ memory: FirebaseMemory) -> String {
    guard let started = memory.sessionStarted else { return "none yet" }
    let session = FirebaseState.Session(number: memory.sessionNumber, started: started)
    return "number \(session.number), id \(session.id), since "
      + view.time(of: started)
  }
}

// MARK: Words

extension MissingFunction.Kind {
  fileprivate func effect(in vocabulary: Vocabulary) -> String {
    switch self {
    case .macro: "its \(vocabulary.macro)s have no value"
    case .tag: "its tags do not fire"
    case .condition: "its conditions are false"
    }
  }
}

extension DiskCondition {
  fileprivate var words: String {
    switch self {
    case .ok: "ok"
    case .ioError: "io-error: every read and write fails"
    case .damaged: "damaged: saved containers cannot be read"
    }
  }
}
