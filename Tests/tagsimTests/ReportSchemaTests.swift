import CommandKit
import Foundation
import OrderedCollections
import TagForecast
import TagRuntime
import Testing

@testable import ScenarioEngine
@testable import tagsim

/// Every report for machines is what its schema says.
struct ReportSchemaTests {
  private static let v8 = "Scenarios/containers/GTM-AB12-v8.json"
  private static let v9 = "Scenarios/containers/GTM-AB12-v9-fix.json"
  private static let mv50 = "Scenarios/containers/GTM-MV50-v1.json"
  private static let log = "Scenarios/logs/follow.log"

  private static let reports: [(schema: ReportSchema, line: String)] = [
    (.run, "run Scenarios/offline.scenario --coverage --json"),
    (.facts, "run Scenarios/offline.scenario --report ndjson"),
    (.diff, "diff \(v8) \(v9) --json"),
    (.diff, "diff \(v8) \(v9) Scenarios/offline.scenario --json"),
    (.diff, "diff \(v8) \(v8) --try --report json"),
    (
      .forecast,
      "forecast \(v8) \(v9) Scenarios/offline.scenario --phones 3 --days 1 --report json"
    ),
    (.inspect, "inspect \(v8) Scenarios/containers/GTM-AB12.plist --json"),
    (.inspect, "inspect Tests/tagsimTests/Pages/GTM-FB12.json --json"),
    (.lint, "lint \(v8) Scenarios/containers/GTM-AB12.plist --report json"),
    (.plan, "plan Tests/tagsimTests/Pages/plan.csv Scenarios/offline.scenario --report json"),
    (.follow, "import \(log) --json"), (.follow, "import \(log) --container \(mv50) --json"),
    (.follow, "follow \(log) --container \(mv50) --report json"),
    (.hits, "explain --hit v=1&tid=UA-1-1&t=event&ec=a&cid=1 --json"),
    (.rows, "export Scenarios/offline.scenario --format ndjson --what hits"),
    (.rows, "export Scenarios/offline.scenario --format ndjson --what events"),
    (.rows, "export Scenarios/offline.scenario --format ndjson --what firings"),
    (.lessons, "demo --json"),
    (.inspect, "inspect \(v8) --report json"),
    (.hits, "explain --hit v=1&tid=UA-1-1&t=event&ec=a&cid=1 --report json"),
    (.page, "check \(v8) Scenarios --report json"),
    (.page, "check Tests/tagsimTests/Pages/diff-behaviour.txt --report json"),
    (.page, "explain Scenarios/offline.scenario --at 7 --report json"),
    (.page, "info --report json"), (.page, "info check --report json"),
  ]

  @Test(arguments: reports)
  func aReportIsWhatItsSchemaSays(_ report: (schema: ReportSchema, line: String)) throws {
    let result = try CommandLineTool.run(CommandLineTool.words(of: report.line))
    let schema = try JSONSchema(report.schema)
    #expect(!result.lines.isEmpty, "\(result.complaint)")
    // Some are a document a line, the others one in all.
    let isByLine = [.facts, .inspect, .rows].contains(report.schema)
    for text in isByLine ? result.lines : [result.output] {
      #expect(schema.faults(in: try JSONReader.read(Array(text.utf8))) == [], "\(report.line)")
    }
  }

  @Test func everySchemaHasAReport() {
    // That of the other program is looked at in `BenchTests.swift`.
    #expect(Set(Self.reports.map(\.schema) + [.bench]) == Set(ReportSchema.allCases))
    #expect(SchemaFiles.all.map(\.path).sorted() == ReportSchema.allCases.map(\.file).sorted())
  }

  /// A schema has the name that its report writes, version and all.
  @Test(
    arguments: [
      (ReportSchema.run, JSONReport.schema), (.facts, FactReport.schema),
      (.diff, DiffDocument.schema), (.follow, FollowReport.schema),
      (.forecast, ForecastPart.schema), (.plan, PlanReport.schema),
    ])
  func namesAreThoseOfTheReports(_ schema: ReportSchema, _ name: String) throws {
    let result = try CommandLineTool.run(["info", "schema", schema.rawValue])
    let members = try #require(try result.json.members)
    #expect(members["title"]?.text == name)
    #expect(name.hasPrefix("tagsim.\(schema.rawValue)/"))
  }

  /// The check of these tests finds what is wrong.
  @Test(
    arguments: [
      (#"{"a": 1}"#, 0), (#"{"a": -1}"#, 1), (#"{"a": "x"}"#, 1), (#"{}"#, 1),
      (#"{"a": 1, "b": 2}"#, 1), (#"[]"#, 2), (#"{"a": 1, "c": ["x", null]}"#, 0),
      (#"{"a": 1, "c": [1]}"#, 1),
    ])
  func theCheckFindsFaults(_ text: String, _ faults: Int) throws {
    let schema = try JSONSchema(
      """
      {"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
        "a": {"$ref": "#/$defs/count"},
        "c": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
       "$defs": {"count": {"type": "integer", "minimum": 0}}}
      """)
    #expect(schema.faults(in: try JSONReader.read(Array(text.utf8))).count == faults)
  }
}
