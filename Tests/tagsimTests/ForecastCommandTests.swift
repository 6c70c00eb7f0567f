import Foundation
import Testing

/// The command that tells what happens after a container is published.
@Suite struct ForecastCommandTests {
  private static let containers =
    "Scenarios/containers/GTM-AB12-v7.json Scenarios/containers/GTM-AB12-v8.json"
  private static let files = containers + " Scenarios/first-run.scenario"

  @discardableResult
  private func forecast(
    _ options: String, of files: String = files, code: Int32 = 0, says complaint: String = "",
    prints output: String = ""
  ) throws -> CommandLineTool.Result {
    try CommandLineTool.run(
      "forecast \(files) \(options)", code: code, says: complaint, prints: output)
  }

  @Test func itTellsWhatChangesFirst() throws {
    let told = try forecast("--phones 40 --days 2 --plain", says: "first-run.scenario: ")
    #expect(
      told.lines.prefix(3).map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Forecast: GTM-AB12 v7 → v8", "40 phones, 2 days from 10:00 UTC; Everyday phones, seed 1",
        "journeys: first-run.scenario",
      ])
    #expect(told.lines.dropFirst(4).first == "What changes")
    for words in [", v8 reaches 50% after ", "Tags: firings per 1,000 sessions"] {
      #expect(told.output.contains(words))
    }
    #expect(!told.output.contains("█") && told.complaint.contains("not part of a session: "))
  }

  /// Both versions fire the same tags for the events that are tried; phone 73 has much to tell.
  @Test func itSaysThatNoTagFiresOtherwise() throws {
    let told = try forecast("--phones 80", of: Self.containers)
    #expect(told.lines.filter { $0.count > 80 } == [])
    let text = told.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(text.contains("No tag fires measurably more or less often under v8 than under v7, in "))
    #expect(text.contains("73  v8 "))
  }

  @Test func partsOfAnyWorkersAddUp() throws {
    let scratch = try ScratchFolder()
    let (whole, merged) = (scratch.path("whole.json"), scratch.path("merged.json"))
    let parts = [1, 2].map { scratch.path("part\($0).json") }
    let sizes = "--phones 90 --days 1"
    let told = try forecast("\(sizes) -o \(whole) --workers 3").output
    for part in 1...2 {
      try forecast("\(sizes) -o \(parts[part - 1]) --shard \(part)/2 --workers 1")
    }
    let sum = try CommandLineTool.run("forecast merge \(parts[1]) \(parts[0]) -o \(merged)")
    #expect(sum.output == told)
    #expect(try scratch.text("whole.json") == scratch.text("merged.json"))
    // What is whole already is told once more.
    #expect(try forecast("\(sizes) -o \(whole) --resume").output == told)
    try forecast(
      "--phones 91 --days 1 -o \(whole) --resume", code: 4, says: "for other files or options")
  }

  /// What anybody changed by hand is not added up, and one that is whole goes on being told.
  @Test func aChangedPartIsNotAdded() throws {
    let scratch = try ScratchFolder()
    let part = scratch.path("part.json")
    let played = try forecast("--phones 20 --days 1 -o \(part)")
    #expect(try CommandLineTool.run("forecast merge \(part)").output == played.output)
    let text = try scratch.text("part.json")
    let made = try #require(text.firstMatch(of: /"made": (\d+)/))
    let number = try #require(Int(made.1))
    try scratch.file("part.json", text.replacing(made.0, with: "\"made\": \(number + 1)"))
    try CommandLineTool.run(
      "forecast merge \(part)", code: 6, says: "\(part): was changed after it was played")
  }

  /// Of a folder those with another app are left out, and that is said.
  @Test func aFolderOfJourneysIsTaken() throws {
    let sizes = "--phones 12 --days 1"
    try forecast(
      "Scenarios \(sizes)", of: Self.containers, says: "Scenarios/background.scenario: left out, ",
      prints: "journeys: delivery.scenario, first-run.scenario, midnight")
    try forecast(
      "Scenarios/background.scenario \(sizes)", code: 6, says: "a forecast is for one app")
    try forecast(
      "Scenarios/played-song.scenario \(sizes)",
      says: "Scenarios/played-song.scenario: left out, because ")
  }

  /// Whatever a forecast was made of is a part of what it is.
  @Test func partsOfOtherFilesAreNotAdded() throws {
    let scratch = try ScratchFolder()
    for name in ["containers", "apps", "first-run.scenario"] {
      try scratch.copy("Scenarios/" + name, as: name)
    }
    func play(_ options: String, code: Int32 = 0, says complaint: String = "") throws {
      try scratch.run(
        "forecast containers/GTM-AB12-v7.json containers/GTM-AB12-v8.json first-run.scenario "
          + "--phones 10 --days 1 " + options, code: code, says: complaint)
    }
    for _ in 1...2 { try play("--shard 1/2 -o 1.json") }
    try scratch.file("apps/bonus-shop.app", scratch.text("apps/bonus-shop.app") + "\n# another\n")
    try play("--shard 2/2 -o 2.json")
    try scratch.run("forecast merge 1.json 2.json", code: 6, says: "belongs to another forecast")
    try play("--shard 1/2 -o 1.json", code: 4, says: "1.json: is another forecast")
    try play(
      "--shard 1/2 -o 1.json --resume", code: 4,
      says: "1.json: is a forecast for other files or options")
  }

  @Test func aPhoneIsAScenario() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("five.scenario")
    let written = try forecast("--phone 5 -o \(path)")
    #expect(written.output == "\(path): phone 5; 'tagsim \(path)' opens it\n")
    try CommandLineTool.run("run \(path)")
    try forecast("--phone 5 -o \(path)", code: 4)
  }

  @Test func reportsGoToFiles() throws {
    let scratch = try ScratchFolder()
    let files = ["md", "html"].map { "--report \($0)=\(scratch.path("a." + $0))" }
    let told = try forecast(
      "--phones 20 --days 1 --report json \(files.joined(separator: " "))")
    #expect(told.output.hasPrefix(#"{"schema": "tagsim.forecast/4""#))
    #expect(
      try scratch.text("a.md").hasPrefix(
        "## Forecast: GTM-AB12 v7 → v8\n\n20 phones, 1 day from 10:00 UTC; "))
    #expect(try scratch.text("a.md").contains("\n\n### What changes\n"))
    #expect(try scratch.text("a.html").contains("<polyline"))
  }

  /// What is read, and what is none of its own, is never written over; that is told before anything
  /// is played.
  @Test(arguments: [
    ("-o new.json", 4, "-o new.json: is new.json, which is an input"),
    ("--report md=old.json", 4, "--report md=old.json: is old.json, which is an input"),
    ("-o notes", 4, "-o notes: exists and is not a forecast"),
    ("-o no/part.json", 3, "no/part.json: cannot be written (there is no folder "),
    ("--report md=no/a.md", 3, "no/a.md: cannot be written"),
  ])
  func nothingOfTheirsIsWrittenOver(_ output: String, _ code: Int32, _ said: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy("Scenarios/containers/GTM-AB12-v7.json", as: "old.json")
    try scratch.copy("Scenarios/containers/GTM-AB12-v8.json", as: "new.json")
    try scratch.file("notes", "notes")
    try scratch.run(
      "forecast old.json new.json --phones 10000000 \(output)", code: code, says: said)
    #expect(try scratch.text("notes") == "notes")
  }

  @Test func thePopulationIsPrintedAndRead() throws {
    let scratch = try ScratchFolder()
    let printed = try CommandLineTool.run("forecast --print-population").output
    let path = try scratch.file("my.population", printed).path
    let own = try forecast("--phones 20 --days 1 --population \(path)")
    #expect(own.output == (try forecast("--phones 20 --days 1")).output)
    try scratch.file("my.population", "tagsim 1\n---\nsessions 1 50%\n")
    try forecast("--population \(path)", code: 6, says: ":3:1: error: the shares of 'sessions'")
  }
}
