import Foundation
import TagRuntime
import TerminalKit
import Testing
import TextKit

@testable import tagsim

/// `tagsim demo`: the lessons that come with the program.
struct DemoTests {
  @Test func theListHasEveryLessonInTheOrderOfTeaching() throws {
    let result = try CommandLineTool.run("demo")
    #expect(result.complaint.isEmpty)
    let rows = result.lines.dropLast()
    let names: [String] = rows.map { String($0.prefix { $0 != " " }) }
    #expect(names == Lessons.all)
    #expect(rows.first?.contains("  The corner shop") == true)
    let lengths = try rows.map { row in
      let match = try #require(try #/\S+ +(<1|\d+) min  \S.*/#.wholeMatch(in: row), "\(row)")
      return match.1
    }
    #expect(Set(lengths).count > 1)
    #expect(result.lines.last?.contains("'tagsim demo NAME -o FOLDER'") == true)
  }

  /// A length is what the title card says of the same lesson.
  @Test(arguments: ["offline", "moving", "why-not"])
  func theLengthIsThatOfTheTitleCard(_ name: String) throws {
    let text = try LessonOutline(lesson: name).lengthText
    let minutes = try #require(Int(text.prefix { $0 != " " }))
    let card = try CommandLineTool.run("render Scenarios/\(name).scenario --at start --size 120x40")
    let words = Counted.text(minutes, "minute")
    #expect(card.output.contains("about \(words) at normal pace"), "\(text)\n\(card.output)")
  }

  @Test func aNarrowTableIsCut() throws {
    let lessons = try ["offline", "midnight-abroad"].map { try LessonOutline(lesson: $0) }
    let lines = LessonOutline.lines(of: lessons, columns: 40, ellipsis: .ascii)
    #expect(lines.map(\.count) == [40, 40])
    #expect(lines.allSatisfy { $0.hasSuffix("~") })
  }

  @Test func machinesGetTheSameList() throws {
    let result = try CommandLineTool.run("demo --json")
    #expect(result.lines.count == 1)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(list.compactMap { $0["name"] as? String } == Lessons.all)
    #expect(list.allSatisfy { ($0["seconds"] as? Int ?? 0) > 10 })
  }

  @Test(arguments: Lessons.all)
  func aLessonThatIsWrittenPasses(_ name: String) throws {
    let scratch = try ScratchFolder()
    let made = try CommandLineTool.run(["demo", name, "-o", "my/lessons"], in: scratch.url)
    let path = "my/lessons/\(name).scenario"
    #expect(made.code == 0 && made.output.hasPrefix("\(path): the lesson"), "\(made.complaint)")
    #expect(made.output.contains("'tagsim run \(path)' plays it"))
    for command in ["check", "run"] {
      try scratch.run("\(command) \(path)")
    }
  }

  @Test func lessonsShareTheirFiles() throws {
    let scratch = try ScratchFolder()
    for name in ["offline", "midnight", "offline"] {
      try scratch.run("demo \(name) -o .")
    }
  }

  @Test func nothingIsWrittenOver() throws {
    let scratch = try ScratchFolder()
    try scratch.file("apps/shop.app", "mine")
    let made = try scratch.run("demo offline -o .", code: 4)
    #expect(made.output.isEmpty)
    #expect(made.complaint.contains("shop.app: already exists and is not the lesson's"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
    #expect(left.sorted() == ["apps", "apps/shop.app"])
    #expect(
      try scratch.text("apps/shop.app")
        == "mine")
  }

  @Test func standardOutputHasTheScenarioAlone() throws {
    let made = try CommandLineTool.run(["demo", "offline.scenario", "-o", "-"])
    let file = CommandLineTool.root.appendingPathComponent("Scenarios/offline.scenario")
    #expect(made.code == 0)
    #expect(try made.output == String(contentsOf: file, encoding: .utf8))
    #expect(made.complaint.contains("it uses apps/shop.app, "))
  }

  /// Without a screen a lesson is told in lines.
  @Test func aLessonOpensInLines() throws {
    let scratch = try ScratchFolder()
    let lines = try scratch.file("lines", "quit\n")
    try CommandLineTool.run("demo offline --plain", prints: "date 2014-03-01", input: lines)
  }
}
