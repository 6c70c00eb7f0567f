/// The app's treatment of the log lines of the SDK.
///
/// Source: LegacySDK §14.1; TAGDefaultLogger 3.09 prints warnings and errors by default; a logger
/// that the app supplies receives every line and filters by itself.
///
/// Legacy name: TAGLogger
public struct Logger: Sendable, Hashable {
  /// The least serious level that is printed.
  ///
  /// Legacy name: TAGLogger setLogLevel:, TAGLogger logLevel
  public var level: LogLevel
  /// Whether the app supplied it.
  public var isCustom: Bool

  /// Creates a logger; the defaults are those of the SDK's default logger.
  public init(level: LogLevel = .warning, isCustom: Bool = false) {
    self.level = level
    self.isCustom = isCustom
  }

  /// Whether the app prints a line. Output of its own code bypasses any logger; an app never prints
  /// the hints of this program.
  public func prints(_ record: LogRecord) -> Bool {
    switch record.source {
    case .sdk: isCustom || (level != .none && record.level >= level)
    case .app: true
    case .tagsim: false
    }
  }
}

/// The severity of a log line; the threshold of a logger is the lowest level it prints.
///
/// Source: LegacySDK §14.1; TAGLogger.
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

  /// The level in lower case, such as "warning".
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

/// One line of the log: a code with its arguments, not yet put into words.
public struct LogRecord: Sendable, Hashable {
  /// The source of a line's words.
  public enum Source: String, Sendable, Hashable {
    /// The SDK says this.
    case sdk
    /// The app's own code prints this, with `print` or `NSLog`; this program chooses its level.
    case app
    /// A hint of this program; the SDK says nothing here.
    case tagsim
  }

  /// The code of the message.
  public var code: LogCode
  /// The arguments, in the order of the placeholders in its words.
  public var arguments: [String]

  package init(_ code: LogCode, _ arguments: [String] = []) {
    self.code = code
    self.arguments = arguments
  }

  /// The severity of the line.
  public var level: LogLevel { code.line.level ?? .none }

  /// The author of the line: the SDK, the app's code or this program.
  public var source: Source { code.line.source }

  /// The text in the SDK's words, not yet made safe for a terminal.
  public var text: String { text(in: .sdk) }

  /// Returns the text in a wording, not yet made safe for a terminal.
  ///
  /// - Complexity: O(n) in its length.
  public func text(in wording: LogWording) -> String {
    let line = code.line
    return ConsoleLine.filled(
      wording == .plain ? line.plain ?? line.words : line.words, with: arguments)
  }

  /// The level and the text of the line in former releases; nil if they were the same.
  package var former: (level: LogLevel, text: String)? {
    code.line.former.map { ($0.level, ConsoleLine.filled($0.pattern, with: arguments)) }
  }
}

/// The words in which log lines are shown, as a scenario sets them with `set wording`.
public enum LogWording: String, Sendable, Hashable, CaseIterable {
  /// The SDK's words, which its documentation and its users' questions quote.
  case sdk
  /// Plain words, for people who have never seen the SDK's source.
  case plain
}
