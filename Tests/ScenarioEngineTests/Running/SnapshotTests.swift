import OrderedCollections
import TagRuntime
import Testing

@testable import ScenarioEngine

/// The facts of a moment, and what becomes of them.
struct SnapshotTests {
  private static let text = """
    push event="buy" sku="S-77"
    snapshot bought
    """

  private static let file = "lib/a.snapshots/bought.txt"

  private static func run(
    _ text: String = Self.text, kept: [String]? = nil, use: Snapshot.Use = .compare
  ) throws -> FinishedRun {
    let scenario = try ScenarioParser.parse("launch\n" + text, file: "lib/a.scenario")
    var inputs = Shop.inputs
    inputs.snapshots[file] = kept
    inputs.snapshotUse = use
    return FinishedRun(scenario, inputs: inputs)
  }

  private static func bought() throws -> [String] {
    try #require(try run().newSnapshots[file])
  }

  @Test func tellsTheFacts() throws {
    let lines = try Self.bought()
    #expect(lines.contains("the app is in the foreground"))
    #expect(lines.contains("  event = \"buy\""))
    #expect(lines.contains("  sku = \"S-77\""))
    #expect(lines.firstIndex(of: "data layer")! < lines.firstIndex(of: "  event = \"buy\"")!)
  }

  @Test(arguments: [Snapshot.Use.compare, .keep, .show])
  func aNewOneIsKeptByRuns(_ use: Snapshot.Use) throws {
    let run = try Self.run(use: use)
    #expect(run.failures.count == (use == .compare ? 1 : 0))
    #expect(Array(run.newSnapshots.keys) == (use == .show ? [] : [Self.file]))
    #expect(run.onlySnapshotsDiffer == (use == .compare))
  }

  @Test(arguments: [Snapshot.Use.compare, .keep, .show])
  func theSameHolds(_ use: Snapshot.Use) throws {
    let run = try Self.run(kept: Self.bought(), use: use)
    #expect(run.failures.isEmpty)
    #expect(run.newSnapshots.isEmpty)
  }

  @Test func anotherFailsWithWhatDiffers() throws {
    var kept = try Self.bought()
    let place = try #require(kept.firstIndex(of: "  sku = \"S-77\""))
    kept[place] = "  sku = \"S-78\""
    let run = try Self.run(kept: kept)
    guard case .failed(let failure)? = run.failures.first?.outcome else {
      Issue.record("it does not fail")
      return
    }
    #expect(
      failure.lines == [
        "it differs from the stored snapshot: - is stored, + is current",
        "-   sku = \"S-78\"", "+   sku = \"S-77\"",
      ])
    #expect(run.newSnapshots.isEmpty)
    let kind = try Self.run(kept: kept, use: .keep)
    #expect(kind.failures.isEmpty && kind.newSnapshots.count == 1)
  }

  @Test func anotherFailureIsNoMatterOfSnapshots() throws {
    let run = try Self.run(Self.text + "\nexpect sent 3")
    #expect(run.failures.count == 2)
    #expect(!run.onlySnapshotsDiffer)
  }

  @Test func aNameIsTakenOnce() throws {
    let run = try Self.run("repeat 2\nsnapshot a\nend\nrepeat 2\nsnapshot b-${pass}\nend")
    let errors = run.failures.compactMap { failure -> String? in
      if case .error(let sentence) = failure.outcome { sentence } else { nil }
    }
    #expect(
      errors == [
        "the snapshot a already exists: use a different name for each, as in a-${pass}"
      ])
    #expect(
      Array(run.newSnapshots.keys) == ["a", "b-1", "b-2"].map { "lib/a.snapshots/\($0).txt" })
  }

  @Test(arguments: [
    (
      "matrix: language=es,en",
      ["lib/a.snapshots/s.language=es.txt", "lib/a.snapshots/s.language=en.txt"]
    ),
    (
      "matrix: network=online,slow latency=3s",
      ["lib/a.snapshots/s.network=online.txt", "lib/a.snapshots/s.network=slow%20latency=3s.txt"]
    ),
    ("title: x", ["lib/a.snapshots/s.txt"]),
  ])
  func liesBesideTheScenario(_ header: String, _ paths: [String]) throws {
    let text = "tagsim 1\n\(header)\n---\nsnapshot s"
    let scenario = try ScenarioParser.parse(text, file: "lib/a.scenario")
    #expect(scenario.variants.map { ScenarioPath.snapshot("s", of: $0) } == paths)
  }

  /// A branch has files of its own, and takes the same name as the story.
  @Test func ofBranchesLieBesideThem() throws {
    let text = "launch\nsnapshot s\nmark m\nbranch \"a b\" from m\n  snapshot s\nend"
    let scenario = try ScenarioParser.parse(text, file: "lib/a.scenario")
    let files = ["lib/a.snapshots/s.txt", "lib/a.snapshots/s.branch=a%20b.txt"]
    #expect(scenario.snapshotPaths == files)
    var inputs = Shop.inputs
    inputs.snapshotUse = .keep
    let run = FinishedRun(scenario, inputs: inputs)
    #expect(run.newSnapshots.keys == [files[0]])
    let branch = FinishedRun(playing: run.branches[0])
    #expect(branch.newSnapshots.keys.last == files[1] && branch.failures.isEmpty)
  }

  @Test(arguments: ["../x", "a/b", ".x", "\"\"", "\"a b\"", String(repeating: "x", count: 101)])
  func namesAreNamesOfFiles(_ name: String) {
    let error = #expect(throws: ScenarioError.self) {
      try StatementParser.parse(line: "snapshot " + name)
    }
    #expect(error?.sentence.contains("a name of letters, digits, '-', '_' and '.'") == true)
  }
}

/// What is done at the end whatever happens.
struct TeardownTests {
  private static let text = """
    teardown
      push event="bye"
    end
    launch
    expect sent 3
    push event="buy"
    """

  @Test(arguments: [
    (false, ["launch", "expect sent 3", "push event=\"buy\"", "push event=\"bye\""]),
    (true, ["launch", "expect sent 3", "push event=\"bye\""]),
  ])
  func isDone(_ stopsAtFailure: Bool, _ statements: [String]) throws {
    let scenario = try ScenarioParser.parse(Self.text, file: "a")
    let run = FinishedRun(scenario, inputs: Shop.inputs, stopsAtFailure: stopsAtFailure)
    #expect(run.entries.map(\.result.statement.text) == statements)
  }
}
