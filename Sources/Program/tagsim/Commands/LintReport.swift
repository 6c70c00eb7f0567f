import ArgumentParser
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// The formats of a lint report.
enum LintReport: String, ExpressibleByArgument, CaseIterable {
  case human
  case json
  case github
  case sarif

  /// Returns the report as lines for standard output. It includes inputs that cannot be read only
  /// for machines; people see them on standard error. Services that read the report identify files
  /// by their paths in the repository.
  func lines(
    on files: [LintedFile], _ problems: [LoadProblem] = [], paths: RepositoryPaths
  ) -> [String] {
    switch self {
    case .human: Self.human(files)
    case .json: [TerminalText.escapedJSON(JSONWriter.write(Self.json(files, problems)))]
    case .github: Self.github(files, paths) + problems.map(Self.github)
    case .sarif: [TerminalText.escapedJSON(JSONWriter.write(Self.sarif(files, problems, paths)))]
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
        let word = TextWidth.filled(finding.severity.rawValue, to: 7)
        let line = located.line > 1 ? ", line \(located.line)" : ""
        lines.append(
          "  \(word) \(finding.code.id)  \(finding.place.words)\(line): "
            + finding.sentence)
      }
    }
    let count = LintCount(files)
    if count.total == 0 { return lines + ["No findings in \(count.words)."] }
    let example = files.lazy.compactMap { $0.findings.first?.finding.code.id }.first ?? "L01"
    return lines + ["", "\(count.words)", "'tagsim help \(example)' explains a code"]
  }

  /// The place and the problem, for reports that show the line themselves.
  static func sentence(_ located: LintedFile.Located) -> String {
    "\(located.finding.place.words): \(located.finding.sentence)"
  }

  // MARK: JSON

  private static func json(_ files: [LintedFile], _ problems: [LoadProblem]) -> Value {
    let count = LintCount(files)
    return [
      "errors": .int(Int64(count.count(.error) + problems.count)),
      "warnings": .int(Int64(count.count(.warning))),
      "notes": .int(Int64(count.count(.note))),
      "files": .list(
        files.map { ["file": .string($0.path), "findings": .list($0.findings.map(json))] }),
      "problems": .list(problems.map { .string($0.description) }),
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

// MARK: - GitHub

extension LintReport {
  /// Workflow commands, which GitHub shows beside the lines of the files.
  static func github(_ files: [LintedFile], _ paths: RepositoryPaths) -> [String] {
    files.flatMap { file in
      file.findings.map { located in
        let finding = located.finding
        return WorkflowCommand(
          level(of: finding.severity), file: paths.path(of: file.path), line: located.line,
          title: "\(finding.code.id) \(finding.code.title)", text: sentence(located)
        ).line
      }
    }
  }

  private static func github(_ problem: LoadProblem) -> String {
    WorkflowCommand(
      .error, file: problem.location?.file, line: problem.location?.line,
      title: "an input cannot be read", text: problem.sentence
    ).line
  }

  private static func level(of severity: LintSeverity) -> WorkflowCommand.Level {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .notice
    }
  }
}

// MARK: - SARIF

extension LintReport {
  /// The findings in the Static Analysis Results Interchange Format, version 2.1.0.
  static func sarif(
    _ files: [LintedFile], _ problems: [LoadProblem] = [], _ paths: RepositoryPaths
  ) -> Value {
    let used = Set(files.flatMap { $0.findings.map(\.finding.code) })
    let codes = LintCode.allCases.filter(used.contains)
    let results = files.flatMap { file in
      let prints = LintFingerprint.all(of: file.findings.map(\.finding))
      return zip(file.findings, prints).map { located, print in
        result(located, at: uri(of: paths.path(of: file.path)), print, codes)
      }
    }
    let driver: Value = [
      "name": "tagsim", "version": .string(ProgramVersion.number),
      "informationUri": .string(helpURI("lint")), "rules": .list(codes.map(rule)),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver], "results": .list(results),
          "invocations": [invocation(problems)],
        ]
      ],
    ]
  }

  /// Whether everything could be read, and what could not.
  private static func invocation(_ problems: [LoadProblem]) -> Value {
    [
      "executionSuccessful": .bool(problems.isEmpty),
      "toolExecutionNotifications": .list(
        problems.map { ["level": "error", "message": ["text": .string($0.description)]] }),
    ]
  }

  private static func rule(_ code: LintCode) -> Value {
    [
      "id": .string(code.id), "shortDescription": ["text": .string(code.title)],
      "fullDescription": ["text": .string(code.entry.explanation)],
      "help": ["text": .string(code.entry.explanation)], "helpUri": .string(helpURI(code.id)),
      "defaultConfiguration": ["level": .string(code.severity.rawValue)],
    ]
  }

  /// The URI of a help page: the page is in the program, not on a server.
  private static func helpURI(_ word: String) -> String { "urn:tagsim:help:" + word }

  private static func result(
    _ located: LintedFile.Located, at uri: String, _ print: String, _ codes: [LintCode]
  ) -> Value {
    let finding = located.finding
    var location: OrderedDictionary<String, Value> = [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(uri)],
        "region": ["startLine": .int(Int64(located.line))],
      ]
    ]
    let words = located.path ?? finding.place.words
    location["logicalLocations"] = [
      ["fullyQualifiedName": .string(words), "kind": .string(finding.place.kind.rawValue)]
    ]
    return [
      "ruleId": .string(finding.code.id),
      "ruleIndex": .int(Int64(codes.firstIndex(of: finding.code) ?? 0)),
      "level": .string(finding.severity.rawValue),
      "message": ["text": .string(sentence(located))], "locations": [.map(location)],
      "partialFingerprints": [LintFingerprint.name: .string(print)],
    ]
  }

  /// A path as a reference: invalid characters are percent-encoded.
  private static func uri(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let encoded = parts.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}

/// Identifies a finding after its file changed, by its code and its subject instead of its line or
/// wording.
enum LintFingerprint {
  /// The name of the fingerprints, with the version of the algorithm.
  static let name = "tagsimFinding/v1"

  /// Returns the fingerprints of the findings of one file, numbering identical findings.
  static func all(of findings: [LintFinding]) -> [String] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let place = finding.place
      let name = place.name ?? place.index.map(String.init) ?? ""
      let words = [finding.code.id, place.kind.rawValue, name].joined(separator: "\u{0}")
      counts[words, default: 0] += 1
      return String(TextDigest(words).bits, radix: 16) + ":" + String(counts[words, default: 0])
    }
  }
}

/// The number of findings of each severity.
struct LintCount {
  private let counts: [(severity: LintSeverity, count: Int)]
  private let files: Int

  init(_ files: [LintedFile]) {
    self.files = files.count
    counts = LintSeverity.allCases.map { severity in
      (severity, files.reduce(0) { $0 + $1.count(severity) })
    }
  }

  var total: Int { counts.reduce(0) { $0 + $1.count } }

  func count(_ severity: LintSeverity) -> Int {
    counts.first { $0.severity == severity }?.count ?? 0
  }

  /// The counts in words, such as "2 files: 1 error, 3 warnings, 0 notes".
  var words: String {
    let parts = counts.map { Counted.text($0.count, $0.severity.rawValue) }
    return Counted.text(files, "file") + ": " + parts.joined(separator: ", ")
  }
}

/// Finds the entities of a container in the text of its file.
struct EntityPlaces {
  /// For each text in quotes the lines that have it, and for one between tags its first line.
  private var quoted: [Substring: [Int]] = [:]
  private var tagged: [Substring: Int] = [:]
  /// The lines that begin a list, by its key.
  private var lists: [Substring: Int] = [:]
  /// The lines that give something its name.
  private var naming: Set<Int> = []
  private let export: OrderedDictionary<String, Value>?

  init(_ bytes: [UInt8], _ format: ContainerVersion.Format) {
    export =
      format == .export
      ? (try? JSONReader.read(bytes))?.members?["containerVersion"]?.members : nil
    guard format != .binary, !bytes.starts(with: "bplist".utf8) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let texts = Self.texts(in: line, from: "\"", to: "\"")
      for text in texts { quoted[text, default: []].append(number) }
      if texts.contains(where: { $0 == "\"name\"" || $0 == "\"instance_name\"" }) {
        naming.insert(number)
      }
      if line.utf8.contains(UInt8(ascii: "[")) {
        for text in texts where lists[text] == nil { lists[text] = number }
      }
      for text in Self.texts(in: line, from: ">", to: "<") where tagged[text] == nil {
        tagged[text] = number
      }
    }
  }

  /// The parts of a line between two signs, with the signs; a quote behind a backslash is no sign.
  private static func texts(
    in line: Substring, from opening: Unicode.Scalar, to closing: Unicode.Scalar
  ) -> [Substring] {
    let (opening, closing) = (UInt8(ascii: opening), UInt8(ascii: closing))
    var texts: [Substring] = []
    var start: Substring.Index?
    var isEscaped = false
    for index in line.utf8.indices {
      let byte = line.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if byte == closing, let from = start {
        texts.append(line[from...index])
        start = nil
      } else if byte == opening {
        start = index
      } else if byte == UInt8(ascii: "\\"), opening == closing, start != nil {
        isEscaped = true
      }
    }
    return texts
  }

  func located(_ finding: LintFinding) -> LintedFile.Located {
    LintedFile.Located(
      finding: finding, line: line(of: finding.place), path: path(of: finding.place))
  }

  // MARK: Lines

  /// The first line with the name, after the line that begins the list of its kind.
  private func line(of place: LintPlace) -> Int {
    guard let name = place.name, !name.isEmpty else { return 1 }
    let start = Self.lists(of: place.kind).lazy.compactMap { lists["\"\($0)\""] }.first ?? 0
    let all = quoted[name.quoted[...]] ?? []
    let found =
      all.first { $0 >= start && naming.contains($0) } ?? all.first ?? tagged[">\(name)<"]
    return (found ?? 0) + 1
  }

  private static func lists(of kind: LintPlace.Kind) -> [String] {
    switch kind {
    case .container, .part: []
    case .tag: ["tag", "tags"]
    case .rule, .trigger: ["trigger", "rules"]
    case .macro, .variable: ["variable", "macros"]
    }
  }

  // MARK: Paths

  private func path(of place: LintPlace) -> String? {
    guard let export, let name = place.name else { return nil }
    let lists: [String] =
      switch place.kind {
      case .container: []
      case .part: ["tag", "trigger", "variable", "builtInVariable", "customTemplate", "client"]
      default: Array(Self.lists(of: place.kind).prefix(1)) + ["builtInVariable"]
      }
    for list in lists {
      let elements = export[list]?.elements ?? []
      if let index = elements.firstIndex(where: { $0.members?["name"]?.text == name }) {
        return "containerVersion.\(list)[\(index)]"
      }
    }
    return nil
  }
}
