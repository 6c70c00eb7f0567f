/// What the app does with the log lines of the SDK.
///
/// Source: LegacySDK §14.1; TAGDefaultLogger 3.09 prints warnings and errors unless it is told
/// otherwise; a logger of the app's own is given every line and filters for itself.
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

  /// Whether the app prints a line. What its own code prints passes by any logger; hints of ours
  /// are never printed by an app.
  public func prints(_ record: LogRecord) -> Bool {
    switch record.source {
    case .sdk: isCustom || (level != .none && record.level >= level)
    case .app: true
    case .tagsim: false
    }
  }
}

/// How serious a log line is; the threshold of a logger is the smallest level it prints.
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

/// One line of the log: a code with what it speaks of, not yet put into words.
public struct LogRecord: Sendable, Hashable {
  /// Whose words a line is in.
  public enum Source: Sendable, Hashable {
    /// The SDK says this.
    case sdk
    /// The app's own code prints this, with `print` or `NSLog`; its level is ours.
    case app
    /// A hint of ours; the SDK says nothing here.
    case tagsim
  }

  /// What is said.
  public var code: LogCode
  /// What it speaks of, in the order of the places in its words.
  public var arguments: [String]

  /// Creates a line.
  package init(_ code: LogCode, _ arguments: [String] = []) {
    self.code = code
    self.arguments = arguments
  }

  /// How serious it is.
  public var level: LogLevel { code.entry.level }

  /// Who says it.
  public var source: Source { code.entry.source }

  /// The text in the SDK's words, not yet made safe for a terminal.
  public var text: String { text(in: .sdk) }

  /// The text, not yet made safe for a terminal.
  ///
  /// - Complexity: O(n) in its length.
  public func text(in wording: LogWording) -> String {
    let entry = code.entry
    let words = wording == .plain ? entry.plain : entry.sdk ?? entry.plain
    var text = ""
    var rest = words[...]
    var next = arguments.startIndex
    while let place = rest.firstIndex(of: LogCode.place) {
      text += rest[..<place]
      if next < arguments.endIndex { text += arguments[next] }
      next += 1
      rest = rest[rest.index(after: place)...]
    }
    return text + rest
  }
}

/// How a code is said.
struct LogEntry: Sendable {
  let level: LogLevel
  let source: LogRecord.Source
  /// The words of the SDK, or of the app's code; nil where it says nothing, or where what it says
  /// is not known.
  let sdk: String?
  let plain: String

  static func sdk(_ level: LogLevel, _ sdk: String?, _ plain: String) -> LogEntry {
    LogEntry(level: level, source: .sdk, sdk: sdk, plain: plain)
  }

  static func app(_ words: String, _ plain: String) -> LogEntry {
    LogEntry(level: .warning, source: .app, sdk: words, plain: plain)
  }

  static func hint(_ level: LogLevel, _ plain: String) -> LogEntry {
    LogEntry(level: level, source: .tagsim, sdk: nil, plain: plain)
  }
}

/// In whose words the log speaks.
public enum LogWording: String, Sendable, Hashable, CaseIterable {
  /// The SDK's own, by which its documentation and its users' questions can be searched.
  case sdk
  /// Ours, for people who have never seen the SDK's source.
  case plain
}
