import Foundation
import Testing

/// `tagsim share`, `tagsim export --format html`, `:report` and `run --share` as files.
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
    let folder = scratch.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(
      at: CommandLineTool.root.appendingPathComponent("Scenarios"), to: folder)
    let render = ["render", "copy/why-not.scenario", "--keys", "H", "--size", "100x30"]
    let first = try CommandLineTool.run(render, in: scratch.url)
    #expect(first.output.contains("saved: copy/why-not.html"))
    let file = folder.appendingPathComponent("why-not.html")
    let page = try Data(contentsOf: file)
    #expect(page.starts(with: "<!doctype html>".utf8))
    let second = try CommandLineTool.run(render, in: scratch.url)
    #expect(second.output.contains("already exists"))
    #expect(try Data(contentsOf: file) == page)
  }

  @Test func failedRunsBecomeAPage() throws {
    let scratch = try ScratchFolder()
    let scenario = CommandLineTool.path(Self.scenario)
    let file = scratch.url.appendingPathComponent("failed.html")
    _ = try CommandLineTool.run(["run", scenario, "--share", file.path], code: 0)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let text = try String(contentsOfFile: scenario, encoding: .utf8) + "expect sent 99\n"
    let failing = scratch.url.appendingPathComponent("failing.scenario")
    try text.replacing("app: apps", with: "app: \(CommandLineTool.path("Scenarios"))/apps")
      .replacing("containers/", with: CommandLineTool.path("Scenarios") + "/containers/")
      .write(to: failing, atomically: true, encoding: .utf8)
    let result = try CommandLineTool.run(
      ["run", failing.path, scenario, "--share", file.path], code: 1)
    #expect(result.complaint.contains("failed.html#event="))
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.ranges(of: "<script type=\"application/json\"").count == 1)
  }

  @Test func shareIsWhatExportAndRunWrite() throws {
    let shared = try CommandLineTool.run("share \(Self.scenario)", code: 0)
    let exported = try CommandLineTool.run("export \(Self.scenario) --format html")
    let reported = try CommandLineTool.run("run \(Self.scenario) --report html")
    #expect(shared.output == exported.output && shared.output == reported.output)
    let opened = try CommandLineTool.run("export \(Self.scenario) --format html --at 2")
    #expect(opened.output.contains(" data-at=\"2\""))
  }
}
