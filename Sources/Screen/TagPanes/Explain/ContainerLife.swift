package import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The history of containers so far, and their next events.
struct ContainerLife: ScreenPart {
  let context: ScreenContext

  // MARK: Next events

  /// Returns what will happen to a container next, and when.
  func countdowns(of container: ContainerStatus) -> [Fact] {
    let id = container.id
    let opening = container.isOpening ? [Upcoming.Kind.openTimeout(container: id)] : []
    let left = view.simulation.until(
      [.stale(container: id), .refresh(container: id), .appRefresh(container: id)] + opening)
    return [
      openerFact(container, container.isOpening ? left[3] : nil), ageFact(container, left[0]),
      networkFact(container, left[1]), appTimerFact(container, left[2]), tokenFact(container),
    ].compactMap { $0 }
  }

  private func openerFact(_ container: ContainerStatus, _ left: Duration?) -> Fact? {
    guard container.isOpening else { return nil }
    let text = left.map { "waits at most \($0.preciseText) longer" } ?? "waits, without a timeout"
    return Fact("opener", text)
  }

  private func ageFact(_ container: ContainerStatus, _ left: Duration?) -> Fact {
    guard let age = container.age(at: view.simulation.now.wall) else {
      return Fact("age", "none: never loaded from the network")
    }
    let limit = (view.simulation.runtime?.settings ?? Settings()).refreshPeriod
    if age >= limit {
      return Fact(
        "age", "\(age.shortText), STALE (over \(limit.roundText)) for \((age - limit).shortText)",
        needsAttention: true)
    }
    let then = left.map { "turns stale (\(limit.roundText)) in \($0.shortText)" }
    let fresh = "refreshed before it is \(limit.roundText) old"
    return Fact("age", "\(age.shortText), " + (then ?? fresh))
  }

  private func networkFact(_ container: ContainerStatus, _ left: Duration?) -> Fact? {
    let simulation = view.simulation
    if simulation.report(on: container.id)?.isDefaultOnly == true {
      return Fact("network", "never: opened in default-container mode", needsAttention: true)
    }
    if container.isLoading { return Fact("network", "requested, no answer yet") }
    guard let left else {
      let isPutOff = simulation.untilAppRefresh(of: container.id) != nil
      return simulation.isSuspended
        ? Fact("network", "due when the app returns")
        : isPutOff ? Fact("network", "the app's timer comes first, again and again") : nil
    }
    let reason = refreshReason(of: container)
    return Fact("network", "automatic in \(left.shortText) (\(reason))")
  }

  /// Returns the reason for the time of the next refresh: "12 h after a success".
  func refreshReason(of container: ContainerStatus) -> String {
    let settings = view.simulation.runtime?.settings ?? Settings()
    let last = timeline.loads[..<view.loadCount].last { load in
      guard load.event.container == container.id else { return false }
      return switch load.event.kind {
      case .succeeded(.network), .failed(.network, _), .opened: true
      default: false
      }
    }
    switch last?.event.kind {
    case .succeeded:
      return settings.refreshPeriod.roundText
        + (settings.platform.spreadsRefreshes ? " and more" : "")
        + " after a success"
    case .failed:
      return settings.refreshRetry.roundText
        + (settings.platform.spreadsRefreshes ? " and more" : "")
        + " after a failure"
    default: return "when the saved copy is \(settings.refreshPeriod.roundText) old"
    }
  }

  private func appTimerFact(_ container: ContainerStatus, _ left: Duration?) -> Fact? {
    guard let left, let period = view.simulation.world.app.container(container.id)?.refreshTimer
    else {
      return nil
    }
    return Fact("app timer", "refreshes in \(left.shortText), every \(period.shortText)")
  }

  private func tokenFact(_ container: ContainerStatus) -> Fact? {
    guard let allowance = view.simulation.refreshAllowance(of: container.id) else { return nil }
    var text = "\(allowance.tokens) of \(allowance.limit) refresh tokens"
    if let next = allowance.nextToken { text += ", the next in \(next.shortText)" }
    if view.simulation.runtime?.refreshMode == .defaultContainer {
      text += "; refused in default-container mode"
      return Fact("refresh", text, needsAttention: true)
    }
    let isRefused = allowance.wait > .zero
    text += isRefused ? "; refused for another \(allowance.wait.preciseText)" : "; allowed now"
    return Fact("refresh", text, needsAttention: isRefused)
  }

  // MARK: History

  /// The maximum number of entries of the history of loads that can be scrolled through.
  private static let loadLineLimit = 500

  /// The number of entries before the displayed ones that are searched for their beginnings.
  private static let searchedLoads = 100

  /// Returns the history of one container or of all at the selected event: the last entries, and
  /// the number of entries before them.
  private func loadEntries(of id: String?) -> (shown: [LoadEntry], hidden: Int) {
    let loads = timeline.loads[..<view.loadCount]
    let isMeant = { (load: Timeline.Load) in id == nil || load.event.container == id }
    let count = id == nil ? loads.count : loads.count(where: isMeant)
    let last = loads.reversed().lazy.filter(isMeant)
      .prefix(Self.loadLineLimit + Self.searchedLoads)
    let shown = LoadEntry.all(last.reversed()).suffix(Self.loadLineLimit)
    return (Array(shown), count - shown.count)
  }

  /// Returns the history of opens and refreshes, newest last: of one container, or of all.
  func loadLines(of id: String? = nil, columns: Int) -> [Line] {
    let (entries, hidden) = loadEntries(of: id)
    guard !entries.isEmpty else { return [Line("nothing opened yet", .dim)] }
    let isOne = Set(entries.map(\.event.container)).count == 1
    var lines: [Line] = []
    if hidden > 0 { lines.append(Line("\(hidden) older ones are not shown", .dim)) }
    var launch = hidden > 0 ? 0 : 1
    for entry in entries {
      if entry.event.launch != launch {
        launch = entry.event.launch
        lines.append(Line("launch \(launch)", .dim))
      }
      lines += self.lines(of: entry, isNamed: !isOne, columns: columns)
    }
    return lines
  }

  private func lines(of entry: LoadEntry, isNamed: Bool, columns: Int) -> [Line] {
    // Many entries fall within the same second.
    let time = view.simulation.world.zone.civil(at: entry.event.wall).preciseTimeText + "  "
    let words =
      (isNamed ? entry.event.container + " " : "") + entry.words(in: view.simulation.settings)
    let style: Style = entry.isTrouble ? .attention.strong : .plain
    let width = TextWidth.columns(of: time)
    let space = String(repeating: " ", count: width)
    return Wrapping.lines(words, columns: columns - width).enumerated().map { index, text in
      Line(index == 0 ? time : space, .dim) + Line(text, style)
    }
  }
}

/// An event in the life of a container, with the time since its cause.
struct LoadEntry: Sendable, Hashable {
  var event: LoadEvent
  /// The time from a request to its answer, or from the opening to the delivery.
  var took: Duration?

  /// Returns the entries of a history, in order.
  ///
  /// - Complexity: O(n) in the events.
  static func all(_ loads: some Sequence<Timeline.Load>) -> [LoadEntry] {
    var begins: [Begin: Instant] = [:]
    return loads.map { load in
      let event = load.event
      var entry = LoadEntry(event: event)
      switch event.kind {
      case .opened: begins[Begin(event, nil)] = event.instant
      case .began(let kind): begins[Begin(event, kind)] = event.instant
      case .succeeded(let kind), .failed(let kind, _):
        entry.took = begins[Begin(event, kind)].map { event.instant - $0 }
      case .handedOut(.found, _), .handedOut(.timedOut, _), .handedOut(.failed, _):
        entry.took = begins[Begin(event, nil)].map { event.instant - $0 }
      case .handedOut, .openRefused, .refreshRefused, .closed: break
      }
      return entry
    }
  }

  private struct Begin: Hashable {
    var container: String
    var kind: RefreshKind?
    var launch: Int

    init(_ event: LoadEvent, _ kind: RefreshKind?) {
      container = event.container
      self.kind = kind
      launch = event.launch
    }
  }

  func words(in settings: Settings) -> String {
    let text = event.words(in: settings)
    return took.map { text + ", after " + $0.preciseText } ?? text
  }

  var isTrouble: Bool {
    switch event.kind {
    case .failed(.network, _), .failed(.saved, .ioError), .failed(.saved, .serverError),
      .handedOut(.timedOut, _), .handedOut(.failed, _), .openRefused, .refreshRefused:
      true
    default: false
    }
  }
}

extension LoadEvent {
  fileprivate func words(in settings: Settings) -> String {
    switch kind {
    case .opened(let kind): "opened: " + kind.meaning(in: settings)
    case .openRefused(let isOpen):
      "NOT opened: " + (isOpen ? "it is already open" : "\(Limits.openContainers) are already open")
    case .handedOut(.failed, let thread):
      "NO CONTAINER for the app: a failed status"
        + (thread.map { " (\($0.words(on: settings.platform)))" } ?? "")
    case .handedOut(let handing, let thread):
      handing.words + (thread.map { " (\($0.words(on: settings.platform)))" } ?? "")
        + ": \(inUse)"
    case .began(.saved): "disk: saved copy requested"
    case .began(.network): "network: requested"
    case .succeeded(.saved) where source == .saved: "disk answered: \(inUse)"
    case .succeeded(.saved): "disk answered too late: \(inUse) stays in use"
    case .succeeded(.network) where source == .network && !version.isEmpty:
      "network answered: v\(version) is in use"
    case .succeeded(.network): "network answered: \(inUse) is in use"
    case .failed(.saved, let failure): "disk answered: \(failure.words)"
    case .failed(.network, let failure): "network FAILED: \(failure.words)"
    case .refreshRefused: "refresh REFUSED: asked too often"
    case .closed: "closed"
    }
  }

  /// The container in use: "v7 saved".
  private var inUse: String { source.described(version: version) }
}

extension HandingOut {
  /// The reason for the delivery, in words.
  fileprivate var words: String {
    switch self {
    case .returned: "returned to the app at once"
    case .found: "handed to the app"
    case .timedOut: "handed to the app at the timeout"
    case .alreadyOpen: "handed to the app at once: already open"
    case .failed: "a failed status for the app"
    }
  }
}

extension ContainerSource {
  /// Returns a version from this source, in a few letters: "v7 saved", "default", "an empty
  /// container".
  package func described(version: String) -> String {
    if self == .none { return "an empty container" }
    return version.isEmpty ? rawValue : "v\(version) \(rawValue)"
  }
}

extension OpenKind {
  /// Returns the app's request, in words.
  package func meaning(in settings: Settings) -> String {
    switch self {
    case .preferNonDefault: "prefer-non-default: any saved copy is accepted"
    case .preferFresh:
      "prefer-fresh: a saved copy must be under \(settings.refreshPeriod.roundText) old"
    case .callback: "callback: at once, as it is"
    }
  }
}

extension Duration {
  /// The duration, with milliseconds if it is short: "5 ms", "180 ms", "2.0 s".
  package var preciseText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    guard milliseconds < 60_000 else { return shortText }
    return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
  }

  /// Whole hours without minutes, as for constants: "12 h"; otherwise as usual.
  package var roundText: String {
    let hours = wholeMilliseconds / 3_600_000
    return hours > 0 && .hours(hours) == self ? "\(hours) h" : shortText
  }
}
