import TagRuntime

extension LintReport {
  /// Workflow commands, which GitHub shows beside the lines of the files.
  static func github(_ files: [LintedFile]) -> [String] {
    files.flatMap { file in
      file.findings.map { located in
        let finding = located.finding
        let title = property("\(finding.code.id) \(finding.code.title)")
        return "::\(command(for: finding.severity)) file=\(property(file.path)),"
          + "line=\(located.line),title=\(title)::\(escaped(sentence(located)))"
      }
    }
  }

  private static func command(for severity: LintSeverity) -> String {
    severity == .note ? "notice" : severity.rawValue
  }

  /// A text that may follow the second pair of colons.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text that may stand as a property, between commas.
  private static func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
