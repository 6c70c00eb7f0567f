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
    #expect(pipe.write(Self.page(note: "two\nlines")) == nil)
    let line = Self.read(reader)
    #expect(line.hasSuffix("\n") && line.dropLast().allSatisfy { !$0.isNewline })
    let page = NotesText.page(ofLine: String(line.dropLast()))
    #expect(page == Self.page(note: "two␊lines"))
  }

  /// Without a reader, and after the reader has gone, it is said once.
  @Test func itIsSaidOnceThatNobodyReads() throws {
    Console.prepare()
    let scratch = try ScratchFolder()
    let path = try Notes.makePipe(in: scratch.url.path)
    let pipe = try NotePipe(path)
    let sentence = "no program reads the notes: start 'tagsim notes' in another terminal"
    #expect(pipe.write(Self.page(note: "a")) == sentence)
    #expect(pipe.write(Self.page(note: "b")) == nil)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    #expect(pipe.write(Self.page(note: "c")) == nil)
    #expect(NotesText.page(ofLine: String(Self.read(reader).dropLast())).note == "c")
    close(reader)
    #expect(
      pipe.write(Self.page(note: "d")) == nil,
      "it was said before, and no signal ends the process")
    let other = try NotePipe(path)
    #expect(other.write(nil) == nil, "nothing is told, so nobody is missed")
  }

  @Test func aFullPipeIsNoTrouble() throws {
    let scratch = try ScratchFolder()
    let path = try Notes.makePipe(in: scratch.url.path)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let pipe = try NotePipe(path)
    let long = String(repeating: "n", count: 4000)
    for _ in 0..<100 { #expect(pipe.write(Self.page(note: long)) == nil) }
    #expect(Self.read(reader).contains("nnn"))
  }

  /// A page that is too long for the pipe goes in whole, with the longest parts cut.
  @Test func aLongPageIsCut() throws {
    var page = Self.page(note: String(repeating: "né ", count: 5_000))
    page.answer = String(repeating: "a", count: 5_000)
    let line = NotesText.line(of: page, limit: 4_000)
    #expect(line.utf8.count <= 4_000)
    let read = NotesText.page(ofLine: line)
    #expect(read.title == page.title && read.next == page.next)
    #expect(read.note.hasSuffix("…") && read.answer.hasSuffix("…"))
  }

  /// Words stay whole, and what nobody wrote for this page is a note.
  @Test func aPageIsRead() {
    var page = Self.page(note: "Ask the room why subtitle is empty.")
    (page.told, page.answer, page.act) = ("? Which tags fire?", "Two.", "screen \"Cart\"")
    let lines = NotesText.lines(of: page, columns: 30, elapsed: .seconds(725))
    #expect(
      lines == [
        " A talk", " 2 Offline", " chapter 2 of 7   Sat 23:57:30   talk 12:05", "",
        " ? Which tags fire?", "   Two.", "", " Note", "   Ask the room why subtitle",
        "   is empty.", "", " Next", "   screen \"Cart\"", "   The train leaves.",
      ])
    #expect(NotesText.page(ofLine: "a\u{1B}[2J").note == "a␛[2J")
  }

  private static func page(note: String) -> NotesPage {
    var page = NotesPage()
    (page.title, page.chapter, page.place) = ("A talk", "2 Offline", "chapter 2 of 7")
    (page.clock, page.note, page.next) = ("Sat 23:57:30", note, "The train leaves.")
    return page
  }

  @Test func onlyAPipeIsWrittenTo() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("plain", "text")
    #expect(throws: CommandFailure.self) { try NotePipe(file.path) }
    #expect(throws: CommandFailure.self) { try NotePipe(file.path + "-gone") }
    try scratch.file("state/notes", "text")
    #expect(throws: CommandFailure.self) {
      try Notes.makePipe(in: scratch.path("state"))
    }
  }

  /// The program makes the pipe, prints its name, then what comes.
  @Test func theProgramReadsThem() throws {
    let scratch = try ScratchFolder()
    let (process, output) = try CommandLineTool.start(
      "notes", environment: ["XDG_STATE_HOME": scratch.url.path])
    let path = scratch.path("tagsim/notes")
    let first = String(decoding: output.availableData, as: UTF8.self)
    #expect(first == path + "\n")
    let pipe = try NotePipe(path)
    #expect(pipe.write(Self.page(note: "Point at the clock.")) == nil)
    let second = String(decoding: output.availableData, as: UTF8.self)
    #expect(second.contains("\n Note\n   Point at the clock.\n\n Next\n   The train leaves.\n"))
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
    #expect(lessons.first?.title == "Midnight: which day does a hit count for?")
  }
}
