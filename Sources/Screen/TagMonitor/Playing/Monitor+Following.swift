import ScenarioEngine
import TagInspection
package import TagPanes
import TagSimulation
import TerminalKit

/// A real phone: its actions are played in a separate run, whatever the user is looking at.
extension Monitor {
  /// Whether the current run is that of a real phone: the user's actions begin a branch.
  var showsPhone: Bool { following != nil && branches.isAtFirst }

  /// Plays a phone's actions at the end of its run, and updates the matches with the container.
  ///
  /// The user can look back or be on a branch meanwhile.
  package mutating func follow(_ news: PhoneNews) {
    var known = following ?? Following()
    let before = known.sum
    following = nil
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
    let isHere = branches.isAtFirst
    if isHere { play(&run) } else { branches.changeFirst { play(&$0) } }
    let count = (isHere ? run : branches.all[0].run ?? run).record.count
    changeBranches { $0.beginFirst(after: count) }
    failure = known.take(news) ?? failure
    let tells = known.tellsStory
    following = known
    if tells, !tellsStory { takeStory(of: run.scenario) }
    if let failure { message = .failure(failure) }
    if isHere && !news.acts.isEmpty || known.sum != before { refreshView() }
  }

  /// Returns the matches of phone and container as a line; nil if no phone is followed.
  var phoneLine: Line? {
    following.map { Line(" " + $0.sum.words(borders)) }
  }

  /// Handles `A`: lists the matches of phone and container.
  mutating func showPhoneList() {
    guard let phone = context.phone, !phone.matches.isEmpty else {
      message = .hint(
        following == nil
          ? "not following a phone: tagsim follow --container FILE LOG does"
          : "no tag has had anything to show yet")
      return
    }
    let first = phone.matches.lastIndex { phone.row(of: $0) == view.row?.number }
    overlay = .phone(first ?? phone.matches.count - 1)
  }

  /// Handles a key while the list is open.
  mutating func handleInPhoneList(_ key: Key, _ place: Int) {
    let matches = context.phone?.matches ?? []
    let last = max(0, matches.count - 1)
    func go(_ place: Int) { overlay = .phone(min(max(0, place), last)) }
    switch key {
    case .up, .character("k"): go(place - 1)
    case .down, .character("j"): go(place + 1)
    case .pageUp: go(place - 10)
    case .pageDown, .character(" "): go(place + 10)
    case .home, .character("g"): go(0)
    case .end, .character("G"): go(last)
    case .character("e"):
      if let next = matches.indices.first(where: { $0 > place && matches[$0].needsLook }) {
        go(next)
      }
    case .character("E"):
      if let next = matches.indices.last(where: { $0 < place && matches[$0].needsLook }) {
        go(next)
      }
    case .character("q"): overlay = nil
    case .enter:
      guard matches.indices.contains(place), let row = context.phone?.row(of: matches[place]) else {
        return say(.hint("it belongs to no known event of this run"))
      }
      overlay = nil
      look(at: row)
      move(to: .tags)
    default: break
    }
  }
}

extension PhoneMatch {
  /// Whether the match is a problem to look at.
  fileprivate var needsLook: Bool { [.missing, .surplus, .differs].contains(state) }
}
