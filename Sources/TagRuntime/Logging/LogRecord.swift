/// One line of the log.
public struct LogRecord: Sendable, Hashable {
  /// Whose words a line is in.
  public enum Source: Sendable, Hashable {
    /// The SDK's own words.
    case sdk
    /// A hint of ours; the SDK says nothing here.
    case tagsim
  }

  /// How serious it is.
  public var level: LogLevel
  /// Whose words it is in.
  public var source: Source
  /// The text, not yet made safe for a terminal.
  public var text: String

  /// Creates a line.
  public init(_ level: LogLevel, _ text: String, source: Source = .sdk) {
    self.level = level
    self.source = source
    self.text = text
  }
}
