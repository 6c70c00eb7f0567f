import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// Everything that will happen by itself, soonest first; what happened by itself and still holds;
/// and what the user can do.
package struct DeviceAgenda: ScreenPart {
  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  /// An upcoming event that happens by itself.
  package struct Entry: Sendable, Hashable {
    /// The time until then.
    package var left: Duration
    /// The event in a word or two.
    package var title: String
    package var text: String

    /// The event in one line: "dispatch: sends hit 1; every 2m00s".
    package var words: String { "\(title): \(text)" }
  }

  /// A fact that holds now, or an action for the user.
  struct Remark: Sendable, Hashable {
    /// The time since it holds, in words; "" for none.
    var since = ""
    var title: String
    var text: String
    var needsAttention = false
  }

  private var simulation: Simulation { view.simulation }

  // MARK: Upcoming

  /// The events that will happen by themselves, soonest first.
  package var entries: [Entry] {
    var entries: [Entry] = []
    for next in simulation.upcoming() {
      let (title, text) = words(of: next)
      // A queue without hits says nothing beside another that is sent at the same moment.
      if case .dispatch = next.kind, next.hits.isEmpty, let last = entries.last,
        last.left == next.left, last.title == title
      {
        continue
      }
      entries.append(Entry(left: next.left, title: title, text: text))
    }
    return entries
  }

  private func words(of next: Upcoming) -> (title: String, text: String) {
    switch next.kind {
    case .dispatch(let queue):
      let what = next.hits.isEmpty ? "no hits wait" : "sends " + words(of: next.hits)
      return queue == .firebase
        ? ("upload", what)
        : ("dispatch", "\(what); \(DispatchWords(simulation).intervalText("every"))")
    case .openTimeout(let id): return ("open timeout", "the app stops waiting\(name(id))")
    case .refresh(let id):
      let life = ContainerLife(context: context)
      let reason = simulation.container(id).map(life.refreshReason)
      return (
        "refresh", "the SDK asks the network\(name(id))" + (reason.map { ", \($0)" } ?? "")
      )
    case .appRefresh(let id):
      let period = simulation.world.app.container(id)?.refreshTimer
      return (
        "refresh", "the app's timer\(name(id))" + (period.map { ", every \($0.shortText)" } ?? "")
      )
    case .stale(let id):
      let version = simulation.container(id).map(versionText) ?? id
      return ("stale", "\(version) is \(refreshPeriod.roundText) old")
    case .reportClosed:
      return (
        isFirebase ? "too old" : "end of the day",
        words(of: next.hits) + " would be late for the report of " + day(of: next.hits[0].hit)
      )
    case .taskExpired: return ("background task", "its time is up")
    case .taskOverdue: return ("background task", "the system ends the app")
    case .modeEnded: return ("suspended", "what keeps the app awake is over")
    }
  }

  /// Returns "hit 1", or "4 hits".
  private func words(of hits: [StoredHit]) -> String {
    let word = hits.first?.hit.queue == .firebase ? "event" : "hit"
    return hits.count == 1 ? "\(word) \(hits[0].id)" : Counted.text(hits.count, word)
  }

  /// Returns " of GTM-AB12" where several containers are open.
  private func name(_ id: String) -> String {
    (simulation.runtime?.containerStatuses ?? []).count > 1 ? " of \(id)" : ""
  }

  private func day(of hit: Hit) -> String {
    let date = simulation.world.reportZone(of: hit).civil(at: hit.created).date
    return "\(date.day) \(date.monthName)"
  }

  private var refreshPeriod: Duration { simulation.settings.refreshPeriod }

  private func versionText(_ container: ContainerStatus) -> String {
    container.version.isEmpty ? container.id : "v\(container.version)"
  }

  /// The reason why nothing is sent by itself; nil if a timer runs, or nothing waits.
  package var noDispatch: String? {
    let sending = simulation.sending(of: isFirebase ? .firebase : .analytics)
    guard case .held(let hold) = sending else { return nil }
    return "no \(isFirebase ? "upload" : "dispatch"): \(hold.words)"
  }

  // MARK: Current state

  /// The facts that came about by themselves and still hold.
  var past: [Remark] {
    var remarks: [Remark] = []
    for container in simulation.runtime?.containerStatuses ?? [] {
      guard let age = container.age(at: simulation.now.wall), age >= refreshPeriod else { continue }
      remarks.append(
        Remark(
          since: "since " + (age - refreshPeriod).shortText, title: "stale",
          text: "\(versionText(container)) is over \(refreshPeriod.roundText) old",
          needsAttention: true))
    }
    let world = simulation.world
    if world.network != .online {
      let since = (simulation.now.wall - world.networkChanged).shortText
      remarks.append(
        Remark(
          since: "since " + since, title: world.network.words,
          text: world.network == .offline ? "nothing is sent, nothing is lost" : "of the network",
          needsAttention: true))
    }
    return remarks
  }

  /// The actions for the user, with their keys.
  var waiting: [Remark] {
    guard simulation.isRunning else {
      return [Remark(title: "launch, key K", text: "an app that is not running does nothing")]
    }
    if simulation.isSuspended {
      return [Remark(title: "foreground, key b", text: "a suspended app does nothing")]
    }
    var remarks = (simulation.runtime?.containerStatuses ?? []).compactMap(refreshRemark)
    let hits = simulation.world.disk.hits.count
    if hits > 0 {
      remarks.append(
        Remark(
          title: "dispatch, key d",
          text: simulation.world.isOnline
            ? "sends \(Counted.text(hits, "hit")) at once" : "fails while offline"))
    }
    return remarks
  }

  private func refreshRemark(_ container: ContainerStatus) -> Remark? {
    guard let allowance = simulation.refreshAllowance(of: container.id) else { return nil }
    let isRefused = allowance.wait > .zero
    let tokens = "\(allowance.tokens) of \(allowance.limit) tokens"
    let published = simulation.world.server.published[container.id]?.container.version.version
    let news =
      published.flatMap { version -> String? in
        version.isEmpty || version == container.version ? nil : "; v\(version) is published"
      } ?? ""
    return Remark(
      title: "refresh, key r",
      text: (isRefused ? "refused for another \(allowance.wait.preciseText), " : "allowed now, ")
        + tokens + news, needsAttention: isRefused)
  }

  // MARK: Lines

  /// The width from which the time of day has a column.
  private static let timedColumns = 60

  /// Returns the agenda as lines of a width.
  func lines(columns: Int) -> [Line] {
    let entries = entries
    var told = [Line("Happens by itself (\(entries.count))", .bold)]
    if let why = noDispatch { told += wrapped(why, columns: columns, indent: 3, .attention) }
    told += entries.flatMap { lines(of: $0, columns: columns) }
    return told + group("Done", past, columns) + group("Up to you", waiting, columns)
  }

  private func group(_ title: String, _ remarks: [Remark], _ columns: Int) -> [Line] {
    guard !remarks.isEmpty else { return [] }
    let lines = remarks.flatMap { remark in
      row(
        remark.since, "", remark.title, remark.text,
        remark.needsAttention ? .attention : .plain, columns)
    }
    return [Line(title, .bold)] + lines
  }

  private func lines(of entry: Entry, columns: Int) -> [Line] {
    row(
      "in " + entry.left.shortText, view.time(of: simulation.now.wall + entry.left), entry.title,
      entry.text, .plain, columns)
  }

  private func row(
    _ since: String, _ time: String, _ title: String, _ text: String,
    _ style: Style, _ columns: Int
  ) -> [Line] {
    let isTimed = columns >= Self.timedColumns
    let clock = isTimed ? cell(time, 11) : ""
    let head = "   " + cell(since, isTimed ? 12 : 10) + clock + cell(title, isTimed ? 18 : 14)
    let width = TextWidth.columns(of: head)
    let texts = Wrapping.lines(text, columns: max(10, columns - width))
    return texts.enumerated().map { index, part in
      let lead = index == 0 ? head : String(repeating: " ", count: width)
      return Line(cell(lead + part, columns), style)
    }
  }
}
