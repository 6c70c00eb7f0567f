import OrderedCollections
package import TagRuntime

/// Facts as comma-separated values (RFC 4180): a line of titles, then a line each, with CRLF.
///
/// Texts that a spreadsheet would take for a formula, as they begin with `=`, `+`, `-` or `@`, get
/// an apostrophe before them. Control characters are for whoever writes the lines to make visible.
package enum CSVText {
  /// The end of a line.
  package static let lineEnd = "\r\n"

  /// The line of titles: what the members of facts are called.
  package static func titles(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ",")
  }

  /// The line of a fact.
  package static func line(_ fact: RunFact, columns: [String]) -> String {
    columns.map { cell(fact.members[$0] ?? .null) }.joined(separator: ",")
  }

  /// The line of some values.
  package static func row(_ values: [Value]) -> String {
    values.map(cell).joined(separator: ",")
  }

  /// A value as a cell: numbers and truth values as they are, a list with blanks in between, and
  /// nothing for null.
  static func cell(_ value: Value) -> String {
    switch value {
    case .null, .absent: ""
    case .bool, .int, .double: JSONWriter.write(value)
    case .string(let text): quoted(guarded(text))
    case .list(let elements) where elements.allSatisfy(\.isPlain):
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

extension Value {
  /// Whether it is a single thing.
  fileprivate var isPlain: Bool {
    switch self {
    case .list, .map: false
    default: true
    }
  }
}
