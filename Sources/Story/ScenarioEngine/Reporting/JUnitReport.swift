/// The report for test services: the XML of JUnit. A file is a suite, and a chapter, or a pass of a
/// repeated block, is a case.
///
/// It contains no machine time, so that equal runs result in equal bytes.
struct JUnitReport: ReportForm {
  /// Statements that are reported together.
  private struct Case {
    var name: String
    var location: ScenarioLocation?
    var isStrict: Bool
    var entries: [FinishedRun.Entry] = []

    /// The outcome of the case; the most important kind is first.
    enum Outcome: String, CaseIterable {
      case error
      case failure
      case skipped
    }

    var failures: [FinishedRun.Entry] { entries.filter(\.result.isFailure) }

    var outcome: Outcome? {
      let kinds = failures.map { entry -> Outcome in
        if entry.result.statement.isOptional, !isStrict { return .skipped }
        return entry.result.isExpectation ? .failure : .error
      }
      return Outcome.allCases.first(where: kinds.contains)
    }
  }

  /// Whether a case has attributes for its file and line.
  let namesPlaces: Bool

  func begin() -> [ReportLine] {
    ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"tagsim run\">"]
  }

  func lines(of file: ReportedFile) -> [ReportLine] {
    let unread = file.problems.isEmpty ? [] : lines(unreadable: file)
    return (file.runs.flatMap { lines(of: $0) } + unread).map { ReportLine($0) }
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let share = ending.coverage.flatMap { coverage in
      coverage.wanted.map { _ in
        Self.suite(
          CoverageReport.point, isHeld: coverage.isEnough, coverage.summary, coverage.lines)
      }
    }
    let unsaved = ending.unsaved.map {
      Self.suite(UnsavedPhone.point, isHeld: false, $0.summary, [$0.summary])
    }
    return ((share ?? []) + (unsaved ?? []) + ["</testsuites>"]).map { ReportLine($0) }
  }

  /// Returns a suite with one case, for a check after all files.
  private static func suite(
    _ name: String, isHeld: Bool, _ summary: String, _ details: [String]
  ) -> [String] {
    let suite = element(
      "testsuite",
      [
        ("name", name), ("tests", "1"), ("failures", isHeld ? "0" : "1"),
        ("errors", "0"), ("skipped", "0"), ("time", "0"),
      ])
    let failure =
      isHeld ? [] : block("failure", [("message", summary), ("type", name)], details)
    return ["  \(suite)>"]
      + ["    \(element("testcase", [("classname", name), ("name", name), ("time", "0")]))>"]
      + failure + ["    </testcase>", "  </testsuite>"]
  }

  // MARK: Suites

  private func lines(of run: ReportedRun) -> [String] {
    let cases = Self.cases(of: run)
    func count(_ outcome: Case.Outcome) -> Int { cases.count { $0.outcome == outcome } }
    let suite = Self.element(
      "testsuite",
      [
        ("name", run.name), ("file", run.file), ("tests", String(cases.count)),
        ("failures", String(count(.failure))), ("errors", String(count(.error))),
        ("skipped", String(count(.skipped))), ("time", "0"),
      ])
    let properties =
      [("seed", String(run.seed))] + run.containers.map { ("container " + $0.id, $0.text) }
    return ["  \(suite)>", "    <properties>"]
      + properties.map { "      \(Self.element("property", [("name", $0.0), ("value", $0.1)]))/>" }
      + ["    </properties>"] + cases.flatMap { lines(of: $0, in: run) } + ["  </testsuite>"]
  }

  private func lines(unreadable file: ReportedFile) -> [String] {
    let suite = Self.element(
      "testsuite",
      [
        ("name", file.file), ("file", file.file), ("tests", "1"), ("failures", "0"),
        ("errors", "1"), ("skipped", "0"), ("time", "0"),
      ])
    let message = file.problems.first?.sentence ?? ""
    return [
      "  \(suite)>",
      "    " + begin(of: "\(file.file) cannot be read", file.problems.first?.location, file.file)
        + ">",
    ]
      + Self.block(
        "error", [("message", message), ("type", "unreadable")], file.problems.map(\.description))
      + ["    </testcase>", "  </testsuite>"]
  }

  // MARK: Cases

  /// Groups the entries into cases. The part before the first chapter is a case if it has a point,
  /// or if there is nothing else. A repeated block in a chapter has a case for each pass, beside
  /// that of the chapter.
  private static func cases(of run: ReportedRun) -> [Case] {
    var title = run.title ?? run.file
    var cases = [Case(name: title + run.way, isStrict: run.isStrict)]
    // The place of the chapter's case, the place of the pass's case, and the pass.
    var (chapter, current, pass): (Int, Int, String?) = (0, 0, nil)
    for entry in run.entries {
      let statement = entry.result.statement
      var begins = false
      if case .chapter(let text) = statement.command {
        (title, chapter, begins) = (text, cases.count, true)
      } else if statement.pass != pass {
        begins = statement.pass != nil
        current = chapter
      }
      pass = statement.pass
      if begins {
        current = cases.count
        let name = title + (pass.map { ": " + $0 } ?? "") + run.way
        cases.append(Case(name: name, location: statement.location, isStrict: run.isStrict))
      }
      cases[current].entries.append(entry)
    }
    let isAll = cases.count == 1
    if !isAll, !cases[0].entries.contains(where: \.result.isPoint) { cases.removeFirst() }
    return cases
  }

  private func begin(
    of name: String, _ location: ScenarioLocation?, _ path: String
  ) -> String {
    let place = [("file", location?.file ?? path), ("line", String(location?.line ?? 1))]
    return Self.element(
      "testcase",
      [("classname", path), ("name", name)] + (namesPlaces ? place : []) + [("time", "0")])
  }

  private func lines(of part: Case, in run: ReportedRun) -> [String] {
    let location = part.location ?? part.entries.first?.result.statement.location
    var lines = ["    \(begin(of: part.name, location, run.file))>"]
    if let outcome = part.outcome { lines += Self.lines(of: outcome, part.failures, in: run) }
    let told = part.entries.filter { !$0.isChapter }.flatMap { HumanReport.lines(of: $0) }
    if !told.isEmpty { lines += Self.block("system-out", [], told.map(\.text)) }
    return lines + ["    </testcase>"]
  }

  private static func lines(
    of outcome: Case.Outcome, _ failures: [FinishedRun.Entry], in run: ReportedRun
  ) -> [String] {
    let texts = failures.flatMap { entry -> [String] in
      let statement = entry.result.statement
      let look = run.command(for: entry).map { ["  see: " + $0] } ?? []
      return ["\(statement.location): \(statement.text)"]
        + entry.result.reason.map { "  " + $0 } + look
    }
    let first = failures.first { run.isFailure($0) != (outcome == .skipped) }
    let message =
      first.map {
        ([$0.result.statement.text] + $0.result.reason.prefix(1)).joined(separator: ": ")
      }
      ?? ""
    let name = outcome.rawValue
    if outcome == .skipped {
      return ["      \(element(name, [("message", "optional: " + message)]))/>"]
    }
    let type = outcome == .error ? "step" : "expectation"
    return block(name, [("message", message), ("type", type)], texts)
  }

  // MARK: XML

  /// Returns the beginning of an element with its attributes.
  private static func element(_ name: String, _ attributes: [(String, String)]) -> String {
    "<" + name + attributes.map { " \($0.0)=\"\(XMLText.escaped($0.1))\"" }.joined()
  }

  /// Returns an element with lines of text in it.
  private static func block(
    _ name: String, _ attributes: [(String, String)], _ lines: [String]
  ) -> [String] {
    var lines = lines.isEmpty ? [""] : lines.map(XMLText.escaped)
    lines[0] = "      " + element(name, attributes) + ">" + lines[0]
    lines[lines.count - 1] += "</\(name)>"
    return lines
  }
}

extension FinishedRun.Entry {
  /// Whether a chapter begins with the entry.
  fileprivate var isChapter: Bool {
    if case .chapter = result.statement.command { true } else { false }
  }
}
