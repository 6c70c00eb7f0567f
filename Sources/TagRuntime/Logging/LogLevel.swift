/// How serious a log line is; the threshold of a logger is the smallest level it prints.
///
/// Source: TAGLogger, kTAGLoggerLogLevelVerbose … None.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Every step.
  case verbose
  /// For the developer of the SDK.
  case debug
  /// Worth knowing.
  case info
  /// Something is probably wrong.
  case warning
  /// Something is wrong.
  case error
  /// No line at all: only as the threshold of a logger.
  case none

  /// The word that the log shows.
  public var name: String {
    switch self {
    case .verbose: "verbose"
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    case .none: "none"
    }
  }

  /// Whether one level is less serious than another.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
