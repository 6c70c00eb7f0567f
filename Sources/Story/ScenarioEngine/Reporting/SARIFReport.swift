import OrderedCollections
import TagRuntime

/// The problems in the Static Analysis Results Interchange Format, version 2.1.0.
struct SARIFReport: ReportForm {
  private let settings: ReportSettings
  private var problems: [ReportCheck] = []

  init(_ settings: ReportSettings) { self.settings = settings }

  mutating func lines(of chapter: ReportChapter) -> [ReportLine] {
    problems += chapter.problems.filter(\.isFailure)
    return []
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    let found = problems.filter { $0.code != nil }
    let codes = Set(found.compactMap(\.code?.id)).sorted()
    let unread = problems.filter { $0.code == nil }.flatMap(\.lines)
    let driver: Value = [
      "name": "tagsim", "version": .string(settings.version),
      "informationUri": .string(Self.helpURI(settings.command)),
      "rules": .list(codes.compactMap { id in found.first { $0.code?.id == id } }.map(Self.rule)),
    ]
    // Whether everything could be read, and what could not.
    let invocation: Value = [
      "executionSuccessful": .bool(unread.isEmpty),
      "toolExecutionNotifications": .list(
        unread.map { ["level": "error", "message": ["text": .string($0)]] }),
    ]
    let log: Value = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver],
          "results": .list(found.map { result($0, codes) }),
          "invocations": [invocation],
        ]
      ],
    ]
    return [ReportLine(JSONWriter.write(log))]
  }

  private static func rule(of problem: ReportCheck) -> Value {
    let code = problem.code ?? ("", "", "")
    return [
      "id": .string(code.id), "shortDescription": ["text": .string(code.title)],
      "fullDescription": ["text": .string(code.explanation)],
      "help": ["text": .string(code.explanation)], "helpUri": .string(helpURI(code.id)),
      "defaultConfiguration": ["level": .string(problem.level)],
    ]
  }

  /// The URI of a help page: the page is in the program, not on a server.
  private static func helpURI(_ word: String) -> String { "urn:tagsim:help:" + word }

  private func result(_ problem: ReportCheck, _ codes: [String]) -> Value {
    let file = problem.place.map { Self.uri(of: settings.paths.path(of: $0.file)) } ?? ""
    var members: OrderedDictionary<String, Value> = [
      "ruleId": .text(problem.code?.id),
      "ruleIndex": .count(codes.firstIndex { $0 == problem.code?.id } ?? 0),
      "level": .string(problem.level),
      "message": ["text": .string(problem.lines.joined(separator: "\n"))],
    ]
    var location: OrderedDictionary<String, Value> = [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(file)],
        "region": ["startLine": .count(problem.place?.line ?? 1)],
      ]
    ]
    if let subject = problem.subject {
      location["logicalLocations"] = [
        ["fullyQualifiedName": .string(subject.name), "kind": .string(subject.kind)]
      ]
    }
    members["locations"] = [.map(location)]
    if let print = problem.subject?.print {
      members["partialFingerprints"] = ["tagsimFinding/v1": .string(print)]
    }
    return .map(members)
  }

  /// A path as a reference: invalid characters are percent-encoded.
  private static func uri(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let encoded = parts.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
