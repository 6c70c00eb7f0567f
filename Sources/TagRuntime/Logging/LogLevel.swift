/// How serious a log line is; the threshold of a logger is the smallest level it prints.
///
/// Source: TAGLogger.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Every step.
  ///
  /// Legacy name: kTAGLoggerLogLevelVerbose
  case verbose
  /// For the developer of the SDK.
  ///
  /// Legacy name: kTAGLoggerLogLevelDebug
  case debug
  /// Worth knowing.
  ///
  /// Legacy name: kTAGLoggerLogLevelInfo
  case info
  /// Something is probably wrong.
  ///
  /// Legacy name: kTAGLoggerLogLevelWarning
  case warning
  /// Something is wrong.
  ///
  /// Legacy name: kTAGLoggerLogLevelError
  case error
  /// No line at all: only as the threshold of a logger.
  ///
  /// Legacy name: kTAGLoggerLogLevelNone
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
