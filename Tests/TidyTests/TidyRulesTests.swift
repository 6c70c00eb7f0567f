import Testing

/// The checkers catch what they are there for.
@Suite struct TidyRulesTests {
  @Test(arguments: [
    ("import TerminalKit", "TagRuntime", ["TagRuntime may not import TerminalKit"]),
    ("@testable import Foundation", "TagSimulation", ["TagSimulation may not import Foundation"]),
    ("public import struct CSQLite.Row", "TagMonitor", ["TagMonitor may not import CSQLite"]),
    ("import TagRuntime", "TerminalKit", ["TerminalKit may not import TagRuntime"]),
    ("import CNcurses", "TagMonitor", ["TagMonitor may not import CNcurses"]),
    ("import TagRuntime", "NcursesTerminal", ["NcursesTerminal may not import TagRuntime"]),
    ("import X", "Gadgets", ["no target may be called Gadgets"]),
    ("public import TagRuntime\nimport HeapModule", "TagSimulation", []),
    ("import Foundation\nimport OrderedCollections", "ContainerFormats", []),
    ("// import Foundation\nlet a = \"import Foundation\"", "TagRuntime", []),
  ])
  func imports(_ text: String, _ target: String, _ expected: [String]) {
    #expect(TidyRules.wrongImports(in: text, of: target) == expected)
  }

  @Test(arguments: [
    "let now = Date()", "let id = UUID()", "Timer.scheduled()", "let t: Timer", "print(1)",
    "Task { }", "func f() async throws", "FileManager.default", "ProcessInfo.processInfo",
    "Int.random(in: 0...1)", "x.hashValue", "Locale.current", "import Foundation",
    "fatalError()", "try! f()", "struct S: @unchecked Sendable", "nonisolated(unsafe) var x",
    "static var count = 0", "public static var all: [Int] = []", "static var shared: S",
  ])
  func aPureTargetMayNotSay(_ code: String) {
    #expect(TidyRules.bannedWords(in: code, of: "TagRuntime").count == 1)
  }

  @Test(arguments: [
    "case startTimer(TimerID)", "struct AppTimer {}", "// print(1)", "let a = \"Date()\"",
    "blueprint(1)", "static var all: [Int] { [1] }", "static let count = 0", "let asyncish = 1",
    "/* fatalError()\n try! */", "let b = #\"try! \"x\" \"#", "let c = \"\"\"\n print(1)\n \"\"\"",
    "try f()", "update(1)",
  ])
  func aPureTargetMaySay(_ code: String) {
    #expect(TidyRules.bannedWords(in: code, of: "TagRuntime") == [])
  }

  @Test func onlyPureTargetsAreWithoutClocksAndFiles() {
    #expect(TidyRules.bannedWords(in: "print(Date())", of: "tagsim") == [])
    #expect(TidyRules.bannedWords(in: "fatalError()", of: "tagsim").count == 1)
  }

  @Test func violationsTellTheirLine() {
    let code = "let a = \"\"\"\n  x\n  \"\"\"\n/* y\n*/ print(1)"
    #expect(
      TidyRules.bannedWords(in: code, of: "TagMonitor") == [
        "line 5: TagMonitor may not use 'print('"
      ])
  }

  private typealias Check = @Sendable (String) -> [String]

  private static let command: Check = { TidyRules.swallowedCommands(in: $0) }
  private static let padding: Check = { TidyRules.countedPadding(in: $0) }
  private static let rows: Check = { TidyRules.countedRows(in: $0) }
  private static let size: Check = { TidyRules.overlong($0) }
  private static let name: Check = { TidyRules.vagueName($0).map { [$0] } ?? [] }

  /// A switch names every command, columns are not characters, rows are not counted before an act,
  /// a file has at most 700 lines of 100 columns, and no name is vague.
  private static let samples: [(check: Check, code: String, violations: Int)] = [
    (command, "switch command {\n  case .wait: 1\ndefault: 2\n}", 1),
    (command, "  switch entry.statement.command {\n  case .wait: 1\n  case let other: 2\n  }", 1),
    (
      command,
      "extension Command {\n  var a: Int {\n    switch self {\n    default: 2\n    }\n  }\n}", 1
    ),
    (
      command, "extension Act {\n  var a: Int {\n    switch self {\n    default: 2\n    }\n  }\n}",
      0
    ),
    (command, "switch command {\ncase .wait: switch a {\n  default: 2\n  }\n}", 0),
    (command, "switch command.kind {\ndefault: 2\n}", 0),
    (padding, "a + String(repeating: \" \", count: 9 - a.count) + b", 1),
    (padding, "let margin = String(repeating: \" \", count: indent)", 0),
    (padding, "String(repeating: \"0\", count: 4 - digits.count)", 0),
    (rows, "let made = run.timeline.rows(in: (before + 1)...)", 1),
    (rows, "run.timeline.firstRow(in: rowsBefore...) { $0.step > 2 }", 1),
    (rows, "timeline.forEachRow(in: (before.rows + 1)...) { add($0) }", 1),
    (rows, "timeline.rows(in: (a + 1)...)", 0), (rows, "forEachRow(in: before + 1..<end) {", 0),
    (rows, "rows(in: ...before)", 0), (rows, "row(at: before)", 0),
    (size, String(repeating: "x\n", count: 700), 0),
    (size, String(repeating: "x\n", count: 701), 1), (size, String(repeating: "é", count: 100), 0),
    (size, String(repeating: "é", count: 101), 1),
    (size, "  func f() { step() }\n" + String(repeating: "  // more\n", count: 80) + "  }\n", 0),
    (name, "Helpers.swift", 1), (name, "Utils.swift", 1), (name, "Runtime+Common.swift", 1),
    (name, "Misc.swift", 1), (name, "CommonMacros.swift", 0), (name, "Runtime+Drain.swift", 0),
  ]

  @Test(arguments: samples.indices)
  func findsWhatItIsThereFor(_ index: Int) {
    let sample = Self.samples[index]
    #expect(sample.check(sample.code).count == sample.violations, "\(sample.code.prefix(80))")
  }

  @Test func theContentOfAMultiLineTextMayBeLonger() {
    let long = String(repeating: "x", count: 120)
    let text = "let a = #\"\"\"\n  \(long)\n  \"\"\"#\n// \(long)"
    #expect(TidyRules.overlong(text) == ["line 4: 123 columns, at most 100"])
  }

  @Test(arguments: [(58, 0), (59, 1)])
  func aFunctionHasAtMost60Lines(_ body: Int, _ violations: Int) {
    let lines = String(repeating: "    step()\n", count: body)
    for head in [
      "func f() {", "  public static func f<T>(\n", "  init() {", "  mutating func f() {",
    ] {
      let indentation = head.hasPrefix(" ") ? "  " : ""
      let extra = head.hasSuffix("\n") ? 1 : 0
      let text = head + "\n" + String(lines.dropLast(extra * 11)) + indentation + "}\n"
      #expect(TidyRules.overlong(text).count == violations, "\(head)")
    }
  }
}

/// The checker of citations catches what it is there for.
@Suite struct CitationRulesTests {
  private static let articles: TidyRules.Articles = [
    "Dispatch": ["1", "1.2"], "Formats": ["3.10"],
  ]

  private func faults(_ comment: String) -> [String] {
    TidyRules.wrongCitations(
      in: TidyRules.passages(inCode: "/// " + comment + "\nlet a = 1"), of: Self.articles)
  }

  @Test(arguments: [
    "Source: Dispatch §1.", "Source: Dispatch §1.2; the header.", "Source: Dispatch §1.2",
    "What it is. Source: Formats §3.10, Dispatch §1. More words.", "It waits (Dispatch §1.2).",
    "Source: observed, Formats §3.10; of real ones.", "Source: inferred.", "no source at all",
    "Source: Dispatch §1,\n/// Formats §3.10.", "It is told as\n/// Dispatch\n/// §1.2 has it.",
    "It only notes that it is over.", "without its notes", "1 error, 2 notes",
  ])
  func maySay(_ comment: String) {
    #expect(faults(comment) == [])
  }

  @Test(arguments: [
    ("Source: the guide.", "'Source: the guide.' is no"),
    ("Source: Dispatch.", "'Source: Dispatch.' is no"),
    ("Source:", "'Source:' is no"), ("Source: Dispatch §1 too", "'Source: Dispatch §1 too' is no"),
    ("Source: observedly.", "'Source: observedly.' is no"),
    ("Source: Dispatch §2.", "there is no Dispatch §2"),
    ("Source: Dispatch §1.20.", "there is no Dispatch §1.20"),
    ("Source: Dispatch §1, Shop §1.", "there is no Shop §1"),
    ("Source: inferred, Formats §3.", "there is no Formats §3"),
    ("It waits (Dispatch §9).", "there is no Dispatch §9"),
    ("It waits (§1).", "§1 does not say of which article"),
    ("Sources: Dispatch §1.", "'Sources:' is spelled 'Source:'"),
    ("by its Source: Dispatch §1.", "'Source:' does not begin its sentence"),
  ])
  func mayNotSay(_ comment: String, _ fault: String) {
    let faults = faults(comment)
    #expect(faults.count == 1 && faults[0].hasPrefix("line 1: " + fault), "\(faults)")
  }

  @Test func documentsOutsideOfTheRepositoryAreNoSource() {
    // Put together, so that no search for them finds this file.
    for words in ["the behaviour", "the format", "The", "the"].map({ $0 + " notes" }) {
      #expect(
        faults("It waits, as in \(words).") == [
          "line 1: '\(words)' cannot be followed; cite an article and its §"
        ])
    }
    #expect(faults("It waits (section " + "6.5).").count == 1)
    #expect(faults("Source: sections 3 and 4.").count == 2)
  }

  @Test func commentsOfAllKindsAreRead() {
    let code = """
      int a = '"'; // Source: x
      /* Source: y

       * Source: z
       */
      let b = "Source: in a text" /// Source: w
      let c = #"Source: in a raw "text" "#
      """
    let passages = TidyRules.passages(inCode: code)
    #expect(passages.map(\.text) == ["Source: x Source: y", "Source: z", "Source: w"])
    #expect(passages.map(\.line) == [1, 4, 6])
    #expect(TidyRules.sources(in: passages) == 4)
  }

  @Test func aPageMayNameItsOwnSectionsByTheirNumbers() {
    let page = "(§1.2, Dispatch §1)\n\n```\n§9 Source: x\n```\n| a | §7 |"
    let passages = TidyRules.passages(inPage: page)
    #expect(
      TidyRules.wrongCitations(in: passages, of: Self.articles, own: "Dispatch") == [
        "line 6: there is no Dispatch §7"
      ])
    #expect(TidyRules.wrongCitations(in: passages, of: Self.articles).count == 2)
    #expect(TidyRules.citations(in: passages) == ["Dispatch": 1])
  }

  @Test func sectionsAreNumberedHeadings() {
    let page = "# 7 T\n## 1 A\nFrom: x\n### 1.1 B\n```\n## 2 No\n```\n## 2\n## Topics\n### 1.2 C"
    #expect(TidyRules.sections(ofPage: page) == ["1", "1.1", "1.2"])
    #expect(TidyRules.wrongSections(inPage: page) == [])
  }

  @Test(arguments: [
    ("## 1 A\n\nFrom: x\n## 3 B\nFrom: y", ["line 4: section 3 where 2 belongs"]),
    ("## 1 A\nFrom: x\n### 1.2 B", ["line 3: section 1.2 where 1.1 belongs"]),
    ("## 1 A\nFrom: x\n### 1.1 B\n### 1.1 C", ["line 4: section 1.1 where 1.2 belongs"]),
    ("## 1 A\n\nWords.", ["line 1: section 1 lacks its line 'From: …'"]),
    ("## 1 A", ["line 1: section 1 lacks its line 'From: …'"]),
  ])
  func sectionsFollowEachOther(_ page: String, _ faults: [String]) {
    #expect(TidyRules.wrongSections(inPage: page) == faults)
  }
}
