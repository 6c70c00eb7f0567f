/// A line of a page with its indentation in columns; it may be long, and a narrow screen wraps it.
public struct IndentedLine: Sendable, Hashable {
  /// The indentation.
  public var indent: Int
  /// The text, which may contain any text of a file.
  public var text: String

  package init(_ indent: Int, _ text: String) { (self.indent, self.text) = (indent, text) }

  /// The whole line.
  package var line: String { String(repeating: " ", count: indent) + text }
}
