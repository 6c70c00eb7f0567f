import ScenarioEngine
import TagInspection
package import TagPanes
import TagSimulation
import TerminalKit

/// A real phone: its actions are played in a separate run, whatever the user is looking at.
extension Monitor {
  /// Whether the current run is that of a real phone: the user's actions begin a branch.
  var showsPhone: Bool { telling.following != nil && comparing.branches.isAtFirst }

  /// Plays a phone's actions at the end of its run, and updates the matches with the container.
  ///
  /// The user can look back or be on a branch meanwhile.
  package mutating func follow(_ news: PhoneNews) {
    var known = telling.following ?? Following()
    let before = known.sum
    telling.following = nil
    var failure: String?
    func play(_ run: inout ScenarioRun) {
      for act in news.acts {
        do throws(ScenarioError) {
          guard let statement = try StatementParser.parse(line: act.line) else { continue }
          if statement.command.isTelling { known.tellsStory = true }
          let result = run.execute(statement)
          let made = run.rowsOfLastAct
          let event = made.first { $0.event.update != nil }
          known.take(act, made: made.startIndex + 1..<made.endIndex + 1, event: event?.number)
          if case .error(let sentence) = result.outcome {
            failure = "\(act.source?.words ?? "the phone"): \(sentence)"
          }
        } catch {
          failure = "\(act.source?.words ?? "the phone"): not played: \(error.sentence)"
        }
      }
    }
    let isHere = comparing.branches.isAtFirst
    if isHere { play(&run) } else { comparing.branches.changeFirst { play(&$0) } }
    let count = (isHere ? run : comparing.branches.all[0].run ?? run).record.count
    changeBranches { $0.beginFirst(after: count) }
    failure = known.take(news) ?? failure
    let tells = known.tellsStory
    telling.following = known
    if tells, !telling.tellsStory { takeStory(of: run.scenario) }
    if let failure { message = .failure(failure) }
    if isHere && !news.acts.isEmpty || known.sum != before { refreshView() }
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
