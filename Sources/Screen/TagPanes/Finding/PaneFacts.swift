import OrderedCollections
import Synchronization
package import TagRuntime
package import TagSimulation
package import TagWords

extension TagText {
  /// Returns the facts about a tag of the event for a filter.
  package func facts(of tag: TagExplanation, at place: Int) -> RowFacts {
    RowFacts(
      of: tag, fate: view.fate(of: tag),
      hits: view.eventRow?.event.hits(ofTag: tag.position, in: tag.containerID) ?? [],
      in: view.simulation.world
    ) { make in view.asked.text(ofTag: place, make) }
  }
}

extension BrazePane {
  /// Returns the facts about a call for a filter.
  package func facts(of entry: BrazeEntry) -> RowFacts {
    RowFacts(of: entry) { view.time(of: entry.wall) }
  }
}

// MARK: Cached answers

/// A cache of answers about a moment: lines of the log, the texts of tags, and the moment before.
package final class AskedOfMoment: Sendable {
  /// A question about the log.
  package struct Question: Sendable, Hashable {
    var level: LogLevel
    var wording: LogWording
    var filter: RowFilter?
    var find: FindText?
  }

  /// The lines that pass the filter, and the places of matches among them.
  package struct Answer: Sendable {
    var lines: [Timeline.Line]
    var places: [Int]
  }

  private struct State {
    /// The last answer without a search text, and the last one with a search text.
    var answers: [Bool: (question: Question, answer: Answer)] = [:]
    var tags: [Int: String] = [:]
    var before: WorldView?
  }

  private let state = Mutex(State())

  /// Returns the answer to a question, computed unless it is the same as the last.
  package func answer(to question: Question, _ make: () -> Answer) -> Answer {
    let isOfText = question.find != nil
    let known = state.withLock { $0.answers[isOfText] }
    if let known, known.question == question { return known.answer }
    let answer = make()
    state.withLock { $0.answers[isOfText] = (question, answer) }
    return answer
  }

  /// Returns the text of a tag of the event, computed once.
  package func text(ofTag place: Int, _ make: () -> String) -> String {
    if let known = state.withLock({ $0.tags[place] }) { return known }
    let text = make()
    state.withLock { $0.tags[place] = text }
    return text
  }

  /// Returns the moment before, computed once.
  package func before(_ make: () -> WorldView) -> WorldView {
    if let known = state.withLock({ $0.before }) { return known }
    let view = make()
    state.withLock { $0.before = view }
    return view
  }
}

extension WorldView {
  /// Returns the world as of the row before the selected one; nil if there is none.
  package func before(in timeline: Timeline) -> WorldView? {
    guard let number = row?.number, number > 1 else { return nil }
    return asked.before { WorldView(timeline, at: number - 1, after: self) }
  }
}
