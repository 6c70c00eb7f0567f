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
    let all = dispatches + containers + [dayEnd, taskEnd].compactMap { $0 }
    return all.enumerated().sorted { left, right in
      (left.element.left, left.offset) < (right.element.left, right.offset)
    }.map(\.element)
  }

  /// The reason why nothing is sent by itself; nil if a timer runs, or nothing waits.
  var noDispatch: String? {
    switch simulation.sending(of: isFirebase ? .firebase : .analytics) {
    case .held(.notRunning): "no dispatch and no refresh: the app is not running"
    case .held(.suspended): "no dispatch: the app is suspended in the background"
    case .held(.believedOffline): "no dispatch: the phone believes it is offline"
    case .held(.offline): "no dispatch: no timer runs while offline"
    case .nothingWaits where !simulation.world.isReachable:
      simulation.world.isOnline
        ? "no dispatch: the phone believes it is offline"
        : "no dispatch: no timer runs while offline"
    case .nothingWaits, .inFlight, .due, .held(.noTimer), .held(.notDue): nil
    }
  }

  private var dispatches: [Entry] {
    let entries = HitQueue.allCases.compactMap { queue -> Entry? in
      guard let left = simulation.untilDispatch(of: queue) else { return nil }
      let count = simulation.world.disk.count(of: queue)
      let what =
        count == 0 ? "no hits wait" : "sends " + hitWords(queue, count)
      guard queue != .firebase else {
        return Entry(left: left, title: "upload", text: what)
      }
      return Entry(
        left: left, title: "dispatch",
        text: "\(what); \(DispatchForecast(context: context).intervalWords)")
    }
    // Queues that are sent at the same moment and have no hits share a line.
    return entries.enumerated().filter { !entries[..<$0.offset].contains($0.element) }.map(
      \.element)
  }

  /// Returns "hit 1", or "4 hits".
  private func hitWords(_ queue: HitQueue, _ count: Int) -> String {
    let word = queue == .firebase ? "event" : "hit"
    guard count == 1 else { return Counted.text(count, word) }
    let only = view.hits.first { $0.state == .waiting && $0.hit.queue == queue }
    return only?.id.map { "\(word) \($0)" } ?? "1 \(word)"
  }

  private var containers: [Entry] {
    let open = simulation.runtime?.containerStatuses ?? []
    let isOne = open.count == 1
    return open.flatMap { container -> [Entry] in
      let name = isOne ? "" : " of \(container.id)"
      var entries: [Entry] = []
      if container.isOpening, let left = simulation.untilOpenTimeout(of: container.id) {
        entries.append(
          Entry(left: left, title: "open timeout", text: "the app stops waiting\(name)"))
      }
      if let left = simulation.untilRefresh(of: container.id) {
        let reason = ContainerLife(context: context).refreshReason(of: container)
        entries.append(
          Entry(left: left, title: "refresh", text: "the SDK asks the network\(name), \(reason)"))
      }
      if let period = simulation.world.app.container(container.id)?.refreshTimer,
        let left = simulation.untilAppRefresh(of: container.id)
      {
        entries.append(
          Entry(
            left: left, title: "refresh",
            text: "the app's timer\(name), every \(period.shortText)"))
      }
      if let left = untilStale(container), left > .zero {
        let limit = refreshPeriod.roundText
        entries.append(
          Entry(left: left, title: "stale", text: "\(versionText(container)) is \(limit) old"))
      }
      return entries
    }
  }

  private var refreshPeriod: Duration { simulation.settings.refreshPeriod }

  private func untilStale(_ container: ContainerStatus) -> Duration? {
    container.age(at: simulation.now.wall).map { refreshPeriod - $0 }
  }

  private func versionText(_ container: ContainerStatus) -> String {
    container.version.isEmpty ? container.id : "v\(container.version)"
  }

  /// The moment when a day's report closes for waiting hits.
  private var dayEnd: Entry? {
    let now = simulation.trueTime
    let waiting = view.hits.filter { $0.state == .waiting && $0.cutoff > now && $0.received == nil }
    guard let first = waiting.map(\.cutoff).min() else { return nil }
    let late = waiting.filter { $0.cutoff == first }
    let hit = late[0].hit
    let date = simulation.world.reportZone(of: hit).civil(at: hit.created).date
    let day = "\(date.day) \(date.monthName)"
    let what =
      late.count == 1 ? late[0].id.map { "hit \($0)" } ?? "a hit" : Counted.text(late.count, "hit")
    let title = isFirebase ? "too old" : "end of the day"
    return Entry(
      left: first - now, title: title, text: "\(what) would be late for the report of \(day)")
  }

  private var taskEnd: Entry? {
    guard let task = simulation.backgroundTask else { return nil }
    let now = simulation.now.instant
    let due = task.isExpired ? task.expires + BackgroundTask.grace : task.expires
    return Entry(
      left: due - now, title: "background task",
      text: task.isExpired ? "the system ends the app" : "its time is up")
  }

  // MARK: Current state

  /// The facts that came about by themselves and still hold.
  var past: [Remark] {
    var remarks: [Remark] = []
    for container in simulation.runtime?.containerStatuses ?? [] {
      guard let left = untilStale(container), left <= .zero else { continue }
      remarks.append(
        Remark(
          since: "since " + (.zero - left).shortText, title: "stale",
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

  /// A line of the agenda, with the entry to which it belongs.
  struct ShownLine: Sendable {
    var line: Line
    var entry: Int?
  }

  /// The width from which the time of day has a column.
  private static let timedColumns = 60

  /// Returns the agenda as lines.
  ///
  /// - Parameters:
  ///   - columns: the width of the lines.
  ///   - selected: the place of the selected entry; nil for none.
  func lines(columns: Int, selected: Int?) -> [ShownLine] {
    let entries = entries
    var told = [ShownLine(line: Line("Happens by itself (\(entries.count))", .bold))]
    if let why = noDispatch {
      told += wrapped(why, columns: columns, indent: 3, .attention).map { ShownLine(line: $0) }
    }
    for (place, entry) in entries.enumerated() {
      told += lines(of: entry, isSelected: place == selected, columns: columns).map {
        ShownLine(line: $0, entry: place)
      }
    }
    told += group("Done", past, columns)
    return told + group("Up to you", waiting, columns)
  }

  private func group(_ title: String, _ remarks: [Remark], _ columns: Int) -> [ShownLine] {
    guard !remarks.isEmpty else { return [] }
    let lines = remarks.flatMap { remark in
      row(
        "  ", remark.since, "", remark.title, remark.text,
        remark.needsAttention ? .attention : .plain, columns)
    }
    return [ShownLine(line: Line(title, .bold))] + lines.map { ShownLine(line: $0) }
  }

  private func lines(of entry: Entry, isSelected: Bool, columns: Int) -> [Line] {
    let wall = simulation.now.wall + entry.left
    let mark = (isSelected ? signs.cursor : " ") + " "
    return row(
      mark, "in " + entry.left.shortText, view.time(of: wall), entry.title, entry.text,
      isSelected ? .selection : .plain, columns)
  }

  private func row(
    _ mark: String, _ since: String, _ time: String, _ title: String, _ text: String,
    _ style: Style, _ columns: Int
  ) -> [Line] {
    let isTimed = columns >= Self.timedColumns
    let clock = isTimed ? cell(time, 11) : ""
    let head = mark + " " + cell(since, isTimed ? 12 : 10) + clock + cell(title, isTimed ? 18 : 14)
    let width = TextWidth.columns(of: head)
    let texts = Wrapping.lines(text, columns: max(10, columns - width))
    return texts.enumerated().map { index, part in
      let lead = index == 0 ? head : String(repeating: " ", count: width)
      return Line(cell(lead + part, columns), style)
    }
  }
}
