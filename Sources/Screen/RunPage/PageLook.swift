import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TagWords

/// Something in a run that needs a look: a card of the answer, and its explanation.
struct PageLook {
  enum Kind {
    case failed, asked, nothing, never
    /// Hits that were lost.
    case lost

    /// The sign, and the words for those who cannot see it.
    var sign: (name: String, words: String) {
      switch self {
      case .failed: ("lost", "Check failed: ")
      case .asked: ("not", "Did not fire: ")
      case .nothing: ("nothing", "Needs a look: ")
      case .never: ("never", "Can never fire: ")
      case .lost: ("lost", "Lost: ")
      }
    }
  }

  var kind: Kind
  var title: String
  /// Why, in a sentence.
  var sentence: String
  /// The check that failed.
  var check: String?
  /// The event that shows it; 0 for none.
  var event: Int
  /// When it happened, in a few words.
  var often: String
  /// The explained tag and its place; nil for something else.
  var tag: (explanation: TagExplanation, place: Int, name: String)?
  var answer: TagReply?
}

extension PageBuilder {
  /// The maximum number of explanations that are made in advance.
  private static let lookLimit = 100

  /// Collects what needs a look, the most important first, and explains it.
  mutating func looks() -> [PageLook] {
    tellChecks()
    var looks = failedChecks()
    var told = Set(looks.compactMap { $0.tag?.place })
    let asked = askedTags()
    for place in asked where told.insert(place).inserted {
      guard let count = counts[place], count.fired < count.evaluated else {
        told.remove(place)
        continue
      }
      let event = missEvent(of: place)
      if let look = look(.asked, place, at: event, "#\(event)") { looks.append(look) }
    }
    for (place, count) in counts.sorted(by: { $0.key < $1.key }) where !told.contains(place) {
      if looks.count >= Self.lookLimit { break }
      if count.nothing > 0 {
        let times = count.nothing == 1 ? "once" : "\(count.nothing) times"
        if let look = look(.nothing, place, at: count.first, times) { looks.append(look) }
      } else if count.fired == 0, let near = nearest[place] {
        let isNever = near.failed >= 1000
        let look = look(
          isNever ? .never : .asked, place, at: near.event, isNever ? "always" : "#\(near.event)")
        // A tag whose event never came is one of many, and in the table.
        if let look, isNever || near.failed < 100 { looks.append(look) }
      }
    }
    looks = order(looks) + lostHits()
    for look in looks {
      guard let tag = look.tag, let answer = look.answer else { continue }
      let texts = answer.rows.flatMap { [$0.name, $0.text] }
      facts[.explained].append(
        [
          .number(look.event), .number(tag.place), .text(answer.sentence), .texts(texts),
        ])
    }
    return looks
  }

  /// Failed checks and what was asked come first, then tags that did nothing, then the others.
  private func order(_ looks: [PageLook]) -> [PageLook] {
    let kinds: [PageLook.Kind] = [.failed, .asked, .nothing, .never]
    return kinds.flatMap { kind in looks.filter { $0.kind == kind } }
  }

  // MARK: Checks

  private mutating func tellChecks() {
    for entry in run.entries where entry.result.isPoint {
      let (result, statement) = (entry.result, entry.result.statement)
      let outcome = !result.isFailure ? 1 : statement.isOptional ? 2 : 0
      facts[.checks].append(
        [
          .number(Self.row(of: entry)), .number(outcome),
          .text(statement.label ?? statement.text),
          .texts(result.reason),
          .number(subject(of: statement).flatMap(place(ofTag:)) ?? -1),
        ])
    }
  }

  /// The tag that a check is about.
  private func subject(of statement: Statement) -> String? {
    if case .expect(.tag(let name, _, _)) = statement.command { name } else { nil }
  }

  private func place(ofTag name: String) -> Int? {
    facts[.tags].firstIndex { $0[0] == .text(name) }
  }

  private mutating func failedChecks() -> [PageLook] {
    var looks: [PageLook] = []
    for entry in run.entries where entry.result.isFailure && looks.count < Self.lookLimit {
      let statement = entry.result.statement
      let row = Self.row(of: entry)
      let event = run.timeline.eventRow(upToRow: row)?.number ?? row
      let place = subject(of: statement).flatMap(place(ofTag:))
      if let place, var look = look(.failed, place, at: event, "#\(row)") {
        look.check = statement.label ?? statement.text
        looks.append(look)
      } else {
        let reason = entry.result.reason.first { $0 != statement.text } ?? ""
        looks.append(
          PageLook(
            kind: .failed, title: statement.label ?? statement.text, sentence: reason,
            check: statement.label == nil ? nil : statement.text, event: row, often: "#\(row)"))
      }
    }
    return looks
  }

  // MARK: Tags

  /// The places of tags that the title, a question or a check names, in the order of the tags.
  private func askedTags() -> [Int] {
    let header = run.scenario.header
    var texts = [header.title, header.about].compactMap { $0 }
    var named: Set<String> = []
    for entry in run.entries {
      if case .question(let text, _)? = entry.result.statement.command.words { texts.append(text) }
      if let name = subject(of: entry.result.statement), entry.result.isFailure {
        named.insert(name)
      }
    }
    return facts[.tags].indices.filter { place in
      let name = name(ofTag: place)
      return named.contains(name) || !name.isEmpty && texts.contains { $0.contains(name) }
    }
  }

  func name(ofTag place: Int) -> String {
    if case .text(let name) = facts[.tags][place][0] { name } else { "" }
  }

  /// The event at which a tag did not fire: that of the question, else its nearest miss.
  private func missEvent(of place: Int) -> Int {
    let name = name(ofTag: place)
    for entry in run.entries {
      guard case .question(let text, _)? = entry.result.statement.command.words,
        text.contains(name),
        let event = facts[.events].indices.dropFirst(entry.rows.lowerBound)
          .first(where: { facts[.events][$0][13] != 0 })
      else { continue }
      return event + 1
    }
    return nearest[place]?.event ?? 0
  }

  private mutating func look(
    _ kind: PageLook.Kind, _ place: Int, at event: Int, _ often: String
  ) -> PageLook? {
    guard run.timeline.hasRow(at: event) else { return nil }
    let view = view(at: event)
    let context = ScreenContext(reporting: view, in: run.timeline, memory)
    let (name, container) = (name(ofTag: place), facts[.tags][place][1])
    guard
      let tag = view.tags.first(where: {
        context.title(ofTag: $0.name, in: $0.containerID) == name
          && container == .text($0.containerID)
      })
    else { return nil }
    let fate = view.fate(of: tag)
    let answer = context.answer(about: tag)
    var sentence = answer.sentence
    if fate.isTrouble, fate.kind.didFire, let reason = fate.reason {
      sentence = "It fired, but \(reason.unstopped)."
    }
    let didFire = counts[place]?.fired ?? 0 > 0
    let verb: String
    switch fate.kind {
    case .hits, .logged, .wrote, .called: verb = "fired"
    case .idle, .nothingRan, .threw, .ignored: verb = "did nothing"
    case .refused: verb = "was not run"
    case .never: verb = "can never fire"
    case .blocked: verb = didFire ? "was blocked" : "never fired"
    case .missed: verb = didFire || kind != .asked ? "did not fire" : "never fired"
    }
    return PageLook(
      kind: kind, title: "\(name) \(verb)", sentence: sentence, event: event, often: often,
      tag: (tag, place, name), answer: answer)
  }

  // MARK: Hits

  private func lostHits() -> [PageLook] {
    var lost: OrderedDictionary<String, (count: Int, event: Int, isLost: Bool)> = [:]
    for fate in facts[.fates] {
      guard case .number(let event) = fate[0], case .number(let kind) = fate[2], kind > 1,
        case .text(let words) = fate[3]
      else { continue }
      lost[words, default: (0, event, kind == 3)].count += 1
    }
    return lost.elements.map { words, found in
      // "is lost: the user has opted out"
      let parts = words.split(separator: ":", maxSplits: 1).map { String($0).trimmedSpaces }
      let verb = found.count == 1 ? parts[0] : parts[0].pluralVerb
      return PageLook(
        kind: found.isLost ? .lost : .nothing,
        title: "\(Counted.text(found.count, "hit")) \(verb)",
        sentence: parts.count > 1 ? parts[1].sentenceCased + "." : "", event: found.event,
        often: "#\(found.event)")
    }
  }
}

extension String {
  /// Words that follow "a hit", for several: "are lost", "were sent, late".
  fileprivate var pluralVerb: String {
    for (one, many) in [("is ", "are "), ("was ", "were "), ("waits ", "wait ")]
    where hasPrefix(one) {
      return many + dropFirst(one.count)
    }
    return self
  }
}
