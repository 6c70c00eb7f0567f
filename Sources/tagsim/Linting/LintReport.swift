import ArgumentParser
import TagRuntime
import TerminalKit

/// The forms in which findings are told.
enum LintReport: String, ExpressibleByArgument, CaseIterable {
  case human
  case json
  case github
  case sarif

  /// The report as lines for standard output.
  func lines(on files: [LintedFile]) -> [String] {
    switch self {
    case .human: Self.human(files)
    case .json: [TerminalText.escapedJSON(JSONWriter.write(Self.json(files)))]
    case .github: Self.github(files)
    case .sarif: [TerminalText.escapedJSON(JSONWriter.write(Self.sarif(files)))]
    }
  }

  // MARK: Human

  private static func human(_ files: [LintedFile]) -> [String] {
    var lines: [String] = []
    for file in files {
      if file.findings.isEmpty {
        lines.append("\(file.path): no findings")
        continue
      }
      lines.append(file.path)
      for located in file.findings {
        let finding = located.finding
        let word = finding.severity.rawValue
        let padding = String(repeating: " ", count: 7 - word.count)
        let line = located.line > 1 ? ", line \(located.line)" : ""
        lines.append(
          "  \(word)\(padding) \(finding.code.id)  \(finding.place.words)\(line): "
            + finding.sentence)
      }
    }
    let count = LintCount(files)
    if count.total == 0 { return lines + ["No findings in \(count.words)."] }
    let example = files.lazy.compactMap { $0.findings.first?.finding.code.id }.first ?? "L01"
    return lines + ["", "\(count.words)", "'tagsim help \(example)' explains a code"]
  }

  /// The place and what is wrong there, for reports that tell the line themselves.
  static func sentence(_ located: LintedFile.Located) -> String {
    "\(located.finding.place.words): \(located.finding.sentence)"
  }

  // MARK: JSON

  private static func json(_ files: [LintedFile]) -> Value {
    let count = LintCount(files)
    return [
      "errors": .int(Int64(count.count(.error))), "warnings": .int(Int64(count.count(.warning))),
      "notes": .int(Int64(count.count(.note))),
      "files": .list(
        files.map { ["file": .string($0.path), "findings": .list($0.findings.map(json))] }),
    ]
  }

  private static func json(_ located: LintedFile.Located) -> Value {
    let finding = located.finding
    return [
      "code": .string(finding.code.id), "severity": .string(finding.severity.rawValue),
      "title": .string(finding.code.title), "kind": .string(finding.place.kind.rawValue),
      "index": finding.place.index.map { .int(Int64($0)) } ?? .null,
      "name": finding.place.name.map { .string($0) } ?? .null,
      "path": located.path.map { .string($0) } ?? .null, "line": .int(Int64(located.line)),
      "sentence": .string(finding.sentence),
    ]
  }
}
