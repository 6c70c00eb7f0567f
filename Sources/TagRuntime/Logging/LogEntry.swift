/// How a code is said.
struct LogEntry: Sendable {
  let level: LogLevel
  /// Whether the SDK says it at all.
  let isSDK: Bool
  /// The SDK's words; nil where it says nothing, or where what it says is not known.
  let sdk: String?
  let plain: String

  static func sdk(_ level: LogLevel, _ sdk: String?, _ plain: String) -> LogEntry {
    LogEntry(level: level, isSDK: true, sdk: sdk, plain: plain)
  }

  static func hint(_ level: LogLevel, _ plain: String) -> LogEntry {
    LogEntry(level: level, isSDK: false, sdk: nil, plain: plain)
  }
}
