import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@Suite struct ScenarioParserTests {
  @Test func readsTheSample() throws {
    let scenario = try ScenarioParser.parse(Sample.scenario, file: "offline.scenario")
    let header = scenario.header
    #expect(header.title == "Offline purchase just before midnight")
    #expect(header.tags == ["offline", "dispatch", "workshop"])
    #expect(header.sdk == .v3)
    #expect(header.app == "apps/shop.app")
    #expect(header.start == WallTime(milliseconds: 1_393_714_620_000))
    #expect(header.startOffsetSeconds == 3600)
    #expect(header.zone == "Europe/Madrid")
    #expect(header.device.applied(to: Device()).language == "es")
    #expect(header.seed == 7)
    #expect(scenario.setup.count == 4)
    #expect(scenario.statements.count == 11)
    #expect(scenario.apps.map(\.name) == ["Inline"])
    #expect(
      scenario.references.map { "\($0.kind) \($0.path) \($0.location)" } == [
        "app apps/shop.app offline.scenario:5:6",
        "container containers/GTM-AB12.plist offline.scenario:12:21",
        "container containers/GTM-AB12-v7.json offline.scenario:13:21",
        "container containers/GTM-AB12-v8.json offline.scenario:14:21",
      ])
    #expect(scenario.statements[5].location.line == 23)
    #expect(scenario.statements[6].location.line == 27)
  }

  @Test func headerIsOptional() throws {
    let scenario = try ScenarioParser.parse("\u{FEFF}# hello\nkill\r\nkill\r\n", file: "a")
    #expect(scenario.statements.map(\.location.line) == [2, 3])
    #expect(try ScenarioParser.parse("", file: "a").statements.isEmpty)
  }

  @Test(arguments: [
    ("tagsim 2\n---", "a:1:8: error: found '2', expected tagsim 1"),
    ("tagsim 1\nsdk: v9\n---", "a:2:6: error: unknown sdk 'v9': expected v3 or v5"),
    ("tagsim 1\nmatrix: v3\n---", "a:2:9: error: found 'v3', expected what varies, as in …"),
    ("tagsim 1\nmatrix: sdk=v5\n---", "a:2:9: error: found 'sdk=v5', expected what varies, as …"),
    ("tagsim 1\nmatrix: sdk=v3,v4\n---", "a:2:9: error: unknown sdk 'v4': expected v3 or v5"),
    ("tagsim 1\nmatrix: sdk=v3,v3\n---", "a:2:9: error: the value 'v3' is given twice"),
    ("tagsim 1\ntitel: x\n---", "a:2:1: error: unknown header key 'titel': did you mean 'title'?"),
    ("tagsim 1\ntitle: x\ntitle: y\n---", "a:3:1: error: the header key 'title' is given twice"),
    ("tagsim 1\nstart: noon\n---", "a:2:8: error: found 'noon', expected a time such as …"),
    ("tagsim 1\nseed: -1\n---", "a:2:7: error: found '-1', expected an integer that is not …"),
    ("tagsim 1\ndevice: langauge=es\n---", "a:2:9: error: unknown key … did you mean 'language'?"),
    ("tagsim 1\ntitle: x\nkill\nkill", "a:3:1: error: found 'kill', expected 'key: value' or …"),
    ("tagsim 1\ntitle: x", "a:2:9: error: the line ends where '---' at the end of the header …"),
    ("setup\nkill", "a:1:1: error: the setup of line 1 is not closed: expected 'end'"),
    (
      "push {\"a\": 1,\n \"b\" 2\n}\nlunch",
      """
      a:2:6: error: in the JSON: found '2', expected ':' after the key
      a:4:1: error: unknown verb 'lunch': did you mean 'launch'?
      """
    ),
    (
      "push {\"a\": 1\nlunch\nkill",
      """
      a:2:1: error: the '{' of line 1 is not closed: found 'lunch' where ',' or '}' was expected
      a:2:1: error: unknown verb 'lunch': did you mean 'launch'?
      """
    ),
    (
      "wait 3\ncaption \"x\nwait 4",
      """
      a:1:6: error: '3' has no unit (ms, s, m, h or d): did you mean '3s'?
      a:2:9: error: the string is not closed: expected '"' before the end of the line
      a:3:6: error: '4' has no unit (ms, s, m, h or d): did you mean '4s'?
      """
    ),
  ])
  func mistakes(_ text: String, _ expected: String) {
    let errors = #expect(throws: ScenarioErrors.self) {
      try ScenarioParser.parse(text, file: "a")
    }
    #expect(errors?.description.reads(expected) == true, "\(errors?.description ?? "")")
  }

  @Test func collectsTwentyMistakes() {
    let text = String(repeating: "lunch\n", count: 30)
    let read = ScenarioParser.read(Array(text.utf8), file: "a")
    let (scenario, errors) = (read.scenario, read.errors)
    #expect(errors.errors.count == ScenarioErrors.limit)
    #expect(errors.isFull)
    #expect(scenario.statements.isEmpty)
  }

  @Test func goodStatementsSurviveBadOnes() {
    let read = ScenarioParser.read(Array("kill\nlunch\nrefresh".utf8), file: "a")
    let (scenario, errors) = (read.scenario, read.errors)
    #expect(scenario.statements.map(\.command) == [.act(.kill), .act(.app(.refresh()))])
    #expect(errors.errors.count == 1)
  }

  @Test func everyTruncationIsReadOrRefused() {
    let bytes = Array(Sample.scenario.utf8)
    for count in 0...bytes.count {
      _ = ScenarioParser.read(Array(bytes.prefix(count)), file: "a")
    }
  }

  @Test func everyLostOrChangedByteIsReadOrRefused() {
    let bytes = Array(Sample.scenario.utf8)
    let noise = Array("\"{}[]=<>$#\n\\:-x0 \u{0}".utf8) + [0xFF]
    for index in bytes.indices {
      var without = bytes
      without.remove(at: index)
      _ = ScenarioParser.read(without, file: "a")
      var changed = bytes
      changed[index] = noise[index % noise.count]
      _ = ScenarioParser.read(changed, file: "a")
    }
  }
}
