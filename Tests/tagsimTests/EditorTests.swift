import Foundation
import Testing

@testable import ScenarioEngine
@testable import tagsim

/// `tagsim completions`: what editors and shells need.
struct EditorTests {
  private typealias Object = [String: Any]

  private static func json(_ editor: String) throws -> Object {
    let result = try CommandLineTool.run("completions \(editor)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? Object)
  }

  /// All texts under some keys, wherever they stand.
  private static func texts(_ value: Any, under keys: [String]) -> [String] {
    if let object = value as? Object {
      return object.flatMap { key, value in
        (keys.contains(key) ? [value as? String].compactMap { $0 } : []) + texts(value, under: keys)
      }
    }
    return (value as? [Any])?.flatMap { texts($0, under: keys) } ?? []
  }

  @Test func theGrammarOfTextMateCompiles() throws {
    let grammar = try Self.json("textmate")
    let expressions = Self.texts(grammar, under: ["match", "begin", "end"])
    #expect(expressions.count > 10)
    for expression in expressions { _ = try NSRegularExpression(pattern: expression) }
    let included = Self.texts(grammar, under: ["include"]).map { String($0.dropFirst()) }
    let repository = try #require(grammar["repository"] as? Object)
    #expect(Set(included) == Set(repository.keys))
  }

  private static let lines = [
    "launch", "  expect sent 3", "given push a=1", "then optional label \"a b\" expect sent 3",
    "and eventually within 3s expect sent 1",
  ]

  /// The expression for verbs finds the verb of a line, and of no longer word.
  @Test func aVerbIsFound() throws {
    let expressions = Self.texts(try Self.json("textmate"), under: ["match"])
    let pattern = try #require(expressions.first { $0.contains("launch|") })
    let expression = try NSRegularExpression(pattern: pattern)
    func verb(_ line: String) -> String? {
      let whole = NSRange(line.startIndex..., in: line)
      let match = expression.firstMatch(in: line, range: whole)
      return match.flatMap { Range($0.range(at: 2), in: line) }.map { String(line[$0]) }
    }
    #expect(Self.lines.map(verb) == ["launch", "expect", "push", "expect", "eventually"])
    for word in Form.verbs.map(\.word) {
      #expect(verb("  \(word) x") == word)
      #expect(verb("\(word)-x") != word)
    }
  }

  @Test func theSyntaxFileOfVimHasEveryVerb() throws {
    let result = try CommandLineTool.run("completions vim")
    let line = try #require(result.lines.first { $0.hasPrefix("syntax match tagsimVerb ") })
    let words = line.replacing("\\%(", with: "\\|").replacing("\\)", with: "\\|")
      .split(separator: "\\|")
    for verb in Form.verbs { #expect(words.contains { $0 == verb.word }, "\(verb.word)") }
    // What is opened in a line is closed in it.
    for line in result.lines {
      #expect(
        line.ranges(of: "\\%(").count + line.ranges(of: "\\(").count
          == line.ranges(of: "\\)").count,
        "\(line)")
    }
  }

  /// Vim takes it without a word of complaint, where there is one.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/vim")))
  func vimLoadsIt() throws {
    let scratch = try ScratchFolder()
    let syntax = try CommandLineTool.run(["completions", "vim"]).output
    try scratch.file("tagsim.vim", syntax)
    let result = try CommandLineTool.run(
      ["-u", "NONE", "-es", "-c", "syntax on", "-c", "source tagsim.vim", "-c", "qa!"],
      in: scratch.url, program: URL(fileURLWithPath: "/usr/bin/vim"))
    #expect(result.code == 0 && result.bytes.isEmpty, "\(result.output)\(result.complaint)")
  }

  /// What `check` says is what the matcher finds.
  @Test func aProblemIsMatched() throws {
    let matcher = try Self.json("problem-matcher")
    let pattern = try #require((matcher["pattern"] as? Object)?["regexp"] as? String)
    let expression = try NSRegularExpression(pattern: pattern)
    let scratch = try ScratchFolder()
    try scratch.file("a b.scenario", "launch\n  lunch\n")
    let line = try #require(
      try CommandLineTool.run(["check", "a b.scenario"], in: scratch.url).complaint
        .split(separator: "\n").first.map(String.init))
    let match = try #require(
      expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)))
    let groups = [1, 2, 3, 5].map { Range(match.range(at: $0), in: line).map { String(line[$0]) } }
    #expect(groups == ["a b.scenario", "2", "3", "unknown verb 'lunch': did you mean 'launch'?"])
  }

  @Test(arguments: ["emacs", ""])
  func anUnknownEditorIsRefused(_ editor: String) throws {
    try CommandLineTool.run("completions \(editor)", code: 4)
  }

  // MARK: Shells

  @Test(arguments: ["bash", "zsh", "fish"])
  func completion(_ shell: String) throws {
    let result = try CommandLineTool.run("completions \(shell)")
    #expect(result.complaint.isEmpty)
    for name in CommandName.all { #expect(result.output.contains(name), "\(name)") }
    for word in ["high-contrast", "mermaid", "---completion"] {
      #expect(result.output.contains(word), "\(word)")
    }
    let interpreter = ["/bin/", "/usr/bin/"].map { $0 + shell }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let interpreter else { return }
    let scratch = try ScratchFolder()
    let file = try scratch.file("script", result.output)
    let parsed = try CommandLineTool.run(
      ["-n", file.path], code: 0, program: URL(fileURLWithPath: interpreter))
    #expect(parsed.bytes.isEmpty)
  }

  @Test func placesOfAScenarioAreCompleted() {
    let words = ["tagsim", "explain", "Scenarios/offline.scenario", "--at", ""]
    #expect(PlaceCompletion.places(words).starts(with: ["start", "end"]))
    let folder = CommandLineTool.path("Scenarios/offline.scenario")
    #expect(PlaceCompletion.places(["tagsim", "explain", folder]) == ["start", "end", "tunnel"])
  }

  @Test func aShellAsksForPlaces() throws {
    let result = try CommandLineTool.run([
      "---completion", "render", "--", "--at", "3", "0", "tagsim", "render",
      "Scenarios/offline.scenario", "--at", "",
    ])
    #expect(result.code == 0)
    #expect(result.lines == ["start", "end", "tunnel"], "\(result.output)\(result.complaint)")
  }
}
