import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// `plan:` in the header of a scenario: each push of the run is held against it.
struct PlannedRunTests {
  private static let plan = """
    Event Name,Parameter Name,Type,Required,Enum Values
    openScreen,screen_name,string,yes,
    purchase,value,number,yes,
    ,currency,string,,"EUR, USD"
    refund,,,,

    """

  private static func scenario(_ lines: String..., header: String = "plan: plan.csv") -> String {
    """
    tagsim 1
    \(header)
    ---
    app "Shop"
      package com.example.shop
      container GTM-AB12
      screen "Home"
        on view push event="openScreen" screen_name="Home"
        button "Buy" push event="purchase" value=${value=1.5} currency="EUR"
      end
    end
    launch
    screen "Home"
    \(lines.joined(separator: "\n"))

    """
  }

  /// The points of a run that failed: the line and the reasons.
  private func failures(
    _ text: String, _ more: String..., in scratch: ScratchFolder, code: Int32
  ) throws -> [(line: String, why: [String])] {
    try scratch.file("a.scenario", text)
    let result = try CommandLineTool.run(
      ["run", "a.scenario", "--report", "json"] + more, in: scratch.url)
    #expect(result.code == code, "\(result.output)\(result.complaint)")
    let file = try result.json.members?["files"]?.elements?.first
    let runs: [Value] = file?.members?["runs"]?.elements ?? []
    let points: [Value] = runs.flatMap { $0.members?["points"]?.elements ?? [] }
    var failures: [(line: String, why: [String])] = []
    for point in points.compactMap(\.members) where point["outcome"]?.text != "held" {
      let why: [String] = (point["why"]?.elements ?? []).compactMap(\.text)
      failures.append((point["text"]?.text ?? "", why))
    }
    return failures
  }

  @Test(
    arguments: [
      ("tap \"Buy\"", []),
      ("tap \"Buy\" value=\"no\"", ["P14 \"value\" of \"purchase\" is \"no\", but must be number"]),
      ("push event=\"purchase\" currency=\"EUR\"", ["P10 \"purchase\" has no \"value\""]),
      ("push event=\"purchase\" value=1 currency=\"CHF\"", ["P15 "]),
      ("push event=\"purchase\" value=1 tax=2", ["P12 "]),
      ("push event=\"purchse\" value=1", ["P03 \"purchse\" is \"purchase\" in the plan"]),
      ("push event=\"tapBuy\"", ["P01 \"tapBuy\" is not in the plan"]),
      ("optional push event=\"tapBuy\"", []),
    ] as [(String, [String])])
  func eachPushIsHeldAgainstThePlan(_ line: String, _ found: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.file("plan.csv", Self.plan)
    let isOptional = line.hasPrefix("optional")
    let failures = try failures(
      Self.scenario(line), in: scratch, code: found.isEmpty ? 0 : 1)
    let lines: [String] = found.isEmpty && !isOptional ? [] : [line]
    let failed = failures.map(\.line)
    #expect(failed == lines, "\(failures)")
    for (failure, start) in zip(failures, found) {
      #expect(failure.why.first?.hasPrefix(start) == true, "\(failure.why)")
      #expect(failure.why.contains { $0.hasPrefix("help: ") })
      if !start.hasPrefix("P01") {
        #expect(failure.why[0].contains("plan.csv, row "), "\(failure.why)")
      }
    }
  }

  /// What occurs while time passes fails the line that lets it pass, and `expect plan` sums up.
  @Test func aPlanIsExpectedAtAMoment() throws {
    let scratch = try ScratchFolder()
    try scratch.file("plan.csv", Self.plan)
    let good = Self.scenario("expect plan", "tap \"Buy\"", "expect plan")
    #expect(try failures(good, in: scratch, code: 0).isEmpty)
    let bad = Self.scenario("optional push event=\"tapBuy\"", "expect plan")
    let found = try failures(bad, in: scratch, code: 1)
    #expect(found.last?.line == "expect plan")
    #expect(found.last?.why.first?.hasPrefix("P01 ") == true)
    let meant = Self.scenario(
      "push event=\"tapBuy\"", "expect plan deviates \"P01\"", "tap \"Buy\"",
      "expect plan deviates \"P01\"")
    #expect(
      try failures(meant, in: scratch, code: 1).map(\.line) == ["expect plan deviates \"P01\""])
    let without = try failures(
      Self.scenario("expect plan", header: "title: None"), in: scratch, code: 1)
    #expect(without.first?.why.first?.contains("has no plan") == true, "\(without)")
  }

  /// Two files make one plan; the recording of a run and its coverage know them.
  @Test func severalFilesAreOnePlanAndCovered() throws {
    let scratch = try ScratchFolder()
    try scratch.file("plan.csv", Self.plan)
    try scratch.file("more.csv", "Event Name\ntapBuy\n")
    let text = Self.scenario(
      "push event=\"tapBuy\"", header: "plan: plan.csv\nplan: more.csv")
    #expect(try failures(text, in: scratch, code: 0).isEmpty)
    let result = try CommandLineTool.run(
      ["run", "a.scenario", "--coverage", "--report", "human"], in: scratch.url)
    let lines = result.lines.drop { !$0.hasPrefix("coverage of the plan") }
    #expect(
      lines.prefix(4).elementsEqual([
        "coverage of the plan plan.csv and more.csv", "  events      2 of 4 seen",
        "  event purchase was never seen", "  event refund was never seen",
      ]), "\(result.output)")
  }

  @Test func aPlanThatCannotBeReadIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.file("plan.csv", "Event Name,Parameter Name,Regex\na,b,(\n")
    try scratch.file("a.scenario", Self.scenario())
    let result = try CommandLineTool.run(["check", "a.scenario"], in: scratch.url)
    #expect(result.code == 6)
    #expect(result.complaint.contains("a.scenario:2:7: error: plan.csv, row 2"))
    try scratch.file("plan.csv", "a,b\n1,2\n")
    let other = try CommandLineTool.run(["run", "a.scenario"], in: scratch.url)
    #expect(other.complaint.contains("a.scenario:2:7: error: plan.csv"))
  }

  /// A file outside the project is read, and no word of it is shown.
  @Test func aPlanOfOthersIsNotQuoted() throws {
    let scratch = try ScratchFolder()
    try scratch.file("secret.csv", Self.plan.replacing("purchase,value", with: "purchase,qzx7"))
    try scratch.file("p/.git/HEAD", "")
    try scratch.file("p/a.scenario", Self.scenario("tap \"Buy\"", header: "plan: ../secret.csv"))
    let folder = scratch.url.appendingPathComponent("p")
    let result = try CommandLineTool.run(["run", "a.scenario", "--coverage"], in: folder)
    #expect(result.code == 1)
    #expect(result.output.contains("P10 a required parameter is missing"), "\(result.output)")
    for word in ["qzx7", "refund", "Parameter Name"] { #expect(!result.output.contains(word)) }
    try scratch.file("secret.csv", "qzx7,b\n1,2\n")
    let other = try CommandLineTool.run(["run", "a.scenario"], in: folder)
    #expect(other.code == 6)
    #expect(!other.complaint.contains("qzx7") && other.complaint.contains("cannot be read"))
  }

  // MARK: A phone

  /// `follow --plan` says at each event what deviates, and ends with 1.
  @Test(
    arguments: [("value=1.5, currency=EUR", 0), ("value=cheap, tax=2", 1)] as [(String, Int32)])
  func aPhoneIsFollowedWithThePlan(_ parameters: String, _ code: Int32) throws {
    let scratch = try ScratchFolder()
    try scratch.file("plan.csv", Self.plan)
    try scratch.file(
      "a.log", "V/FA ( 1796): Logging event (FE): purchase, Bundle[{\(parameters)}]\n")
    let arguments = ["follow", "a.log", "--plan", "plan.csv", "--report"]
    let result = try CommandLineTool.run(arguments + ["human"], in: scratch.url)
    #expect(result.code == code, "\(result.output)\(result.complaint)")
    let lines = result.lines.drop { !$0.contains("event 1: ") }.dropFirst()
    #expect(lines.first?.contains("P14 \"value\" of \"purchase\"") == (code == 1), "\(lines)")
    #expect(result.output.contains("The plan plan.csv, 3 events: \(code * 2) deviations"))
    let report = try CommandLineTool.run(arguments + ["json"], in: scratch.url).json
    let findings = report.members?["plan"]?.members?["findings"]?.elements ?? []
    #expect(findings.count == Int(code) * 2)
    let junit = try CommandLineTool.run(arguments + ["junit"], in: scratch.url)
    #expect(junit.output.contains("P12 ") == (code == 1))
  }
}
