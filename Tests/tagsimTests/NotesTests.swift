import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor
import Testing

@testable import tagsim

/// Notes go through a real named pipe, and never keep the story waiting.
struct NotesTests {
  @Test func notesAreReadAsTheyCome() throws {
    let scratch = try ScratchFolder()
    let path = try Notes.makePipe(in: scratch.url.path)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }
    let pipe = try NotePipe(path)
    #expect(pipe.write(["Point at the clock.", "two\nlines"]) == nil)
    #expect(Self.read(reader) == "Point at the clock.\ntwo␊lines\n")
  }

  /// Without a reader, and after the reader has gone, it is said once.
  @Test func itIsSaidOnceThatNobodyReads() throws {
    Console.prepare()
    let scratch = try ScratchFolder()
    let path = try Notes.makePipe(in: scratch.url.path)
    let pipe = try NotePipe(path)
    let sentence = "nobody reads the notes: start 'tagsim notes' in another terminal"
    #expect(pipe.write(["a"]) == sentence)
    #expect(pipe.write(["b"]) == nil)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    #expect(pipe.write(["c"]) == nil)
    #expect(Self.read(reader) == "c\n")
    close(reader)
    #expect(pipe.write(["d"]) == nil, "it was said before, and no signal ends the process")
    let other = try NotePipe(path)
    #expect(other.write([]) == nil, "nothing is told, so nobody is missed")
  }

  @Test func aFullPipeIsNoTrouble() throws {
    let scratch = try ScratchFolder()
    let path = try Notes.makePipe(in: scratch.url.path)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let pipe = try NotePipe(path)
    let long = String(repeating: "n", count: 4000)
    for _ in 0..<100 { #expect(pipe.write([long]) == nil) }
    #expect(Self.read(reader).hasPrefix("nnn"))
  }

  @Test func onlyAPipeIsWrittenTo() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("plain", "text")
    #expect(throws: CommandFailure.self) { try NotePipe(file.path) }
    #expect(throws: CommandFailure.self) { try NotePipe(file.path + "-gone") }
    try scratch.file("state/notes", "text")
    #expect(throws: CommandFailure.self) {
      try Notes.makePipe(in: scratch.url.appendingPathComponent("state").path)
    }
  }

  private static let folders: [(environment: [String: String], folder: String)] = [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/tagsim"),
    (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/tagsim"),
    (["HOME": "/h"], "/h/.local/state/tagsim"),
  ]

  @Test(arguments: folders)
  func thePipeLiesInTheStateFolder(_ environment: [String: String], _ folder: String) {
    #expect(UserFolders(environment: environment).state == folder)
  }

  /// The program makes the pipe, prints its name, then what comes.
  @Test func theProgramReadsThem() throws {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = try CommandLineTool.executable()
    process.arguments = ["notes"]
    process.environment = ["XDG_STATE_HOME": scratch.url.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let path = scratch.url.appendingPathComponent("tagsim/notes").path
    let first = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(first == path + "\n")
    let pipe = try NotePipe(path)
    #expect(pipe.write(["Point at the clock."]) == nil)
    let second = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(second == "Point at the clock.\n")
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  private static func read(_ file: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    let count = buffer.withUnsafeMutableBytes {
      Foundation.read(file, $0.baseAddress, $0.count)
    }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}

/// What can be seen after a lesson.
struct LessonsTests {
  @Test func everyLessonHasItsPlace() {
    let shipped = ShippedFiles.all.map(\.path).filter {
      $0.hasSuffix(".scenario") && $0 != Lessons.path(of: Lessons.demo)
    }
    #expect(Lessons.order.map(Lessons.path).sorted() == shipped.sorted())
  }

  private static let next: [(file: String, names: [String])] = [
    ("offline.scenario", ["background", "delivery", "midnight"]),
    ("some/folder/first-run.scenario", ["why-not", "types", "offline"]),
    ("mine.scenario", ["first-run", "why-not", "types"]),
    ("android.scenario", ["first-run", "why-not", "types"]),
  ]

  @Test(arguments: next)
  func lessonsFollowInOrder(_ file: String, _ names: [String]) throws {
    let scenario = try ScenarioParser.parse("tagsim 1\n---\n", file: file)
    #expect(Lessons().next(after: scenario).map(\.name) == names)
  }

  @Test func aScenarioNamesWhatFollows() throws {
    let scenario = try ScenarioParser.parse(
      "tagsim 1\nnext: midnight, gone, why-not\n---\n", file: "offline.scenario")
    let lessons = Lessons().next(after: scenario)
    #expect(lessons.map(\.name) == ["midnight", "why-not", "background"])
    #expect(lessons.first?.title == "Midnight: which day a hit counts for")
  }
}
