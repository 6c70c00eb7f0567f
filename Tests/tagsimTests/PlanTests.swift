import Foundation
import MeasurementPlan
import OrderedCollections
import PlanChecking
import TagRuntime
import Testing
import TextKit

@testable import tagsim

/// `tagsim plan`, from the files to the findings.
struct PlanTests {
  private static let sheet = """
    Event Name,Parameter Name,Type,Required,Enum Values,Property Regex
    openScreen,screen_name,string,yes,,
    purchase,value,number,yes,,
    ,currency,string,,"EUR, USD",
    ,coupon,string,no,,^SAVE
    ,count,integer,no,,
    ,gift,boolean,no,,

    """

  private static func app(_ action: String) -> String {
    """
    app "Shop"
      package com.example.shop
      container GTM-AB12
      screen "Home"
        on view push event="openScreen" screen_name="Home"
        button "Buy" \(action)
      end
    end

    """
  }

  private static let good = "push event=\"purchase\" value=1.5 currency=\"EUR\""

  /// An action of the app, and the findings: codes with parameters, and the line.
  static let rules: [(action: String, found: [String])] = [
    (good, []),
    ("push event=\"purchase\" value=1 currency=\"EUR\" count=3 gift=true coupon=\"SAVE10\"", []),
    ("push event=\"purchase\" currency=\"EUR\"", ["P10 purchase.value 6"]),
    ("push event=\"purchase\" value=\"cheap\" currency=\"EUR\"", ["P14 purchase.value 6"]),
    (good + " count=1.5", ["P14 purchase.count 6"]),
    (good + " gift=1", ["P14 purchase.gift 6"]),
    (good + " tax=2", ["P12 purchase.tax 6"]),
    (good + " Coupon=\"SAVE1\"", ["P13 purchase.coupon 6"]),
    (good + " coupon=\"10 %\"", ["P16 purchase.coupon 6"]),
    ("push event=\"purchase\" value=1 currency=\"CHF\"", ["P15 purchase.currency 6"]),
    ("push event=\"Purchase\" value=1 currency=\"EUR\"", ["P03 purchase 6"]),
    ("push event=\"purchse\" value=1 currency=\"EUR\"", ["P03 purchase 6"]),
    ("push event=\"refund\"", ["P01 refund 6", "P02 purchase 0"]),
    ("push event=${name=\"purchase\"} value=${value} currency=${currency=\"EUR\"}", []),
    // An argument of the default type is judged, one without a default is not known.
    ("push event=\"purchase\" value=${value=\"no\"} currency=\"EUR\"", ["P14 purchase.value 6"]),
    ("goes \"Home\"", ["P02 purchase 0"]),
  ]

  @Test(arguments: rules)
  func theAppIsHeldAgainstThePlan(_ action: String, _ found: [String]) throws {
    let scratch = try ScratchFolder()
    let files = ["plan.csv": Self.sheet, "a.app": Self.app(action)]
    #expect(try findings(files, ["plan.csv", "a.app"], in: scratch) == found.sorted())
  }

  /// The same in a run: what the plan has and a run does not show is no finding.
  @Test(arguments: rules)
  func aRunIsHeldAgainstThePlan(_ action: String, _ found: [String]) throws {
    let scratch = try ScratchFolder()
    let isTapped = !action.hasPrefix("goes") && !action.contains("${value}")
    let files = [
      "plan.csv": Self.sheet, "a.app": Self.app(action),
      "a.scenario":
        "tagsim 1\napp: a.app\n---\nlaunch\nscreen \"Home\"\n\(isTapped ? "tap \"Buy\"" : "")\n",
    ]
    let shown = found.filter { isTapped && !$0.hasPrefix("P02") }
    #expect(
      try findings(files, ["plan.csv", "a.scenario"], in: scratch, of: "run") == shown.sorted())
  }

  /// One fault in two places of a source is one finding with both.
  @Test func aFaultInTwoPlacesIsOneFinding() throws {
    let scratch = try ScratchFolder()
    let twice = "push event=\"refund\" then push event=\"refund\""
    let app = Self.app(Self.good).replacing(
      "  end\nend", with: "    button \"B\" \(twice)\n  end\nend"
    )
    .replacing("  screen", with: "  on launch push event=\"refund\"\n  screen")
    let result = try run(
      ["plan.csv": Self.sheet, "a.app": app], ["plan.csv", "a.app", "--report", "json"], in: scratch
    )
    let findings = try #require(try result.json.members?["findings"]?.elements)
    #expect(findings.count == 1)
    #expect(findings.first?.members?["places"]?.elements?.count == 2)
  }

  // MARK: Phones

  private static func log(_ parameters: String, event: String = "purchase") -> String {
    """
    V/FA ( 1796): Logging event (FE): openScreen, Bundle[{screen_name=Home, _sc=M}]
    V/FA ( 1796): Logging event (FE): \(event), Bundle[{\(parameters)}]
    V/FA ( 1796): Logging event (FE): first_open(_f), Bundle[{_c=1}]

    """
  }

  @Test(
    arguments: [
      ("value=1.5, currency=EUR, gift=1, count=2", "purchase", []),
      ("value=cheap, currency=EUR", "purchase", ["P14 purchase.value 2"]),
      ("currency=EUR", "purchase", ["P10 purchase.value 2"]),
      ("value=1, currency=CHF", "purchase", ["P15 purchase.currency 2"]),
      ("value=1, tax=2", "purchase", ["P12 purchase.tax 2"]),
      ("value=1, _et=2", "purchase", []),
      ("value=1", "Purchase", ["P03 purchase 2"]),
      ("value=1", "purchse", ["P03 purchase 2"]),
      ("value=1", "refund", ["P01 refund 2"]),
    ] as [(String, String, [String])])
  func aLogIsHeldAgainstThePlan(
    _ parameters: String, _ event: String, _ found: [String]
  ) throws {
    let scratch = try ScratchFolder()
    let files = ["plan.csv": Self.sheet, "a.log": Self.log(parameters, event: event)]
    #expect(try findings(files, ["plan.csv", "a.log"], in: scratch) == found)
  }

  // MARK: Containers

  private static func container(
    event: String = "purchase", key: String = "value", condition: String = "GREATER",
    right: String = "10"
  ) -> String {
    func pair(_ key: String, _ value: String) -> String {
      "{\"type\": \"TEMPLATE\", \"key\": \"\(key)\", \"value\": \"\(value)\"}"
    }
    func filter(_ type: String, _ left: String, _ right: String) -> String {
      "{\"type\": \"\(type)\", \"parameter\": [\(pair("arg0", left)), \(pair("arg1", right))]}"
    }
    return """
      {"exportFormatVersion": 2, "containerVersion": {"containerId": "1", "containerVersionId": "1",
      "container": {"containerId": "1", "name": "S", "publicId": "GTM-A", "usageContext": ["IOS"]},
      "tag": [{"tagId": "1", "name": "Ads", "type": "img", "firingTriggerId": ["1", "2"],
        "parameter": [\(pair("url", "https://a.example/?s={{screen}}"))]}],
      "trigger": [
      {"triggerId": "1", "name": "Bought", "type": "ALWAYS", "filter": [
        \(filter("EQUALS", "{{Event}}", event)), \(filter(condition, "{{the key}}", right))]},
      {"triggerId": "2", "name": "Seen", "type": "ALWAYS", "filter": [
        \(filter("EQUALS", "{{Event}}", "openScreen"))]}],
      "variable": [
      {"variableId": "1", "name": "screen", "type": "v",
        "parameter": [\(pair("name", "screen_name"))]},
      {"variableId": "2", "name": "the key", "type": "v", "parameter": [\(pair("name", key))]}],
      "builtInVariable": [{"type": "EVENT", "name": "Event"}]}}

      """
  }

  private static let short = """
    Event Name,Parameter Name,Type
    openScreen,screen_name,string
    purchase,value,number

    """

  @Test(
    arguments: [
      (container(), []),
      (container(event: "refund"), ["P04 purchase 0", "P05 refund 6"]),
      (container(event: "purchse"), ["P03 purchase 6"]),
      (container(event: "Purchase"), ["P03 purchase 6"]),
      (container(key: "amount"), ["P06 purchase.value 0", "P07 .amount 13"]),
      (container(key: "Value"), ["P13 .value 13"]),
      (container(condition: "EQUALS", right: "much"), ["P08 purchase.value 6"]),
    ])
  func aContainerIsHeldAgainstThePlan(_ container: String, _ found: [String]) throws {
    let scratch = try ScratchFolder()
    let files = ["plan.csv": Self.short, "c.json": container]
    #expect(try findings(files, ["plan.csv", "--container", "c.json"], in: scratch) == found)
  }

  // MARK: Exit codes

  @Test(
    arguments: [
      (["plan.csv"], 0), (["plan.csv", "good.app"], 0), (["plan.csv", "bad.app"], 1),
      (["plan.csv", "empty.app"], 1), (["plan.csv", "hits.txt"], 5), (["good.app"], 6),
      (["other.csv"], 6),
      (["plan.csv", "--nonsense"], 4), (["plan.csv", "good.app", "--report", "json=no/where"], 3),
      (["--from", "good.app", "-o", "plan.csv"], 4), (["--from", "empty.app", "-o", "x.csv"], 5),
      (["plan.csv", "missing.csv"], 6),
    ] as [([String], Int32)])
  func exitCode(_ arguments: [String], _ code: Int32) throws {
    let scratch = try ScratchFolder()
    let files = [
      "plan.csv": Self.sheet, "good.app": Self.app(Self.good), "other.csv": "a,b\n1,2\n",
      "bad.app": Self.app(Self.good + " tax=1"),
      "hits.txt": "v=1&t=screenview&tid=UA-1-1&cid=1&cd=Home\n",
      "empty.app": "app \"X\"\n  package a.b\nend\n",
    ]
    #expect(try run(files, arguments, in: scratch).code == code, "\(arguments)")
  }

  @Test func aSheetComesBackWithWhatWasFound() throws {
    let scratch = try ScratchFolder()
    let app = Self.app(Self.good + " tax=1 then push event=\"refund\"")
    let files = ["plan.csv": Self.sheet, "a.app": app]
    _ = try run(files, ["plan.csv", "a.app", "--report", "csv=found.csv"], in: scratch)
    let lines = try scratch.text("found.csv").split(whereSeparator: \.isNewline)
    #expect(lines[0].hasSuffix("Property Regex,found"))
    #expect(lines[2].contains("P12 app:"))
    #expect(lines.last == "refund,,,,,,\"P01 app: \"\"refund\"\" is not in the plan\"")
    #expect(lines.count == Self.sheet.split(separator: "\n").count + 1)
  }

  @Test(arguments: [60, 80, 120])
  func thePageFits(_ columns: Int) throws {
    let plan = MeasurementPlan.read([("plan.csv", Array(Self.sheet.utf8))])
    let sources: [PlanFinding.Source] = [.container, .app, .run, .phone]
    let evidence = sources.map { source in
      var evidence = PlanEvidence(source)
      let place = PlanSighting.Place(file: "a", line: 1, words: "The place of the confirmation")
      evidence.sightings = ["purchase", "an_event_of_a_name_that_is_longer_than_a_column"].map {
        PlanSighting($0, ["tax": 1], .legacy, at: place)
      }
      return evidence
    }
    let report = PlanReport(comparison: PlanComparison(plan, evidence))
    let lines = report.text(columns: columns)
    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns }, "\(lines)")
    #expect(lines.contains { $0.contains("P12 \"purchase\" carries \"tax\"") })
    let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("never pushed"))
  }

  // MARK: From what is there

  /// What is planned from a source has no deviation against that source alone.
  @Test(arguments: try sources())
  func aPlanFromASourceFitsIt(_ source: String) throws {
    let scratch = try ScratchFolder()
    let path = CommandLineTool.path(source)
    let written = try CommandLineTool.run(
      ["plan", "--from", path, "-o", "plan.csv"], in: scratch.url)
    // A container that listens for no event by its name has nothing to plan.
    if written.code == 5 { return }
    #expect(written.code == 0, "\(written.complaint)")
    let result = try CommandLineTool.run(["plan", "plan.csv", path], in: scratch.url)
    #expect(result.code == 0, "\(result.output)\(result.complaint)")
  }

  private static func sources() throws -> [String] {
    try ["Scenarios", "Scenarios/apps", "Scenarios/containers", "Scenarios/logs"].flatMap {
      folder in
      try FileManager.default.contentsOfDirectory(atPath: CommandLineTool.path(folder))
        .filter { $0.contains(".") }.sorted().map { folder + "/" + $0 }
    }
  }

  // MARK: Running

  private func run(
    _ files: [String: String], _ arguments: [String], in scratch: ScratchFolder
  ) throws -> CommandLineTool.Result {
    for (name, text) in files {
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
    }
    return try CommandLineTool.run(["plan"] + arguments, in: scratch.url)
  }

  /// The findings, as "P10 purchase.value 6": the code, the event, the parameter and the line.
  private func findings(
    _ files: [String: String], _ arguments: [String], in scratch: ScratchFolder,
    of source: String? = nil
  ) throws -> [String] {
    let result = try run(files, arguments + ["--report", "json"], in: scratch)
    let findings = try #require(
      try result.json.members?["findings"]?.elements, "\(result.complaint)")
    return findings.compactMap(\.members).filter { source == nil || $0["source"]?.text == source }
      .map { finding in
        let event = finding["event"]?.text ?? ""
        let parameter = finding["parameter"]?.text ?? ""
        var line = "0"
        if case .int(let number)? = finding["place"]?.members?["line"] { line = String(number) }
        return "\(finding["code"]?.text ?? "") \(event)\(parameter.isEmpty ? "" : ".")\(parameter) "
          + line
      }.sorted()
  }
}
