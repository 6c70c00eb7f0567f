import OrderedCollections
package import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

extension HandedReport {
  /// Creates the report of a run as far as it was played: first the problems, then its story.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - choices: the options for the report.
  /// - Complexity: O(n) in the rows, and a world for each of those that are explained.
  package init(of run: ScenarioRun, _ choices: Choices) {
    var writer = ReportWriter(of: run, choices)
    writer.write()
    self.init(title: writer.title, parts: writer.parts)
  }
}

/// Writes the report of a run, for readers who did not see it.
package struct ReportWriter {
  /// The width of explanations.
  static let columns = 88
  /// The maximum number of listed events.
  package static let eventLimit = 2000
  /// The maximum number of explained events.
  static let explainedLimit = 300
  /// The maximum number of tags of an event that are explained.
  static let tagLimit = 60
  /// The maximum number of lines of an explanation.
  static let lineLimit = 200
  /// The maximum number of problems of a kind that are listed.
  static let troubleLimit = 20
  static let pictureLimit = 12
  /// The maximum number of hits that are listed with their fields.
  static let hitLimit = 300
  /// The maximum number of values of the app that are listed at the end of a chapter.
  static let valueLimit = 100
  /// The greatest width of a text in a table.
  static let textLimit = 400

  /// A monitor that selects the events of the run one after the other.
  @Boxed var monitor: Monitor
  let run: ScenarioRun
  let choices: HandedReport.Choices
  var parts: [ReportPart] = []
  /// The rows whose pictures are not added yet.
  var pictured: Set<Int> = []
  /// The number of further rows that deserve a picture.
  var picturesLeftOut = 0
  /// The target that a picture highlights, by row.
  var shownChecks: [Int: LitCheck] = [:]
  /// The number of listed events, and of explained ones.
  var told = 0
  var explained = 0
  /// The last date that was written.
  var date = ""

  init(of run: ScenarioRun, _ choices: HandedReport.Choices) {
    self.run = run
    self.choices = choices
    monitor = Monitor(run)
    monitor.display.hasColors = false
    monitor.resize(to: choices.size)
  }

  var title: String { monitor.scenarioTitle }
  /// The rows at which something was lost, refused or dropped.
  var errors: [Timeline.Row] {
    run.timeline.rowMarks.indices.filter { run.timeline.rowMarks[$0].contains(.error) }
      .map { run.timeline.row(at: $0 + 1) }
  }
  var live: Simulation { run.timeline.live }

  mutating func write() {
    choosePictures()
    if let about = run.scenario.header.about { say(about, .caption) }
    writeWorld()
    writeSummary()
    writeTroubles()
    writeStory()
    writeHits()
  }

  /// The name of the file without its folder, which exists only on this machine.
  private var fileName: String {
    run.scenario.file.split(separator: "/").last.map(String.init) ?? run.scenario.file
  }

  // MARK: Words

  mutating func say(_ text: String, _ tone: ReportTone = .plain) {
    parts.append(.text(text, tone))
  }

  mutating func head(_ text: String, level: Int = 2) {
    parts.append(.heading(text, level: level))
  }

  /// Adds a table, and the number of rows that are left out.
  mutating func add(_ table: ReportTable, of count: Int, _ noun: String) {
    if !table.rows.isEmpty { parts.append(.table(table)) }
    tell(more: count - table.rows.count, noun)
  }

  mutating func tell(more rest: Int, _ noun: String) {
    if rest > 0 { say("And \(Counted.text(rest, "more " + noun)).", .attention) }
  }

  /// Returns a text cut to fit in a table.
  func cell(_ text: String) -> String {
    TextWidth.truncate(TerminalText.visible(text), to: Self.textLimit)
  }

  /// Returns an explanation cut to the limit.
  func bounded(_ lines: [Line]) -> [Line] {
    let rest = lines.count - Self.lineLimit
    guard rest > 0 else { return lines }
    return lines.prefix(Self.lineLimit) + [Line("and " + Counted.text(rest, "more line"), .dim)]
  }

  /// Returns the explanation of a subject at the monitor's current position.
  func page(of subject: Explained) -> [Line] {
    bounded(monitor.context.page(of: subject, columns: Self.columns).lines.map(\.line))
  }

  /// Returns the command that opens the run again, at an event.
  func command(at row: Int?) -> String? {
    let scenario = run.scenario
    // Input from a pipe is gone, and no option selects a way from the matrix.
    guard scenario.file != "standard input", scenario.header.choices.isEmpty,
      run.record.allSatisfy({ $0.origin != .hand })
    else { return nil }
    var words = ["tagsim", ShellText.argument(fileName)]
    if let branch = scenario.branch { words += ["--branch", branch.name] }
    if let row { words += ["--at", String(row)] }
    return words.map(ShellText.word).joined(separator: " ")
  }

  // MARK: Summary

  private mutating func writeSummary() {
    head("In short")
    let failed = run.failureCount
    let checks = failed + run.heldCount
    let verdict: ReportTone = failed > 0 ? .bad : .good
    if checks > 0 {
      say(
        failed > 0
          ? "\(failed) of \(Counted.text(checks, "check")) failed."
          : checks == 1 ? "The check passed." : "All \(checks) checks passed.", verdict)
    } else {
      say("This run has no checks.")
    }
    parts.append(.facts(counts.map { ReportFact($0) }))
    let left = run.scenario.statements.count - run.position
    if left > 0 {
      say(
        "It was not played to its end: \(Counted.text(left, "statement")) left.", .attention
      )
    }
    for remark in FinishedRun(of: run).remarks { say(remark.sentenceCased, .attention) }
    writeTags()
  }

  /// The totals of the run.
  private var counts: [Fact] {
    let ledger = live.world.ledger
    let clock = Duration.milliseconds(live.now.instant.milliseconds).clockText
    let totals = run.timeline.firings.totals
    let fired = totals.reduce(0) { $0 + $1.fired }
    let asked = totals.reduce(0) { $0 + $1.asked }
    let idle = totals.reduce(0) { $0 + $1.troubled }
    var facts = [
      Fact("Events", "\(run.timeline.rowCount), \(clock) on the clock"),
      Fact(
        "Tags",
        "\(fired) fired, \(asked - fired) not"
          + (idle > 0 ? "; \(idle) fired without effect" : ""), needsAttention: idle > 0),
      Fact(
        "Hits",
        "\(ledger.queued) made: \(ledger.sent) sent, \(ledger.waiting) waiting, "
          + "\(ledger.lost) lost; \(ledger.late) late"
          + (ledger.unreported > 0 ? "; \(ledger.unreported) in no report" : ""),
        needsAttention: ledger.lost + ledger.late + ledger.unreported > 0),
    ]
    if run.heldCount + run.failureCount > 0 {
      facts.append(
        Fact(
          "Checks", "\(run.heldCount) passed, \(run.failureCount) failed",
          needsAttention: run.failureCount > 0))
    }
    return facts
  }

  private mutating func writeTags() {
    let totals = run.timeline.firings.totals
    guard !totals.isEmpty else { return }
    var table = ReportTable(
      caption: "Every tag: how often it fired, and how many events it was evaluated for",
      columns: ["tag", "fired", "asked", "result"], numbers: [1, 2])
    for total in totals.prefix(Self.eventLimit) {
      table.rows.append(
        ReportTable.Row(
          cells: [
            cell(total.name), "\(total.fired)", "\(total.asked)", total.words,
          ],
          tone: total.troubled + total.lost + total.late + total.unreported > 0
            ? .attention : total.fired == 0 ? .dim : .plain))
    }
    add(table, of: totals.count, "tag")
  }

  // MARK: The scenario

  private mutating func writeWorld() {
    head("What was played")
    let scenario = run.scenario
    let world = live.world
    let header = scenario.header
    let start = world.zone.civil(at: header.start ?? ScenarioRun.defaultStart)
    let containers = ReportedRun(of: FinishedRun(of: run)).containers
    var facts = [Fact("File", fileName)]
    if !header.choices.isEmpty {
      let way = header.choices.elements.map { "\($0.key)=\($0.value)" }
      facts.append(Fact("Way", way.joined(separator: " ")))
    }
    if let branch = scenario.branch { facts.append(Fact("Branch", branch.title)) }
    facts += [
      Fact("App", "\(world.app.name), \(world.app.package)"),
      Fact("SDK", monitor.view.sdkText),
      Fact(
        "Containers",
        containers.isEmpty
          ? "none opened"
          : containers.map { "\($0.id) \($0.text)" }.joined(separator: ", ")),
      Fact("Begins", "\(start.dateTimeText) in \(world.zone.name)"),
      Fact("Seed", "\(live.settings.seed)"),
      Fact("Played by", choices.program),
    ]
    if let command = command(at: nil) { facts.append(Fact("Again", command)) }
    parts.append(.facts(facts.map { ReportFact($0) }))
    say("Everything is simulated: the same file and seed always give the same report.")
  }
}
