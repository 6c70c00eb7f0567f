import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// Everything that will happen by itself, soonest first; what has happened and lasts; and what
/// waits for the user.
struct DeviceAgenda: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  /// Something that will happen by itself.
  struct Entry: Sendable, Hashable {
    /// How long until then.
    var left: Duration
    /// What happens, in a word or two.
    var title: String
    /// More of it.
    var text: String
  }

  /// Something that is so, or that the user can do.
  struct Remark: Sendable, Hashable {
    /// Since when, in words; "" for no time.
    var since = ""
    var title: String
    var text: String
    var needsAttention = false
  }

  private var simulation: Simulation { view.simulation }

  // MARK: By itself

  /// What will happen by itself, soonest first.
  var entries: [Entry] {
    let all = dispatches + containers + [dayEnd, taskEnd].compactMap { $0 }
    return all.enumerated().sorted { left, right in
      (left.element.left, left.offset) < (right.element.left, right.offset)
    }.map(\.element)
  }

  /// Why nothing is sent by itself; nil where a timer runs, or nothing waits.
  var noDispatch: String? {
    switch simulation.sending(of: isFirebase ? .firebase : .analytics) {
    case .held(.notRunning): "no dispatch and no refresh: the app is not running"
    case .held(.suspended): "no dispatch: the app is suspended in the background"
    case .held(.believedOffline): "no dispatch: the phone believes that it is offline"
    case .held(.offline): "no dispatch: no timer runs while offline"
    case .nothingWaits where !simulation.world.isReachable:
      simulation.world.isOnline
        ? "no dispatch: the phone believes that it is offline"
        : "no dispatch: no timer runs while offline"
    case .nothingWaits, .inFlight, .due, .held(.noTimer), .held(.notDue): nil
    }
  }

  private var dispatches: [Entry] {
    let entries = HitQueue.allCases.compactMap { queue -> Entry? in
      guard let left = simulation.untilDispatch(of: queue) else { return nil }
      let count = simulation.world.disk.count(of: queue)
      let what =
        count == 0 ? "nothing waits so far" : "sends " + hitWords(queue, count)
      guard queue != .firebase else {
        return Entry(left: left, title: "upload", text: what)
      }
      return Entry(
        left: left, title: "dispatch", text: "\(what); \(DispatchForecast(context).intervalWords)")
    }
    // Queues that go at once and have nothing are one line.
    return entries.enumerated().filter { !entries[..<$0.offset].contains($0.element) }.map(
      \.element)
  }

  /// "hit 1", or "4 hits".
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
        let reason = ContainerLife(context).refreshReason(of: container)
        entries.append(
          Entry(left: left, title: "refresh", text: "the SDK asks the network\(name), \(reason)"))
      }
      if let period = simulation.world.app.container(container.id)?.refreshTimer,
        let left = simulation.untilAppRefresh(of: container.id)
      {
        entries.append(
          Entry(
            left: left, title: "refresh",
            text: "the timer of the app\(name), every \(period.shortText)"))
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

  /// When the report of a day closes for hits that wait.
  private var dayEnd: Entry? {
    let now = simulation.trueTime
    let waiting = view.hits.filter { $0.state == .waiting && $0.cutoff > now && $0.received == nil }
    guard let first = waiting.map(\.cutoff).min() else { return nil }
    let late = waiting.filter { $0.cutoff == first }
    let hit = late[0].hit
    let date = simulation.world.reportZone(of: hit).civil(at: hit.created).date
    let day = "\(date.day) \(Self.months[(date.month - 1) % Self.months.count])"
    let what =
      late.count == 1 ? late[0].id.map { "hit \($0)" } ?? "a hit" : Counted.text(late.count, "hit")
    let title = isFirebase ? "too old" : "end of the day"
    return Entry(
      left: first - now, title: title, text: "\(what) would be late for the report of \(day)")
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private var taskEnd: Entry? {
    guard let task = simulation.backgroundTask else { return nil }
    let now = simulation.now.instant
    let due = task.isExpired ? task.expires + BackgroundTask.grace : task.expires
    return Entry(
      left: due - now, title: "background task",
      text: task.isExpired ? "the system ends the app" : "its time is over")
  }

  // MARK: What is so

  /// What has happened by itself, and lasts.
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

  /// What the user can do, with the keys.
  var waiting: [Remark] {
    guard simulation.isRunning else {
      return [Remark(title: "launch, key K", text: "nothing happens in an app that does not run")]
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
      text: (isRefused ? "refused for \(allowance.wait.preciseText) more, " : "allowed now, ")
        + tokens + news, needsAttention: isRefused)
  }
}

// MARK: Lines

extension DeviceAgenda {
  /// A line, with the entry that it belongs to.
  struct ShownLine: Sendable {
    var line: Line
    var entry: Int?
  }

  /// From here on the time of day has a column.
  private static let timedColumns = 60

  /// The agenda as lines.
  ///
  /// - Parameters:
  ///   - columns: how wide they may be.
  ///   - selected: the place of the entry that is selected; nil for none.
  func lines(columns: Int, selected: Int?) -> [ShownLine] {
    let entries = entries
    var told = [ShownLine(line: Line("Will happen by itself \(entries.count)", .bold))]
    if let why = noDispatch {
      told += wrapped(why, columns: columns, indent: 3, .attention).map { ShownLine(line: $0) }
    }
    for (place, entry) in entries.enumerated() {
      told += lines(of: entry, isSelected: place == selected, columns: columns).map {
        ShownLine(line: $0, entry: place)
      }
    }
    told += group("Has happened", past, columns)
    return told + group("Waits for you", waiting, columns)
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
