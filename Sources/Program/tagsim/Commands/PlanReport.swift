import CommandKit
import MeasurementPlan
import OrderedCollections
import PlanChecking
import ScenarioEngine
import TagRuntime
import TextKit

/// The report of `tagsim plan`: a plan held against what sources show.
struct PlanReport: Reported {
  /// The name of the schema, with its version, which changes with the members.
  static let schema = "tagsim.plan/1"
  /// The most rows of the table, and the widest of its cells, in columns.
  private static let rowLimit = 500
  private static let cellColumns = 30

  let comparison: PlanComparison

  private var plan: MeasurementPlan { comparison.plan }
  private var files: [String] { plan.files.map(\.name) }
  /// The plan's name for people.
  private var name: String {
    files.count > 3 ? Counted.text(files.count, "file") : files.joined(separator: " and ")
  }
  private var unchecked: [String] {
    comparison.unchecked.map { "\(words(of: $0.place)): \($0.text)" }
  }

  // MARK: People

  var page: HandedReport { page(columns: nil) }

  func text(columns: Int?) -> [String] {
    var page = page(columns: columns)
    page.columns = columns
    return page.text.rows.map(\.line)
  }

  private func page(columns: Int?) -> HandedReport {
    let table = comparison.sources.isEmpty ? [] : table(columns: columns)
    return HandedReport(title: title, parts: table + findings)
  }

  /// The findings, what is not checked, and how the plan was read.
  var findings: [ReportPart] {
    var parts: [ReportPart] = []
    for level in [PlanFinding.Level.deviation, .warning] {
      let found = comparison.findings.filter { $0.level == level }
      if found.isEmpty { continue }
      parts.append(.heading(Counted.text(found.count, level.rawValue), level: 2))
      parts.append(.list(found.map(item)))
    }
    parts += ReportPart.chapter("Not checked", unchecked + comparison.remarks)
    parts += ReportPart.chapter(
      "How the plan was read",
      plan.files.map { file in
        ([file.name + ": " + file.form] + file.remarks).joined(separator: ". ")
      })
    if let code = comparison.findings.first?.code {
      parts.append(.text("'tagsim help \(code.id)' explains a code", .plain))
    }
    return parts
  }

  var title: String {
    let events = Counted.text(plan.events.count, "event")
    let counts = [PlanFinding.Level.deviation, .warning].map {
      Counted.text(comparison.count($0), $0.rawValue)
    }
    return "\(name), \(events): " + counts.joined(separator: ", ")
  }

  private func item(_ finding: PlanFinding) -> ReportItem {
    var details: [String] = []
    if let row = finding.row { details.append("plan: " + words(of: row)) }
    let places = finding.places.map(Self.words)
    if !places.isEmpty, finding.source != .plan {
      let more = finding.count - places.count
      let times = finding.count > 1 ? "\(finding.count) times: " : ""
      details.append(
        "\(Self.name(of: finding.source)): \(times)\(places.prefix(3).joined(separator: "; "))"
          + (max(more, 0) + max(0, places.count - 3) > 0 ? " and more" : ""))
    }
    return ReportItem(
      sentence: "\(finding.code.id) \(TerminalText.visible(finding.sentence))",
      details: details.map { TerminalText.visible($0) } + ["help: \(finding.code.help.dropLast())"])
  }

  private func words(of place: PlanPlace) -> String {
    plan.words(of: place, isNamed: files.count > 1)
  }

  private static func words(_ place: PlanSighting.Place) -> String {
    let line = place.line > 0 ? ":\(place.line)" : ""
    return place.file + line + (place.words.isEmpty ? "" : " (\(place.words))")
  }

  static func name(of source: PlanFinding.Source) -> String {
    switch source {
    case .plan, .container, .app, .phone: source.rawValue
    case .run: "runs"
    }
  }

  // MARK: Table

  /// The table of events by sources, or, where it is too wide, a sentence for each event.
  private func table(columns: Int?) -> [ReportPart] {
    let shown = comparison.rows.prefix(Self.rowLimit)
    let heads = ["event", "plan"] + comparison.sources.map(Self.name)
    let rows = shown.map { row in
      [TextWidth.truncate(row.name, to: Self.cellColumns), planned(row)]
        + comparison.sources.map { cell(row.cells[$0] ?? .init(), $0) }
    }
    let left = comparison.rows.count - shown.count
    let more: [ReportPart] =
      left > 0 ? [.text("and \(Counted.text(left, "more row"))", .plain)] : []
    let widths = heads.indices.map { column in
      (rows + [heads]).map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    if let columns, widths.reduce(2, { $0 + $1 + 2 }) > columns {
      let items = rows.map { row in
        ReportItem(
          sentence: row[0] + ": "
            + zip(heads.dropFirst(), row.dropFirst()).map { "\($0) \($1)" }.joined(separator: "; "))
      }
      return [.list(items)] + more
    }
    let rest = rows.map { ReportTable.Row(cells: $0) }
    return [.table(ReportTable(columns: heads, rows: rest))] + more
  }

  private func planned(_ row: PlanComparison.Row) -> String {
    guard row.place != nil else { return "not planned" }
    return row.parameterCount == 0 ? "planned" : Counted.text(row.parameterCount, "parameter")
  }

  private func cell(_ cell: PlanComparison.Cell, _ source: PlanFinding.Source) -> String {
    if cell.isMissing { return source == .container ? "no rule" : "never pushed" }
    if cell.count == 0 { return "–" }
    var words =
      switch source {
      case .container: Counted.text(cell.count, "tag")
      case .app: Counted.text(cell.count, "place")
      case .plan, .run, .phone: Counted.text(cell.count, "time")
      }
    if source == .app, let place = cell.places.first {
      words =
        "at " + TextWidth.truncate(place, to: Self.cellColumns) + (cell.count > 1 ? ", …" : "")
    }
    return cell.deviations == 0 ? words : words + ", " + Counted.text(cell.deviations, "deviation")
  }

  // MARK: Services

  var chapters: [ReportChapter] {
    [ReportChapter(of: name, checks)]
  }

  var checks: [ReportCheck] {
    let checks = comparison.findings.map(check)
    return checks.isEmpty ? [ReportCheck(.held, "\(name): all as planned")] : checks
  }

  private func check(_ finding: PlanFinding) -> ReportCheck {
    let code = finding.code
    let place = finding.places.first.map {
      ScenarioLocation(file: $0.file, line: max(1, $0.line), column: 0)
    }
    let row = finding.row.map { row in
      ScenarioLocation(
        file: files.indices.contains(row.file) ? files[row.file] : "", line: max(1, row.line),
        column: 0)
    }
    let planned = finding.row.map { ["plan: " + words(of: $0)] } ?? []
    var check = ReportCheck(
      finding.level == .deviation ? .failure : .warning, "\(code.id) \(code.title)",
      at: place ?? row,
      [finding.sentence] + planned + finding.places.dropFirst().map { "also at " + Self.words($0) }
        + ["help: " + code.help])
    check.code = (code.id, code.title, code.meaning + "\n\n" + code.help)
    let name = [finding.event, finding.parameter].filter { !$0.isEmpty }.joined(separator: ".")
    let print = [code.id, finding.source.rawValue, finding.event, finding.parameter, finding.got]
    check.subject = (
      finding.source.rawValue, name,
      String(TextDigest(print.joined(separator: "\u{0}")).bits, radix: 16)
    )
    return check
  }

  // MARK: Programs

  var document: String {
    JSONWriter.write([
      "schema": .string(Self.schema), "version": .string(ProgramVersion.number),
      "deviations": .count(comparison.count(.deviation)),
      "warnings": .count(comparison.count(.warning)),
      "files": .list(
        plan.files.map {
          ["file": .string($0.name), "form": .string($0.form), "remarks": .texts($0.remarks)]
        }),
      "sources": .texts(comparison.sources.map(\.rawValue)),
      "events": .list(comparison.rows.map(json)),
      "findings": .list(comparison.findings.map(json)),
      "notChecked": .texts(unchecked),
      "remarks": .texts(comparison.remarks),
    ])
  }

  private func json(_ row: PlanComparison.Row) -> Value {
    var members: OrderedDictionary<String, Value> = [
      "event": .string(row.name), "row": .count(row.place?.row),
      "parameters": .count(row.parameterCount),
    ]
    for (source, cell) in row.cells {
      members[source.rawValue] = [
        "count": .count(cell.count), "missing": .bool(cell.isMissing),
        "deviations": .count(cell.deviations),
      ]
    }
    return .map(members)
  }

  func json(_ finding: PlanFinding) -> Value {
    func place(_ place: PlanSighting.Place) -> Value {
      ["file": .string(place.file), "line": place.line > 0 ? .count(place.line) : .null]
    }
    let file = finding.row.flatMap { files.indices.contains($0.file) ? files[$0.file] : nil }
    return [
      "code": .string(finding.code.id), "level": .string(finding.level.rawValue),
      "source": .string(finding.source.rawValue), "event": .string(finding.event),
      "parameter": .string(finding.parameter), "row": .count(finding.row?.row),
      "plan": .text(file), "expected": .string(finding.expected), "got": .string(finding.got),
      "place": finding.places.first.map(place) ?? .null,
      "places": .list(finding.places.map(place)), "count": .count(finding.count),
      "sentence": .string(finding.sentence), "help": .string(finding.code.help),
    ]
  }
}
