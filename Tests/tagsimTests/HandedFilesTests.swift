import Foundation
import Testing

/// `tagsim export --format html`, `:report` and `tagsim cast` as files.
struct HandingTests {
  private static let scenario = "Scenarios/why-not.scenario"

  @Test(arguments: [("html", "<!doctype html>"), ("md", "# Why did my tag not fire?")])
  func aReportIsWritten(_ format: String, _ start: String) throws {
    let result = try CommandLineTool.run("export \(Self.scenario) --format \(format)")
    #expect(result.output.hasPrefix(start))
    #expect(!result.output.contains(CommandLineTool.root.path))
  }

  @Test func thePromptWritesAPageAndNeverOverAFile() throws {
    let scratch = try ScratchFolder()
    let scenario = CommandLineTool.path(Self.scenario)
    let render = ["render", scenario, "--keys", ": \"report\" Enter", "--size", "100x30"]
    let first = try CommandLineTool.run(render, in: scratch.url)
    #expect(first.output.contains("saved: why-not-report.html"))
    let file = scratch.url.appendingPathComponent("why-not-report.html")
    let page = try Data(contentsOf: file)
    #expect(page.starts(with: "<!doctype html>".utf8))
    let second = try CommandLineTool.run(render, in: scratch.url)
    #expect(second.output.contains("already exists"))
    #expect(try Data(contentsOf: file) == page)
  }

  @Test func aCastIsWritten() throws {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("a.cast")
    let arguments = ["cast", Self.scenario, "--size", "60x20", "--pace", "fast"]
    let result = try CommandLineTool.run(arguments + ["-o", file.path], code: 0)
    #expect(result.output.isEmpty && result.complaint.isEmpty)
    let printed = try CommandLineTool.run(arguments + ["-o", "-"])
    #expect(try Data(contentsOf: file) == Data(printed.output.utf8))
    let lines = printed.lines
    #expect(lines[0].hasPrefix("{\"version\": 2, \"width\": 60, \"height\": 20"))
    let newer = try CommandLineTool.run(arguments + ["--v3", "-o", "-"])
    #expect(newer.output.hasPrefix("{\"version\": 3, \"term\": {\"cols\": 60, \"rows\": 20"))
    for line in lines.dropFirst() {
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      #expect(event?.count == 3)
    }
  }
}
