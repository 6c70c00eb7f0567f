import ArgumentParser
import OrderedCollections
import TagRuntime

extension LintReport {
  /// The findings in the Static Analysis Results Interchange Format, version 2.1.0.
  static func sarif(_ files: [LintedFile]) -> Value {
    let used = Set(files.flatMap { $0.findings.map(\.finding.code) })
    let codes = LintCode.allCases.filter(used.contains)
    let results = files.flatMap { file in file.findings.map { result($0, in: file, codes) } }
    let driver: Value = [
      "name": "tagsim", "version": .string(Tagsim.configuration.version),
      "rules": .list(codes.map(rule)),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [["tool": ["driver": driver], "results": .list(results)]],
    ]
  }

  private static func rule(_ code: LintCode) -> Value {
    [
      "id": .string(code.id), "shortDescription": ["text": .string(code.title)],
      "fullDescription": ["text": .string(code.entry.explanation)],
      "help": ["text": .string(code.entry.explanation)],
      "defaultConfiguration": ["level": .string(code.severity.rawValue)],
    ]
  }

  private static func result(
    _ located: LintedFile.Located, in file: LintedFile, _ codes: [LintCode]
  ) -> Value {
    let finding = located.finding
    var location: OrderedDictionary<String, Value> = [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(uri(of: file.path))],
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
    ]
  }

  /// A path as a reference: what may not stand in one is percent-encoded.
  private static func uri(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let encoded = parts.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
