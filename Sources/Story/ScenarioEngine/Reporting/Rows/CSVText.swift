import OrderedCollections
import TagRuntime

/// Formats facts as comma-separated values (RFC 4180): a line of titles, then one line per fact,
/// with CRLF.
///
/// Texts that a spreadsheet would read as a formula, because they begin with `=`, `+`, `-` or `@`,
/// get an apostrophe before them. The caller must make control characters visible.
enum CSVText {
  /// Returns the line of titles: the names of the facts' members.
  static func titles(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ",")
  }

  static func line(_ fact: RunFact, columns: [String]) -> String {
    columns.map { cell(fact.members[$0] ?? .null) }.joined(separator: ",")
  }

  /// Formats a value as a cell: numbers and truth values unchanged, a list with blanks as
  /// separators, and nothing for null.
  static func cell(_ value: Value) -> String {
    switch value {
    case .null, .absent: ""
    case .bool, .int, .double: JSONWriter.write(value)
    case .string(let text): quoted(guarded(text))
    case .list(let elements) where elements.allSatisfy(\.isScalar):
      quoted(guarded(elements.map(plain).joined(separator: " ")))
    case .list, .map: quoted(guarded(JSONWriter.write(value)))
    }
  }

  private static func plain(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .null: ""
    default: JSONWriter.write(value)
    }
  }

  private static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) else {
      return text
    }
    return "'" + text
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = !text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    if isPlain, !text.hasPrefix(" "), !text.hasSuffix(" ") { return text }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
