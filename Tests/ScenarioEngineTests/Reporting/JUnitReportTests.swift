import Testing

@testable import ScenarioEngine

/// Which cases a suite of JUnit has, and how each went.
struct JUnitReportTests {
  private static let suites: [(lines: [String], cases: [String])] = [
    (["expect sent 0"], ["A morning: ok"]),
    (["screen \"Home\""], ["A morning: ok"]),
    // What stands before the first chapter is a case where it expects something.
    (["chapter \"1\"", "expect sent 0"], ["1: ok"]),
    (["expect sent 0", "chapter \"1\"", "chapter \"2\""], ["A morning: ok", "1: ok", "2: ok"]),
    (["chapter \"1\"", "expect sent 9", "kill", "launch"], ["1: failure"]),
    (["chapter \"1\"", "foreground", "expect sent 9"], ["1: error"]),
    (["chapter \"1\"", "optional foreground", "expect sent 0"], ["1: skipped"]),
    (["chapter \"1\"", "optional foreground", "expect sent 9"], ["1: failure"]),
    // A pass is a case; what stands behind it belongs to its chapter again.
    (
      ["chapter \"1\"", "repeat 2", "expect sent 9", "end", "foreground", "kill", "chapter \"2\""],
      ["1: error", "1: pass 1 of 2: failure", "1: pass 2 of 2: failure", "2: ok"]
    ),
    (
      ["examples", "| n |", "| 0 |", "| 9 |", "expect sent ${n}", "end", "expect sent 0"],
      ["A morning: ok", "A morning: n=0: ok", "A morning: n=9: failure"]
    ),
  ]

  @Test(arguments: suites)
  func cases(_ lines: [String], _ cases: [String]) throws {
    var file = ReportedFile("shop.scenario")
    file.runs = [ReportedRun(of: try Reported.run(lines))]
    var found: [String] = []
    var report = JUnitReport(command: "run", namesPlaces: false)
    for line in report.lines(of: file).map(\.text) {
      if let name = line.firstMatch(of: /<testcase .* name="([^"]*)"/)?.output.1 {
        found.append("\(name): ok")
      } else if let kind = line.firstMatch(of: /^ +<(error|failure|skipped)\b/)?.output.1 {
        found[found.count - 1].removeLast("ok".count)
        found[found.count - 1] += kind
      }
    }
    #expect(found == cases)
  }

  /// Not every schema allows a case to name its file.
  @Test(arguments: [
    (false, "name=\"A morning\" time="), (true, "file=\"shop.scenario\" line=\"6\""),
  ])
  func placesAreNamedWhereAsked(_ namesPlaces: Bool, _ words: String) throws {
    var file = ReportedFile("shop.scenario")
    file.runs = [ReportedRun(of: try Reported.run("expect sent 0"))]
    var report = JUnitReport(command: "run", namesPlaces: namesPlaces)
    let lines = report.lines(of: file).map(\.text)
    let line = try #require(lines.first { $0.contains("<testcase ") })
    #expect(line.contains(words), "\(line)")
  }
}
