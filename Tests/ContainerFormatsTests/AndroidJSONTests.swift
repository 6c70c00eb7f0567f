import ContainerFormats
import OrderedCollections
import TagRuntime
import Testing

/// JSON that only Android's reader takes, `org.json.JSONTokener`.
struct AndroidJSONTests {
  private static func read(_ text: String) throws -> ContainerVersion {
    try ContainerReader.read(Array(text.utf8), name: "raw")
  }

  private static let taken: [(text: String, value: Value)] = [
    ("{a: \"b\"}", "b"), ("{'a': 'it\\'s'}", "it's"), ("{a: 'say \"x\"'}", "say \"x\""),
    ("{\"a\" = b; c = d}", "b"), ("{a => b}", "b"), ("{a:>b}", "b"), ("{a: b} and more", "b"),
    ("{a: b # to the end\n}", "b"), ("{a: /* in { between */ b}", "b"), ("// first\n{a: b}", "b"),
    ("# first\r{a: b}", "b"), ("{a: TRUE}", true), ("{a: 0x1F}", 31), ("{a: 017}", 15),
    ("{a: 09}", "9"), ("{a: .5}", "0.5"), ("{a: -3,\"b\":1}", -3), ("{a: '\t'}", "\t"),
    ("{a: '\\u00e9\\x'}", "éx"), ("{a: GTM-AB12}", "GTM-AB12"),
  ]

  @Test(arguments: taken)
  func itIsReadAndIOSRejectsIt(_ text: String, _ value: Value) throws {
    let version = try Self.read(text)
    #expect(version.macros.first?.name == "a")
    #expect(version.macros.first?.parameters["value"] == .constant(value))
    #expect(version.remarks.contains { $0.contains("iOS rejects it") }, "\(version.remarks)")
  }

  @Test(arguments: [
    "{a b: c}", "{a: b;}", "{a: b, }", "{1: a}", "{null: a}", "{a: }", "{a: 'b}", "{a: b",
    "{a: [1]}", "{a: null}",
    "{a: 1 2}", "{a: b /* c}", "{a: b / c}", "a: b", "/ {a: b}", "{tag: {a: b}}",
    "{exportFormatVersion: 2, containerVersion: {}}",
  ])
  func itIsRefused(_ text: String) {
    #expect(throws: ContainerError.self) { try Self.read(text) }
  }

  @Test func strictJSONIsReadByBoth() throws {
    #expect(try Self.read("{\"a\": \"b // c\"}").remarks.isEmpty)
  }
}
