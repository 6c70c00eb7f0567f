/// One line of the log: a code with what it speaks of, not yet put into words.
public struct LogRecord: Sendable, Hashable {
  /// Whose words a line is in.
  public enum Source: Sendable, Hashable {
    /// The SDK says this.
    case sdk
    /// A hint of ours; the SDK says nothing here.
    case tagsim
  }

  /// What is said.
  public var code: LogCode
  /// What it speaks of, in the order of the places in its words.
  public var arguments: [String]

  /// Creates a line.
  public init(_ code: LogCode, _ arguments: [String] = []) {
    self.code = code
    self.arguments = arguments
  }

  /// How serious it is.
  public var level: LogLevel { code.entry.level }

  /// Who says it.
  public var source: Source { code.entry.isSDK ? .sdk : .tagsim }

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
