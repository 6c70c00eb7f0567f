import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TagWords
import TextKit

/// A run on a page: what it says without a script, and the facts for the script.
struct PagePart: Sendable {
  /// The maximum number of cards that are shown at once.
  private static let cardLimit = 6
  /// The maximum number of explanations written out.
  private static let plainLimit = 20
  /// The maximum number of events with a column in the table.
  private static let columnLimit = 30
  /// The maximum number of passed checks that the foot names.
  private static let passedLimit = 5

  private(set) var facts: PageFacts
  private(set) var name: String
  private(set) var title: String
  /// The result in a few words, with its role.
  let verdict: (text: String, look: String)
  private(set) var fragment: String
  /// The head, the cards and the explanations.
  private(set) var answer: [String] = []
  /// The table of tags over the whole run.
  private(set) var table: [String] = []
  private var told: [String] = []

  init(of run: FinishedRun, beside phone: PagePhone?, isRedacted: Bool) {
    var builder = PageBuilder(of: run)
    builder.build()
    let looks = builder.looks()
    facts = builder.facts
    isFirebase = run.timeline.live.settings.generation == .firebase
    let scenario = run.scenario
    name = scenario.file + (scenario.variant.map { " [\($0)]" } ?? "")
    title = scenario.header.title ?? name
    verdict = phone?.verdict ?? Self.verdict(run, looks, builder)
    fragment = looks.first.map { PageMarkup.fragment($0.event, $0.tag?.name) } ?? ""
    answer = head(run) + cards(looks) + explanations(looks, run) + (phone?.lines ?? [])
    table = wholeRun(builder)
    told = Self.told(run)
    if isRedacted { redact(Redaction(of: run, beside: phone)) }
  }

  private mutating func redact(_ redaction: Redaction) {
    facts = facts.mapped(redaction.redacted)
    (name, title) = (redaction.redacted(name), redaction.redacted(title))
    fragment = redaction.redacted(fragment)
    answer = answer.map(redaction.redacted)
    table = table.map(redaction.redacted)
    told = told.map(redaction.redacted)
  }

  // MARK: Answer

  private static func verdict(
    _ run: FinishedRun, _ looks: [PageLook], _ builder: PageBuilder
  ) -> (String, String) {
    let points = run.entries.map(\.result).filter(\.isPoint)
    let failed = points.count { $0.isFailure && !$0.statement.isOptional }
    if failed > 0 {
      return ("\(failed) of \(Counted.text(points.count, "check")) failed", "lost")
    }
    if !points.isEmpty { return ("\(Counted.text(points.count, "check")) passed", "fired") }
    let unfired = builder.counts.values.count { $0.fired == 0 }
    return (unfired == 0 ? "" : "\(Counted.text(unfired, "tag")) never fired", "soft")
  }

  private func head(_ run: FinishedRun) -> [String] {
    let header = run.scenario.header
    var lines = ["<header class=\"head\"><div>"]
    lines.append("<h1>\(MarkupText.visible(title))</h1>")
    if let about = header.about {
      lines.append("<p class=\"soft\">\(MarkupText.visible(about))</p>")
    }
    var versions: OrderedDictionary<String, OrderedSet<String>> = [:]
    for load in run.timeline.loads.map(\.event) {
      versions[load.container, default: []].append(load.version)
    }
    let named = versions.elements.map { id, all in
      let all = all.filter { !$0.isEmpty }.map { "v" + $0 }
      let span = all.count > 1 ? "\(all[0]) to \(all[all.count - 1])" : all.first ?? ""
      return span.isEmpty ? id : id + ", " + span
    }
    lines.append(
      "</div><p class=\"small soft\">\(MarkupText.visible(named.joined(separator: "; ")))")
    return lines + ["</p></header>"]
  }

  private func cards(_ looks: [PageLook]) -> [String] {
    var lines = ["<section class=\"answer\" aria-label=\"Result\">"]
    if facts[.events].isEmpty { lines.append("<h2>No events.</h2>") }
    if !verdict.text.isEmpty {
      lines.append(
        "<h2><span class=\"\(verdict.look)\">\(MarkupText.visible(verdict.text))</span></h2>")
    }
    let first = looks.prefix(Self.cardLimit)
    if !first.isEmpty {
      lines += ["<ul class=\"looks\">"] + first.enumerated().map(card) + ["</ul>"]
    }
    let rest = looks.dropFirst(Self.cardLimit)
    if !rest.isEmpty {
      lines.append("<details class=\"rest\"><summary>and \(rest.count) more</summary>")
      lines += ["<ul class=\"looks\">"] + rest.map { card(1, $0) } + ["</ul></details>"]
    }
    return lines + ["</section>"]
  }

  private func card(_ place: Int, _ look: PageLook) -> String {
    let (sign, words) = look.kind.sign
    let isFirst = look.kind == .failed
    let link = MarkupText.escaped(PageMarkup.fragment(look.event, look.tag?.name))
    var line = "<li class=\"card\(isFirst ? " first" : "")\">\(PageMarkup.sign(sign, words))"
    line += "<h3><a href=\"\(link)\">\(MarkupText.visible(look.title))</a></h3> "
    line += "<span class=\"at\" aria-hidden=\"true\">\(look.often)</span>"
    if !look.sentence.isEmpty { line += "<p>\(MarkupText.visible(look.sentence))</p>" }
    if let check = look.check {
      line += "<p class=\"small\"><b class=\"lost\">Check failed:</b> "
      line += "\(MarkupText.visible(check))</p>"
    }
    return line + "</li>"
  }

  // MARK: Explanations

  private func explanations(_ looks: [PageLook], _ run: FinishedRun) -> [String] {
    let explained = looks.filter { $0.kind == .failed || $0.kind == .asked }
    var lines = explained.prefix(Self.plainLimit).flatMap { explanation($0, run) }
    if explained.count > Self.plainLimit {
      lines.append(
        "<p class=\"plain\">and \(explained.count - Self.plainLimit) more</p>")
    }
    return lines
  }

  private func explanation(_ look: PageLook, _ run: FinishedRun) -> [String] {
    let row = run.timeline.hasRow(at: look.event) ? run.timeline.row(at: look.event) : nil
    let at = row.map { " at #\($0.number) \($0.event.deed ?? $0.event.shortName)" } ?? ""
    var lines = [
      "<section class=\"plain card why\">",
      "<h2>\(MarkupText.visible((look.tag == nil ? "" : "Why ") + look.title + at))</h2>",
    ]
    if !look.sentence.isEmpty { lines.append("<p>\(MarkupText.visible(look.sentence))</p>") }
    if let tag = look.tag?.explanation {
      lines += tag.rules.flatMap { rule($0, "Rule", look.event, run) }
      lines += tag.blockingRules.flatMap { rule($0, "Blocking rule", look.event, run) }
    }
    let rows = look.answer?.rows ?? []
    if !rows.isEmpty {
      lines.append("<dl class=\"helps\">")
      for row in rows {
        lines.append(
          "<dt>\(MarkupText.visible(row.name))</dt><dd>\(MarkupText.visible(row.text))</dd>")
      }
      lines.append("</dl>")
    }
    return lines + ["</section>"]
  }

  private func rule(
    _ rule: RuleExplanation, _ head: String, _ event: Int, _ run: FinishedRun
  ) -> [String] {
    let needs = rule.conditions.count > 1 ? "needs all of" : "needs"
    let name = MarkupText.visible(rule.name)
    return [
      "<div class=\"rule\"><small class=\"soft\">\(head) <b>\(name)</b> \(needs)</small><ul>"
    ]
      + rule.conditions.map { condition in
        let sign = condition.holds ? ("fired", "True: ") : ("failed", "False: ")
        var line = "<li><span>\(PageMarkup.sign(sign.0, sign.1))</span>"
        line += "<span>\(MarkupText.visible(condition.subject)) "
        line += "<span class=\"soft\">\(MarkupText.visible(condition.verb))</span></span>"
        line += "<code>\(MarkupText.visible(condition.wanted))</code>"
        guard !condition.holds else { return line + "</li>" }
        line +=
          "<span class=\"was\">it was <code>\(MarkupText.visible(condition.actual))</code></span>"
        if let maker = condition.maker, maker.readsDataLayer, let path = maker.subject,
          case .row(let number) = run.timeline.lastWrite(of: path, upTo: event)
        {
          let pushed = run.timeline.row(at: number).pushedText
          line += "<small class=\"soft\">\(MarkupText.visible(path + ", " + pushed))</small>"
        }
        return line + "</li>"
      } + ["</ul></div>"]
  }

  // MARK: The whole run

  private func wholeRun(_ builder: PageBuilder) -> [String] {
    let tags = facts[.tags].indices
    let events = facts[.events].indices.filter { event in
      tags.contains { builder.mark(of: $0, at: event) != .absent }
    }
    let columns = events.count <= Self.columnLimit ? events : []
    let count = Counted.text(tags.count, "tag")
    var lines = [
      "<table><caption>The whole run: \(count), \(Counted.text(events.count, "event")) with tags"
        + "</caption>", "<thead><tr><th scope=\"col\">Tag</th><th scope=\"col\">Fired</th>",
    ]
    for event in columns {
      lines.append(
        "<th scope=\"col\" class=\"mark\"><a href=\"#event=\(event + 1)\">#\(event + 1)</a></th>")
    }
    lines.append("</tr></thead><tbody>")
    for tag in tags {
      let name = MarkupText.visible(builder.name(ofTag: tag))
      var line = "<tr><th scope=\"row\">\(name)</th><td>\(often(tag, builder))</td>"
      for event in columns {
        let mark = builder.mark(of: tag, at: event)
        line += "<td class=\"mark\">"
        line += mark == .absent ? "" : PageMarkup.sign(mark.sign.name, mark.sign.words)
        line += "</td>"
      }
      lines.append(line + "</tr>")
    }
    return lines + ["</tbody></table>"]
  }

  private func often(_ tag: Int, _ builder: PageBuilder) -> String {
    guard let count = builder.counts[tag] else { return "" }
    if count.fired == 0, builder.nearest[tag]?.failed ?? 0 >= 1000 {
      return "<span class=\"chip never\">can never fire</span>"
    }
    let idle = count.nothing > 0 ? ", \(count.nothing) without effect" : ""
    return "\(count.fired) of \(count.evaluated)\(idle)"
  }

  // MARK: Foot and facts

  private static func told(_ run: FinishedRun) -> [String] {
    let passed = run.entries.filter { $0.result.isPoint && !$0.result.isFailure }
    var told: [String] = []
    if !passed.isEmpty, passed.count < run.points.count {
      let names = passed.prefix(Self.passedLimit).map {
        ($0.result.statement.label ?? $0.result.statement.text) + " at #\(PageBuilder.row(of: $0))"
      }
      let more = passed.count > names.count ? ", and \(passed.count - names.count) more" : ""
      told.append(
        Counted.text(passed.count, "check") + " passed: " + names.joined(separator: "; ") + more
          + ".")
    }
    let live = run.timeline.live
    let zone = live.world.zone
    let first = run.timeline.rowCount > 0 ? run.timeline.row(at: 1).event.wall : live.now.wall
    let (from, to) = (zone.civil(at: first), zone.civil(at: live.now.wall))
    told.append(
      [
        "\(live.world.app.name) \(live.world.app.version)",
        "SDK \(run.scenario.header.sdk.rawValue)",
        "\(from.dateText) \(from.timeText) to \(to.dateText) \(to.timeText)",
      ].joined(separator: ", ") + ". Simulated: nothing was sent.")
    if run.timeline.rowCount > PageBuilder.eventLimit {
      let left = run.timeline.rowCount - PageBuilder.eventLimit
      told.append("\(Counted.text(left, "more event")) are not on this page.")
    }
    return told
  }

  func foot(_ program: String) -> String {
    var parts = [
      "<span class=\"script\" hidden>Keys on the timeline: ← → event, Page Up and Page Down "
        + "chapter, Space next step, e next problem.</span>"
    ]
    parts += told.map { "<span>\(MarkupText.visible($0))</span>" }
    parts.append("<span>\(MarkupText.visible(name)), \(MarkupText.visible(program))</span>")
    return parts.joined()
  }

  /// The facts, in which nothing can end their element.
  var json: String {
    TerminalText.escapedJSON(JSONWriter.write(facts.packed())).replacing("<", with: "\\u003c")
  }

  /// The name of the pane with what the app pushed.
  var dataName: String { isFirebase ? "Firebase" : "Data layer" }

  private let isFirebase: Bool
}

extension PageBuilder.Mark {
  /// The sign, and the words for those who cannot see it.
  var sign: (name: String, words: String) {
    switch self {
    case .absent: ("other", "")
    case .fired: ("fired", "fired")
    case .nothing: ("nothing", "did nothing")
    case .missed: ("not", "did not fire")
    case .other: ("other", "listens for another event")
    case .blocked: ("not", "blocked")
    case .never: ("never", "can never fire")
    case .refused: ("nothing", "was not run")
    }
  }
}

extension PageBuilder {
  /// Returns what became of a tag at an event.
  func mark(of tag: Int, at event: Int) -> Mark {
    guard case .number(let face) = facts[.events][event][13],
      case .numbers(let outcomes) = facts[.marks][face][0], outcomes.indices.contains(tag),
      case .number(let mark) = facts[.outcomes][outcomes[tag]][0]
    else { return .absent }
    return Mark(rawValue: mark) ?? .absent
  }
}
