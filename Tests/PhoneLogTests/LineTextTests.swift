import OrderedCollections
import PhoneLog
import TagRuntime
import Testing

/// Lines around which, or in which, a console, a copy or a file has changed something.
struct LineTextTests {
  private static let log = """
    06-03 18:20:04.310  7700  7731 V FA      : Logging event (FE): kauf, Bundle[{ort=Köln, n=1}]
    06-03 18:20:04.410  7700  7731 E FA      : App is missing INTERNET permission

    """

  private static func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  private static let files: [(name: String, bytes: [UInt8], isForeign: Bool)] = [
    ("UTF-8", Array(log.utf8), false), ("a mark", Array("\u{FEFF}\(log)".utf8), false),
    ("UTF-16", wide(log, isBigEndian: true), false),
    ("PowerShell", wide(log.replacing("\n", with: "\r\n"), isBigEndian: false), false),
    ("Latin-1", log.unicodeScalars.map { UInt8($0.value) }, true),
    ("an old Mac", Array(log.replacing("\n", with: "\r").utf8), false),
    (
      "a ticket",
      Array(log.replacing("06-03", with: "> 06-03").replacing("\n", with: "\r\n").utf8), false
    ),
    (
      "colours",
      Array(
        log.replacing("06-03", with: "\u{1B}[38;5;40m06-03")
          .replacing("\n", with: "\u{1B}[0m\n").utf8), false
    ),
  ]

  @Test(arguments: files)
  func aFileIsReadAsItIsSaved(_ name: String, _ bytes: [UInt8], _ isForeign: Bool) {
    let record = PhoneRecord(logOf: bytes)
    #expect(record?.events.map(\.event.parameters) == [["ort": "Köln", "n": "1"]])
    #expect(record?.events.first?.time?.clockText == "18:20:04.310")
    #expect(record?.flaws.map(\.kind) == (isForeign ? [.otherEncoding] : []) + [.sdkFault])
  }

  /// Logcat cuts long lines, and may do so in a letter.
  @Test func aLetterThatIsCutIsNoOtherEncoding() {
    let line =
      "06-03 18:20:04.310  7700  7731 E FA      : App is missing INTERNET permission \u{C3}"
    let bytes = line.unicodeScalars.map { UInt8($0.value) }
    #expect(PhoneRecord(logOf: bytes)?.flaws.map(\.kind) == [.sdkFault])
  }

  @Test func aTagBehindTheMessageIsRead() {
    let record = record(
      of: """
        V( 7700) Logging event (FE): login, Bundle[{method=mail (new)}]  (FA)
        E( 7700) App is missing INTERNET permission  (FA)
        W( 7700) A new sentence  (GoogleTagManager)
        W( 7700) A new sentence  (Wifi)
        I( 7700) Sending universal analytics hit: {  (GoogleTagManager)
        I( 7701) Sending universal analytics hit: {  (GoogleTagManager)
        I( 7701)   "&t" = event;  (GoogleTagManager)
        I( 7700)   "&t" = screenview;  (GoogleTagManager)
        I( 7700) }  (GoogleTagManager)
        I( 7701) }  (GoogleTagManager)

        """)
    #expect(record.events.map(\.event.parameters) == [["method": "mail (new)"]])
    #expect(record.hits.map { $0["t"] } == ["screenview", "event"])
    #expect(record.flaws.map(\.kind) == [.sdkFault, .sdkFault])
    #expect(record.flaws.map(\.lines) == [[2], [3]])
  }

  /// What is whole of a cut line, and the sentence that says that it is cut.
  @Test(
    arguments: [
      ("Logging event (FE): a, Bundle[{search_term=sho", [:], "search_term is cut"),
      ("Logging event (FE): a, Bundle[{sea", [:], "do not end"),
      ("Logging event (FE): a, Bundle[{k=1, text=undefined", ["k": "1"], "text is cut"),
      ("Logging event (FE): a, Bundle[{k=1, items=[Bundle[{b=2, c d=3", ["k": "1"], "items is cut"),
      ("Logging event (FE): a, Bund", [:], "do not end"),
      ("Logging event (FE): play so", nil, "may be truncated"),
      ("Logging event: origin=app,name=a b,par", nil, "may be truncated"),
      ("Event recorded: Event{appId='c.d', name='a', params=Bundle[{k=nul", [:], "k is cut"),
      ("Processing logged event: a with parameters: { k = 1; text = unde", ["k": "1"], "not end"),
      (
        "Processing logged event: a with parameters: {\\n  k = 1;\\n  b = <null", ["k": "1"],
        "not end"
      ),
    ] as [(String, OrderedDictionary<String, Value>?, String)])
  func noFindingIsMadeOfACutPiece(
    _ line: String, _ whole: OrderedDictionary<String, Value>?, _ sentence: String
  ) {
    let record = record(of: line + "\n")
    #expect(record.events.map(\.event.parameters) == (whole.map { [$0] } ?? []))
    #expect(record.flaws.map(\.kind) == [.brokenBody])
    #expect(record.flaws.first?.sentence.contains(sentence) == true, "\(record.flaws)")
  }

  @Test func anEscapedDictionaryIsRead() {
    let lines = [
      #"Logging event: origin, name, params: app, play, {\n    a = 1;\n    "b-c" = "x, y";\n}"#,
      #"{"message": "Logging event: origin, name, params: app, stop, {\n    a = \"1\";\n"#
        + #"    m =     {\n        k = \"\\U00e9\";\n    };\n}", "level": "info"}"#,
    ]
    let record = record(of: lines.joined(separator: "\n") + "\n")
    #expect(record.events.map(\.event.name) == ["play", "stop"])
    #expect(record.events.first?.event.parameters == ["a": "1", "b-c": "x, y"])
    #expect(record.events.last?.event.parameters == ["a": "1", "m": .map(["k": "é"])])
    #expect(record.flaws.map(\.kind) == [.droppedName])
  }
}
