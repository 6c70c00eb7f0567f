/// Something that is wrong with a container, or worth knowing.
public struct LintFinding: Sendable, Hashable {
  /// What it is about.
  public var code: LintCode
  /// Where it is.
  public var place: LintPlace
  /// What is wrong there and what to do; it may hold anything that is in the file.
  public var sentence: String

  /// Creates a finding.
  public init(_ code: LintCode, at place: LintPlace, _ sentence: String) {
    self.code = code
    self.place = place
    self.sentence = sentence
  }

  /// How much it matters.
  public var severity: LintSeverity { code.severity }
}
