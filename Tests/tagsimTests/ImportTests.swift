import Foundation
import Testing

/// `tagsim import`: the hits of a real app, out of what a proxy has captured.
struct ImportTests {
  private static let collect = "https://ssl.google-analytics.com/collect"
  private static let common = "v=1&_v=mi3.1.7&cid=35009a79&tid=UA-12345-1"

  /// Home, a press without an action, and an ad.
  private static let har = """
    {"log": {"entries": [
      {"startedDateTime": "2014-03-01T10:00:00.000+01:00", "request": {"url":
        "\(collect)?\(common)&t=screenview&cd=Home&z=1"}, "response": {"status": 200}},
      {"startedDateTime": "2014-03-01T10:00:30.000+01:00", "request": {"url":
        "\(collect)", "headers": [{"name": "Cookie", "value": "secret"}], "postData": {"text":
        "\(common)&t=event&ec=ui&z=2"}}, "response": {"status": 200}},
      {"request": {"url": "https://ads.example.com/private?me=1"}}
    ]}}
    """

  /// Only what the app of the demo's container sends.
  private static let clean = """
    \(common)&t=screenview&cd=Home&ht=1393664400000&z=1
    \(common)&t=event&ec=shop&ea=tapBuy&el=S-77&ht=1393664430000&z=2

    """

  private static let container = CommandLineTool.path("Scenarios/containers/GTM-AB12-v7.json")

  @Test func aCaptureIsTold() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("shop.har", Self.har)
    let result = try CommandLineTool.run("import \(file.path)", code: 1)
    #expect(result.complaint.isEmpty)
    #expect(
      result.lines == [
        "\(file.path): a HAR of 3 requests with 2 hits",
        "  1 request to other hosts ignored (ads.example.com 1)",
        "Hits", "  #  time      type    name  state", "  1  10:00:00  screen  Home  sent",
        "  2  10:00:30  event   ui    sent", "What is wrong",
        "  hit 2: a hit of type event needs event action (&ea), so it is in no report: fill it in  "
          + "[missing-field]",
      ])
    for secret in ["secret", "private"] { #expect(!result.output.contains(secret)) }
  }

  @Test func aHitIsToldFieldByField() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("shop.har", Self.har)
    let result = try CommandLineTool.run("import \(file.path) --hit 1")
    #expect(result.lines.contains("  cd   screen name       Home"))
    let none = try CommandLineTool.run("import \(file.path) --hit 3", code: 4)
    #expect(none.complaint.contains("choose a number from 1 to 2"))
  }

  @Test func machinesAreToldAllOfIt() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("shop.har", Self.har)
    let result = try CommandLineTool.run(
      "import - --json --container \(Self.container)", code: 1, input: file)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let hits = try #require(object["hits"] as? [[String: Any]])
    #expect((hits.first?["fields"] as? [String: String])?["cd"] == "Home")
    #expect((object["findings"] as? [[String: Any]])?.first?["code"] as? String == "missing-field")
    let explained = try #require(object["explained"] as? [[String: Any]])
    #expect(explained.map { $0["tag"] as? String } == ["GA screen view", nil])
    #expect(object["idleTags"] as? [String] == ["Ads conversion", "Debug pixel", "GA tap"])
    #expect((object["foreign"] as? [String: Int]) == ["ads.example.com": 1])
  }

  /// Whoever made a capture may have written anything for a host.
  @Test func aNameOfAHostIsBounded() throws {
    let scratch = try ScratchFolder()
    let host = String(repeating: "h", count: 100_000)
    let file = try scratch.file("shop.har", Self.har.replacing("ads.example.com", with: host))
    let told = String(repeating: "h", count: 253) + "…"
    let text = try CommandLineTool.run(["import", file.path])
    #expect(text.output.contains("1 request to other hosts ignored (\(told) 1)"))
    #expect(text.lines.allSatisfy { $0.count < 1_000 })
    let json = try CommandLineTool.run(["import", file.path, "--json"])
    #expect(json.output.contains("\"foreign\": {\"\(told)\": 1}"))
  }

  @Test(arguments: [["-o", "sub/new.scenario"], ["-o", "new.scenario"]])
  func aCaptureBecomesATest(_ output: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.file("hits.txt", Self.clean)
    try scratch.file(
      "c/GTM-AB12.json", [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.container))))
    try scratch.file("sub/other", "")
    for container in [["--container", "c/GTM-AB12.json"], []] {
      let path = container.isEmpty ? "own-" + output[1].replacing("/", with: "-") : output[1]
      let made = try scratch.run(["import", "hits.txt", "-o", path] + container, code: 0)
      #expect(made.lines.last == "\(path): written; 'tagsim run \(path)' plays it")
      try scratch.run("run \(path)")
      let again = try scratch.run(["import", "hits.txt", "-o", path] + container, code: 4)
      #expect(again.complaint.contains("already exists"))
    }
  }

  @Test func standardOutputHasTheScenarioAlone() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hits.txt", Self.clean)
    let made = try CommandLineTool.run("import \(file.path) -o -")
    #expect(made.output.hasPrefix("tagsim 1\n"))
    try CommandLineTool.run("run -", input: try scratch.file("text", made.output))
  }

  @Test func whatWasExportedIsImported() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("offline.har")
    try CommandLineTool.run("export Scenarios/offline.scenario --format har -o \(path)")
    let hits = try CommandLineTool.run(
      ["export", "Scenarios/offline.scenario", "--what", "hits", "--format", "ndjson"])
    let sent = hits.lines.filter { $0.contains("\"state\": \"sent\"") }
    let pixels = sent.count { $0.contains("\"queue\": \"pixels\"") }
    let container = CommandLineTool.path("Scenarios/containers/GTM-AB12-v8.json")
    let read = try CommandLineTool.run(["import", path, "--json", "--container", container])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any])
    #expect((object["hits"] as? [Any])?.count == sent.count && !sent.isEmpty, "\(hits.output)")
    let explained = try #require(object["explained"] as? [[String: Any]])
    // The pixel is one of the container's own.
    let isOfAnalytics = explained.map { ($0["tag"] as? String)?.hasPrefix("GA ") == true }
    #expect(isOfAnalytics.count { !$0 } == pixels && pixels == 1, "\(explained)")
    let findings = object["findings"] as? [[String: Any]]
    #expect(findings?.map { $0["code"] as? String } == ["late", "overdue"])
  }

  @Test func aCaptureThatIsOpenedIsReported() throws {
    let scratch = try ScratchFolder()
    try scratch.file("shop.har", Self.har)
    let report = try CommandLineTool.run(["import", "shop.har"], in: scratch.url)
    let opened = try scratch.run("shop.har", code: report.code, prints: report.output)
    #expect(opened.output.hasPrefix("a capture (HAR), "), "\(opened.output)")
  }
}
