import TagRuntime
import TagSimulation

/// Reads scenario files.
public enum ScenarioParser {
  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  /// - Complexity: O(n) in the length of the text.
  public static func parse(
    _ bytes: [UInt8], file: String
  ) throws(ScenarioErrors) -> Scenario {
    let (scenario, errors) = read(bytes, file: file)
    guard errors.isEmpty else { throw errors }
    return scenario
  }

  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  public static func parse(_ text: String, file: String) throws(ScenarioErrors) -> Scenario {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads what can be read of a scenario, with the mistakes in what cannot.
  package static func read(
    _ bytes: [UInt8], file: String
  ) -> (scenario: Scenario, errors: ScenarioErrors) {
    do {
      var reader = ScenarioReader(try SourceText(bytes, file: file))
      reader.read()
      return (reader.scenario, reader.lines.errors)
    } catch {
      var errors = ScenarioErrors()
      errors.add(error)
      return (Scenario(file: file), errors)
    }
  }
}

/// Reads the lines of a scenario one after the other.
struct ScenarioReader {
  var lines: LineReader
  var scenario: Scenario
  /// Blocks that this version cannot read and that are open: their `end` is no second mistake.
  private var laterBlocks = 0

  init(_ source: SourceText) {
    lines = LineReader(source)
    scenario = Scenario(file: source.file)
  }

  mutating func read() {
    readHeader()
    while let line = lines.next() {
      switch line.first.word {
      case "setup" where line.tokens.count == 1: readSetup(line.first)
      case "app": readApp(line)
      case "end" where line.tokens.count == 1 && laterBlocks > 0: laterBlocks -= 1
      case let word? where word.hasPrefix("|") && laterBlocks > 0: break
      default: readStatement(line, isSetup: false)
      }
    }
    lines.errors.sortByPlace()
  }

  private mutating func readSetup(_ opening: Token) {
    while let line = lines.next() {
      if line.first.word == "end", line.tokens.count == 1 { return }
      readStatement(line, isSetup: true)
    }
    if !lines.errors.isFull { lines.unclosed("setup", opening) }
  }

  private mutating func readApp(_ line: TokenLine) {
    var reader = AppReader(lines)
    reader.readApp(line)
    lines = reader.lines
    if scenario.apps.contains(where: { $0.name == reader.app.name }) {
      let cursor = TokenCursor(line, file: lines.file)
      let token = line.tokens.count > 1 ? line.tokens[1] : line.first
      lines.errors.add(cursor.failure(.duplicate(what: "app"), token))
    } else {
      scenario.apps.append(reader.app)
    }
  }

  private mutating func readStatement(_ line: TokenLine, isSetup: Bool) {
    var reader = StatementReader(line, file: lines.file)
    do {
      let statement = try reader.statement()
      if isSetup { scenario.setup.append(statement) } else { scenario.statements.append(statement) }
      if let path = reader.path {
        addReference(path.name, .container, path.position)
      }
    } catch {
      if error.kind == .notInThisVersion, LaterWords.blocks.contains(line.first.word ?? "") {
        laterBlocks += isSetup ? 0 : 1
      }
      lines.errors.add(error)
    }
  }

  mutating func addReference(
    _ path: String, _ kind: FileReference.Kind, _ position: TextPosition
  ) {
    let location = ScenarioLocation(
      file: lines.file, line: position.line, column: position.column)
    scenario.references.append(FileReference(path: path, kind: kind, location: location))
  }
}

// MARK: - Header

extension ScenarioReader {
  private static let keys = [
    "title", "about", "tags", "sdk", "app", "start", "zone", "report-zone", "device", "seed",
    "matrix", "next",
  ]

  /// Reads the header if the first line says that there is one.
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
        // Without `---` the first statement would be one bad header line of many.
        if text.key == nil, Verb(text.firstWord) != nil || text.firstWord == "setup" {
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
    guard Self.keys.contains(key) else {
      throw failure(
        .unknown(what: "header key"), line.range.lowerBound, key, TokenCursor.list(Self.keys),
        Suggestion.nearest(to: key, among: Self.keys))
    }
    if seen.contains(key) {
      throw failure(.duplicate(what: "header key"), line.range.lowerBound, key)
    }
    seen.append(key)
    let value = line.value
    if value.isEmpty { throw failure(.unexpected, line.valueStart, "", "a value after '\(key):'") }
    switch key {
    case "title": scenario.header.title = value
    case "about": scenario.header.about = value
    case "next": scenario.header.next = tags(in: value)
    case "tags": scenario.header.tags = tags(in: value)
    case "sdk": scenario.header.sdk = try sdk(value, line)
    case "matrix": try readMatrix(value, line)
    case "app":
      scenario.header.app = value
      addReference(value, .app, lines.lexer.position(of: line.valueStart))
    case "start": try readStart(value, line)
    case "zone":
      scenario.header.zone = value
      scenario.header.zoneLocation = location(line)
    case "report-zone":
      scenario.header.reportZone = value
      scenario.header.reportZoneLocation = location(line)
    case "device": try readDevice(line)
    default:
      guard let seed = UInt64(value) else {
        throw failure(.unexpected, line.valueStart, value, "an integer that is not negative")
      }
      scenario.header.seed = seed
    }
  }

  private mutating func location(_ line: HeaderLine) -> ScenarioLocation {
    let position = lines.lexer.position(of: line.valueStart)
    return ScenarioLocation(file: lines.file, line: position.line, column: position.column)
  }

  private func tags(in value: String) -> [String] {
    value.split(separator: ",").map { HeaderLine.trimmed($0) }.filter { !$0.isEmpty }
  }

  private mutating func sdk(
    _ value: String, _ line: HeaderLine
  ) throws(ScenarioError) -> ScenarioHeader.SDK {
    if let sdk = ScenarioHeader.SDK(rawValue: value) { return sdk }
    let known = ScenarioHeader.SDK.allCases.map(\.rawValue)
    throw failure(.unknown(what: "sdk"), line.valueStart, value, TokenCursor.list(known))
  }

  /// `sdk=v3,v5`
  private mutating func readMatrix(
    _ value: String, _ line: HeaderLine
  ) throws(ScenarioError) {
    let expected = "what varies, as in sdk=v3,v5"
    guard value.hasPrefix("sdk=") else {
      throw failure(.unexpected, line.valueStart, value, expected)
    }
    var matrix: [ScenarioHeader.SDK] = []
    for word in tags(in: String(value.dropFirst("sdk=".count))) {
      let sdk = try sdk(word, line)
      if matrix.contains(sdk) { throw failure(.duplicate(what: "sdk"), line.valueStart, word) }
      matrix.append(sdk)
    }
    if matrix.count < 2 { throw failure(.unexpected, line.valueStart, value, expected) }
    scenario.header.matrix = matrix
    scenario.header.sdk = matrix[0]
  }

  private mutating func readStart(_ value: String, _ line: HeaderLine) throws(ScenarioError) {
    guard let (wall, offset) = CivilTime.parseISO(value) else {
      throw failure(
        .unexpected, line.valueStart, value, "a time such as 2014-03-01T23:57:00+01:00")
    }
    scenario.header.start = wall
    scenario.header.startOffsetSeconds = offset
  }

  private mutating func readDevice(_ line: HeaderLine) throws(ScenarioError) {
    var lexer = lines.lexer
    lexer.index = line.valueStart
    guard let tokens = try lexer.nextLine() else { return }
    var cursor = TokenCursor(tokens, file: lines.file)
    scenario.header.device = try cursor.deviceSettings()
  }

  private mutating func failure(
    _ kind: ScenarioError.Kind, _ offset: Int, _ found: String, _ expected: String = "",
    _ suggestion: String? = nil
  ) -> ScenarioError {
    ScenarioError(
      file: lines.file, position: lines.lexer.position(of: offset), kind: kind, found: found,
      expected: expected, suggestion: suggestion)
  }
}

/// One line of a header: `key: value # comment`.
struct HeaderLine {
  /// The bytes without the comment and the blanks around.
  let range: Range<Int>
  private let bytes: [UInt8]

  init(_ line: Range<Int>, in lexer: Lexer) {
    bytes = lexer.bytes
    var end = line.lowerBound
    var isInString = false
    // A comment needs a blank before it, so that a title may speak of "issue#7".
    while end < line.upperBound {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      let isAfterBlank = end == line.lowerBound || Self.isBlank(bytes[end - 1])
      if byte == UInt8(ascii: "#"), isAfterBlank, !isInString { break }
      end += 1
    }
    range = Self.trimmed(line.lowerBound..<end, bytes)
  }

  var isEmpty: Bool { range.isEmpty }
  var isDashes: Bool { bytes[range].elementsEqual("---".utf8) }
  var text: String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first word, up to a blank.
  var firstWord: String {
    String(decoding: bytes[range].prefix { !Self.isBlank($0) }, as: UTF8.self)
  }

  private var colon: Int? {
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    // A colon after a blank or a quote is part of a statement, not the end of a key.
    let before = bytes[range.lowerBound..<colon]
    let isKey = !before.isEmpty && !before.contains { Self.isBlank($0) || $0 == UInt8(ascii: "\"") }
    return isKey ? colon : nil
  }

  /// The key, or nil if the line has none.
  var key: String? {
    colon.map { String(decoding: bytes[range.lowerBound..<$0], as: UTF8.self) }
  }

  private var valueRange: Range<Int> {
    let start = (colon ?? range.lowerBound - 1) + 1
    return Self.trimmed(start..<range.upperBound, bytes)
  }

  /// Where the value begins.
  var valueStart: Int { valueRange.lowerBound }

  /// The value, without quotes if it is in quotes.
  var value: String {
    let value = bytes[valueRange]
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return String(decoding: isQuoted ? value.dropFirst().dropLast() : value, as: UTF8.self)
  }

  /// A text without the blanks around it.
  static func trimmed(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[trimmed(0..<bytes.count, bytes)], as: UTF8.self)
  }

  private static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    while start < end, isBlank(bytes[start]) { start += 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
