import Foundation
import TagRuntime
import TerminalKit
import Testing
import TextKit

@testable import tagsim

/// `tagsim demo`: the lessons that come with the program.
struct DemoTests {
  @Test func theListHasEveryLessonInTheOrderOfTeaching() throws {
    let result = try CommandLineTool.run(["demo"])
    #expect(result.code == 0 && result.complaint.isEmpty)
    let rows = result.lines.dropLast()
    let names: [String] = rows.map { String($0.prefix { $0 != " " }) }
    #expect(names == Lessons.all)
    #expect(rows.first?.contains("  by hand  The corner shop") == true)
    let lengths = try rows.dropFirst().map { row in
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
    let card = try CommandLineTool.run(
      ["render", "Scenarios/\(name).scenario", "--at", "start", "--size", "120x40"])
    #expect(card.code == 0)
    let words = Counted.text(minutes, "minute")
    #expect(card.output.contains("about \(words) at normal pace"), "\(text)\n\(card.output)")
  }

  @Test func aNarrowTableIsCut() throws {
    let lessons = try ["demo", "midnight-abroad"].map { try LessonOutline(lesson: $0) }
    let lines = LessonOutline.lines(of: lessons, columns: 40, ellipsis: .ascii)
    #expect(lines.map(\.count) == [40, 40])
    #expect(lines.allSatisfy { $0.hasSuffix("~") })
  }

  @Test func machinesGetTheSameList() throws {
    let result = try CommandLineTool.run(["demo", "--json"])
    #expect(result.code == 0 && result.lines.count == 1)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(list.compactMap { $0["name"] as? String } == Lessons.all)
    #expect(list.first?["seconds"] is NSNull)
    #expect(list.dropFirst().allSatisfy { ($0["seconds"] as? Int ?? 0) > 10 })
  }

  @Test(arguments: Lessons.all)
  func aLessonThatIsWrittenPasses(_ name: String) throws {
    let scratch = try ScratchFolder()
    let made = try CommandLineTool.run(["demo", name, "-o", "my/lessons"], in: scratch.url)
    let path = "my/lessons/\(name).scenario"
    #expect(made.code == 0 && made.output.hasPrefix("\(path): the lesson"), "\(made.complaint)")
    #expect(made.output.contains("'tagsim run \(path)' plays it"))
    for command in ["check", "run"] {
      let result = try CommandLineTool.run([command, path], in: scratch.url)
      #expect(result.code == 0, "\(command): \(result.output)\(result.complaint)")
    }
  }

  @Test func lessonsShareTheirFiles() throws {
    let scratch = try ScratchFolder()
    for name in ["offline", "midnight", "offline"] {
      let made = try CommandLineTool.run(["demo", name, "-o", "."], in: scratch.url)
      #expect(made.code == 0, "\(made.complaint)")
    }
  }

  @Test func nothingIsWrittenOver() throws {
    let scratch = try ScratchFolder()
    try scratch.file("apps/shop.app", "mine")
    let made = try CommandLineTool.run(["demo", "offline", "-o", "."], in: scratch.url)
    #expect(made.code == 4 && made.output.isEmpty)
    #expect(made.complaint.contains("shop.app: already exists and is not the lesson's"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
    #expect(left.sorted() == ["apps", "apps/shop.app"])
    #expect(
      try String(contentsOf: scratch.url.appendingPathComponent("apps/shop.app"), encoding: .utf8)
        == "mine")
  }

  @Test func aFileIsNoFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.file("taken", "mine")
    let made = try CommandLineTool.run(["demo", "offline", "-o", "taken"], in: scratch.url)
    #expect(made.code == 3 && made.complaint.contains("it is a file, but a folder is needed"))
  }

  @Test func standardOutputHasTheScenarioAlone() throws {
    let made = try CommandLineTool.run(["demo", "offline.scenario", "-o", "-"])
    let file = CommandLineTool.root.appendingPathComponent("Scenarios/offline.scenario")
    #expect(made.code == 0)
    #expect(try made.output == String(contentsOf: file, encoding: .utf8))
    #expect(made.complaint.contains("it uses apps/shop.app, "))
  }

  private static let mistakes: [(arguments: [String], complaint: String)] = [
    (["ofline"], "demo ofline: there is no such lesson: did you mean 'tagsim demo offline'?"),
    (["zzzz"], "there is no such lesson: there are demo, first-run, why-not, "),
    (["../offline"], "there is no such lesson"),
    (["-o", "lessons"], "Missing expected argument '<lesson>'"),
    (["offline", "--json"], "--json lists all lessons: remove the name"),
    (["offline", "-o", "x", "--branch", "b"], "--output writes the lesson unchanged"),
    (["offline", "--branch", "b"], "--branch b: offline.scenario has no such branch"),
    (["offline"], "without a terminal, use: "),
  ]

  @Test(arguments: mistakes)
  func mistake(_ arguments: [String], _ complaint: String) throws {
    let scratch = try ScratchFolder()
    let result = try CommandLineTool.run(["demo"] + arguments, in: scratch.url)
    #expect(result.code == 4)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  /// Without a screen a lesson is told in lines.
  @Test func aLessonOpensInLines() throws {
    let scratch = try ScratchFolder()
    let lines = try scratch.file("lines", "quit\n")
    let result = try CommandLineTool.run(["demo", "offline", "--plain"], input: lines)
    #expect(result.code == 0, "\(result.complaint)")
    #expect(result.output.contains("date 2014-03-01"))
  }
}
