import OrderedCollections
import TagRuntime
import TagSimulation

extension ScenarioReader {
  /// Keys that give information and change nothing.
  private static let tellingKeys = ["title", "about", "tags", "next"]

  /// Reads the header if the first line announces one.
  mutating func readHeader() {
    guard let line = lines.next() else { return }
    guard line.first.word == "tagsim" else { return lines.putBack(line) }
    let cursor = TokenCursor(line, file: lines.file)
    if line.tokens.count != 2 || line.tokens[1].word != "1" {
      let token = line.tokens.count > 1 ? line.tokens[1] : line.first
      lines.errors.add(cursor.unexpected(token, "tagsim 1"))
    }
    var seen: [String] = []
    while lines.lexer.peek != nil, !lines.errors.isFull {
      let range = lines.lexer.rawLine()
      let text = HeaderLine(range, in: lines.lexer)
      if text.isEmpty { continue }
      if text.isDashes { return }
      do {
        try readHeaderLine(text, &seen)
      } catch {
        lines.errors.add(error)
        // Without `---`, the first statement would be one bad header line of many.
        if text.key == nil, Form(verb: text.firstWord) != nil || text.firstWord == "setup" {
          lines.lexer.index = range.lowerBound
          return
        }
      }
    }
    if !lines.errors.isFull {
      lines.errors.add(
        ScenarioError(
          file: lines.file, position: lines.lexer.position(of: lines.lexer.bytes.count),
          kind: .missing, found: "", expected: "'---' at the end of the header"))
    }
  }

  private mutating func readHeaderLine(
    _ line: HeaderLine, _ seen: inout [String]
  ) throws(ScenarioError) {
    guard let key = line.key else {
      throw failure(.unexpected, line.range.lowerBound, line.text, "'key: value' or '---'")
    }
    let keys = FormTable[.header]
    guard let form = keys[key], case .header(let read) = form.reading else {
      throw failure(
        .unknown(what: "header key"), line.range.lowerBound, key, keys.listed,
        Suggestion.nearest(to: key, among: keys.words))
    }
    // An included file may describe itself, but cannot set the world.
    if files.count > 1 {
      if Self.tellingKeys.contains(key) { return }
      throw failure(
        .misplaced, line.range.lowerBound, key,
        "the including scenario sets up the world")
    }
    if seen.contains(key), form.isOnce {
      throw failure(.duplicate(what: "header key"), line.range.lowerBound, key)
    }
    seen.append(key)
    if line.value.isEmpty {
      throw failure(.unexpected, line.valueStart, "", "a value after '\(key):'")
    }
    scenario.header.texts[key] = line.writtenValue
    try read(&self, line)
  }

  mutating func location(_ line: HeaderLine) -> ScenarioLocation {
    let position = lines.lexer.position(of: line.valueStart)
    return ScenarioLocation(file: lines.file, line: position.line, column: position.column)
  }

  mutating func sdk(
    _ value: String, _ line: HeaderLine
  ) throws(ScenarioError) -> ScenarioHeader.SDK {
    if let sdk = ScenarioHeader.SDK(rawValue: value) { return sdk }
    let known = ScenarioHeader.SDK.allCases.map(\.rawValue)
    throw failure(.unknown(what: "sdk"), line.valueStart, value, known.listed())
  }

  mutating func readStart(_ line: HeaderLine) throws(ScenarioError) {
    guard let (wall, offset) = CivilTime.parseISO(line.value) else {
      throw failure(
        .unexpected, line.valueStart, line.value, "a time such as 2014-03-01T23:57:00+01:00")
    }
    scenario.header.start = wall
    scenario.header.startOffsetSeconds = offset
  }

  mutating func readDevice(_ line: HeaderLine) throws(ScenarioError) {
    var lexer = lines.lexer
    lexer.index = line.valueStart
    guard let tokens = try lexer.nextLine() else { return }
    var cursor = TokenCursor(tokens, file: lines.file)
    scenario.header.device = try cursor.deviceSettings()
  }

  mutating func failure(
    _ kind: ScenarioError.Kind, _ offset: Int, _ found: String, _ expected: String = "",
    _ suggestion: String? = nil
  ) -> ScenarioError {
    ScenarioError(
      file: lines.file, position: lines.lexer.position(of: offset), kind: kind, found: found,
      expected: expected, suggestion: suggestion)
  }
}
