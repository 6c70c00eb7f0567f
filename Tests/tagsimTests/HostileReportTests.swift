import Foundation
import OrderedCollections
import TagRuntime
import Testing

@testable import ScenarioEngine
@testable import tagsim

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Names that mean something to a form go through every writer, and a reader of the form gets them
/// back as text.
struct HostileReportTests {
  private static let names = [
    "\u{0}\u{1B}[2J\u{9B}31m\u{7F}", "a\u{202E}b\u{2066}c\u{200B}", "=1+1", "-- ]]> <![CDATA[",
    "<script>alert(1)</script>&amp;", "\"'` | # \\ @me #1 www.x.org", "a\r\nb\n::error::c\n1..9",
    "# TODO x\nnot ok 1", String(repeating: "é", count: 32_768),
  ]

  /// A report with a name in each of its parts.
  private struct Hostile: Reported {
    let name: String

    var page: HandedReport {
      HandedReport(
        title: name,
        parts: [
          .heading(name, level: 2), .text(name, .note), .fixed([name]),
          .facts([ReportFact(name: name, text: name)]),
          .list([
            ReportItem(sentence: name, details: [name]), ReportItem(text: name, lines: [name]),
          ]),
          .table(ReportTable(columns: [name, "x"], rows: [ReportTable.Row(cells: [name, name])])),
          .page(name, [ReportText([ReportText.Span(name, isUnderlined: true)])]),
        ])
    }

    var chapters: [ReportChapter] {
      let place = ScenarioLocation(file: name, line: 1, column: 2)
      var checks = [ReportCheck.Outcome.held, .note, .skipped, .failure, .error].map {
        ReportCheck($0, name, at: place, [name, name])
      }
      checks[3].code = (name, name, name)
      checks[3].subject = (name, name, name)
      return [ReportChapter(of: name, checks)]
    }

    var document: String { JSONWriter.write([.string(name)]) }
  }

  @Test(
    arguments: names, ReportFormat.allCases.filter { ![.ndjson, .csv, .har, .curl].contains($0) })
  func readersGetTheNames(_ name: String, _ form: ReportFormat) throws {
    let scratch = try ScratchFolder()
    try ReportPlaces([ReportRequest(form, file: scratch.path("out"))], of: .lint)
      .tell(Hostile(name: name))
    let text = try scratch.text("out")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    #expect(!text.unicodeScalars.contains { ["\u{9B}", "\u{202E}", "\u{2066}"].contains($0) })
    let lines = text.split(separator: "\n")
    switch form {
    case .junit, .junitPlaces:
      let parser = XMLParser(data: Data(text.utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      #expect(lines.count { $0.hasPrefix("    <testcase ") } == 5)
    case .json, .sarif:
      #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is any Collection)
      if form == .json { #expect(try JSONReader.read(Array(text.utf8)) == [.string(name)]) }
    case .tap:
      let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
      #expect(points.count == 5 && lines.last == "1..5")
      #expect(points.count { $0.contains(" # TODO ") } == 2)
    case .github:
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { $0.matches(of: /^::(error|warning|notice) [^:]*::/).count == 1 })
    case .html:
      let body = text.components(separatedBy: "</style>")[1]
      let tags = Set(body.matches(of: /<\/?([a-z0-9]+)/).map { String($0.output.1) })
      #expect(tags.isDisjoint(with: ["script", "img", "a1"]))
      #expect(body.count { $0 == "<" } == body.matches(of: /<[\/a-z][^<>]*>/).count)
    case .md:
      #expect(!text.contains("\n::error") && text.hasPrefix("# "))
    case .human: #expect(lines.count < 40)
    case .ndjson, .csv, .har, .curl: break
    }
  }

  /// The rows of exports and copies.
  @Test(arguments: names)
  func readersGetTheRows(_ name: String) throws {
    let row = ReportRow.fact(RunFact("x", ["a": .string(name), "b": 1]))
    let table = RowReport.text(of: [row], as: .csv, by: "1")
    #expect(table.hasPrefix("a,b\r\n") && table.hasSuffix(",1"))
    let cell = table.dropFirst("a,b\r\n".count).dropLast(",1".count)
    #expect(!"=+-@".contains(cell.drop { $0 == "\"" }.first ?? " "))
    #expect(!cell.contains("\n") && cell.count { $0 == "\"" }.isMultiple(of: 2))
    let line = RowReport.text(of: [row], as: .ndjson, by: "1")
    let read = try JSONReader.read(Array(line.utf8))
    #expect(read == ["fact": "x", "a": .string(name), "b": 1])
  }

  /// A new report is a page and its checks: it has every form, with JSON.
  private struct Plain: Reported {
    let hostile: Hostile
    var page: HandedReport { hostile.page }
    var chapters: [ReportChapter] { hostile.chapters }
  }

  @Test(arguments: names)
  func aReportWithoutASchemaOfItsOwnIsAPage(_ name: String) throws {
    let text = Plain(hostile: Hostile(name: name)).document
    let page = try JSONReader.read(Array(text.utf8))
    #expect(try JSONSchema(.page).faults(in: page) == [])
    #expect(page.members?["title"] == .string(name))
    #expect(page.members?["problems"]?.elements?.count == 4)
  }
}
