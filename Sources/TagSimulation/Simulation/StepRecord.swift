public import TagRuntime

/// What one step did.
public struct StepRecord: Sendable {
  /// A log line with its time.
  public struct Line: Sendable, Hashable {
    /// What was said.
    public var record: LogRecord
    /// When, by the wall clock.
    public var wall: WallTime
    /// Whether the app's logger printed it.
    public var isPrinted: Bool
  }

  /// The rows for the event list, in order.
  public var rows: [EventRow] = []
  /// The log lines, in order.
  public var lines: [Line] = []
  /// What happened to containers, in order.
  public var loads: [LoadEvent] = []
}
