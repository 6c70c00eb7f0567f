import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import tagsim

/// What was played is kept in one file, and shown again as it was.
struct TraceTests {
  private static func reopened(
    _ run: ScenarioRun, _ source: TraceSource, in scratch: ScratchFolder
  ) throws -> OpenedFile {
    let file = try scratch.file("a.trace", try source.bytes(of: run))
    return try OpenedFile(file.path, containerOverride: nil)
  }

  private static func told(_ run: ScenarioRun) -> ReportedRun {
    ReportedRun(of: FinishedRun(of: run), withFacts: true)
  }

  /// The runs of a scenario, of every way to play it and of its branches, played to their ends.
  private static func runs(_ opened: OpenedFile) -> [ScenarioRun] {
    ([opened.loaded] + opened.otherWays).flatMap { way -> [ScenarioRun] in
      var run = ScenarioRun(way.scenario, inputs: way.inputs)
      run.executeRest()
      return [run]
        + run.branches.map { start in
          var branch = start
          branch.executeRest()
          return branch
        }
    }
  }

  @Test(arguments: ["demo"] + Lessons.order)
  func everyShippedScenarioIsShownAgainAsItWas(_ name: String) throws {
    let scratch = try ScratchFolder()
    let opened = try OpenedFile(lesson: name)
    for run in Self.runs(opened) {
      let source = TraceSource(play: opened.source.play.of(run), files: opened.files)
      let again = try Self.reopened(run, source, in: scratch)
      let traced = try #require(again.traced)
      #expect(traced.remarks.isEmpty)
      #expect(Self.told(traced.run).difference(from: Self.told(run)) == nil)
      #expect(traced.run.scenario.name == run.scenario.name)
      // A trace of what was opened is the same trace.
      #expect(try again.source.bytes(of: traced.run) == source.bytes(of: run))
    }
  }

  private static func session(
    _ keys: String, of file: String, folder: String? = nil
  ) throws -> MonitorSession {
    let opened = try OpenedFile(file, containerOverride: nil)
    var session = MonitorSession(
      monitor: Monitor(opened.start), loader: opened.loader, scenarioPath: opened.scenarioPath)
    if let traced = opened.traced { session.monitor.openTrace(remarks: traced.remarks) }
    session.source = opened.source
    session.trace = folder.map { SessionTrace(in: $0, name: "a.trace") }
    let steps = try KeyScript(keys).keys.flatMap { key -> [HeadlessTerminal.Step] in
      [.event(.key(key)), .timeout]
    }
    let terminal = HeadlessTerminal(size: Size(columns: 120, rows: 40), steps: steps)
    _ = session.run(on: terminal)
    return session
  }

  private static let lines = [
    "launch", "mark here", "screen \"Home\"", "wait 10s", "push event=\"e\"", "wait 1m",
  ]

  private static func scenario(_ scratch: ScratchFolder) throws -> URL {
    try scratch.file(
      "s.scenario",
      String(decoding: Data(contentsOf: try scratch.scenario("s.scenario")), as: UTF8.self)
        + lines.joined(separator: "\n") + "\n")
  }

  /// Whatever ends a session, and however often something was undone in it, what stood at its end
  /// is in its trace.
  @Test(arguments: [
    "]", "] ':push event=\"x\"' Enter", "] ':push event=\"x\"' Enter z",
    "] ':push event=\"x\"' Enter z Z", "] . . ':wait 5s' Enter ,  ':push event=\"y\"' Enter",
    "] ':push event=\"x\"' Enter B b z ':kill' Enter < b", ". . w Space ':launch' Enter ]",
    "] ':publish GTM-NEW' Enter ':refresh' Enter ':wait 3s' Enter",
  ])
  func aSessionThatIsCutShortIsThereToItsEnd(_ keys: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let file = try Self.scenario(scratch)
    let folder = scratch.path("state/traces")
    let session = try Self.session(keys, of: file.path, folder: folder)
    let path = try #require(session.trace?.path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // What the machine has meanwhile does not matter.
    try FileManager.default.removeItem(at: file)
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    #expect(traced.remarks.isEmpty)
    let run = session.monitor.run
    #expect(Self.told(traced.run).difference(from: Self.told(run)) == nil)
    #expect(traced.run.timeline.live.now.instant == run.timeline.live.now.instant)
  }

  /// A lesson that is opened in the place of another has a trace of its own.
  @Test func aLessonAfterAnotherHasATraceOfItsOwn() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path("traces")
    let opened = try OpenedFile(lesson: "first-run")
    var session = MonitorSession(
      monitor: Monitor(opened.start), loader: opened.loader, scenarioPath: opened.scenarioPath)
    session.source = opened.source
    session.trace = SessionTrace(in: folder, name: "first.trace")
    session.opens = { Monitor($0.start) }
    session.monitor.offer(Lessons().next(after: opened.loaded.scenario))
    session.monitor.runToEnd()
    let keys =
      [.character("w"), .character("z"), .character("]"), .character(" "), .character("w")]
      as [Key]
    let terminal = HeadlessTerminal(
      size: Size(columns: 120, rows: 40),
      steps: keys.flatMap { [HeadlessTerminal.Step.event(.key($0)), .timeout] })
    _ = session.run(on: terminal)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 2, "\(names)")
    for name in names {
      let traced = try #require(
        try OpenedFile(folder + "/" + name, containerOverride: nil).traced)
      #expect(traced.remarks.isEmpty, "\(traced.remarks)")
      #expect(traced.run.timeline.rowCount > 0)
    }
  }

  @Test func aSessionInWhichNothingIsDoneKeepsNothing() throws {
    let scratch = try ScratchFolder()
    let file = try Self.scenario(scratch)
    let session = try Self.session("? Esc Tab", of: file.path, folder: scratch.url.path)
    #expect(session.trace?.path == nil)
  }

  @Test func whatCannotBeKeptIsSaidOnce() throws {
    let scratch = try ScratchFolder()
    let file = try Self.scenario(scratch)
    let blocked = try scratch.file("blocked").path + "/traces"
    let session = try Self.session("]", of: file.path, folder: blocked)
    let screen = session.monitor.frame(size: Size(columns: 200, rows: 40)).buffer.text
    #expect(screen.contains("this session is not saved: \(blocked)"))
  }

  @Test func theNextSessionIsToldOnceOfOneThatWasCutShort() throws {
    let scratch = try ScratchFolder()
    let traces = TraceFolder(scratch.url.path)
    try scratch.file("1.trace", "{\"trace\": \"tagsim\"}\n{\"end\": \"quit\"}\n")
    let lost = try scratch.file("2.trace", "{\"trace\": \"tagsim\"}\n{\"at\"")
    #expect(traces.takeLost() == lost.path)
    #expect(traces.takeLost() == nil)
  }

  @Test func oneThatIsBeingWrittenIsNeitherLostNorRemoved() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("0.trace", "{\"trace\": \"tagsim\"}\n")
    let writer = open(file.path, O_WRONLY)
    #expect(flock(writer, LOCK_EX) == 0)
    for number in 1...15 { try scratch.file("\(number + 10).trace", "{\"end\": \"quit\"}\n") }
    let traces = TraceFolder(scratch.url.path)
    #expect(traces.takeLost() == nil)
    traces.makeRoom()
    let names = try scratch.names()
    #expect(names.contains("0.trace"))
    #expect(names.count == SessionTrace.limit)
    close(writer)
  }

  @Test func aTraceIsWrittenBesideOthersAndOpensAtAnEvent() throws {
    let scratch = try ScratchFolder()
    let file = try Self.scenario(scratch)
    let place = scratch.path("mine.trace")
    let session = try Self.session("] ':save-trace \(place)' Enter", of: file.path)
    let screen = session.monitor.frame(size: Size(columns: 200, rows: 40)).buffer.text
    #expect(screen.contains("saved: \(place)"))
    let again = try Self.session("':save-trace \(place)' Enter", of: file.path)
    #expect(
      again.monitor.frame(size: Size(columns: 200, rows: 40)).buffer.text.contains(
        "already exists")
    )
    try CommandLineTool.run("render \(place) --at here --size 120x40", prints: "TRACE")
    let told = try CommandLineTool.run("explain \(place) --at 2")
    #expect(told.complaint.isEmpty)
  }

  @Test func theRunOfATraceStaysAsItIs() throws {
    let scratch = try ScratchFolder()
    let file = try Self.scenario(scratch)
    let place = scratch.path("mine.trace")
    _ = try Self.session(". . ':save-trace \(place)' Enter", of: file.path)
    let count = try #require(try OpenedFile(place, containerOverride: nil).traced).run.acts.count
    for keys in ["] ", "Space", ".", "':push event=\"x\"' Enter", "w", "':mark m' Enter"] {
      let session = try Self.session(keys, of: place)
      #expect(session.monitor.comparing.branches.names == ["as traced", "b1"], "\(keys)")
      #expect(session.monitor.run(named: "as traced")?.acts.count == count, "\(keys)")
    }
    for keys in ["Home", ", , L", "':expect hits == 9' Enter", ": Esc"] {
      let session = try Self.session(keys, of: place)
      #expect(session.monitor.comparing.branches.names == ["as traced"], "\(keys)")
    }
  }

  // MARK: The command line

  @Test func everyRunLeavesATraceThatTellsWhy() throws {
    let scratch = try ScratchFolder()
    for name in ["a/x", "b/x", "c"] {
      try scratch.scenario(
        name + ".scenario", "launch", "mark m", "screen \"Home\"", "expect tag \"T\" fired",
        "branch \"what if\" from m", "wait 1s", "end")
    }
    var folders: [[String: Data]] = []
    for workers in ["1", "4"] {
      let result = try scratch.run(
        "run --trace out\(workers) --workers \(workers) --report human .", code: 1)
      #expect(
        result.output.contains("see: tagsim explain out\(workers)/c.trace --at ")
          && result.output.contains(" --tag T"), "\(result.output)")
      let folder = scratch.url.appending(path: "out\(workers)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      folders.append(
        Dictionary(
          uniqueKeysWithValues: try names.map {
            ($0, try Data(contentsOf: folder.appending(path: $0)))
          }))
    }
    #expect(folders[0] == folders[1])
    #expect(
      folders[0].keys.sorted() == [
        "a-x-what-if.trace", "a-x.trace", "b-x-what-if.trace", "b-x.trace", "c-what-if.trace",
        "c.trace",
      ])
    try scratch.run("explain out1/c.trace --at end --value title")
    let again = try scratch.run("run out1/c.trace", code: 6)
    #expect((again.output + again.complaint).contains("is a trace, already played"))
    let check = try CommandLineTool.run(["check", "out1/c.trace"], in: scratch.url)
    #expect(check.output.contains("a trace of ./c.scenario, "))
  }

  @Test func theContainerThatStoodInIsInIt() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "wait 5s")
    try scratch.file("GTM-X", BinaryContainer.bytes(version: "5", title: "Instead"))
    try scratch.run("run --trace out --container GTM-X a.scenario")
    try FileManager.default.removeItem(at: scratch.url.appending(path: "GTM-X"))
    let told = try CommandLineTool.run(
      ["explain", "out/a.trace", "--value", "title"], in: scratch.url)
    #expect(told.output.contains("Instead"), "\(told.output)\(told.complaint)")
  }

  @Test func seedsAndWaysAreToldApart() throws {
    let scratch = try ScratchFolder()
    try scratch.matrixScenario("both.scenario", "wait 1s")
    try scratch.run("run --trace out --seeds 1..2 both.scenario")
    let names = try scratch.names(in: "out")
    #expect(
      names.sorted() == [
        "both-sdk=v3-seed=1.trace", "both-sdk=v3-seed=2.trace", "both-sdk=v5-seed=1.trace",
        "both-sdk=v5-seed=2.trace",
      ])
    for name in names {
      let place = scratch.path("out/\(name)")
      let opened = try OpenedFile(place, containerOverride: nil)
      #expect(opened.traced?.remarks == [])
      #expect(opened.traced?.run.timeline.live.settings.seed == (name.contains("=1") ? 1 : 2))
    }
  }

  @Test func whatWasInterruptedIsInItsTrace() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario(
      // Read in no time, and played for half a minute: the signal comes while it is played.
      "long.scenario", "launch", "screen \"Home\"", "repeat 500", "wait 20d", "end")
    let (process, output) = try CommandLineTool.start(
      "run --trace out --report tap long.scenario", in: scratch.url)
    // The report says that it has begun.
    let begun = output.availableData
    #expect(String(decoding: begun, as: UTF8.self).hasPrefix("TAP version"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let path = scratch.path("out/long.trace")
    let traced = try #require(try OpenedFile(path, containerOverride: nil).traced)
    #expect(traced.remarks.isEmpty)
    #expect(traced.run.acts.count < 500)
  }

  @Test func twoTracesAreCompared() throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch", "screen \"Home\"", "push x=1", "wait 1s")
    try scratch.scenario("b.scenario", "launch", "screen \"Home\"", "push x=2", "wait 1s")
    try scratch.run("run --trace . .")
    try scratch.run("diff a.trace a.trace", prints: "no differences")
    try scratch.run("diff a.trace b.trace", code: 1, prints: "x is 1 in A, 2 in B")
    let json = try scratch.run("diff --json a.trace b.trace", code: 1).json
    #expect(try JSONSchema(.diff).faults(in: json) == [])
    #expect(json.members?["same"] == false && json.members?["meaning"] == .null)
    #expect(json.members?["traces"]?.members?["differing"] != nil)
    try scratch.run("diff a.trace a.scenario", code: 4)
  }

  @Test(arguments: [
    (["--container", "x", "t.trace"], 4, "which includes its containers"),
    (["explain", "t.trace", "--branch", "b"], 4, "is a trace of one run"),
    (["explain", "other.trace"], 6, "has no file 'gone.scenario', which its scenario names"),
    (["explain", "later.trace"], 6, "later.trace:1:1: error: was made by tagsim 9 (z)"),
    (["explain", "broken.trace"], 6, "broken.trace:2:1: error: is not a line of a trace"),
    (["run", "--trace", "out", "--device", "d", "a.scenario"], 4, "--trace is for phones"),
  ])
  func whatCannotBeOpenedIsTold(_ arguments: [String], _ code: Int32, _ sentence: String) throws {
    let scratch = try ScratchFolder()
    try scratch.scenario("a.scenario", "launch")
    let header = "{\"trace\": \"tagsim\", \"version\": 1, \"build\": \"1\"}\n"
    let play = "{\"plays\": \"gone.scenario\"}\n"
    try scratch.file("other.trace", header + play)
    try scratch.file("broken.trace", header + "7\n" + play)
    try scratch.file(
      "later.trace", "{\"trace\": \"tagsim\", \"version\": 2, \"build\": \"9 (z)\"}\n")
    let opened = try OpenedFile(
      scratch.path("a.scenario"), containerOverride: nil)
    try scratch.file("t.trace", try opened.source.bytes(of: opened.start))
    try scratch.run(arguments, code: code, says: sentence)
  }
}
