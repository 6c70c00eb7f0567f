import Foundation
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import Testing
import TextKit

@testable import tagsim

/// `tagsim lint`: what cannot work in containers, as a page and for machines.
struct LintTests {
  private static let demo = "Scenarios/containers/GTM-AB12-v7.json"
  private static let plist = "Scenarios/containers/GTM-AB12.plist"
  private static let app = "Scenarios/apps/shop.app"

  @Test(arguments: [ReportFormat.human, .json, .github, .sarif])
  func reports(_ report: ReportFormat) throws {
    let result = try CommandLineTool.run(
      ["lint", Self.demo, Self.plist, Self.app, "--report", report.rawValue], code: 1)
    try PageGolden.compare(result.output, "lint-shop.\(report.rawValue).txt")
  }

  @Test func otherFilesAreLinted() throws {
    let result = try CommandLineTool.run("lint gone \(Self.plist) README.md \(Self.demo)", code: 6)
    #expect(result.lines.contains(Self.plist) && result.lines.contains(Self.demo))
    #expect(result.complaint.split(separator: "\n").count == 2)
  }

  /// A scenario brings the containers that it names, each once, with what its app does.
  @Test func scenariosBringTheirContainers() throws {
    let result = try CommandLineTool.run(
      ["lint", "Scenarios/offline.scenario", "Scenarios/demo.scenario", "./" + Self.demo])
    for version in ["-v7.json", "-v8.json", ".plist"] {
      #expect(result.lines.count { $0 == "Scenarios/containers/GTM-AB12" + version } == 1)
    }
    #expect(result.output.contains("Scenarios/apps/shop.app registers no such tag-function"))
  }

  @Test func noFindings() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-SMALL", BinaryContainer.bytes(version: "41", title: "Hello"))
    let result = try scratch.run("lint GTM-SMALL")
    #expect(
      result.lines == ["No findings in 1 file: 0 errors, 0 warnings, 0 notes"])
  }

  @Test func exportsAreNoDefaultContainers() throws {
    let scratch = try ScratchFolder()
    let export = try Data(
      contentsOf: CommandLineTool.root.appendingPathComponent(Self.demo))
    try scratch.file("GTM-SMALL.json", [UInt8](export))
    let file = try scratch.scenario("a.scenario", "container default GTM-SMALL.json", "launch")
    let result = try CommandLineTool.run(["lint", file.lastPathComponent], in: scratch.url)
    #expect(result.lines.contains { $0.contains("L02  container: a.scenario ships this export") })
  }

  /// What only Android has is found in an app for iOS, and not by itself: the container tells that
  /// it is one for Android.
  @Test(arguments: [("", true), ("platform ios", true), ("platform android", false)])
  func functionsOfAndroid(_ line: String, _ isFound: Bool) throws {
    let scratch = try ScratchFolder()
    let container = CommandLineTool.path("Scenarios/containers/GTM-AN40-v1.json")
    try scratch.file("a.app", "app \"A\"\npackage p\n\(line)\ncontainer GTM-AN40\nend\n")
    let result = try CommandLineTool.run(["lint", container, "a.app"], in: scratch.url)
    let found = result.lines.first { $0.contains("L38") }
    #expect((found != nil) == isFound)
    if let found {
      #expect(found.contains("the iOS SDK has no function App Version Name (_avn)"))
      #expect(found.contains("tags 'Screen', 'Old app' never run"))
    }
    let alone = try CommandLineTool.run(["lint", container])
    #expect(!alone.lines.contains { $0.contains("L38") })
    let onPhone = try CommandLineTool.run(["lint", container, "--platform", "ios"])
    #expect(onPhone.lines.contains { $0.contains("L38") })
    let other = try CommandLineTool.run(
      ["lint", container, "a.app", "--platform", "android"], in: scratch.url)
    #expect(!other.lines.contains { $0.contains("L38") })
  }

  // MARK: Default containers

  /// A default container beside its app: what it is called, and what kind of file it is.
  private static let besides: [(name: String, of: String, code: String?)] = [
    ("GTM-AB12.plist", "GTM-AB12.plist", nil), ("defaults.plist", "GTM-AB12.plist", "L07"),
    ("GTM-AB12_v12", "GTM-AB12.plist", "L07"), ("GTM-AB12.json", "GTM-AB12-v7.json", "L02"),
  ]

  @Test(arguments: besides)
  func defaultBesideAnApp(_ name: String, _ source: String, _ code: String?) throws {
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(
      at: CommandLineTool.root.appendingPathComponent("Scenarios/containers/" + source),
      to: scratch.url.appendingPathComponent(name))
    try scratch.file("a.app", "app \"A\"\npackage p\ncontainer GTM-AB12\nend\n")
    let result = try CommandLineTool.run(["lint", name, "a.app"], in: scratch.url)
    for other in ["L02", "L07"] {
      #expect(result.output.contains(" \(other)  ") == (other == code), "\(result.output)")
    }
  }

  @Test(arguments: [("prefer-fresh", true), ("prefer-non-default", false)])
  func waitingForAFreshContainer(_ kind: String, _ isFound: Bool) throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "a.app",
      "app \"A\"\npackage p\ncontainer GTM-AB12\nopen \(kind)\nread string title_string\n"
        + "screen \"Home\"\ntext \"{title_string}\"\nend\nend\n")
    let demo = CommandLineTool.path(Self.demo)
    let result = try CommandLineTool.run(["lint", demo, "a.app"], in: scratch.url)
    #expect(result.output.contains("  L19  ") == isFound, "\(result.output)")
    // It is the app's choice, whatever version of the container there is.
    let other = demo.replacingOccurrences(of: "-v7", with: "-v8")
    let both = try CommandLineTool.run(["lint", demo, other, "a.app"], in: scratch.url)
    let count = both.output.components(separatedBy: "  L19  ").count - 1
    #expect(count == (isFound ? 1 : 0), "\(both.output)")
  }

  // MARK: Codes

  @Test func listHasEveryCode() throws {
    let result = try CommandLineTool.run(["lint", "--list"])
    for code in LintCode.allCases {
      #expect(result.lines.count { $0.hasPrefix("  \(code.id)  ") } == 1)
    }
  }

  /// The page of the documentation is the table of codes.
  @Test func documentation() throws {
    var lines = [
      "# Lint codes", "",
      "What `tagsim lint` finds in containers; `tagsim help L20` prints one of these pages.",
    ]
    for (topic, entries) in LintEntry.table {
      lines += ["", "## \(topic.title)"]
      for entry in entries {
        let (code, severity) = (entry.code.id, entry.severity.rawValue)
        lines += ["", "### \(code): \(entry.title)", "", "*\(severity)*", "", entry.explanation]
      }
    }
    try PageGolden.compare(
      lines.joined(separator: "\n") + "\n",
      "../../../Sources/Questions/TagInspection/TagInspection.docc/LintCodes.md")
  }

  // MARK: Machines

  private static func report(_ form: ReportFormat, _ paths: [String]) throws -> Value {
    let result = try CommandLineTool.run(["lint", "--report", form.rawValue] + paths)
    return try result.json
  }

  /// What cannot be read is an error of the report, too.
  @Test func jsonCountsWhatCannotBeRead() throws {
    let result = try CommandLineTool.run("lint --report json nofile", code: 6)
    let report = try #require(try result.json.members)
    #expect(report["errors"] == 1)
    #expect(report["problems"]?.elements?.count == 1)
    let log = try Self.report(.sarif, ["nofile"])
    let run = try #require(log.members?["runs"]?.elements?.first?.members)
    #expect(run["invocations"]?.elements?.first?.members?["executionSuccessful"] == false)
    let github = try CommandLineTool.run(["lint", "--report", "github", "nofile"])
    #expect(github.output.hasPrefix("::error "))
  }

  @Test func jsonTellsPlaces() throws {
    let report = try Self.report(.json, [Self.demo])
    let findings = report.members?["files"]?.elements?.first?.members?["findings"]?.elements ?? []
    let rule = try #require(findings.first { $0.members?["code"] == "L20" }?.members)
    #expect(rule["kind"] == "rule" && rule["index"] == 2 && rule["name"] == "Debug build")
    #expect(rule["path"] == "containerVersion.trigger[2]")
    let text = try String(
      contentsOf: CommandLineTool.root.appendingPathComponent(Self.demo), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard case .int(let line)? = rule["line"] else {
      Issue.record("no line")
      return
    }
    #expect(lines[Int(line) - 1].contains("\"name\": \"Debug build\""))
  }

  /// What the schema of SARIF 2.1.0 requires of a log, a run, a tool, a rule and a result.
  @Test func sarifHasWhatItsSchemaRequires() throws {
    let log = try #require(try Self.report(.sarif, [Self.demo, Self.plist]).members)
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?.elements?.first?.members)
    let driver = try #require(run["tool"]?.members?["driver"]?.members)
    #expect(driver["name"] == "tagsim")
    let pages = try #require(driver["rules"]?.elements).map { $0.members?["helpUri"]?.text }
    for address in pages + [driver["informationUri"]?.text] {
      #expect(address.flatMap(URL.init)?.scheme == "urn")
    }
    let rules = try #require(driver["rules"]?.elements).map { $0.members?["id"]?.text }
    #expect(Set(rules).count == rules.count)
    let results = try #require(run["results"]?.elements)
    #expect(results.count > 3)
    for result in results {
      let members = try #require(result.members)
      guard case .int(let index)? = members["ruleIndex"] else {
        Issue.record("no ruleIndex")
        return
      }
      #expect(rules[Int(index)] == members["ruleId"]?.text)
      #expect(["error", "warning", "note"].contains(members["level"]?.text))
      #expect(members["message"]?.members?["text"]?.text?.isEmpty == false)
      let place = members["locations"]?.elements?.first?.members?["physicalLocation"]?.members
      #expect(place?["artifactLocation"]?.members?["uri"]?.text?.hasPrefix("Scenarios/") == true)
      guard case .int(let line)? = place?["region"]?.members?["startLine"] else {
        Issue.record("no startLine")
        return
      }
      #expect(line >= 1)
    }
  }

  /// A finding is known again when lines before it change, and two that are alike are apart.
  @Test func fingerprintsOutlastChangesOfTheFile() throws {
    let scratch = try ScratchFolder()
    func prints() throws -> [String] {
      let result = try CommandLineTool.run(
        ["lint", "a.json", "--report", "sarif"], in: scratch.url)
      let log = try #require(try result.json.members)
      let results = log["runs"]?.elements?.first?.members?["results"]?.elements ?? []
      return results.compactMap {
        $0.members?["partialFingerprints"]?.members?["tagsimFinding/v1"]?.text
      }
    }
    let text = try String(
      contentsOf: CommandLineTool.root.appendingPathComponent(Self.demo), encoding: .utf8)
    try scratch.file("a.json", text)
    let first = try prints()
    #expect(first.count > 1 && Set(first).count == first.count)
    try scratch.file("a.json", "\n\n" + text)
    #expect(try prints() == first)
  }

  // MARK: Hostile names

  private static let evil = "\u{1B}[2J\u{9B}31m\u{202E}\n::error::owned,a=b:c%\r\"\\"

  @Test(arguments: ReportCommand.lint.forms)
  func nothingHostileReachesTheTerminal(_ report: ReportFormat) throws {
    let scratch = try ScratchFolder()
    let evil = JSONWriter.write(.string(Self.evil))
    try scratch.file(
      "GTM-EVIL.json",
      """
      {"resource": {"version": "1", "macros": [{"function": "__c", "instance_name": \(evil),
      "vtp_value": ["macro", 0]}], "tags": [{"function": \(evil)}], "predicates": [
      {"function": "_eq", "arg0": ["macro", 0], "arg1": \(evil)}], "rules": [["if", 0], ["add", 0]]},
      "runtime": []}
      """.replacing("[[\"if\", 0], [\"add\", 0]]", with: "[[[\"if\", 0], [\"add\", 0]]]"))
    let result = try scratch.run(
      ["lint", "GTM-EVIL.json", Self.evil, "--report", report.rawValue], code: 6)
    #expect(!result.output.isEmpty && !result.complaint.isEmpty)
    for line in result.output.split(separator: "\n") + result.complaint.split(separator: "\n") {
      #expect(TerminalText.isSafe(String(line)))
    }
    if report == .github {
      // Workflow commands begin lines; none but ours do.
      // The input that cannot be read has no place in a file.
      let told = result.lines.filter { !$0.hasPrefix("::error title=an input cannot be read::") }
      #expect(told.allSatisfy { $0.contains(" file=GTM-EVIL.json,line=") })
      #expect(told.count == result.lines.count - 1)
    }
  }
}
