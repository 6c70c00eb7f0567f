package import ScenarioEngine
import TagInspection
package import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A real phone: its actions are played in a separate run, whatever the user is looking at.
extension Monitor {
  /// Whether the current run is that of a real phone: the user's actions begin a branch.
  var showsPhone: Bool { telling.following != nil && comparing.branches.isAtFirst }

  /// Takes over what a phone did meanwhile, and the matches with the container.
  ///
  /// The user can look back or be on a branch meanwhile. The lanes open with the first news.
  ///
  /// - Parameter play: plays it at the end of the phone's run, and returns it; nil if there is
  ///   nothing.
  /// - Returns: whether there was something.
  @discardableResult
  package mutating func follow(_ play: (inout ScenarioRun) -> PhoneNews?) -> Bool {
    let isHere = comparing.branches.isAtFirst
    var news: PhoneNews?
    if isHere { news = play(&run) } else { comparing.branches.changeFirst { news = play(&$0) } }
    guard let news else { return false }
    if telling.following == nil { telling.lanes = LanesState() }
    var known = telling.following ?? Following()
    let before = known.sum
    telling.following = nil
    let played = isHere ? run : comparing.branches.all[0].run ?? run
    changeBranches { $0.beginFirst(after: played.record.count) }
    let failure = known.take(news)
    known.tellsStory = !played.story.isEmpty
    telling.following = known
    if known.tellsStory, !telling.tellsStory { takeStory(of: run.scenario) }
    if let failure { message = .failure(failure) }
    if isHere && !news.acts.isEmpty || known.sum != before {
      refreshView()
      settle()
    }
    return true
  }

  /// The end of the message line: how much needs a look; nil if no phone is followed.
  func lookLine(columns: Int) -> Line? {
    guard let phone = telling.following else { return nil }
    // For a listener there is no strip.
    if display.isReader, page?.place == .lanes {
      return PhoneLanes(context, place: nil, in: Rect(display.size)).sumLine()
    }
    let words = phone.lookWords
    if words.isEmpty { return Line(phone.sum.counts[.seen] == nil ? "" : " Nothing needs a look") }
    let line = Line(" " + words)
    return page?.place == .lanes && columns >= Layout.dockedColumns
      ? line + ": " + Line("e", .accent) + " goes to the next" : line
  }

  // MARK: The lanes

  /// Handles `F`: shows the lanes again, or asks for a log or a command to follow.
  mutating func startFollowing() {
    if showsPhone, page == nil { return showLanes() }
    startTyping("follow ")
    message = .hint("a log, or a command that writes one, such as adb logcat; Tab completes files")
  }

  /// Shows the lanes, with the current event selected.
  mutating func showLanes() {
    guard let phone = telling.following, showsPhone else {
      return say(.hint("this is not the run of a followed phone: F asks for a log"))
    }
    let lane = phone.lanes.first { phone.row(of: $0) == cursor }
    telling.lanes = LanesState(selected: cursor == nil ? nil : lane?.source)
  }

  /// Goes to the next event that needs a look, or the one before; a warning is in the lanes alone.
  mutating func goToLook(forward: Bool) {
    guard let phone = telling.following else { return }
    let row = view.row?.number
    let here = page?.place == .lanes ? telling.lanes?.place(in: phone) : nil
    let last = here ?? phone.lanes.lastIndex { phone.row(of: $0) == row } ?? -1
    guard let next = phone.next(after: last, forward: forward) else {
      return say(.hint("Nothing needs a look"))
    }
    message = nil
    let lane = phone.lanes[next]
    if here == nil, phone.row(of: lane) != nil { return open(lane) }
    telling.lanes = LanesState(selected: lane.source)
  }

  /// Shows an event of the lanes in all panes, with the tag whose answer is the most serious.
  fileprivate mutating func open(_ lane: PhoneLane) {
    guard let row = context.phone?.row(of: lane) else {
      return say(.hint("no event of the phone belongs to this line"))
    }
    look(at: row)
    move(to: .tags)
    let tag = lane.matches.first { $0.state == lane.state }?.tag
    if let place = view.tags.firstIndex(where: { $0.name == tag }) {
      selection.tag = place
      settle()
    }
  }
}

extension LanesState: Overlay {
  static let place = KeyPlace.lanes
  static let keys: [KeyBinding] =
    [
      row([.enter], "open", "the event in all panes; Esc returns") { $0.open(&$1) },
      row([.left], "before", "the event before") { $0.move(-1, $1) },
      row([.right], "after", "the event after it") { $0.move(1, $1) },
    ]
    + moving("the event before", "the event after it", ends: "event", pages: .list) {
      state, rows, monitor in state.move(rows, monitor)
    }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let isNarrow = monitor.display.size.columns < Layout.dockedColumns
    let arrows = monitor.display.borders == .utf8 ? "←→" : "Left Right"
    return [
      KeyHint(.right, arrows, "event"), .enter(isNarrow ? "panes" : "the event in all panes"),
      KeyHint("e", "next that needs a look"), KeyHint("R", "keep as a test"),
    ]
  }

  /// The place of the selection among all; the newest if it is not there.
  fileprivate func place(in phone: Following?) -> Int {
    let lanes = phone?.lanes ?? []
    return selected.flatMap { source in lanes.firstIndex { $0.source == source } }
      ?? max(0, lanes.count - 1)
  }

  private mutating func move(_ rows: Int, _ monitor: Monitor) {
    let lanes = monitor.telling.following?.lanes ?? []
    let last = max(0, lanes.count - 1)
    let place = place(in: monitor.telling.following).moved(by: rows, upTo: last)
    selected = place == last ? nil : lanes[place].source
  }

  private func open(_ monitor: inout Monitor) {
    let lanes = monitor.telling.following?.lanes ?? []
    let place = place(in: monitor.telling.following)
    monitor.message = nil
    if lanes.indices.contains(place) { monitor.open(lanes[place]) }
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? { nil }

  /// Another pane that was opened covers the lanes.
  mutating func follow(in monitor: Monitor) {
    isShown = isShown && monitor.telling.lanes?.isShown == true
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let body = monitor.layout(size: monitor.display.size).body
    let here = place(in: monitor.telling.following)
    let place = PhoneLanes(monitor.context, place: here, in: body).place(at: point)
    if let place, place == here { open(&monitor) } else { move((place ?? here) - here, monitor) }
    return place.map { _ in [] }
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    PhoneLanes(monitor.context, place: place(in: monitor.telling.following), in: layout.body)
      .draw(on: &buffer)
  }
}
