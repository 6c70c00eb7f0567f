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
  @Boxed private(set) var capture: Capture
  let container: String
  @Boxed private(set) var followed: FollowedPhone
  /// The record of its lines, or of its uploads; empty for a capture without any.
  @Boxed private var record: PhoneRecord
  /// The traits that the phone reveals about itself.
  private let traits: PhoneTraits
  /// What the log says that must not pass unnoticed, and what healthy apps have, too.
  private let findings: [CaptureFinding]

  init(log: String, capture: Capture, container: String, followed: FollowedPhone) {
    (self.log, self.container) = (log, container)
    _capture = Boxed(wrappedValue: capture)
    _followed = Boxed(wrappedValue: followed)
    _record = Boxed(wrappedValue: capture.log ?? PhoneRecord())
    traits = PhoneTraits(of: capture)
    findings = capture.findings.filter(\.isOfLog)
  }

  /// The amount that was read, such as "29 lines, 3 events, 3 hits".
  private var amount: String {
    let whole =
      capture.form == .log
      ? Counted.text(record.lineCount, "line") : Counted.text(capture.requestCount, "request")
    let events = capture.log.map { [Counted.text($0.events.count, "event")] } ?? []
    let hits =
      capture.form == .log || capture.log == nil || !capture.hits.isEmpty
      ? [Counted.text(capture.form == .log ? record.hits.count : capture.hits.count, "hit")] : []
    return ([whole] + events + hits).joined(separator: ", ")
  }

  var count: OrderedDictionary<PhoneMatch.State, Int> {
    OrderedDictionary(
      uniqueKeysWithValues: PhoneMatch.State.allCases.map { state in
        (state, followed.matches.count { $0.state == state })
      })
  }

  /// Whether the phone did not do what a tag must do, the log names a fault, or it was not read to
  /// its end.
  var hasFaults: Bool {
    followed.matches.contains { Self.isFailed($0.state) } || findings.contains(where: \.isFault)
      || followed.leftOut > 0
  }

  /// Why nothing of what the container must make can be seen; nil if something can.
  var blindness: String? {
    followed.matches.allSatisfy { $0.state == .hidden } ? followed.matches.first?.reason : nil
  }

  private static func isFailed(_ state: PhoneMatch.State) -> Bool {
    switch state {
    case .missing, .differs, .surplus: true
    case .seen, .hidden, .awaited: false
    }
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
    if !followed.dropped.isEmpty {
      lines += ["", "In the container:"] + followed.dropped.map { "  " + visible($0) }
    }
    if !followed.unplayed.isEmpty {
      lines += ["", "Not played:"] + followed.unplayed.map { "  " + visible($0) }
    }
    return lines + ImportReport.lines(of: findings)
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
        findings.map { finding in
          [
            "code": .string(finding.fault.code), "sentence": text(finding.sentence),
            "lines": .list(finding.lines.map { number($0) }), "count": number(finding.count),
          ]
        }),
    ]
  }

  private var junit: [String] {
    func attributes(_ pairs: [(String, String)]) -> String {
      pairs.map { " \($0.0)=\"\(XMLText.escaped($0.1))\"" }.joined()
    }
    let matches = followed.matches
    let faults = findings.filter(\.isFault)
    let failures = faults.count + matches.count { Self.isFailed($0.state) }
    let passed = count[.seen] ?? 0
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"tagsim follow\">",
      "  <testsuite"
        + attributes([
          ("name", log), ("file", log), ("tests", String(matches.count + faults.count)),
          ("failures", String(failures)), ("errors", "0"),
          ("skipped", String(matches.count + faults.count - failures - passed)), ("time", "0"),
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
      lines += failed(begin("\(fault.fault.code) at \(fault.place)"), fault.sentence)
    }
    for match in matches {
      let name = match.what + (match.tag.map { " of " + $0 } ?? "")
      let at = match.event.map { " at event \($0)" } ?? match.line.map { " at line \($0)" } ?? ""
      let begin = begin(name + at)
      let message = ([match.state.words] + match.remarks).joined(separator: ": ")
      switch match.state {
      case .seen: lines.append(begin + "/>")
      case .missing, .differs, .surplus: lines += failed(begin, message)
      case .hidden, .awaited:
        lines += [
          begin + ">", "      <skipped" + attributes([("message", message)]) + "/>",
          "    </testcase>",
        ]
      }
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
    if !findings.isEmpty {
      parts += [
        .heading("In the log", level: 2),
        .list(
          findings.map { ReportItem(sentence: "\($0.place): \($0.sentence)") }),
      ]
    }
    return HandedReport(title: "\(log) against \(container)", parts: parts)
  }
}
