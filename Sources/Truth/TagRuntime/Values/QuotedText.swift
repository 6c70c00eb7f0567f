extension StringProtocol where SubSequence == Substring {
  /// The text without those characters at its ends for which a condition holds.
  package func trimmed(_ isLeftOut: (Character) -> Bool) -> Substring {
    let text = drop(while: isLeftOut)
    return text.lastIndex { !isLeftOut($0) }.map { text[...$0] } ?? ""
  }

  /// The text without spaces and tabs at its ends.
  package var trimmedSpaces: String { String(trimmed { $0 == " " || $0 == "\t" }) }

  /// The text without spaces at its end.
  package var withoutFinalSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }

  /// The text in quotes, as JSON and the scenario language write it.
  package var quoted: String { JSONWriter.write(.string(String(self))) }

  /// The text without the quotes around it, if it has both.
  package var unquoted: Substring {
    count > 1 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self[...]
  }
}
