import Foundation
import TagRuntime
import Testing

@testable import ScenarioEngine

/// A problem has the same code, file and words in every form of its command.
struct SameProblemTests {
  private static let files = [
    "bad.scenario": """
    app "Shop"
      package com.example.shop
    end
    launch
    expect sent 5
    """,
    "wrong.scenario": "launch\nlanch\n", "bad.json": "{}",
  ]

  /// A command with a problem in a file, its words, and its line.
  private static let problems: [(line: String, words: [String], place: String)] = [
    ("run bad.scenario", ["expect sent 5"], "5"),
    ("check wrong.scenario", ["unknown verb 'lanch': did you mean 'launch'?"], "2"),
    ("lint bad.json", ["L06", "it has no macro and no tag, so it does nothing"], "1"),
  ]

  private static let forms: [ReportFormat] = [
    .tap, .junit, .junitPlaces, .json, .github, .md, .html,
  ]

  @Test(arguments: problems, forms)
  func aProblemHasItsPlaceAndWords(
    _ problem: (line: String, words: [String], place: String), _ form: ReportFormat
  ) throws {
    let words = CommandLineTool.words(of: problem.line)
    guard form != .junitPlaces || words[0] == "run" else { return }
    let scratch = try ScratchFolder()
    for (name, text) in Self.files.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
    }
    let result = try CommandLineTool.run(words + ["--report", form.rawValue], in: scratch.url)
    let plain = result.output.replacing("\\", with: "").replacing("&#39;", with: "'")
    for text in problem.words + [words[1]] {
      #expect(plain.contains(text), "\(problem.line) as \(form.rawValue): \(result.output)")
    }
    let marks = ["line: ", "\"line\": ", "line=", "line=\"", "\(words[1]):"]
    guard ![.junit, .md, .html].contains(form) else { return }
    #expect(marks.contains { plain.contains($0 + problem.place) }, "\(result.output)")
  }
}
