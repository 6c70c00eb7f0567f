import ContainerFormats
import OrderedCollections
import TagRuntime
import Testing

@Suite struct KeyValueReaderTests {
  private static func xml(_ body: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?><plist version=\"1.0\">\(body)</plist>".utf8)
  }

  private static func macro(_ name: String, _ value: Expression) -> FunctionCall {
    FunctionCall(function: "_c", name: name, parameters: ["value": value])
  }

  @Test func readsJSON() throws {
    let text = #" {"s": "é", "i": -3, "d": 0.15, "w": 2.0, "b": false, "m": {"k": {"x": 1.5}}}"#
    let version = try ContainerReader.read(Array(text.utf8), name: "test")
    let inner = Expression.map([Expression.Entry(key: .constant("x"), value: .constant("1.5"))])
    #expect(
      version
        == ContainerVersion(
          format: .simpleJSON,
          macros: [
            Self.macro("s", .constant("é")), Self.macro("i", .constant(-3)),
            Self.macro("d", .constant("0.15")), Self.macro("w", .constant("2")),
            Self.macro("b", .constant(false)),
            Self.macro("m", .map([Expression.Entry(key: .constant("k"), value: inner)])),
          ]))
  }

  /// A file in which somebody left a note instead of a container.
  @Test(arguments: [
    (#"{"WARNING: replace me": "x"}"#, true), (#"{"_todo": "fill in"}"#, true),
    (#"{"welcome": "x"}"#, false), (#"{"warning": "a", "title": "b"}"#, false),
    (#"{"notebook": "x"}"#, false),
  ])
  func aNoteIsRemarkedOn(_ text: String, _ isNote: Bool) throws {
    let version = try ContainerReader.read(Array(text.utf8), name: "test")
    #expect(version.remarks.contains { $0.contains("may be a placeholder") } == isNote)
  }

  @Test func readsJSONAfterAByteOrderMark() throws {
    let version = try ContainerReader.read([0xEF, 0xBB, 0xBF] + Array("{}".utf8), name: "test")
    #expect(version == ContainerVersion(format: .simpleJSON))
  }

  @Test func readsXML() throws {
    let version = try ContainerReader.read(
      Self.xml(
        """
        <dict><key>s</key><string>1</string><key>i</key><integer>1</integer>
        <key>r</key><real>1</real><key>t</key><true/>
        <key>m</key><dict><key>f</key><false/></dict></dict>
        """), name: "test")
    #expect(
      version
        == ContainerVersion(
          format: .plist,
          macros: [
            Self.macro("s", .constant("1")), Self.macro("i", .constant(1)),
            Self.macro("r", .constant("1")), Self.macro("t", .constant(true)),
            Self.macro(
              "m", .map([Expression.Entry(key: .constant("f"), value: .constant(false))])),
          ]))
  }

  @Test func readsBinaryPropertyLists() throws {
    let version = try ContainerReader.read(BinaryPropertyList.sample(), name: "test")
    // Foundation writes the keys of a dictionary in no order.
    #expect(
      Set(version.macros) == [
        Self.macro(
          "deep", .map([Expression.Entry(key: .constant("on"), value: .constant(true))])),
        Self.macro("rate", .constant("0.15")), Self.macro("size", .constant(50)),
        Self.macro("title", .constant("Hello")), Self.macro("name", .constant("Zoë 漢")),
      ])
  }

  @Test(
    arguments: [
      (Array("{\"a\": {\"b\": [1]}}".utf8), .unsupportedValue(kind: .list, place: "a.b")),
      (Array("{\"a\": null}".utf8), .unsupportedValue(kind: .null, place: "a")),
      (Array("[1]".utf8), .notAMap(kind: "list")),
      (xml("<dict><key>a</key><array/></dict>"), .unsupportedValue(kind: .list, place: "a")),
      (
        xml("<dict><key>a</key><dict><key>b</key><date>2026-03-02T09:00:00Z</date></dict></dict>"),
        .unsupportedValue(kind: .date, place: "a.b")
      ),
      (
        xml("<dict><key>a</key><data>AAAA</data></dict>"),
        .unsupportedValue(kind: .data, place: "a")
      ),
      (xml("<array/>"), .notAMap(kind: "list")),
      (xml("<string>x</string>"), .notAMap(kind: "string")),
      (
        xml(String(repeating: "<dict><key>a</key>", count: 600)),
        .tooDeep(place: "byte 9258", limit: 512)
      ),
      (
        Array("bplist00".utf8),
        .invalidBinaryPropertyList(offset: 0, expected: "a trailer of 32 bytes")
      ),
      (
        Array("bplist00".utf8) + [UInt8](repeating: 0, count: 32),
        .invalidBinaryPropertyList(offset: 8, expected: "a trailer that fits the file")
      ),
    ] as [([UInt8], ContainerError.Code)])
  func refuses(bytes: [UInt8], code: ContainerError.Code) throws {
    #expect(try ContainerReader.refusal(of: bytes) == code)
  }

  // The declaration before the body has 42 characters.
  @Test(arguments: [
    ("<dict>", 49, "'<key>' or '</dict>'"),
    ("<dict><key>a</key></dict>", 61, "a value"),
    (
      "<dict><key>a</key><nil/></dict>", 61,
      "dict, array, string, integer, real, true, false, date or data"
    ),
    ("<dict><key>a</key><integer>x</integer></dict>", 61, "an integer of 64 bits, without blanks"),
    ("<dict><key>a</key><real/></dict>", 61, "a number"),
    ("<dict><key>&x;</key><true/></dict>", 54, "an entity such as '&amp;'"),
    ("<dict><string/></dict>", 49, "'<key>' or '</dict>'"),
    ("<true/><true/>", 50, "'</plist>'"),
    ("<true", 43, "'>' at the end of the tag"),
  ])
  func refusesBrokenPropertyLists(body: String, column: Int, expected: String) throws {
    let position = TextPosition(offset: column - 1, line: 1, column: column)
    #expect(
      try ContainerReader.refusal(of: Self.xml(body))
        == .invalidPropertyList(position: position, expected: expected))
  }

  @Test func readsTextOfXML() throws {
    let version = try ContainerReader.read(
      Self.xml(
        """
        <!-- a <comment> --><dict><key>a&amp;b</key>
        <string> &lt;&#233;&#x20AC;<![CDATA[<&amp;>]]>x</string><key/><string/></dict>
        """), name: "test")
    #expect(
      version.macros == [
        Self.macro("a&b", .constant(" <é€<&amp;>x")), Self.macro("", .constant("")),
      ])
  }
}
