import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A run that was played, with the rows to export.
struct ExportedRun {
  let run: ScenarioRun
  let rows: ExportedRows
  /// The filter of the rows; nil for all.
  let filter: RowFilter?

  init(_ run: ScenarioRun, _ rows: ExportedRows, where filter: RowFilter?) {
    (self.run, self.rows, self.filter) = (run, rows, filter)
  }

  // MARK: Requests

  /// The requests as an HTTP Archive.
  var archive: ExportedText {
    let requests = Requests(of: self)
    let archive = HTTPArchive(run.timeline.live.world.zone, creator: ProgramVersion.number)
    let lines = archive.lines(of: requests.sent).map { TerminalText.escapedJSON($0) }
    return ExportedText(lines, remarks: requests.remarks)
  }

  /// The requests as curl commands.
  var commands: ExportedText {
    let requests = Requests(of: self)
    let zone = run.timeline.live.world.zone
    let lines = requests.sent.flatMap { request in
      CurlText.lines(of: request, time: zone.civil(at: request.entry.sent).dateTimeText)
    }
    return ExportedText(CurlText.warning + lines, remarks: requests.remarks)
  }

  /// The requests of the selected hits.
  private struct Requests {
    var sent: [SentRequest] = []
    var remarks: [String] = []

    init(of run: ExportedRun) {
      let traffic = RunTraffic(run.run.timeline)
      let hits = RunRows(run.run).hits(of: traffic, where: run.filter)
      let wanted = Set(hits.compactMap { HitKey($0.id, $0.hit.created) })
      let entries = traffic.requests.filter { entry in
        run.filter == nil || Self.keys(of: entry).contains { wanted.contains($0) }
      }
      sent = entries.map { traffic.sent($0) }
      let unsent = hits.count - wanted.intersection(traffic.requests.flatMap(Self.keys)).count
      if unsent > 0 {
        let are = unsent == 1 ? "is" : "are"
        remarks.append("\(Counted.text(unsent, "hit")) \(are) not in any request and left out")
      }
      remarks += run.remarks(left: traffic.leftRequests, "request")
    }

    private static func keys(of entry: RequestLog.Entry) -> [HitKey] {
      entry.request.hits.compactMap { HitKey($0.id, $0.hit.created) }
    }
  }

  /// Returns the remark about rows at the start of the run that are no longer remembered.
  fileprivate func remarks(left count: Int, _ noun: String) -> [String] {
    guard count > 0 else { return [] }
    return [
      "the first \(Counted.text(count, noun)) of the run are no longer remembered and are left out"
    ]
  }

  // MARK: Rows

  /// The rows as comma-separated values.
  var table: ExportedText {
    let (facts, remarks) = facts(forTable: true)
    let columns = facts.first.map { Array($0.members.keys) } ?? []
    let lines = [CSVText.titles(columns)] + facts.map { CSVText.line($0, columns: columns) }
    return ExportedText(
      columns.isEmpty ? [] : lines.map { TerminalText.visible($0) }, end: CSVText.lineEnd,
      remarks: remarks)
  }

  /// The rows as facts, one line of JSON each.
  var objects: ExportedText {
    let (facts, remarks) = facts(forTable: false)
    return ExportedText(facts.map { TerminalText.escapedJSON($0.line) }, remarks: remarks)
  }

  private func facts(forTable: Bool) -> (facts: [RunFact], remarks: [String]) {
    let all = RunRows(run)
    switch rows {
    case .events: return (all.events(where: filter), [])
    case .firings:
      let facts = forTable ? all.firings(where: filter) : all.tags(where: filter)
      return (facts, remarks(left: all.leftFirings, "firing"))
    case .hits:
      let traffic = RunTraffic(run.timeline)
      return (all.facts(of: traffic, where: filter), remarks(left: traffic.leftHits, "hit"))
    }
  }
}
