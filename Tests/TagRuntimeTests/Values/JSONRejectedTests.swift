import TagRuntime
import Testing

@Suite struct JSONRejectedTests {
  @Test(
    arguments: [
      ("", .unexpectedEnd), (" ", .unexpectedEnd), ("[", .unexpectedEnd), ("[1", .unexpectedEnd),
      ("[1,", .unexpectedEnd), ("{", .unexpectedEnd), (#"{"a""#, .unexpectedEnd),
      (#"{"a":"#, .unexpectedEnd), (#"{"a":1,"#, .unexpectedEnd), ("\"a", .unexpectedEnd),
      (#""\"#, .unexpectedEnd), (#""\u12"#, .unexpectedEnd),
      ("]", .unexpectedCharacter), ("[1,]", .unexpectedCharacter), ("[,1]", .unexpectedCharacter),
      ("[1 2]", .unexpectedCharacter), ("[1}", .unexpectedCharacter), ("{]", .unexpectedCharacter),
      (#"{"a" 1}"#, .unexpectedCharacter), (#"{"a":1,}"#, .unexpectedCharacter),
      ("{a:1}", .unexpectedCharacter), ("{1:1}", .unexpectedCharacter),
      ("'a'", .unexpectedCharacter), ("nul", .unexpectedCharacter), ("True", .unexpectedCharacter),
      ("NaN", .unexpectedCharacter), ("Infinity", .unexpectedCharacter),
      ("+1", .unexpectedCharacter), (".5", .unexpectedCharacter), ("/**/1", .unexpectedCharacter),
      ("\u{FEFF}1", .unexpectedCharacter), ("\u{A0}1", .unexpectedCharacter),
      ("absent", .unexpectedCharacter), (#""\ud83dx\ude00""#, .badEscape),
      ("1 2", .trailingText), ("[]]", .trailingText), ("nullx", .trailingText),
      ("1,", .trailingText), ("\"a\"b", .trailingText), ("0x10", .trailingText),
      ("01", .badNumber), ("-01", .badNumber), ("00", .badNumber), ("-", .badNumber),
      ("-a", .badNumber), ("1.", .badNumber), ("1.e3", .badNumber), ("1e", .badNumber),
      ("1e+", .badNumber), ("-.5", .badNumber), ("1e400", .badNumber), ("-1e400", .badNumber),
      (#""\x41""#, .badEscape), (#""\U0041""#, .badEscape), (#""\'""#, .badEscape),
      (#""\u00g0""#, .badEscape), (#""\u+041""#, .badEscape), (#""\ud83d""#, .badEscape),
      (#""\ude00""#, .badEscape), (#""\ud83d\u0041""#, .badEscape),
      ("\"\n\"", .controlCharacter), ("\"\t\"", .controlCharacter), ("\"\0\"", .controlCharacter),
      ("\"a\\n\u{1}\"", .controlCharacter),
    ] as [(String, JSONError.Code)])
  func rejects(_ text: String, _ code: JSONError.Code) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.code == code)
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22],
    ] as [[UInt8]])
  func rejectsBytesThatAreNotUTF8(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    #expect(error?.code == .invalidUTF8)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func rejectsWhatIsNestedDeeperThanTheLimit(_ opening: String) {
    let text = String(repeating: opening, count: JSONReader.depthLimit + 1)
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.code == .tooDeep(limit: JSONReader.depthLimit))
    #expect(error?.position.offset == opening.utf8.count * JSONReader.depthLimit)
  }

  @Test func aMillionBracketsAreRefusedAtTheLimit() {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    #expect(error?.code == .tooDeep(limit: JSONReader.depthLimit))
  }

  @Test(arguments: [
    ("[1,\n  x]", 6, 2, 3, "'x]'", "a value"),
    ("{\"é\" 1}", 6, 1, 6, "'1}'", "':' after the key"),
    ("[1,\n2", 5, 2, 2, "''", "',' or ']'"),
    ("\n\n 01", 3, 3, 2, "'01'", "a number"),
    ("[true] rest of it", 7, 1, 8, "'rest'", "the end of the text"),
    (#"[{"a":1},{"a"2}]"#, 13, 1, 14, "'2}]'", "':' after the key"),
    (#"[{"a":1},{"a":2,}]"#, 16, 1, 17, "'}]'", "a key in quotes"),
    (#"[{"a":1},{"a":2]"#, 15, 1, 16, "']'", "',' or '}'"),
  ])
  func tellsWhere(
    _ text: String, _ offset: Int, _ line: Int, _ column: Int, _ found: String, _ expected: String
  ) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.position == TextPosition(offset: offset, line: line, column: column))
    #expect(error?.found == found)
    #expect(error?.expected == expected)
  }

  @Test(arguments: [
    ("[1 2]", "line 1, column 4: found '2]', expected ',' or ']'"),
    ("[", "line 1, column 2: the text ends where a value was expected"),
    (
      String(repeating: "[", count: 513),
      "line 1, column 513: nested deeper than 512 levels"
    ),
  ])
  func hasASentence(_ text: String, _ sentence: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.description == sentence)
  }
}
