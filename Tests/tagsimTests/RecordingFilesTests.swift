import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor
import TerminalKit
import Testing

@testable import tagsim

/// What was done in the monitor, as a file with all that it needs.
struct RecordingFilesTests {
  private static let size = Size(columns: 120, rows: 40)

  private static func session(_ path: String, in files: any FileStore) throws -> MonitorSession {
    let loader = ScenarioLoader(of: files)
    let loaded = try loader.load(path)
    return MonitorSession(
      monitor: Monitor(ScenarioRun(loaded.scenario, inputs: loaded.inputs)), loader: loader,
      scenarioPath: path)
  }

  /// Types lines, and gives what the screen says at last, and whether the monitor was left.
  private static func type(
    _ lines: [String], then keys: [Key] = [], in session: inout MonitorSession
  ) -> (screen: String, isLeft: Bool) {
    let typed = lines.flatMap { line -> [Key] in
      [.character(":")] + line.map { .character($0) } + [.enter]
    }
    let steps = (typed + keys).map { HeadlessTerminal.Step.event(.key($0)) } + [.timeout]
    let terminal = HeadlessTerminal(size: size, steps: steps)
    let isLeft = session.run(on: terminal)
    return (terminal.frames.last?.buffer.text ?? "", isLeft)
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try DiskFiles().bytes(of: path, limit: .max), as: UTF8.self)
  }

  /// Of a scenario with a matrix only the way that was played is written.
  @Test func aWayOfAMatrixIsWrittenAlone() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("mine/moved.scenario")
    var session = try Self.session(Lessons.path(of: "moving"), in: ShippedFiles())
    _ = Self.type(["launch", "push event=\"x\"", "record \(path)"], in: &session)
    #expect(try Self.text(path).contains("sdk: v3"))
    try CommandLineTool.run("run \(path)")
  }

  /// `record -o X`, then `R`, writes X from the folder of the command, as often as it is asked to.
  @Test func theFileOfTheCommandLineIsWrittenByHandAsWell() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("mine.scenario")
    var session = try Self.session(Lessons.path(of: "moving"), in: ShippedFiles())
    session.recordingPath = path
    session.monitor.recordToEnd(in: path)
    _ = Self.type(["launch"], then: [.character("R"), .enter], in: &session)
    #expect(try !Self.text(path).contains("kill"))
    _ = Self.type(["kill"], then: [.character("R"), .enter], in: &session)
    #expect(try Self.text(path).contains("kill"))
    #expect(session.wasRecordingWritten)
  }

  /// A lesson has no files on the disk: they are written beside the recording.
  @Test func aLessonIsWrittenWithItsFiles() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("mine.scenario")
    var session = try Self.session(Lessons.path(of: Lessons.demo), in: ShippedFiles())
    let said = Self.type(["screen \"Home Screen\"", "record \(path)"], in: &session)
    #expect(said.screen.contains("mine.scenario: 1 act, with "))
    try scratch.run("run mine.scenario")
    #expect(try Self.text(path).hasSuffix("# by hand\nscreen \"Home Screen\"\n"))
    // The same files serve a second one.
    let again = Self.type(["record \(scratch.url.path)/other.scenario"], in: &session)
    #expect(again.screen.contains("other.scenario: 1 act; 'tagsim run"))
    let over = Self.type(["record \(path)"], in: &session)
    #expect(over.screen.contains("already exists and may contain your work"))
  }

  /// Files are named as they lie, seen from the folder of the recording.
  @Test func filesAreNamedWhereTheyLie() throws {
    let scratch = try ScratchFolder()
    try scratch.file("lib/GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let path = try scratch.scenario(
      "a/a.scenario", "publish ../lib/GTM-NEW", "launch", "wait 5s"
    ).path
    var session = try Self.session(path, in: DiskFiles())
    session.monitor.look(at: nil)
    let keys: [Key] = [.character("]"), .character("w")]
    _ = Self.type([], then: keys, in: &session)
    let said = Self.type(["record ../b/c/mine.scenario"], in: &session)
    #expect(said.screen.contains("mine.scenario: 1 act; 'tagsim run"))
    try scratch.run("run b/c/mine.scenario")
    let text = try Self.text(scratch.url.path + "/b/c/mine.scenario")
    #expect(text.contains("publish ../../lib/GTM-NEW\n"))
    #expect(text.hasSuffix("# by hand\nnetwork offline\n"))
  }

  @Test func whatNobodyWroteIsKept() throws {
    let scratch = try ScratchFolder()
    var session = try Self.session(Lessons.path(of: Lessons.demo), in: ShippedFiles())
    let left = Self.type(
      ["record", "screen \"Home Screen\""], then: [.control("c"), .control("c")], in: &session)
    #expect(!left.isLeft)
    #expect(session.monitor.hasUnsavedRecording)
    var files = session.recordings
    files.folders = UserFolders(environment: ["XDG_STATE_HOME": scratch.url.path])
    let names = ["demo-recorded", "demo-recorded-2"]
    for name in names {
      let said = try files.keepUnwritten(session.monitor)
      let place = "\(scratch.url.path)/tagsim/recordings/\(name)/\(name).scenario"
      #expect(said.hasPrefix("recording saved: \(place): 1 act"))
      try CommandLineTool.run("run \(place)")
    }
  }

  @Test func writingItLeaves() throws {
    let scratch = try ScratchFolder()
    var session = try Self.session(Lessons.path(of: Lessons.demo), in: ShippedFiles())
    let path = "\(scratch.url.path)/x.scenario"
    let keys: [Key] =
      [.character("q"), .character("w"), .control("u")] + "record \(path)".map { .character($0) }
      + [.enter]
    let left = Self.type(["record", "screen \"Home Screen\""], then: keys, in: &session)
    #expect(left.isLeft)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  private static let paths: [(file: String, folder: String, path: String)] = [
    ("a/b", "a", "b"), ("a/b", "", "a/b"), ("a/b", "c", "../a/b"), ("/x/y", "/x/z", "../y"),
    ("b", "a/./c", "../../b"), ("./b", ".", "b"), ("a/../b", "", "b"),
  ]

  @Test(arguments: paths)
  func aFileIsNamedFromAFolder(_ file: String, _ folder: String, _ path: String) {
    #expect(RecordingFiles.path(to: file, from: folder) == path)
  }
}
