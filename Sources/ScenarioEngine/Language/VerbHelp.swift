/// How a verb is used.
public struct VerbHelp: Sendable, Hashable {
  /// The form: words as they are, places in capitals, optional parts in brackets.
  public var usage: String
  /// What it does, in one sentence.
  public var summary: String
  /// A line that can be typed as it is.
  public var example: String

  init(_ usage: String, _ summary: String, _ example: String) {
    self.usage = usage
    self.summary = summary
    self.example = example
  }
}
