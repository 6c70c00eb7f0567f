import TagRuntime

/// A container file with what was found in it.
struct LintedFile {
  /// A finding with its place in the file.
  struct Located {
    var finding: LintFinding
    /// The line of the name, from 1; 1 where it is not known.
    var line: Int
    /// The path in an export, such as `containerVersion.tag[2]`.
    var path: String?
  }

  /// The path of the file, as it was given.
  var path: String
  var findings: [Located]

  func count(_ severity: LintSeverity) -> Int {
    findings.count { $0.finding.severity == severity }
  }
}
