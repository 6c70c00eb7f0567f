import Foundation
import Testing

/// The command that tells what happens after a container is published.
@Suite struct ForecastCommandTests {
  private static let files = [
    "Scenarios/containers/GTM-AB12-v7.json", "Scenarios/containers/GTM-AB12-v8.json",
    "Scenarios/first-run.scenario",
  ]

  private func forecast(_ arguments: String...) throws -> CommandLineTool.Result {
    try CommandLineTool.run(["forecast"] + Self.files + arguments)
  }

  @Test func itTellsWhatChangesFirst() throws {
    let told = try forecast("--phones", "40", "--days", "2", "--plain")
    #expect(told.code == 0)
    #expect(
      told.lines.prefix(3).map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Forecast: GTM-AB12 v7 → v8", "40 phones, 2 days from 10:00 UTC; Everyday phones, seed 1",
        "journeys: first-run.scenario",
      ])
    #expect(told.lines.dropFirst(4).first == "What changes")
    #expect(told.output.contains("Of the phones used in the week before, v8 reaches 50% after "))
    #expect(told.output.contains("Tags: firings per 1,000 sessions under each container"))
    #expect(!told.output.contains("█"))
    #expect(told.complaint.contains("first-run.scenario: "))
    #expect(told.complaint.contains(" are not part of a session: "))
  }

  /// Both versions fire the same tags for the events that are tried; phone 73 has much to tell.
  @Test func itSaysThatNoTagFiresOtherwise() throws {
    let told = try CommandLineTool.run(["forecast"] + Self.files.prefix(2) + ["--phones", "80"])
    #expect(told.lines.filter { $0.count > 80 } == [])
    let text = told.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(text.contains("No tag fires measurably more or less often under v8 than under v7, in "))
    #expect(text.contains("phone       73  v8 "))
  }

  @Test func partsOfAnyWorkersAddUp() throws {
    let scratch = try ScratchFolder()
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    let sizes = ["--phones", "90", "--days", "1"]
    let whole = try CommandLineTool.run(
      ["forecast"] + Self.files + sizes + ["-o", path("whole.json"), "--workers", "3"])
    for part in 1...2 {
      let played = try CommandLineTool.run(
        ["forecast"] + Self.files + sizes
          + ["-o", path("part\(part).json"), "--shard", "\(part)/2", "--workers", "1"])
      #expect(played.code == 0)
    }
    let merged = try CommandLineTool.run([
      "forecast", "merge", path("part2.json"), path("part1.json"), "-o", path("merged.json"),
    ])
    #expect(merged.output == whole.output)
    let bytes = try ["whole.json", "merged.json"].map {
      try Data(contentsOf: scratch.url.appendingPathComponent($0))
    }
    #expect(bytes[0] == bytes[1])
    // What is whole already is told once more.
    let again = try CommandLineTool.run(
      ["forecast"] + Self.files + sizes + ["-o", path("whole.json"), "--resume"])
    #expect(again.output == whole.output)
    let other = try CommandLineTool.run(
      ["forecast"] + Self.files + [
        "--phones", "91", "--days", "1", "-o", path("whole.json"), "--resume",
      ])
    #expect(other.code == 4)
    #expect(other.complaint.contains("is a forecast for other files or options"))
  }

  /// What anybody changed by hand is not added up, and one that is whole goes on being told.
  @Test func aChangedPartIsNotAdded() throws {
    let scratch = try ScratchFolder()
    let part = scratch.url.appendingPathComponent("part.json")
    let played = try forecast("--phones", "20", "--days", "1", "-o", part.path)
    #expect(played.code == 0)
    let told = try CommandLineTool.run(["forecast", "merge", part.path])
    #expect(told.output == played.output)
    let text = try String(contentsOf: part, encoding: .utf8)
    let made = try #require(text.firstMatch(of: /"made": (\d+)/))
    let number = try #require(Int(made.1))
    try text.replacing(made.0, with: "\"made\": \(number + 1)").write(
      to: part, atomically: true, encoding: .utf8)
    let changed = try CommandLineTool.run(["forecast", "merge", part.path])
    #expect(changed.code == 6)
    #expect(
      changed.complaint
        == "tagsim: \(part.path): was changed after it was played, or is damaged: its digest does "
        + "not match its counts: play it again\n")
  }

  /// Of a folder those with another app are left out, and that is said.
  @Test func aFolderOfJourneysIsTaken() throws {
    let told = try CommandLineTool.run(
      ["forecast"] + Self.files.prefix(2) + ["Scenarios", "--phones", "12", "--days", "1"])
    #expect(told.code == 0)
    #expect(told.output.contains("journeys: delivery.scenario, first-run.scenario, midnight"))
    #expect(
      told.complaint.contains(
        "Scenarios/background.scenario: left out, because its app is not the same as that of "))
    let named = try CommandLineTool.run(
      ["forecast"] + Self.files + ["Scenarios/background.scenario", "--phones", "12"])
    #expect(named.code == 6)
    #expect(named.complaint.contains("a forecast is for one app: name the scenarios of one app"))
    let other = try CommandLineTool.run(
      ["forecast"] + Self.files + [
        "Scenarios/played-song.scenario", "--phones", "12", "--days", "1",
      ])
    #expect(other.code == 0)
    #expect(other.complaint.contains("Scenarios/played-song.scenario: left out, because "))
  }

  /// Whatever a forecast was made of is a part of what it is.
  @Test func partsOfOtherFilesAreNotAdded() throws {
    let scratch = try ScratchFolder()
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    let scenarios = CommandLineTool.root.appendingPathComponent("Scenarios")
    for name in ["containers", "apps", "first-run.scenario"] {
      try FileManager.default.copyItem(
        at: scenarios.appendingPathComponent(name), to: scratch.url.appendingPathComponent(name))
    }
    func play(_ shard: Int, _ more: String...) throws -> CommandLineTool.Result {
      try CommandLineTool.run(
        [
          "forecast", path("containers/GTM-AB12-v7.json"), path("containers/GTM-AB12-v8.json"),
          path("first-run.scenario"), "--phones", "10", "--days", "1", "--shard", "\(shard)/2",
          "-o",
          path("\(shard).json"),
        ] + more)
    }
    #expect(try play(1).code == 0)
    let again = try play(1)
    #expect(again.code == 0)
    let app = scratch.url.appendingPathComponent("apps/bonus-shop.app")
    let text = try String(contentsOf: app, encoding: .utf8)
    try (text + "\n# another\n").write(to: app, atomically: true, encoding: .utf8)
    #expect(try play(2).code == 0)
    let merged = try CommandLineTool.run(["forecast", "merge", path("1.json"), path("2.json")])
    #expect(merged.code == 6)
    #expect(merged.complaint.contains("belongs to another forecast"))
    let replaced = try play(1)
    #expect(replaced.code == 4)
    #expect(replaced.complaint.contains("1.json: is another forecast: choose another name"))
    let resumed = try play(1, "--resume")
    #expect(resumed.code == 4)
    #expect(resumed.complaint.contains("1.json: is a forecast for other files or options"))
  }

  @Test func aPhoneIsAScenario() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("five.scenario").path
    let written = try forecast("--phone", "5", "-o", path)
    #expect(written.code == 0)
    #expect(written.output == "\(path): phone 5; 'tagsim \(path)' opens it\n")
    #expect(try CommandLineTool.run(["run", path]).code == 0)
    #expect(try forecast("--phone", "5", "-o", path).code != 0)
  }

  @Test func reportsGoToFiles() throws {
    let scratch = try ScratchFolder()
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    let told = try forecast(
      "--phones", "20", "--days", "1", "--report", "md=" + path("a.md"), "--report",
      "csv=" + path("a.csv"), "--report", "svg=" + path("a.svg"), "--report", "json")
    #expect(told.code == 0)
    #expect(told.output.hasPrefix(#"{"schema": "tagsim.forecast/3""#))
    func text(_ name: String) throws -> String {
      try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
    }
    #expect(
      try text("a.md").hasPrefix(
        "## Forecast: GTM-AB12 v7 → v8\n\n20 phones, 1 day from 10:00 UTC; "))
    #expect(try text("a.md").contains("\n\n### What changes\n"))
    #expect(
      try text("a.csv").hasPrefix(
        "kind,of,container,count,whole,low,high\nschema,tagsim.forecast.csv/2,,1,,,\n"
          + "phones,wanted,,20,,,\nphones,played,,20,,,\n"))
    #expect(try text("a.svg").contains("<polyline"))
  }

  /// What is read, and what is none of its own, is never written over; that is told before anything
  /// is played.
  @Test func nothingOfTheirsIsWrittenOver() throws {
    let scratch = try ScratchFolder()
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    for (place, name) in ["old.json", "new.json"].enumerated() {
      try FileManager.default.copyItem(
        at: CommandLineTool.root.appendingPathComponent(Self.files[place]),
        to: scratch.url.appendingPathComponent(name))
    }
    try "notes".write(
      to: scratch.url.appendingPathComponent("notes"), atomically: true, encoding: .utf8)
    let files = [path("old.json"), path("new.json"), Self.files[2]]
    let refused: [([String], String)] = [
      (
        ["-o", path("new.json")],
        "-o \(path("new.json")): is \(path("new.json")), which is an input"
      ),
      (
        ["--report", "md=" + path("old.json")],
        "--report md=\(path("old.json")): is \(path("old.json")), which is an input"
      ),
      (["-o", path("notes")], "-o \(path("notes")): exists and is not a forecast"),
      (["-o", path("no/part.json")], "no/part.json: cannot be written (there is no folder "),
      (["--report", "csv=" + path("no/a.csv")], "no/a.csv: cannot be written"),
    ]
    for (arguments, sentence) in refused {
      let result = try CommandLineTool.run(
        ["forecast"] + files + ["--phones", "10000000"] + arguments)
      #expect(result.code == (sentence.contains("cannot") ? 3 : 4))
      #expect(result.complaint.contains(sentence))
    }
    #expect(
      try String(contentsOf: scratch.url.appendingPathComponent("notes"), encoding: .utf8)
        == "notes")
  }

  @Test func thePopulationIsPrintedAndRead() throws {
    let scratch = try ScratchFolder()
    let printed = try CommandLineTool.run(["forecast", "--print-population"])
    let url = scratch.url.appendingPathComponent("my.population")
    try printed.output.write(to: url, atomically: true, encoding: .utf8)
    let own = try forecast("--phones", "20", "--days", "1", "--population", url.path)
    #expect(own.output == (try forecast("--phones", "20", "--days", "1")).output)
    try "tagsim 1\n---\nsessions 1 50%\n".write(to: url, atomically: true, encoding: .utf8)
    let wrong = try forecast("--population", url.path)
    #expect(wrong.code == 6)
    #expect(
      wrong.complaint.contains(
        ":3:1: error: the shares of 'sessions' add up to 50%, not to 100%"))
  }

  @Test(arguments: [
    ("--phones 0", 4, "--phones takes a number from 1 to 10000000, not 0."),
    ("--days 61", 4, "--days takes a number from 1 to 60, not 61."),
    ("--publish-at 24:00", 4, "--publish-at takes a time such as 10:00, not '24:00'."),
    ("--shard 3/2", 4, "--shard takes a part and their number, such as 2/5, not '3/2'."),
    ("--phone 5", 4, "--phone writes a scenario: name it with -o FILE."),
    ("--resume", 4, "--resume continues from the file of -o: name it."),
    ("--report cvs", 4, "there is no report 'cvs': did you mean csv?"),
    ("--population none.population", 6, "none.population: there is no such file"),
  ])
  func mistakesAreTold(_ arguments: String, _ code: Int32, _ sentence: String) throws {
    let told = try CommandLineTool.run(
      ["forecast"] + Self.files + arguments.split(separator: " ").map(String.init))
    #expect(told.code == code)
    #expect(told.complaint.contains(sentence))
  }

  @Test(arguments: [
    ("forecast", 4, "OLD and NEW are missing."),
    (
      "forecast Scenarios/containers/GTM-AB12-v7.json", 4,
      "NEW, the container to publish, is missing."
    ),
    ("forecast merge", 4, "merge takes part files: name some."),
    ("forecast merge part.json --days 3", 4, "merge plays nothing: remove --days."),
    ("forecast merge part.json --phone 3 -o a.scenario", 4, "remove --phone."),
    (
      "forecast Scenarios/containers/GTM-AB12-v8.json Scenarios/containers/GTM-AN40-v1.json", 4,
      "is of GTM-AB12, and Scenarios/containers/GTM-AN40-v1.json of GTM-AN40: a published "
        + "container "
    ),
    ("forecast merge README.md", 6, "README.md: is not the JSON of a forecast"),
    (
      "forecast Scenarios/containers/GTM-AB12-v7.json Scenarios/containers/GTM-SB20-v1.json", 4,
      "are of different generations, and no app uses both"
    ),
    (
      "forecast Scenarios/containers/GTM-AB12-v7.json Scenarios/containers/GTM-AB12-v8.json "
        + "Scenarios/played-song.scenario", 5, "no scenario matched"
    ),
  ])
  func filesThatDoNotFitAreTold(_ line: String, _ code: Int32, _ sentence: String) throws {
    let told = try CommandLineTool.run(line.split(separator: " ").map(String.init))
    #expect(told.code == code)
    #expect(told.complaint.contains(sentence))
  }
}
