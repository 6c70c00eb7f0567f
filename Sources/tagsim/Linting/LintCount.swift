import ScenarioEngine
import TagRuntime

/// How many findings there are of each severity.
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

  /// "2 files: 1 error, 3 warnings, 0 notes".
  var words: String {
    let parts = counts.map { Counted.text($0.count, $0.severity.rawValue) }
    return Counted.text(files, "file") + ": " + parts.joined(separator: ", ")
  }
}
