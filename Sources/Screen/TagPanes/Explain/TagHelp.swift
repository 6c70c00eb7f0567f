import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// The changes that would make a tag fire or work: in the app, in the web interface, and here.
struct TagHelp: ScreenPart {
  let context: ScreenContext

  /// Returns the remedies, by the place to apply them; empty if nothing is wrong.
  func lines(for tag: TagExplanation) -> [(place: String, text: String)] {
    switch context.view.fate(of: tag) {
    // The text on an ineffective call already includes the remedy.
    case .hits, .logged, .wrote, .called, .idle: return []
    case .nothingRan(let function, _):
      let app =
        isFirebase
        ? "write a class \(function), with @objc(\(function)) in Swift"
        : "register a handler for \(function) when the container is ready"
      return [("in the app", app), ("in the web", "or correct the name, or remove the tag")]
    case .threw: return [("in the app", "fix the code that failed")]
    case .ignored(let reason): return [("in the web", "fix the tag: \(reason)")]
    case .refused: return [("in the web", "fill in what the tag lacks")]
    case .blocked(let rules):
      let rule = rules.first?.title ?? "the \(tag.ruleWord)"
      return [("in the web", "remove \(rule) from the tag's exceptions")]
    case .missed(let miss): return miss.map { missHelp(tag, $0) } ?? []
    case .never: return neverHelp(tag)
    }
  }

  private func neverHelp(_ tag: TagExplanation) -> [(place: String, text: String)] {
    let what =
      tag.rules.isEmpty
      ? "add a \(tag.ruleWord) that fires it"
      : "put conditions that exclude each other in separate \(tag.ruleWord)s"
    return [("in the web", what)]
  }

  private func missHelp(
    _ tag: TagExplanation, _ miss: NearestMiss
  ) -> [(place: String, text: String)] {
    let failing = miss.failingInOrder
    var lines: [(place: String, text: String)] = []
    let pushes = failing.compactMap(push)
    if !pushes.isEmpty { lines.append(("in the app", pushes.joined(separator: " and "))) }
    let loosened = failing.filter {
      !$0.isAboutEvent && $0.isEquality && $0.seen?.isEmpty == false
    }
    if let condition = loosened.first, failing.count == 1 {
      lines.append(("in the web", "change the \(tag.ruleWord) to \(condition.actual)"))
    } else if failing.allSatisfy({ !$0.isAboutEvent }) {
      lines.append(("in the web", "change the condition, or remove it"))
    }
    lines.append(("here", keys(for: tag)))
    return lines
  }

  /// Returns the keys that try it.
  private func keys(for tag: TagExplanation) -> String {
    let subject = Explained.tag(name: tag.name, container: tag.containerID)
    let push = "press p to \(isFirebase ? "log" : "push") it yourself"
    let isNear = context.trialPush(of: subject) != nil
    return (isNear ? "B tries it" : push) + ", a turns the dial"
  }

  /// Returns the push that would satisfy a condition; nil if there is none.
  private func push(_ condition: ConditionExplanation) -> String? {
    let verb = isFirebase ? "log" : "push"
    if condition.isAboutEvent {
      return condition.isEquality
        ? "\(verb) the event \(condition.wanted)"
        : "\(verb) an event that \(condition.verb) \(condition.wanted)"
    }
    guard let maker = condition.maker, let path = maker.subject,
      maker.readsDataLayer || maker.readsEvent
    else { return nil }
    return condition.isEquality
      ? "\(verb) \(path) = \(condition.wanted.quoted)"
      : "\(verb) \(path) so that \(condition.sentence)"
  }
}
