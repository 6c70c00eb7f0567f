/// The report for GitHub: a workflow command for every problem, which GitHub shows beside the line
/// of the file.
struct AnnotationReport: ReportForm {
  let paths: RepositoryPaths

  func lines(of chapter: ReportChapter) -> [ReportLine] {
    chapter.problems.filter(\.isFailure).map { problem in
      let place = problem.place
      return line(
        problem,
        [
          ("file", place.map { paths.path(of: $0.file) }),
          ("line", place.flatMap { $0.line > 0 ? "\($0.line)" : nil }),
          ("col", place.flatMap { $0.column > 0 ? "\($0.column)" : nil }), ("title", problem.title),
        ], (problem.lines + problem.looks).joined(separator: "\n"))
    }
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let missed = ending.chapters.flatMap { chapter in
      chapter.checks.filter(\.isFailure).map { line($0, [("title", chapter.name)], $0.text) }
    }
    return missed + (ending.totals.map { [ReportLine($0.line)] } ?? [])
  }

  private func line(
    _ problem: ReportCheck, _ properties: [(name: String, value: String?)], _ text: String
  ) -> ReportLine {
    let level = problem.level == "note" ? "notice" : problem.level
    let told = properties.compactMap { name, value in
      value.map { "\(name)=" + Self.escaped($0, "%\r\n:,") }
    }
    return ReportLine("::\(level) \(told.joined(separator: ","))::\(Self.escaped(text))")
  }

  /// Escapes a text after the second pair of colons, or a property before it.
  private static func escaped(_ text: String, _ signs: String = "%\r\n") -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if signs.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += (digits.count == 1 ? "%0" : "%") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
