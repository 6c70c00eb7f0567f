import TextKit

/// The report for test services: the XML of JUnit. A file is a suite, and a chapter, or a pass of a
/// repeated block, is a case.
///
/// It contains no machine time, so that equal runs result in equal bytes.
struct JUnitReport: ReportForm {
  /// The name of the command.
  let command: String
  /// Whether a case has attributes for its file and line.
  let namesPlaces: Bool

  func begin() -> [ReportLine] {
    [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      ReportLine("<testsuites name=\"tagsim \(command)\">"),
    ]
  }

  func lines(of chapter: ReportChapter) -> [ReportLine] {
    func count(_ outcome: ReportCheck.Outcome) -> String {
      String(chapter.cases.count { Self.element(of: $0.outcome) == Self.element(of: outcome) })
    }
    let suite = Self.element(
      "testsuite",
      [
        ("name", chapter.name), ("file", chapter.file), ("tests", String(chapter.cases.count)),
        ("failures", count(.failure)), ("errors", count(.error)), ("skipped", count(.skipped)),
        ("time", "0"),
      ])
    let properties = chapter.properties.map {
      "      \(Self.element("property", [("name", $0.name), ("value", $0.value)]))/>"
    }
    var lines = ["  \(suite)>"]
    if !properties.isEmpty { lines += ["    <properties>"] + properties + ["    </properties>"] }
    for part in chapter.cases { lines += self.lines(of: part, in: chapter) }
    return (lines + ["  </testsuite>"]).map { ReportLine($0) }
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    ending.chapters.flatMap { lines(of: $0) } + ["</testsuites>"]
  }

  /// The name of the element for an outcome; nil if there is none.
  private static func element(of outcome: ReportCheck.Outcome) -> String? {
    switch outcome {
    case .held: nil
    case .note, .warning, .skipped: "skipped"
    case .failure: "failure"
    case .error: "error"
    }
  }

  private func lines(of part: ReportChapter.Case, in chapter: ReportChapter) -> [String] {
    let path = chapter.file ?? chapter.name
    let line = String(part.place?.line ?? 1)
    let place = [("file", part.place?.file ?? path), ("line", line)]
    let head = Self.element(
      "testcase",
      [("classname", path), ("name", part.name)] + (namesPlaces && chapter.file != nil ? place : [])
        + [("time", "0")])
    var lines = ["    \(head)>"] + Self.failure(of: part)
    let told = part.told.filter { !$0.isChapter }.flatMap { HumanReport.lines(of: $0) }
    if !told.isEmpty { lines += Self.block("system-out", [], told.map(\.text)) }
    return lines + ["    </testcase>"]
  }

  private static func failure(of part: ReportChapter.Case) -> [String] {
    let outcome = part.outcome
    guard let name = element(of: outcome) else { return [] }
    let failures = part.checks.filter(\.isFailure)
    if let failing = part.failing {
      return block(
        name, [("message", failing.message), ("type", failing.type)], failures.flatMap(\.lines))
    }
    let isSkipped = !outcome.counts
    let first = failures.first { $0.outcome.counts != isSkipped }
    let parts = first.map { [$0.text] + $0.lines.prefix(1) } ?? []
    let message = parts.joined(separator: ": ")
    if isSkipped {
      let word = first?.isOptional == true ? "optional: " : ""
      return ["      \(element(name, [("message", word + message)]))/>"]
    }
    let texts = failures.flatMap { check -> [String] in
      let place = check.place.map { "\($0): " } ?? ""
      return [place + check.text] + (check.lines + check.looks).map { "  " + $0 }
    }
    let type = first?.code?.id ?? (outcome == .error ? "step" : "expectation")
    return block(name, [("message", message), ("type", type)], texts)
  }

  // MARK: XML

  /// Returns the beginning of an element with its attributes.
  private static func element(_ name: String, _ attributes: [(String, String?)]) -> String {
    let told = attributes.map { name, value in
      value.map { " \(name)=\"\(MarkupText.xml($0))\"" } ?? ""
    }
    return "<" + name + told.joined()
  }

  /// Returns an element with lines of text in it.
  private static func block(
    _ name: String, _ attributes: [(String, String?)], _ lines: [String]
  ) -> [String] {
    var lines = lines.isEmpty ? [""] : lines.map(MarkupText.xml)
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
