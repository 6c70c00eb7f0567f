public import TagRuntime

/// The reason why a text is not a scenario, an app description or a statement, and its place.
public struct ScenarioError: Error, Sendable, Hashable {
  /// The kinds of mistakes.
  public enum Kind: Sendable, Hashable {
    /// A word that is not possible there.
    case unknown(what: String)
    /// A different text was expected.
    case unexpected
    /// The line ends too early.
    case missing
    /// A bare word where a value is needed.
    case bareWord
    /// A number where a duration is needed.
    case durationWithoutUnit
    /// The same name or key again.
    case duplicate(what: String)
    /// A text that is valid elsewhere.
    case misplaced
    /// A description without a required part.
    case incomplete(what: String)
    /// Screens that open each other without an end.
    case circular
    /// A string without its second quote.
    case unclosedString
    /// A block without its `end`, with the line in which it begins.
    case unclosedBlock(what: String, line: Int)
    /// Quotes that are not the straight double ones.
    case otherQuotes
    /// A mistake inside a string.
    case badString
    /// A control character inside a string.
    case controlCharacter
    /// A mistake inside a JSON value.
    case json
    /// A JSON value without its last brace, with the line of the open one.
    case unclosedJSON(brace: String, line: Int)
    case lineTooLong(limit: Int)
    case fileTooLong(limit: Int)
    /// Bytes that are not UTF-8.
    case notUTF8
    /// A file that cannot be read; the sentence contains everything.
    case unreadable
  }

  /// The maximum number of characters that an error quotes.
  package static let quoteLimit = 40

  /// The file name, as passed to the reader.
  public var file: String
  /// The position of the mistake.
  public var position: TextPosition
  /// The kind of the mistake.
  public var kind: Kind
  /// The offending text, cut to `quoteLimit` characters and without control characters.
  public var found: String
  /// A description of valid texts, in words of the language; may be empty.
  public var expected: String
  /// The rest of the description, in words of files, which `withoutWords` leaves out.
  public var quoted: String
  /// The text that was probably meant.
  public var suggestion: String?
  /// An included file that the words are from; nil for none.
  package var includedPath: String?
  /// The file of an app that the words are from; nil for none.
  package var appPath: String?

  /// Creates an error; texts from files are cut and cleaned.
  package init(
    file: String, position: TextPosition, kind: Kind, found: String, expected: String = "",
    quoted: String = "", suggestion: String? = nil
  ) {
    self.file = file
    self.position = position
    self.kind = kind
    self.found = Self.quotable(found)
    self.expected = expected
    self.quoted = quoted
    self.suggestion = suggestion.map(Self.quotable)
  }

  /// Creates an error about a text at a place of which the offset is not known.
  package init(
    at place: ScenarioLocation, _ kind: Kind, found: String, expected: String = "",
    quoted: String = "", suggestion: String? = nil
  ) {
    self.init(
      file: place.file,
      position: TextPosition(offset: 0, line: place.line, column: place.column), kind: kind,
      found: found, expected: expected, quoted: quoted, suggestion: suggestion)
  }

  /// Returns the error for a text that begins at a place.
  func moved(to start: TextPosition) -> ScenarioError {
    var moved = self
    moved.position = TextPosition(
      offset: start.offset + position.offset, line: start.line,
      column: start.column + position.column - 1)
    return moved
  }

  /// The place of the mistake.
  public var location: ScenarioLocation {
    ScenarioLocation(file: file, line: position.line, column: position.column)
  }

  /// Cuts a text to the limit and shows control characters by their numbers, so that they do not
  /// affect a terminal.
  static func quotable(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > quoteLimit { return shown + "…" }
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      let isInvisible = [0x2028, 0x2029].contains(scalar.value)
      let turnsText =
        (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value)
      if isControl || isInvisible || turnsText {
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

// MARK: - Description

extension ScenarioError: QuotingError {
  /// The same error without words of a file.
  public var withoutWords: ScenarioError {
    var error = self
    (error.found, error.quoted, error.suggestion) = (found.isEmpty ? "" : "…", "", nil)
    return error
  }

  /// One sentence: the place, the problem, and the expected or probably meant text. Editors can
  /// open the place from such a line.
  public var description: String { LoadProblem(sentence, at: location).description }

  /// The sentence without the place.
  public var sentence: String {
    let expected = expected + quoted
    return switch kind {
    case .unknown(let what):
      "unknown \(what) '\(found)'"
        + hint(otherwise: expected.isEmpty ? "" : ": expected \(expected)")
    case .unexpected: "found '\(found)', expected \(expected)" + hint()
    case .missing: "the line ends where \(expected) was expected" + hint()
    case .bareWord: "'\(found)' is not a value, a string needs quotes" + hint()
    case .durationWithoutUnit: "'\(found)' has no unit (ms, s, m, h or d)" + hint()
    case .duplicate(let what): "the \(what) '\(found)' is given twice"
    case .misplaced:
      "'\(found)' is not allowed here" + (expected.isEmpty ? "" : ": " + expected)
    case .incomplete(let what): "\(what) '\(found)' has no \(expected)"
    case .circular: "these screens open each other without end on view\(expected)"
    case .unclosedString: "the string is not closed: expected '\"' before the end of the line"
    case .unclosedBlock(let what, let line):
      "the \(what) of line \(line) is not closed: expected 'end'"
    case .otherQuotes:
      "use \(expected) for \(found)" + (suggestion.map { ": write \($0)" } ?? "")
    case .badString: "in the string: found '\(found)', expected \(expected)"
    case .controlCharacter:
      "the control character \(found) is in a string: write it as \(expected)"
    case .unclosedJSON(let brace, let line):
      "the '\(brace)' of line \(line) is not closed: "
        + (found.isEmpty ? "the text ends where" : "found '\(found)' where")
        + " \(expected) was expected"
    case .json: "in the JSON: found '\(found)', expected \(expected)"
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
    case .fileTooLong(let limit): "the file is longer than \(limit) bytes"
    case .notUTF8: "bytes that are not UTF-8 text"
    case .unreadable: quoted.isEmpty ? "the file that it names cannot be used" : quoted
    }
  }

  private func hint(otherwise: String = "") -> String {
    suggestion.map { ": did you mean '\($0)'?" } ?? otherwise
  }
}

/// The mistakes of one file, in the order of the text.
public struct ScenarioErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The maximum number of mistakes collected before the rest of a file is left unread.
  public static let limit = 20

  /// The mistakes, at most `limit`.
  public private(set) var errors: [ScenarioError] = []

  package init() {}

  /// Whether the limit is reached and the rest of the file is unread.
  package var isFull: Bool { errors.count >= Self.limit }

  /// Whether there is no mistake.
  package var isEmpty: Bool { errors.isEmpty }

  /// The sentences of all mistakes, one a line.
  public var description: String {
    errors.map(\.description).joined(separator: "\n")
      + (isFull ? "\nand perhaps more: reading stopped here" : "")
  }

  var count: Int { errors.count }

  /// Adds a mistake, unless it is there already: lines that are read several times are reported
  /// once.
  mutating func add(_ error: ScenarioError) {
    if !isFull, !errors.contains(error) { errors.append(error) }
  }

  /// Sorts the mistakes by place, since those found after reading are at the end.
  mutating func sortByPlace() {
    var files: [String] = []
    for error in errors where !files.contains(error.file) { files.append(error.file) }
    func place(_ error: ScenarioError) -> (Int, Int, Int) {
      (files.firstIndex(of: error.file) ?? 0, error.position.line, error.position.column)
    }
    errors.sort { place($0) < place($1) }
  }
}

/// A place in a scenario, an app description or at the prompt.
public struct ScenarioLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file name, as passed to the reader.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// The location of a statement bound to a key.
  package static let keys = ScenarioLocation(file: "keys", line: 1, column: 1)

  /// Creates a location from a file, a line and a column.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as `offline.scenario:31:8`.
  public var description: String { "\(file):\(line):\(column)" }
}
