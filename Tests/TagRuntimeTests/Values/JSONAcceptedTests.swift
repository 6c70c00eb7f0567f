import OrderedCollections
import TagRuntime
import Testing

@Suite struct JSONAcceptedTests {
  @Test(
    arguments: [
      ("null", nil), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-1", -1),
      ("42", 42), (" \t\r\n7 \n", 7), ("1.0", 1.0), ("-0.0", -0.0), ("0.5", 0.5), ("1e3", 1000.0),
      ("1E+2", 100.0), ("25e-1", 2.5), ("0e0", 0.0), ("1e-400", 0.0), ("\"\"", ""), ("\"a\"", "a"),
      ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]), ("[1, [2], {}]", [1, [2], [:]]),
      ("[null]", [nil]), (#"{"": 0}"#, ["": 0]), (#"{"a.b": {"c": []}}"#, ["a.b": ["c": []]]),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\uABCD""#, "Aé\u{ABCD}"),
      (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\u{0}"), ("\"\u{7F}\"", "\u{7F}"),
      ("\"é 漢 😀\"", "é 漢 😀"), ("\"\u{2028}\"", "\u{2028}"), (#"{"a":1,"a":2}"#, ["a": 2]),
    ] as [(String, Value)])
  func accepts(_ text: String, _ expected: Value) throws {
    #expect(try JSONReader.read(text) == expected)
  }

  @Test(arguments: [
    ("9007199254740993", 9_007_199_254_740_993),
    ("9223372036854775807", Int64.max),
    ("-9223372036854775808", Int64.min),
  ])
  func integersAreExact(_ text: String, _ expected: Int64) throws {
    #expect(try JSONReader.read(text) == .int(expected))
    #expect(JSONWriter.write(.int(expected)) == text)
  }

  @Test func anIntegerPast64BitsIsTheNearestDouble() throws {
    #expect(try JSONReader.read("9223372036854775808") == .double(9_223_372_036_854_775_808))
  }

  @Test func anEqualKeyKeepsItsFirstPlaceAndItsLastValue() throws {
    let value = try JSONReader.read(#"{"a": 1, "b": 2, "a": 3}"#)
    #expect(value == ["a": 3, "b": 2])
    #expect(value.members?.keys == ["a", "b"])
  }

  /// The maps of a list may share the keys of the first.
  @Test(
    arguments: [
      (#"[{"a": 1, "b": 2}, {"a": 3, "b": 4}]"#, [["a": 1, "b": 2], ["a": 3, "b": 4]]),
      (#"[{"a": 1, "b": 2}, { "a" :3}, {}]"#, [["a": 1, "b": 2], ["a": 3], [:]]),
      (#"[{"a": 1}, {"a": 3, "b": 4, "a": 5}]"#, [["a": 1], ["a": 5, "b": 4]]),
      (#"[{"a": 1, "b": 2}, {"b": 4, "a": 3}]"#, [["a": 1, "b": 2], ["b": 4, "a": 3]]),
      (#"[{"a": 1, "a": 2}, {"a": 3, "a": 4}, {"a": 5}]"#, [["a": 2], ["a": 4], ["a": 5]]),
      (#"[{}, {"a": 1}, 2, {"a": 3}]"#, [[:], ["a": 1], 2, ["a": 3]]),
      (#"[{"\u0061": 1}, {"a": 2}, {"\u0061": 3}]"#, [["a": 1], ["a": 2], ["a": 3]]),
      (#"[{"a\"": 1}, {"a\"": 2}, {"a": 3}]"#, [["a\"": 1], ["a\"": 2], ["a": 3]]),
      (
        #"[{"a": [{"b": 1}, {"b": 2}], "c": 3}, {"a": [{"b": 4}], "c": 5}]"#,
        [["a": [["b": 1], ["b": 2]], "c": 3], ["a": [["b": 4]], "c": 5]]
      ),
    ] as [(String, Value)])
  func readsTheMapsOfAList(_ text: String, _ expected: Value) throws {
    let value = try JSONReader.read(text)
    #expect(value == expected)
    let keys = value.elements?.map { $0.members?.keys }
    #expect(keys == expected.elements?.map { $0.members?.keys })
  }

  @Test func theWordAbsentIsAnExtension() throws {
    #expect(try JSONReader.read("[absent, 1]", extensions: .absent) == [.absent, 1])
    #expect(throws: JSONError.self) { try JSONReader.read("[absent, 1]") }
  }

  @Test func aReaderStopsAfterItsValue() throws {
    var reader = JSONReader(Array(#"at [1, 2] next"#.utf8), from: 2)
    #expect(try reader.readValue() == [1, 2])
    #expect(reader.offset == 9)
  }

  @Test func nestingIsAllowedUpToTheLimit() throws {
    let limit = JSONReader.depthLimit
    let deepest =
      String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    var value: Value = []
    for _ in 1..<limit { value = [value] }
    #expect(try JSONReader.read(deepest) == value)
    #expect(JSONWriter.write(value) == deepest)
  }
}
