import OrderedCollections
import PhoneLog
import TagRuntime
import Testing

/// What is broken in a log is a finding, and hides nothing else.
struct PhoneFlawTests {
  private static let hits = (1...8).map {
    "ul=en&_v=mi3.1.7&cid=c-1&ea=tap\($0)&ec=ui&t=event&tid=UA-12345-1&v=1&ht=\($0)&qt=5&z=\($0)77"
  }

  /// Line ends that a console or a copy turned into something else.
  @Test(arguments: ["\n", "\r\n", "%@\n", "%@\\n", "\\n", "%0A", "%0D%0A", " ", ", ", ""])
  func hitsBehindDamagedSeparatorsAreFound(_ separator: String) {
    let read = HitText(Self.hits.joined(separator: separator))
    #expect(read.hits.count == 8)
    #expect(
      read.hits.map { hit in hit.first { $0.name == "ea" }?.value } == (1...8).map { "tap\($0)" })
    #expect(read.damagedCount == (["\n", "\r\n", "%@\n"].contains(separator) ? 0 : 7))
  }

  @Test func hitsOfOneLineOfALogAreFoundAndTheDamageIsSaid() {
    let body = Self.hits.joined(separator: "%@\\n")
    let record = record(of: "Sending hit(s) POST https://ssl.google-analytics.com/batch\n\(body)\n")
    #expect(record.hits.count == 8)
    #expect(record.flaws.map(\.kind) == [.damagedSeparators])
    #expect(record.flaws[0].sentence.hasPrefix("the separators before 7 hits are damaged"))
  }

  @Test(arguments: ["&amp;", "\\u0026"])
  func signsThatWereEscapedAreRead(_ sign: String) {
    let read = HitText(Self.hits[0].replacing("&", with: sign))
    #expect(read.hits.count == 1 && read.hits[0].count == 11)
  }

  @Test(arguments: ["<null>", "\"<null>\"", "(null)", "undefined", "\"undefined\"", "null"])
  func aValueThatIsNoneIsAFinding(_ value: String) {
    let record = record(
      of: "Processing logged event: login with parameters: {\n  method = \(value);\n  a = 1;\n}\n")
    #expect(record.flaws.map(\.kind) == [.emptyValue])
    #expect(record.events.first?.event.parameters["a"] == "1")
  }

  /// Firebase's own parameters are not the app's, whatever they are.
  @Test(arguments: [
    "ga_screen_class (_sc) = \"(null)\"", "firebase_previous_class = (null)",
    "\"_pc\" = \"<null>\"", "firebase_screen_class = A",
  ])
  func parametersOfFirebaseAreNoFindings(_ line: String) {
    let record = record(
      of: "Logging event: origin, name, params: app, login, {\n  \(line);\n  method = a;\n}\n")
    #expect(record.events.count == 1 && record.flaws.isEmpty, "\(record.flaws)")
  }

  /// A log that is saved in the middle of an event is no broken one.
  @Test(arguments: [
    "Processing logged event: a with parameters: {\n  k = 1;\n",
    "Logging event (FE): a, Bundle[{k=1, b", "Saved hit: {\n parameters = {\n  \"&t\" = event;\n",
  ])
  func aLogThatEndsInTheMiddleIsNoFault(_ text: String) {
    let whole = "Logging event (FE): b, Bundle[{}]\n"
    #expect(record(of: whole + text).flaws.map(\.kind) == [.cutLog])
    #expect(!record(of: whole + text + "\n" + whole).flaws.contains { $0.kind == .cutLog })
  }

  /// Only what the app logs: Firebase's own names are none of its names.
  @Test func whatFirebaseDropsIsAFinding() {
    let text = String(repeating: "x", count: 101)
    let record = record(
      of: """
        Logging event: origin, name, params: app, played song, {
          ga_event_origin (_o) = app;
          ga_other = 1;
          a-b = 1;
          text = \(text);
        }
        Logging event: origin, name, params: auto, first_open (_f), {
          a-b = 1;
        }
        Setting user property. Name, value: user tier, gold
        Setting user property. Name, value: first_open_time (_fot), 1

        """)
    #expect(record.flaws.map(\.kind) == Array(repeating: .droppedName, count: 4))
    let subjects = ["'played song'", "'a-b'", "'text'", "'user tier'"]
    for (flaw, subject) in zip(record.flaws, subjects) { #expect(flaw.sentence.contains(subject)) }
  }

  @Test func aDictionaryThatDoesNotEndIsAFindingWithWhatItHas() {
    let record = record(
      of: "Processing logged event: a with parameters: {\n  k = 1;\n"
        + "Processing logged event: b with parameters: {\n  k = 2;\n}\n")
    #expect(record.events.map(\.event.name) == ["a", "b"])
    #expect(record.events.map(\.event.parameters) == [["k": "1"], ["k": "2"]])
    #expect(record.flaws.map(\.kind) == [.brokenBody] && record.flaws[0].lines == [1])
  }

  @Test func linesOfOthersDoNotEndADictionaryUntilThereAreTooMany() {
    func log(_ count: Int) -> String {
      "2024-05-02 12:18:26.000115+0200 Shop[1796:3] Processing logged event: a with parameters: {\n"
        + String(repeating: "2024-05-02 12:18:26.1+0200 Shop[1796:4] other {\n", count: count)
        + "  k = 1;\n}\n"
    }
    let whole = record(of: log(PhoneLogReader.interruptionLimit))
    #expect(whole.events.map(\.event.parameters) == [["k": "1"]] && whole.flaws.isEmpty)
    let broken = record(of: log(PhoneLogReader.interruptionLimit + 1))
    #expect(broken.events.map(\.event.parameters) == [[:]])
    #expect(broken.flaws.map(\.kind) == [.brokenBody])
  }

  @Test func aLineAndAFieldHaveBounds() {
    let long = String(repeating: "x", count: PhoneLogReader.fieldLimit + 1)
    let field = record(of: "Logging event (FE): a, Bundle[{k=\(long), b=1}]\n")
    #expect(field.events.first?.event.parameters["k"]?.text?.utf8.count == 8_192)
    #expect(field.events.first?.event.parameters["b"] == "1")
    #expect(field.flaws.map(\.kind) == [.droppedName, .longField])
    let line = String(repeating: "y", count: PhoneLogReader.lineLimit)
    let cut = record(
      of: "Logging event (FE): a, Bundle[{k=\(line)}]\nLogging event (FE): b, Bundle[{}]\n")
    #expect(cut.events.map(\.event.name) == ["a", "b"])
    #expect(cut.flaws.map(\.kind) == [.longLine, .brokenBody])
  }

  /// What is more than a record keeps is left out, and the number of its lines is said.
  @Test(arguments: [
    "Logging event (FE): a%, Bundle[{}]", "Setting user property (FE): a%, b",
    "Hit delivery requested: ht=%, _s=%, t=event, tid=UA-1-1",
    "Logging custom event with event name a%.",
  ])
  func linesThatAreLeftOutAreCounted(_ line: String) {
    func log(_ count: Int) -> String {
      (1...count).map { line.replacing("%", with: "\($0)") + "\n" }.joined()
    }
    #expect(record(of: log(20), keptLimit: 20).flaws.isEmpty)
    let flaws = record(of: log(23), keptLimit: 20).flaws
    #expect(flaws.map(\.kind) == [.leftOut] && flaws.map(\.lines) == [[21]])
    #expect(flaws.first?.sentence.hasPrefix("3 lines left out") == true)
  }

  @Test func aTextWithBracketsAndSignsIsATextOfAndroid() {
    let record = record(
      of: "Logging event (FE): a, Bundle[{k=[new, b=x=y, c=a, b and c, d=}z]}]\n")
    #expect(
      record.events.first?.event.parameters
        == ["k": "[new", "b": "x=y", "c": "a, b and c", "d": "}z]"])
  }

  /// Bytes of a phone are anything; whatever they are, reading ends and stays bounded.
  @Test func noiseIsReadOver() {
    var random = RandomSource(seed: 43)
    let words = [
      "{", "}", "(", ")", "\n", ";", ",", " = ", "Saved hit: ", "parameters = {", "&tid=", "&z=1",
      "Processing logged event: ", " with parameters: {", "Logging event (FE): ", "Bundle[{", "}]",
      "\"", "\\U", "[braze] Logged event:", "- data: custom(name: \"", "\u{1B}[31m", "é", "\0",
    ]
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<60 { text += words[Int(random.next() % UInt64(words.count))] }
      let record = record(of: text)
      #expect(record.events.count + record.hits.count <= 60)
    }
  }
}
