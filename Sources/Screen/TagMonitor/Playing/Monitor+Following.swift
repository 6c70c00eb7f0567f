package import ScenarioEngine
import TagInspection
package import TagPanes
import TagSimulation
import TerminalKit

/// A real phone: its actions are played in a separate run, whatever the user is looking at.
extension Monitor {
  /// Whether the current run is that of a real phone: the user's actions begin a branch.
  var showsPhone: Bool { telling.following != nil && comparing.branches.isAtFirst }

  /// Takes over what a phone did meanwhile, and the matches with the container.
  ///
  /// The user can look back or be on a branch meanwhile.
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

  /// Returns the matches of phone and container as a line; nil if no phone is followed.
  var phoneLine: Line? {
    telling.following.map { Line(" " + $0.sum.words(display.borders)) }
  }

  /// Why there is no list of the matches of phone and container.
  var whyNoPhoneList: Message? {
    if context.phone?.matches.isEmpty == false { return nil }
    return .hint(
      telling.following == nil
        ? "not following a phone: tagsim follow --container FILE LOG does"
        : "no tag has had anything to show yet")
  }

  /// Handles `A`: lists the matches of phone and container.
  mutating func showPhoneList() {
    guard let phone = context.phone else { return }
    let first = phone.matches.lastIndex { phone.row(of: $0) == view.row?.number }
    open(ShownMatches(selected: first ?? phone.matches.count - 1))
  }
}

/// The matches of phone and container over the panes, with a selected one.
struct ShownMatches: Overlay {
  var selected: Int

  static let place = KeyPlace.menu
  var isTurned: Bool { true }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    [.enter("its event"), KeyHint("e", "next to look at"), .escape("close")]
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    let matches = monitor.context.phone?.matches ?? []
    switch key {
    case .character("e"):
      selected =
        matches.indices.first { $0 > selected && matches[$0].needsLook } ?? selected
    case .character("E"):
      selected = matches.indices.last { $0 < selected && matches[$0].needsLook } ?? selected
    case .character("q"): monitor.close()
    case .enter:
      guard matches.indices.contains(selected),
        let row = monitor.context.phone?.row(of: matches[selected])
      else { return monitor.say(.hint("it belongs to no known event of this run")) }
      monitor.close()
      monitor.look(at: row)
      monitor.move(to: .tags)
    default: selected = selected.moved(by: key.steps ?? 0, upTo: max(0, matches.count - 1))
    }
    return []
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? { nil }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    PhoneList(monitor.context, place: selected, in: layout.body).draw(on: &buffer)
  }
}

extension PhoneMatch {
  /// Whether the match is a problem to look at.
  fileprivate var needsLook: Bool { [.missing, .surplus, .differs].contains(state) }
}
