import Foundation
import TagRuntime
import Testing

@testable import ScenarioEngine
@testable import TagForecast
@testable import TagLanguage
@testable import tagsim

/// Every form of the language has its help, is told, and its example is read and played.
struct FormTests {
  private static let shop = """
    tagsim 1
    app: apps/shop.app
    ---
    setup
      container saved containers/GTM-AB12-v7.json age=1h
      publish containers/GTM-AB12-v8.json
    end
    launch
    screen "Home Screen"
    mark tunnel

    """

  private static let firebase = """
    tagsim 1
    sdk: v5
    ---
    app "Lines"
      package com.example.lines
      container GTM-MV50
    end
    setup
      container default containers/GTM-MV50-v1.json
    end
    launch

    """

  private static func app(_ lines: String) -> String {
    "app \"Lines\"\n\(lines)\nscreen \"Cart\"\nend\nend\nlaunch\nscreen \"Cart\"\n"
  }

  private static let start = "package com.example.lines\ncontainer GTM-CD34\n"

  /// The scenarios in which a line of a form can stand.
  private static func scenarios(_ form: Form, _ line: String) -> [String] {
    let end = form.word == "end" ? "" : "\nend"
    switch form.room {
    case .verb where ["sdk", "seed"].contains(form.word): return [line + "\n"]
    case .block where form.word == "under":
      return ["tagsim 1\nmatrix: sdk=v3,v5\n---\n" + app(start) + line + "\n"]
    case .verb, .block, .expectation, .firebase, .braze, .setting:
      return form.word == "app" ? [line + "\n"] : [shop + line + "\n", firebase + line + "\n"]
    case .header:
      let own = form.word == "app" ? "" : app(start)
      return ["tagsim 1\n" + line + "\n---\n" + own]
    case .app where form.word == "end": return ["app \"Lines\"\n" + start + line + "\n"]
    case .app where form.word == "package": return [app(line + "\ncontainer GTM-CD34")]
    case .app, .moment: return [app(start + line)]
    case .screen: return [app(start + "screen \"A\"\n" + line + end)]
    case .action: return [app(start + "on launch " + line)]
    case .table: return [app(start + "macro-function f\n" + line + end)]
    case .tagFunction: return [app(start + "tag-function f " + line)]
    case .classAction: return [app(start + "class C " + line)]
    case .mapping: return [app(start + "class C braze swift mapping\n" + line + end)]
    case .population: return ["tagsim 1\n---\n" + line + "\n"]
    }
  }

  private static func mistakes(_ form: Form, _ line: String) throws -> [String] {
    guard let text = scenarios(form, line).first else { return [] }
    if form.room == .population {
      do {
        _ = try PopulationReader.read(text, file: "a")
        return []
      } catch {
        return error.problems.map(\.sentence)
      }
    }
    let read = ScenarioParser.read(Array(text.utf8), file: "a") { _ in [] }
    for error in read.errors.errors {
      #expect(!error.expected.isEmpty || error.suggestion != nil, "\(line): \(error)")
    }
    return read.errors.errors.map(\.description)
  }

  /// Whatever a usage allows is read, and what it does not allow is refused with a next step.
  @Test(arguments: FormHelp.forms.filter { !$0.meaning.isEmpty && $0.room != .block })
  func theUsageIsWhatIsRead(_ form: Form) throws {
    for line in FormLines.lines(of: form) {
      #expect(try Self.mistakes(form, FormLines.right(line)) == [], "\(form.usage): \(line)")
      for wrong in FormLines.wrong(line, form) {
        #expect(try !Self.mistakes(form, wrong).isEmpty, "\(form.usage): \(wrong)")
      }
    }
  }

  @Test func everyExampleIsPlayed() throws {
    let scratch = try ScratchFolder()
    for name in ["apps", "containers", "plans"] {
      try FileManager.default.copyItem(
        at: CommandLineTool.root.appendingPathComponent("Scenarios/" + name),
        to: scratch.url.appendingPathComponent(name))
    }
    try scratch.file("lib/sign-in.scenario", "push user.id=${user}\n")
    for (number, form) in FormHelp.forms.enumerated() where !form.meaning.isEmpty {
      if form.room == .population { #expect(try Self.mistakes(form, form.example) == []) }
      for (way, text) in Self.scenarios(form, form.example).enumerated() {
        guard form.room != .population else { continue }
        try scratch.file("\(number)-\(way).scenario", text)
      }
    }
    let result = try CommandLineTool.run(["run", "."], in: scratch.url)
    let mistakes = (result.output + result.complaint).split(separator: "\n")
      .filter { $0.contains(": error: ") }
    for (number, form) in FormHelp.forms.enumerated() where !form.meaning.isEmpty {
      // It is only typed or configured; and populations are no scenarios.
      if form.word == "copy-command" || form.room == .population { continue }
      // With one of the two SDKs, at least; an expectation of another story may fail.
      let isPlayed = Self.scenarios(form, "").indices.contains { way in
        !mistakes.contains { $0.contains("/\(number)-\(way).scenario:") }
      }
      #expect(isPlayed, "\(form.example)")
    }
    #expect(mistakes.count > 20)
  }

  /// Each has a page of help, is completed by shells, and is in the reference.
  @Test(arguments: FormHelp.forms.filter { !$0.meaning.isEmpty })
  func isHelpedAndTold(_ form: Form) throws {
    for word in form.words.map(String.init) {
      let page = try #require(try HelpPages.page(for: ["help", word]) ?? FormHelp.page(for: word))
      let example = try #require(form.example.split(separator: "\n").first)
      #expect(page.contains { $0.hasSuffix(example.suffix(20)) }, "\(word): \(form.example)")
      #expect(form.meaning.hasSuffix("."))
      #expect(CompletionScript.helpWords.contains(word))
      #expect(Self.isTold(form, word), "the reference does not tell of \(form.usage)")
    }
  }

  private static let language = page("Story/ScenarioEngine/ScenarioEngine.docc/Language.md")
  private static let forecasting = page("Questions/TagForecast/TagForecast.docc/Forecasting.md")

  private static func page(_ name: String) -> String {
    let url = CommandLineTool.root.appendingPathComponent("Sources/" + name)
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }

  /// Whether the reference has a word at the beginning of a line, of code or after another word.
  private static func isTold(_ form: Form, _ word: String) -> Bool {
    // The article on quirks tells of each.
    if Quirk(rawValue: word) != nil { return true }
    let page = form.room == .population ? forecasting : language
    return ["\n", "\n  ", "\n    ", "`", " ", "|"].contains { start in
      [" ", "`", "\n", "|", ","].contains { page.contains(start + word + $0) }
    }
  }
}
