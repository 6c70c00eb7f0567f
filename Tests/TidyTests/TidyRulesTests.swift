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

  @Test(arguments: [(700, 0), (701, 1)])
  func aFileHasAtMost700Lines(_ lines: Int, _ violations: Int) {
    #expect(TidyRules.overlong(String(repeating: "x\n", count: lines)).count == violations)
  }

  @Test(arguments: [(100, 0), (101, 1)])
  func aLineHasAtMost100Columns(_ columns: Int, _ violations: Int) {
    #expect(TidyRules.overlong(String(repeating: "é", count: columns)).count == violations)
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

  @Test func aFunctionOnOneLineEndsThere() {
    let text = "  func f() { step() }\n" + String(repeating: "  // more\n", count: 80) + "  }\n"
    #expect(TidyRules.overlong(text) == [])
  }

  @Test(arguments: [
    ("Helpers.swift", true), ("Utils.swift", true), ("Runtime+Common.swift", true),
    ("Misc.swift", true), ("CommonMacros.swift", false), ("Runtime+Drain.swift", false),
  ])
  func vagueNames(_ name: String, _ isVague: Bool) {
    #expect((TidyRules.vagueName(name) != nil) == isVague)
  }
}
