import ScenarioEngine
import TagPanes
import TagRuntime
import TerminalKit
import TextKit

/// Text that was pasted into a line, as the statements that it makes of it: a line each, but JSON
/// goes on until its braces are closed.
struct PastedLines: Sendable {
  /// The most lines that are done.
  static let limit = 1_000

  /// The statements, without blank lines and comments.
  let statements: [String]

  /// - Parameters:
  ///   - text: what was pasted.
  ///   - field: the line that it is pasted into, where its cursor is.
  init(_ text: String, into field: TextField) {
    let typed = field.text
    let before = typed.prefix(field.cursor)
    let all = before + text + typed.dropFirst(field.cursor)
    var statements: [String] = []
    var open = ""
    for line in all.split(whereSeparator: \.isNewline).prefix(Self.limit) {
      let part = String(line).trimmedSpaces
      if open.isEmpty, part.isEmpty || part.hasPrefix("#") { continue }
      open += (open.isEmpty ? "" : " ") + part
      guard Self.isClosed(open) else { continue }
      statements.append(open)
      open = ""
    }
    if !open.isEmpty { statements.append(open) }
    self.statements = statements
  }

  /// Whether every brace and bracket outside of texts is closed.
  private static func isClosed(_ text: String) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for letter in text {
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = letter == "\\"
        isText = letter != "\""
      } else if letter == "\"" {
        isText = true
      } else if letter == "{" || letter == "[" {
        depth += 1
      } else if letter == "}" || letter == "]" {
        depth -= 1
      }
    }
    return depth <= 0
  }
}

/// Lines that are done one by one, some of which may wait for a file.
struct PastedQueue: Sendable {
  private let lines: [String]
  /// How many were begun.
  private(set) var done = 0
  /// How many there are.
  var count: Int { lines.count }

  init(_ lines: [String]) { self.lines = lines }

  /// The next line; nil where none is left.
  mutating func takeNext() -> String? {
    guard done < lines.count else { return nil }
    done += 1
    return lines[done - 1]
  }
}

/// The word being completed in a line, and its candidates.
struct Completion: Sendable, Hashable {
  /// The maximum number of candidates.
  static let limit = 500

  /// The text before the word.
  var head: String
  /// The text after the word.
  var tail: String
  /// The text of the word while no candidate is selected.
  var typed = ""
  var candidates: [String]
  /// The place of the selected candidate; nil for none.
  var selected: Int?

  /// Returns whether a line is as the completion left it.
  func isCurrent(in field: TextField) -> Bool {
    field.text == head + (selected.map { candidates[$0] } ?? typed) + tail
  }

  /// The longest common prefix of the candidates.
  var common: String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
  }
}

struct KnownFolder: Sendable, Hashable {
  /// The path as typed, with its last `/`; empty for the folder of the scenario.
  var path: String
  var names: [String]
}
