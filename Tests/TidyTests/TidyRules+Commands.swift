/// What a command of the scenario language is stands in tables that name every command; a `switch`
/// with a `default:` elsewhere would swallow the next one in silence.
extension TidyRules {
  /// The switches over a command that do not name all of them, each by its line.
  static func swallowedCommands(in text: String) -> [String] {
    let lines = SourceScanner.code(of: text).numberedLines
    var found: [String] = []
    var isInCommand = false
    for (index, (number, line)) in lines.enumerated() {
      if line.hasPrefix("extension ") { isInCommand = line.hasPrefix("extension Command {") }
      guard let subject = switchSubject(of: line),
        subject == "command" || subject.hasSuffix(".command") || isInCommand && subject == "self"
      else { continue }
      let margin = line.prefix { $0 == " " }
      let cases = lines[(index + 1)...].lazy.map(\.1).prefix { !$0.hasPrefix(margin + "}") }
      let swallows = cases.contains { other in
        ["default:", "case let ", "case _"].contains { other.hasPrefix(margin + $0) }
      }
      if swallows { found.append("line \(number): it does not name every command") }
    }
    return found
  }

  /// The lines that take all rows from a place on. A caller counted them before it acted, and the
  /// count is of another run where the act began a branch: the run knows the rows of its last act.
  static func countedRows(in text: String) -> [String] {
    text.numberedLines.compactMap { number, line in
      line.contains(/[Rr]ows?\(in: [^,{]*[Bb]efore[^,{]*\.\.\./)
        ? "line \(number): rows counted before an act: use rowsOfLastAct or rows(ofStepOf:)" : nil
    }
  }

  /// The lines that pad a text by counting its characters, which are not columns.
  static func countedPadding(in text: String) -> [String] {
    text.numberedLines.compactMap { number, line in
      guard let range = line.firstRange(of: "String(repeating: \" \", count:"),
        line[range.upperBound...].contains(".count")
      else { return nil }
      return "line \(number): characters are no columns: use TextWidth.filled"
    }
  }

  /// Whether a source text names a pane or a text of a popup, as `Pane.braze` or `.braze`, which is
  /// not a member of something else.
  static func names(_ text: String, aPaneOrText name: String) -> Bool {
    SourceScanner.code(of: text).split(separator: "\n").contains { line in
      var rest = line[...]
      while let range = rest.firstRange(of: "." + name) {
        let owner = rest[..<range.lowerBound].split { !$0.isLetter }.last ?? ""
        let before = rest[..<range.lowerBound].last
        let after = rest[range.upperBound...].first
        let isMember = before.map { $0.isLetter || $0 == ")" || $0 == "?" } ?? false
        let endsHere = !(after.map { $0.isLetter || $0 == "." } ?? false)
        if endsHere, !isMember || ["Pane", "TextPopup", "Overlay"].contains(owner) { return true }
        rest = rest[range.upperBound...]
      }
      return false
    }
  }

  /// What a line switches over; nil where it does not begin a switch.
  private static func switchSubject(of line: Substring) -> Substring? {
    guard line.hasSuffix(" {"), let range = line.firstRange(of: "switch ") else { return nil }
    let before = line[..<range.lowerBound].last
    guard before == nil || before == " " else { return nil }
    return line[range.upperBound...].dropLast(2)
  }
}
