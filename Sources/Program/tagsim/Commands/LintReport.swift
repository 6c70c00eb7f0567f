import ArgumentParser
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// The report of `tagsim lint`: containers with their findings, and inputs that cannot be read.
struct LintReport: Reported {
  let files: [LintedFile]
  let problems: [LoadProblem]

  /// People see on standard error what cannot be read.
  func text(columns: Int?) -> [String] {
    var page = LintReport(files: files, problems: []).page
    page.columns = columns
    return files.isEmpty ? [] : page.text.rows.map(\.line)
  }

  var page: HandedReport {
    let count = LintCount(files)
    var parts = files.flatMap { file in
      ReportPart.chapter(
        file.path,
        file.findings.map { located in
          let finding = located.finding
          let word = TextWidth.filled(finding.severity.rawValue, to: 7)
          return "\(word) \(finding.code.id)  \(located.place): \(finding.sentence)"
        })
    }
    let clean = files.filter(\.findings.isEmpty).map(\.path)
    if count.total > 0 { parts += ReportPart.chapter("No findings", clean) }
    if let example = files.lazy.compactMap({ $0.findings.first?.finding.code.id }).first {
      parts.append(.text("'tagsim help \(example)' explains a code", .plain))
    }
    return HandedReport(
      title: count.total == 0 ? "No findings in \(count.words)" : count.words,
      parts: parts
        + ReportPart.chapter("Inputs that cannot be read", problems.map(\.description)))
  }

  var chapters: [ReportChapter] {
    let unread = problems.map {
      ReportCheck(.error, "an input cannot be read", at: $0.location, [$0.sentence])
    }
    return files.map { file in
      let prints = LintFingerprint.all(of: file.findings.map(\.finding))
      return ReportChapter(
        of: file.path, zip(file.findings, prints).map { $0.check(in: file.path, $1) })
    } + (unread.isEmpty ? [] : [ReportChapter(of: "inputs", unread)])
  }

  var document: String {
    let count = LintCount(files)
    return JSONWriter.write([
      "errors": .int(Int64(count.count(.error) + problems.count)),
      "warnings": .count(count.count(.warning)),
      "notes": .count(count.count(.note)),
      "files": .list(
        files.map { ["file": .string($0.path), "findings": .list($0.findings.map(Self.json))] }),
      "problems": .list(problems.map { .string($0.description) }),
    ])
  }

  private static func json(_ located: LintedFile.Located) -> Value {
    let finding = located.finding
    return [
      "code": .string(finding.code.id), "severity": .string(finding.severity.rawValue),
      "title": .string(finding.code.title), "kind": .string(finding.place.kind.rawValue),
      "index": .count(finding.place.index),
      "name": .text(finding.place.name),
      "path": .text(located.path), "line": .count(located.line),
      "sentence": .string(finding.sentence),
    ]
  }
}

extension LintedFile.Located {
  /// The part of the container, with its line if that is known.
  fileprivate var place: String { finding.place.words + (line > 1 ? ", line \(line)" : "") }

  /// Returns the finding for services, with the number that they know it by.
  fileprivate func check(in file: String, _ print: String) -> ReportCheck {
    let code = finding.code
    let outcome: ReportCheck.Outcome =
      switch finding.severity {
      case .error: .failure
      case .warning: .warning
      case .note: .note
      }
    var check = ReportCheck(
      outcome, "\(code.id) \(code.title)", at: ScenarioLocation(file: file, line: line, column: 0),
      ["\(finding.place.words): \(finding.sentence)"])
    check.code = (code.id, code.title, code.entry.explanation)
    check.subject = (finding.place.kind.rawValue, path ?? finding.place.words, print)
    return check
  }
}

/// Identifies a finding after its file changed, by its code and its subject instead of its line or
/// wording.
enum LintFingerprint {
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
  func line(of place: LintPlace) -> Int {
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
