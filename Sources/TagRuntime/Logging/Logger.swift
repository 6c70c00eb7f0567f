/// What the app does with the log lines of the SDK.
///
/// Source: TAGDefaultLogger 3.09 prints warnings and errors unless it is told otherwise; a logger
/// of the app's own is given every line and filters for itself (section 10 of the behaviour notes).
///
/// Legacy name: TAGLogger
public struct Logger: Sendable, Hashable {
  /// The least serious level that is printed.
  ///
  /// Legacy name: TAGLogger setLogLevel:, TAGLogger logLevel
  public var level: LogLevel
  /// Whether it is the app's own.
  public var isCustom: Bool

  /// Creates the SDK's default logger.
  public init(level: LogLevel = .warning, isCustom: Bool = false) {
    self.level = level
    self.isCustom = isCustom
  }

  /// Whether the app prints a line. Hints of ours are never printed by an app.
  public func prints(_ record: LogRecord) -> Bool {
    record.source == .sdk && (isCustom || (level != .none && record.level >= level))
  }
}
