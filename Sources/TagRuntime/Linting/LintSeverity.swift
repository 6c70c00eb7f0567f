/// How much a finding matters.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable {
  /// Something in the container cannot work as it is written.
  case error
  /// Something is probably not what people meant.
  case warning
  /// Something is worth knowing.
  case note
}
