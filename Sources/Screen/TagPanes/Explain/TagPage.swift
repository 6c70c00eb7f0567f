import OrderedCollections
package import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// Why a tag fired at the event or did not: the answer in one sentence, then its rules, the run,
/// other versions and remedies.
struct TagPage: ExplainPage {
  let context: ScreenContext
  let name: String
  let container: String

  private var tag: TagExplanation? {
    view.tags.first { $0.name == name && $0.containerID == container }
  }

  func write(_ page: inout PageText) {
    guard let tag else {
      page.headline("\(name) is not a tag in this event's container.")
      writeRecord(&page)
      return
    }
    if tag.didFire, let seen = PhoneText(context: context).match(ofTag: name) {
      PhoneText(context: context).tell(seen, of: container, on: &page)
      return page.isWhole ? writeRules(tag, &page) : ()
    }
    writeSentence(tag, &page)
    writeAction(tag, &page)
    if page.isWhole { writeRules(tag, &page) }
    page.blank()
    writeOutlook(tag, &page)
    writeRecord(&page)
    writeHelp(tag, &page)
    writeVersions(tag, &page)
  }

  // MARK: The sentence

  private func writeSentence(_ tag: TagExplanation, _ page: inout PageText) {
    let fate = view.fate(of: tag)
    let title = context.title(ofTag: name, in: container)
    switch fate {
    case .hits, .logged, .wrote, .called, .idle, .nothingRan, .threw, .ignored:
      let but = fate.made.isEmpty ? ", and \(fate.kind.short)" : fate.reason.map { ", but " + $0 }
      page.headline("\(title) fired\(fate.isTrouble && page.isWhole ? but ?? "" : "").")
    case .refused: page.headline("\(title) was not run.")
    case .blocked: page.headline("\(title) was blocked.")
    case .never: page.headline("\(title) can never fire.")
    case .missed:
      page.headline("\(title) did not fire.")
      return sayApart(sentences(tag), &page)
    }
    let isPlain = fate.kind.didFire && !fate.isTrouble
    for sentence in sentences(tag) { page.say(sentence, isPlain ? .plain : .attention) }
  }

  /// Returns the reason for what the tag did.
  func sentences(_ tag: TagExplanation) -> [String] {
    let fate = view.fate(of: tag)
    switch fate {
    case .hits, .logged, .wrote, .called, .idle, .nothingRan, .threw, .ignored:
      return [firedSentence(tag, fate)]
    case .refused(let reason): return ["A \(tag.ruleWord) fires it, but \(reason.unstopped)."]
    case .blocked(let rules):
      let rule = rules.first?.title
      return ["\(rule.map { "The \($0)" } ?? "A \(tag.ruleWord)") blocks it."]
    case .never(let reason): return ["\(reason.sentenceCased)."]
    case .missed(let miss): return missSentences(tag, miss)
    }
  }

  /// Writes sentences in one line, or if that is too long, each in its own.
  private func sayApart(_ sentences: [String], _ page: inout PageText) {
    let text = sentences.joined(separator: " ")
    let isShort = TextWidth.columns(of: TerminalText.visible(text)) <= page.columns
    for line in isShort ? [text] : sentences { page.say(line) }
  }

  private func firedSentence(_ tag: TagExplanation, _ fate: TagFate) -> String {
    let rule = tag.rules.first(where: \.isTrue)?.title
    let because = rule.map { "The \($0) was true." } ?? "A \(tag.ruleWord) was true."
    return "\(because) It \(fate.action.unstopped)."
  }

  private func missSentences(_ tag: TagExplanation, _ miss: NearestMiss?) -> [String] {
    let rules = tag.rules
    guard let miss, let first = miss.failingInOrder.first else {
      return [rules.isEmpty ? "No \(tag.ruleWord) fires it." : "None of its rules was true."]
    }
    let isOnly = rules.count == 1
    let who = isOnly ? "The \(tag.ruleWord)" : "The nearest, \(miss.rule.name),"
    let (wish, found) = wish(first)
    var sentences = isOnly ? [] : ["None of its \(rules.count) \(tag.ruleWord)s was true."]
    sentences += ["\(who) \(wish)"] + (found.map { [$0] } ?? [])
    if miss.failing.count > 1 {
      let more = miss.failing.count - 1
      sentences.append(more == 1 ? "One more condition fails." : "\(more) more conditions fail.")
    }
    return sentences
  }

  /// Returns a condition's requirement and the actual value, each a sentence: "requires screen name
  /// = Cart." and "The app pushed Home."
  private func wish(_ condition: ConditionExplanation) -> (wish: String, found: String?) {
    if condition.isAboutEvent {
      let event = view.update?.event ?? condition.actual
      let wanted =
        condition.isEquality
        ? "the event \(condition.wanted)" : "an event that \(condition.verb) \(condition.wanted)"
      return ("listens for \(wanted), but this one is \(event).", nil)
    }
    let wish =
      condition.isEquality
      ? "requires \(condition.subject) = \(condition.wanted)."
      : "requires that \(condition.sentence)."
    if let trouble = condition.trouble, condition.seen == nil {
      if condition.maker?.readsDataLayer == true { return (wish, "It was not pushed.") }
      return (wish, "The value is unknown: \(trouble).")
    }
    let isPushed = condition.maker?.readsDataLayer == true
    return (wish, "\(isPushed ? "The app pushed" : "It is") \(condition.actual).")
  }

  // MARK: Effects

  private func writeAction(_ tag: TagExplanation, _ page: inout PageText) {
    guard case .fired(let result) = tag.outcome else { return }
    page.part("What it did")
    switch result {
    case .hits(let hits): writeHits(hits, tag, &page)
    case .logged(let events, let suppresses): writeLogged(events, suppresses, &page)
    case .wrote(let updates):
      page.say("pushed \(Counted.text(updates, "update"))", indent: 2)
      for row in pushedRows {
        page.say("#\(row.number) \(row.event.name)", indent: 4, to: .row(row.number))
      }
    case .called, .nothingRan, .threw, .ignored, .refused:
      if tag.call == nil { page.say(view.fate(of: tag).outcome, indent: 2) }
    }
    for call in tag.askedCalls {
      page.say("called \(call.request.text)", indent: 2)
      page.say(call.outcomeText, call.needsAttention ? .attention : .plain, indent: 4)
    }
    if let call = tag.call { writeCall(call, &page) }
  }

  private func writeCall(_ call: AnsweredCall, _ page: inout PageText) {
    for (index, line) in call.lines.enumerated() {
      let isLast = index == call.lines.count - 1
      page.say(
        line.trimmingPrefix(while: { $0 == " " }).description,
        isLast && call.needsAttention ? .attention : .plain,
        indent: isLast || index == 0 ? 2 : 4)
    }
    for entry in view.simulation.world.braze.entries
    where entry.row == view.eventRow?.number && entry.call.caller == name {
      page.say(
        "so: Braze call \(entry.number)", indent: 2, to: .init(.brazeCall(entry.number)))
    }
    for row in pushedRows {
      page.say("it pushed #\(row.number) \(row.event.name)", indent: 2, to: .row(row.number))
    }
  }

  /// The updates that the tag, or the app's code for it, pushed in the same step.
  private var pushedRows: [Timeline.Row] {
    guard let row = view.eventRow, let tag else { return [] }
    let origins: [UpdateRecord.Origin] =
      [.tag(name)] + (tag.call.map { [.handler($0.request.name)] } ?? [])
    return timeline.rows(ofStepOf: row).filter {
      $0.number > row.number && $0.event.update.map { origins.contains($0.origin) } ?? false
    }
  }

  private func writeHits(_ hits: [Hit], _ tag: TagExplanation, _ page: inout PageText) {
    for (hit, made) in zip(hits, view.fate(of: tag).made) {
      let story = made.number.flatMap { view.simulation.world.hit($0) }
      page.startHere()
      let what = "\(hit.typeName) \(hit.title)".trimmedSpaces
      page.fact(
        made.number.map { "hit \($0)" } ?? "a hit",
        "\(what): it \(story?.words ?? made.fate?.words ?? "is lost")", width: 10,
        to: story.map { .init(.hit($0)) })
    }
  }

  private func writeLogged(
    _ events: [FirebaseEvent], _ suppresses: Bool, _ page: inout PageText
  ) {
    for event in events {
      page.say("logged \(event.longName)", indent: 2)
      page.append(
        ParameterTable(context: context).lines(
          ParameterChange.between(
            view.update?.firebase?.logged.parameters ?? [:], event.parameters),
          indent: 2, columns: page.columns, isWhole: true))
    }
    if suppresses { page.say("blocked the event from Firebase", indent: 2) }
  }

  // MARK: The rules

  /// The maximum number of rules of a tag that are written out.
  private static let ruleLimit = 8

  private func writeRules(_ tag: TagExplanation, _ page: inout PageText) {
    let text = RuleText(context: context, container: container)
    page.blank()
    let rules = tag.rules
    if rules.isEmpty { page.say("no \(tag.ruleWord) fires it") }
    if rules.count > 1 {
      page.say("It fires when ANY of its \(rules.count) \(tag.ruleWord)s is true")
    }
    let ordered = tag.didFire ? rules.filter(\.isTrue) + rules.filter { !$0.isTrue } : rules
    // If the tag fired, or was blocked, no other rule was decisive.
    let isDecided = tag.didFire || tag.blockingRules.contains(where: \.blocks)
    for rule in ordered.prefix(Self.ruleLimit) {
      text.write(rule, effect: isDecided ? .none : .missed, &page)
    }
    if rules.count > Self.ruleLimit {
      page.say("and \(rules.count - Self.ruleLimit) more", .dim)
    }
    for rule in tag.blockingRules {
      text.write(rule, head: "blocking ", effect: rule.blocks ? .blocked : .none, &page)
    }
    if case .missed(let miss?) = view.fate(of: tag) {
      let head = "nearest miss, \(miss.changes):"
      page.fact(head, miss.remedy, width: head.count + 2, indent: 0)
    }
    if rules.contains(where: { $0.conditions.contains { !$0.wasReached } }) {
      page.say(
        "The SDK stops at the first condition that decides a \(tag.ruleWord); this page shows all. "
          + "The whole text is compared, and case matters.", .dim)
    }
  }

  private func writeOutlook(_ tag: TagExplanation, _ page: inout PageText) {
    guard !tag.didFire, let outlook = tag.outlook else { return }
    let (isWhole, columns) = (page.isWhole, page.columns)
    var effects: [String] = []
    switch outlook {
    case .calls(let request): effects = ["a call of \(request.title)"] + request.argumentLines
    case .does(.hits(let hits)):
      effects = hits.map { hit in
        // The whole address is on the page of the hit, and where there is room.
        if case .pixel(let url) = hit.kind {
          let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
          let isShort = !isWhole && columns < 60
          return "a request to \(isShort ? String(rest.prefix { $0 != "/" }) : url)"
        }
        return "a hit: \(hit.typeName) \(hit.title)".trimmedSpaces
      }
    case .does(.logged(let events, let suppresses)):
      effects = events.map { "logs \($0.longName)" }
      if suppresses { effects.append("keeps the event itself from Firebase") }
    case .does(.wrote(let updates)): effects = ["pushes \(Counted.text(updates, "update"))"]
    case .does(.ignored(let reason)): effects = ["nothing: \(reason)"]
    case .does(let result): effects = [TagFate(result).action]
    }
    for (index, effect) in effects.enumerated() {
      page.fact(index == 0 ? "If it fired" : "", effect, width: Self.labelColumns, indent: 0)
    }
  }

  /// The columns of a label beside its text.
  private static let labelColumns = 14

  // MARK: The run

  private func writeRecord(_ page: inout PageText) {
    if context.isAsking { return }
    let asked = record.asked[container]?.count ?? 0
    let fired = record.rows(ofTag: name, in: container)
    let often = fired.isEmpty ? "never fired" : "fired \(times(fired.count)), at \(numbers(fired))"
    let since = record.first > 0 ? "since #\(record.first + 1) " : ""
    page.fact(
      "So far", "\(since)evaluated \(asked == 1 ? "once" : "\(asked) times"), \(often)",
      width: Self.labelColumns, indent: 0,
      to: fired.first { $0 != view.eventRow?.number }.map { .row($0) })
  }

  // MARK: Other versions

  private func writeVersions(_ tag: TagExplanation, _ page: inout PageText) {
    let versions = versions(of: tag)
    guard !versions.isEmpty else { return }
    page.head("Other versions")
    let width = (versions.map { TextWidth.columns(of: $0.label) }.max() ?? 0) + 3
    for (label, text) in versions { page.fact(label, text, width: width) }
  }

  /// Returns what the tag does in other versions.
  func versions(of tag: TagExplanation) -> [(label: String, text: String)] {
    OtherVersion.all(of: container, in: context).filter { !$0.container.allTagNames.isEmpty }
      .map { ($0.label, text(of: $0, tag)) }
  }

  private func text(of version: OtherVersion, _ tag: TagExplanation) -> String {
    guard let other = tag.counterpart(in: version.container) else {
      return version.container.version.pausedTags.contains(name)
        ? "the tag is paused: it never fires" : "has no tag with this name"
    }
    let own = Set(tag.rules.map(\.wish))
    let blocking = Set(tag.blockingRules.map(\.wish))
    if own == Set(other.rules.map(\.wish)), blocking == Set(other.blockingRules.map(\.wish)) {
      return other.rules.count == 1 ? "the same rule" : "the same rules"
    }
    let known = Set(tag.rules.flatMap(\.conditions).map(\.sentence))
    let new = other.rules.flatMap(\.conditions).map(\.sentence).filter { !known.contains($0) }
    let what =
      new.isEmpty
      ? "different \(tag.ruleWord)s" : new.prefix(2).joined(separator: " and ")
    let firing = context.isAsking ? nil : firedRow(with: version)
    if let firing { return "\(what): it fires at #\(firing)" }
    if other.wouldFire { return "\(what): it would fire here" }
    return "\(what): it would not fire here" + (tag.didFire ? "" : " either")
  }

  /// Returns the event of the record at which the tag fired in a version.
  private func firedRow(with version: OtherVersion) -> Int? {
    record.rows(ofTag: name, in: container).prefix(8).first { number in
      let row = timeline.row(at: number)
      return timeline.look(at: row).simulation.container(container)?.version
        == version.container.version.version
    }
  }

  // MARK: Remedies

  private func writeHelp(_ tag: TagExplanation, _ page: inout PageText) {
    let help = TagHelp(context: context).lines(for: tag)
    guard !help.isEmpty else { return }
    page.head("What helps")
    for (place, text) in help { page.fact(place, text, width: 15) }
  }
}

extension RuleExplanation {
  /// All its requirements, for comparison with another rule.
  fileprivate var wish: Set<String> { Set(conditions.map(\.sentence)) }
}

extension NearestMiss {
  /// The failed conditions, those on the event first.
  package var failingInOrder: [ConditionExplanation] {
    failing.filter(\.isAboutEvent) + failing.filter { !$0.isAboutEvent }
  }
}

extension String {
  /// The text with a capital first letter.
  package var sentenceCased: String { prefix(1).uppercased() + dropFirst() }

  /// The text without a final full stop.
  package var unstopped: String { last == "." ? String(dropLast()) : self }
}
