public import TagRuntime

/// What one step did.
public struct StepRecord: Sendable {
  /// A log line with its time.
  public struct Line: Sendable, Hashable {
    /// What was said.
    public var record: LogRecord
    /// When, by the wall clock.
    public var wall: WallTime
  }

  /// The rows for the event list, in order.
  public var rows: [EventRow] = []
  /// The log lines, in order.
  public var lines: [Line] = []
}
