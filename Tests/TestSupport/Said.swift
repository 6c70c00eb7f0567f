package import TagRuntime

/// A log line as a reader sees it: how serious, in the SDK's words, and whose it is.
package struct Said: Hashable {
  package var level: LogLevel
  package var text: String
  package var source: LogRecord.Source

  package init(_ level: LogLevel, _ text: String, source: LogRecord.Source = .sdk) {
    self.level = level
    self.text = text
    self.source = source
  }
}

extension LogRecord {
  package var said: Said { Said(level, text, source: source) }
}
