extension ScenarioError: CustomStringConvertible {
  /// One sentence: where, what, what was expected or probably meant.
  public var description: String { "\(location): \(sentence)" }

  /// The sentence without the place.
  public var sentence: String {
    switch kind {
    case .unknown(let what):
      "unknown \(what) '\(found)'"
        + hint(otherwise: expected.isEmpty ? "" : ": expected \(expected)")
    case .unexpected: "found '\(found)', expected \(expected)" + hint()
    case .missing: "the line ends where \(expected) was expected" + hint()
    case .bareWord: "'\(found)' is not a value, a string needs quotes" + hint()
    case .durationWithoutUnit: "'\(found)' has no unit (ms, s, m, h or d)" + hint()
    case .duplicate(let what): "the \(what) '\(found)' is given twice"
    case .notInThisVersion:
      "'\(found)' is not in this version" + (expected.isEmpty ? "" : ": expected \(expected)")
    case .misplaced: "'\(found)' cannot stand here: \(expected)"
    case .incomplete(let what): "\(what) '\(found)' has no \(expected)"
    case .circular: "on view the screens lead to each other without an end: \(expected)"
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
    }
  }

  private func hint(otherwise: String = "") -> String {
    suggestion.map { ": did you mean '\($0)'?" } ?? otherwise
  }
}
