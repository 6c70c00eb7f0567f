import OrderedCollections
import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation
import TerminalKit

// MARK: Tags

extension TagText {
  /// What a filter can ask of a tag of the event.
  func facts(of tag: TagExplanation, at place: Int) -> RowFacts {
    RowFacts(
      text: { view.asked.text(ofTag: place) { text(of: tag) } },
      values: { field in
        switch field {
        case .tag: [.text(tag.name)]
        case .container: [.text(tag.containerID)]
        case .rule: (tag.rules + tag.blockingRules).map { .text($0.name) }
        case .reason: reasonLines(of: tag, columns: Self.wide).map { .text($0.trimmedText) }
        case .outcome: [.text(view.fate(of: tag).short)]
        case .hit: hits(of: tag).compactMap { $0.map { .number(Double($0)) } }
        default: []
        }
      },
      has: { has($0, tag) })
  }

  /// Columns in which no sentence is cut.
  private static var wide: Int { 400 }

  /// What the row says once it is open.
  private func text(of tag: TagExplanation) -> String {
    let reasons = reasonLines(of: tag, columns: Self.wide).map(\.trimmedText)
    return ([tag.name, view.fate(of: tag).short] + reasons).joined(separator: "\n")
  }

  /// The numbers of the hits that a tag made; nil in place of one that was never stored.
  private func hits(of tag: TagExplanation) -> [Int64?] {
    view.eventRow?.event.hits(ofTag: tag.position, in: tag.containerID) ?? []
  }

  private func has(_ flag: FilterFlag, _ tag: TagExplanation) -> Bool {
    switch flag {
    case .fired: return tag.didFire
    case .failed: return view.fate(of: tag).isTrouble
    case .blocked: return tag.outcome == .blocked
    case .never: return tag.neverReason != nil
    case .sent, .late, .lost, .waits, .unreported:
      return hits(of: tag).compactMap { $0 }.contains { id in
        view.simulation.world.hit(id).map { $0.filterFlags.contains(flag) } ?? false
      }
    default: return false
    }
  }
}

extension Line {
  /// What it says, without the blanks around and between its columns.
  fileprivate var trimmedText: String {
    text.split(separator: " ").joined(separator: " ")
  }
}

// MARK: Calls of Braze

extension BrazePane {
  /// What a filter can ask of a call.
  func facts(of entry: BrazeEntry) -> RowFacts {
    let outcome = entry.taken?.title ?? entry.missedReason ?? ""
    return RowFacts(
      text: {
        callLines(entry, columns: 400).map(\.text).joined(separator: "\n")
      },
      values: { field in
        switch field {
        case .call: [.number(entry.number)]
        case .tag: [.text(entry.call.caller)]
        case .event: entry.call.event.map { [.text($0)] } ?? []
        case .row: [.number(entry.row)]
        case .time: [.text(view.time(of: entry.wall))]
        case .outcome: [.text(outcome)]
        default: []
        }
      },
      has: { $0 == .failed && entry.missedReason != nil })
  }
}

// MARK: What was asked

/// What was asked of a moment, once for as long as it is looked at: lines of the log, the texts of
/// tags, and the moment before.
final class AskedOfMoment: Sendable {
  /// What is asked of the log.
  struct Question: Sendable, Hashable {
    var level: LogLevel
    var wording: LogWording
    var filter: RowFilter?
    var find: FindText?
  }

  /// The lines that are meant, and the places among them where a text is.
  struct Answer: Sendable {
    var lines: [Timeline.Line]
    var places: [Int]
  }

  private struct State {
    /// The last answer without a text that is looked for, and the last one with one.
    var answers: [Bool: (question: Question, answer: Answer)] = [:]
    var tags: [Int: String] = [:]
    var before: WorldView?
  }

  private let state = Mutex(State())

  /// The answer to a question, made where the last one was another.
  func answer(to question: Question, _ make: () -> Answer) -> Answer {
    let isOfText = question.find != nil
    let known = state.withLock { $0.answers[isOfText] }
    if let known, known.question == question { return known.answer }
    let answer = make()
    state.withLock { $0.answers[isOfText] = (question, answer) }
    return answer
  }

  /// The text of a tag of the event, made once.
  func text(ofTag place: Int, _ make: () -> String) -> String {
    if let known = state.withLock({ $0.tags[place] }) { return known }
    let text = make()
    state.withLock { $0.tags[place] = text }
    return text
  }

  /// The moment before, made once.
  func before(_ make: () -> WorldView) -> WorldView {
    if let known = state.withLock({ $0.before }) { return known }
    let view = make()
    state.withLock { $0.before = view }
    return view
  }
}

extension WorldView {
  /// The world as of the row before the one that is looked at; nil where there is none.
  func before(in timeline: Timeline) -> WorldView? {
    guard let number = row?.number, number > 1 else { return nil }
    return asked.before { WorldView(timeline, at: number - 1, after: self) }
  }
}
