import Following
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// The report of `tagsim follow` on a phone and a container.
struct FollowReport {
  enum Format: String, CaseIterable, Hashable, Sendable, ReportFormats {
    case human
    case json
    /// JUnit XML, with a case for each thing that a tag must do.
    case junit
    /// A summary in Markdown.
    case md
    case html

    var isJSON: Bool { self == .json }
  }

  /// The most events, and the most tag effects, that a report for people lists.
  private static let rowLimit = 500
  /// The width of an event's name in columns.
  static let nameColumns = 32

  let log: String
  /// The record of its lines; empty for a capture.
  let record: PhoneRecord
  /// The amount that was read, such as "29 lines, 3 events, 3 hits".
  let amount: String
  /// The traits that the phone reveals about itself.
  let traits: PhoneTraits
  let container: String
  let followed: FollowedPhone

  var count: OrderedDictionary<PhoneMatch.State, Int> {
    OrderedDictionary(
      uniqueKeysWithValues: PhoneMatch.State.allCases.map { state in
        (state, followed.matches.count { $0.state == state })
      })
  }

  /// Whether a required effect of a tag was not seen.
  var hasMissing: Bool { followed.matches.contains { $0.state == .missing } }

  /// What the log says that must not pass unnoticed.
  var faults: [PhoneRecord.Flaw] {
    record.flaws.filter { $0.kind == .leftOut || $0.kind == .sdkFault }
  }

  func lines(_ format: Format) -> [String] {
    switch format {
    case .human: lines
    case .json: [TerminalText.escapedJSON(JSONWriter.write(json))]
    case .junit: junit
    case .md: report.lines(.markdown)
    case .html: report.lines(.html)
    }
  }

  // MARK: Texts

  private var headline: String {
    let facts = record.facts.map(\.words)
    return amount + (facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")")
  }

  private var sum: String {
    count.elements.filter { $0.value > 0 || $0.key == .seen }
      .map { "\($0.value) \($0.key.words)" }.joined(separator: ", ")
  }

  /// The known traits of the phone, and the names of the unknown ones.
  private var phone: String {
    let told = traits.told.joined(separator: ", ")
    let untold = traits.untold.joined(separator: ", ")
    return "phone: "
      + [told, untold.isEmpty ? "" : "not known: " + untold].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  private func time(of event: PhonePlayer.Played) -> String {
    CaptureTime(wall: event.time, offsetSeconds: followed.offsetSeconds).clockText(of: event.time)
  }

  private func visible(_ text: String) -> String { TerminalText.visible(text) }

  private var lines: [String] {
    var lines = ["\(log): \(headline)", "container: \(container)", visible(phone), ""]
    if !followed.events.isEmpty {
      var rows = [["#", "line", "time", "event", "tags"]]
      for event in followed.events.prefix(Self.rowLimit) {
        rows.append([
          String(event.number), String(event.line), time(of: event), visible(event.name),
          visible(event.action),
        ])
      }
      lines += Self.table(rows) + more(followed.events.count) + [""]
    }
    lines.append("The phone compared with the container:")
    if followed.matches.isEmpty { lines.append("  no tag has anything to show") }
    for match in followed.matches.prefix(Self.rowLimit) {
      lines += match.lines.map { "  " + visible($0) }
    }
    lines += more(followed.matches.count) + ["", sum]
    let flaws = record.flaws
    if !followed.dropped.isEmpty {
      lines += ["", "In the container:"] + followed.dropped.map { "  " + visible($0) }
    }
    if !followed.unplayed.isEmpty {
      lines += ["", "Not played:"] + followed.unplayed.map { "  " + visible($0) }
    }
    if !flaws.isEmpty { lines += ["", "What is wrong in the log:"] }
    for flaw in flaws {
      lines.append(
        "  \(record.unit) \(flaw.lines[0]): \(visible(flaw.sentence))\(times(flaw))  "
          + "[\(flaw.kind.rawValue)]"
      )
    }
    return lines
  }

  private func times(_ flaw: PhoneRecord.Flaw) -> String {
    flaw.count > 1 ? " (\(flaw.count) times)" : ""
  }

  private func more(_ count: Int) -> [String] {
    count > Self.rowLimit ? ["  and \(count - Self.rowLimit) more; --report json has all"] : []
  }

  /// Lays out rows of five columns: those of numbers first, and the last one as it is.
  static func table(
    _ rows: [[String]], numbers: Int = 2, widest: Int = nameColumns
  ) -> [String] {
    let widths = (0..<4).map { column in
      min(widest, rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0)
    }
    return rows.map { row in
      let cells = widths.enumerated().map { column, width in
        TextWidth.padded(row[column], to: width, alignment: column < numbers ? .trailing : .leading)
      }
      return "  " + (cells + row.suffix(1)).joined(separator: "  ")
    }
  }

  // MARK: Machines

  private var json: Value {
    func number(_ number: Int?) -> Value { number.map { .int(Int64($0)) } ?? .null }
    func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
    return [
      "log": .string(log), "container": .string(container), "lines": number(record.lineCount),
      "facts": texts(record.facts.map(\.words)),
      "phone": ["told": texts(traits.told), "unknown": texts(traits.untold)],
      "unplayed": texts(followed.unplayed),
      "events": .list(
        followed.events.map { event in
          [
            "number": number(event.number), "line": number(event.line), "name": text(event.name),
            "origin": text(event.origin),
            "time": .int(event.time.milliseconds),
            "fired": texts(event.fired), "keptBackBy": texts(event.blockedBy),
            "notPlayed": text(event.reason),
          ]
        }),
      "matches": .list(followed.matches.map(\.json)),
      "counts": .map(
        OrderedDictionary(
          uniqueKeysWithValues: count.elements.map { ($0.key.rawValue, number($0.value)) })),
      "findings": .list(
        record.flaws.map { flaw in
          [
            "code": .string(flaw.kind.rawValue), "sentence": text(flaw.sentence),
            "lines": .list(flaw.lines.map { number($0) }), "count": number(flaw.count),
          ]
        }),
    ]
  }

  private var junit: [String] {
    func attributes(_ pairs: [(String, String)]) -> String {
      pairs.map { " \($0.0)=\"\(XMLText.escaped($0.1))\"" }.joined()
    }
    let matches = followed.matches
    let faults = record.flaws.filter { $0.kind == .sdkFault }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"tagsim follow\">",
      "  <testsuite"
        + attributes([
          ("name", log), ("file", log), ("tests", String(matches.count + faults.count)),
          ("failures", String((count[.missing] ?? 0) + faults.count)), ("errors", "0"),
          ("skipped", String((count[.hidden] ?? 0) + (count[.surplus] ?? 0))), ("time", "0"),
        ]) + ">",
    ]
    func begin(_ name: String) -> String {
      "    <testcase" + attributes([("classname", container), ("name", name), ("time", "0")])
    }
    func failed(_ begin: String, _ message: String) -> [String] {
      [
        begin + ">",
        "      <failure" + attributes([("message", message), ("type", "expectation")]) + "/>",
        "    </testcase>",
      ]
    }
    for fault in faults {
      lines += failed(begin("\(fault.kind.rawValue) at line \(fault.lines[0])"), fault.sentence)
    }
    for match in matches {
      let name = match.what + (match.tag.map { " of " + $0 } ?? "")
      let at = match.event.map { " at event \($0)" } ?? match.line.map { " at line \($0)" } ?? ""
      let begin = begin(name + at)
      let message = ([match.state.words] + match.remarks).joined(separator: ": ")
      switch match.state {
      case .seen: lines.append(begin + "/>")
      case .missing: lines += failed(begin, message)
      case .surplus, .hidden, .awaited:
        lines += [
          begin + ">", "      <skipped" + attributes([("message", message)]) + "/>",
          "    </testcase>",
        ]
      }
    }
    for fault in faults {
      let name = [("classname", log), ("name", "line \(fault.lines[0])"), ("time", "0")]
      lines += [
        "    <testcase" + attributes(name) + ">",
        "      <failure" + attributes([("message", fault.sentence), ("type", fault.kind.rawValue)])
          + "/>", "    </testcase>",
      ]
    }
    return lines + ["  </testsuite>", "</testsuites>"]
  }

  /// The report as a page for readers who were not there.
  private var report: HandedReport {
    var parts: [ReportPart] = [
      .text(headline + ".", .plain), .text(phone + ".", .plain), .text(sum, .caption),
      .heading("The phone compared with the container", level: 2),
      .table(
        ReportTable(
          columns: ["", "what", "state", "where", "remark"],
          rows: followed.matches.map { match in
            ReportTable.Row(cells: [
              match.state.sign, match.what, match.state.words, match.place,
              match.remarks.joined(separator: "; "),
            ])
          })),
    ]
    if !followed.events.isEmpty {
      parts += [
        .heading("Events", level: 2),
        .table(
          ReportTable(
            columns: ["#", "line", "time", "event", "tags"], numbers: [0, 1],
            rows: followed.events.map { event in
              ReportTable.Row(cells: [
                String(event.number), String(event.line), time(of: event), event.name, event.action,
              ])
            })),
      ]
    }
    if !record.flaws.isEmpty {
      parts += [
        .heading("In the log", level: 2),
        .list(
          record.flaws.map { flaw in
            ReportItem(sentence: "line \(flaw.lines[0]): \(flaw.sentence)\(times(flaw))")
          }),
      ]
    }
    return HandedReport(title: "\(log) against \(container)", parts: parts)
  }
}
