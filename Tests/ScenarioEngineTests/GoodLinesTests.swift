import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagLanguage

@Suite struct GoodLinesTests {
  private static let commands: [(String, Command)] = [
    ("container default a/b.plist", .containerDefault(path: "a/b.plist")),
    ("container default \"a b.plist\"", .containerDefault(path: "a b.plist")),
    ("container saved a.json age=13h", .containerSaved(path: "a.json", age: .seconds(46_800))),
    ("container saved a.json", .containerSaved(path: "a.json", age: nil)),
    ("publish a.json", .publish(path: "a.json", version: nil)),
    ("publish a.json version=8", .publish(path: "a.json", version: "8")),
    ("launch", .act(.launch(isCold: false, kind: nil, timeout: nil))),
    (
      "launch cold open=prefer-fresh timeout=500ms",
      .act(.launch(isCold: true, kind: .preferFresh, timeout: .milliseconds(500)))
    ),
    (
      "launch open=never",
      .act(.launch(isCold: false, kind: nil, timeout: nil, opens: false))
    ),
    ("screen \"Home Screen\"", .act(.screen("Home Screen"))),
    ("tap \"Buy\"", .act(.tap("Buy", arguments: [:]))),
    (
      "tap \"Buy\" sku=\"S-77\" price=19.90 n=42 gift=true",
      .act(.tap("Buy", arguments: ["sku": "S-77", "price": 19.9, "n": 42, "gift": true]))
    ),
    (
      "push {\"event\": \"x\", \"a\": [1, absent]}",
      .act(.app(.push(["event": "x", "a": [1, .absent]])))
    ),
    (
      "push event=\"x\" user.tier=\"gold\" n=42 \"a.b\"=1.0 user.age=null",
      .act(.app(.push(["event": "x", "user": ["tier": "gold", "age": nil], "n": 42, "a.b": 1.0])))
    ),
    ("push list=[1, 2] m={\"a\": -1}", .act(.app(.push(["list": [1, 2], "m": ["a": -1]])))),
    ("read int64 banner_size", .act(.app(.read("banner_size", .int64)))),
    ("network offline", .act(.network(.offline))),
    ("background", .act(.background())),
    ("foreground", .act(.foreground)),
    ("kill", .act(.kill)),
    ("wait 2m", .wait(.seconds(120))),
    ("jump 3d", .act(.jump(.seconds(259_200)))),
    ("at 04:10:00", .at(.local(LocalTime(hour: 4, minute: 10)))),
    ("at 2014-03-01T23:58:40+01:00", .at(.full(WallTime(milliseconds: 1_393_714_720_000)))),
    ("settle off", .settle(false)),
    ("dispatch", .act(.app(.dispatch))),
    ("dispatch-interval 120s", .act(.app(.setDispatchInterval(.seconds(120))))),
    ("dispatch-interval off", .act(.app(.setDispatchInterval(nil)))),
    ("refresh", .act(.app(.refresh()))),
    (
      "device language=es screen=640x1136 os=\"7.0\" model=\"iPhone6,1\"",
      .device(
        DeviceSettings(
          language: "es", screen: .init(width: 640, height: 1136), osVersion: "7.0",
          model: "iPhone6,1"))
    ),
    ("chapter \"1 # not a comment\" # a comment", .chapter("1 # not a comment")),
    ("caption \"\\u00e9 \\\"x\\\"\"", .caption("é \"x\"")),
    ("note \"환영합니다\"", .note("환영합니다")),
    ("mark tunnel", .mark("tunnel")),
    ("focus tags", .view(ViewCommand(.focus, words: ["tags"]))),
    ("compare", .view(ViewCommand(.compare, words: []))),
    ("compare \"as written\" fix", .view(ViewCommand(.compare, words: ["as written", "fix"]))),
    ("highlight tag \"A b\"", .view(ViewCommand(.highlight, words: ["tag", "A b"]))),
    ("speed 0.5x", .view(ViewCommand(.speed, words: ["0.5x"]))),
  ]

  @Test(arguments: commands)
  func command(_ line: String, _ command: Command) throws { try expectCommand(line, command) }

  private static let expectations: [(String, ScenarioEngine.Expectation)] = [
    ("tag \"A\" fired", .tag(name: "A", .fired(times: nil))),
    ("tag \"A\" fired 2x", .tag(name: "A", .fired(times: 2))),
    ("tag \"A\" not fired", .tag(name: "A", .notFired(because: nil))),
    ("tag \"A\" not fired because \"b c\"", .tag(name: "A", .notFired(because: "b c"))),
    (
      "value k == \"Hola\" as string from saved",
      .value(
        .init(key: "k", comparison: Comparison(.equal, "Hola"), kind: .string, source: .saved))
    ),
    ("value k >= 0.5", .value(.init(key: "k", comparison: Comparison(.greaterOrEqual, 0.5)))),
    (
      "value k!=1 from none",
      .value(.init(key: "k", comparison: Comparison(.notEqual, 1), source: ContainerSource.none))
    ),
    ("container source=saved version=7", .container(.init(source: .saved, version: "7"))),
    (
      "container source=network age<12h",
      .container(.init(source: .network, age: Comparison(.less, .seconds(43_200))))
    ),
    (
      "container age >= 1d", .container(.init(age: Comparison(.greaterOrEqual, .seconds(86_400))))
    ),
    ("queue size == 3", .queue(size: Comparison(.equal, 3))),
    ("queue size <= 3", .queue(size: Comparison(.lessOrEqual, 3))),
    ("sent 3", .sent(Comparison(.equal, 3))),
    ("sent > 0", .sent(Comparison(.greater, 0))),
    ("lost 0", .lost(Comparison(.equal, 0))),
    ("data {\"a\": 1}", .data(["a": 1], exactly: false)),
    ("data exactly {\n  \"a\": 1\n}", .data(["a": 1], exactly: true)),
  ]

  @Test(arguments: expectations)
  func expectation(_ text: String, _ expectation: ScenarioEngine.Expectation) throws {
    try expectExpectation(text, expectation)
  }

  @Test func wordsBeforeTheVerb() throws {
    let line = "  then optional label \"a label\" expect   sent 3  # why"
    let statement = try #require(try StatementParser.parse(line: line))
    #expect(statement.label == "a label")
    #expect(statement.isOptional)
    #expect(statement.text == "then optional label \"a label\" expect   sent 3")
    #expect(statement.location == ScenarioLocation(file: "prompt", line: 1, column: 3))
  }

  @Test func textOfJSONOverLinesIsOneLine() throws {
    let line = "push {\r\n    \"a b\": 1,  \n\n  \"c\": [\n2]\n}"
    let statement = try #require(try StatementParser.parse(line: line))
    #expect(statement.text == "push { \"a b\": 1, \"c\": [ 2] }")
  }

  @Test(arguments: ["", "   ", "# nothing", "\t# nothing\r\n\n"])
  func nothing(_ line: String) throws {
    #expect(try StatementParser.parse(line: line) == nil)
  }

  /// What a key does reads, as a line of the language, like what it did.
  @Test(arguments: ["Buy", "say \"hi\"", "a\\b", "#1", "tab\there", "=", "환영", ""])
  func linesThatKeysWrite(_ title: String) throws {
    let location = ScenarioLocation(file: "keys", line: 1, column: 1)
    let arguments: OrderedDictionary<String, Value> = ["sku": "absent", "n": 4, "none": .absent]
    for statement in [
      Statement.tap(title, arguments, at: location), .tap(title, at: location),
      .screen(title, at: location),
    ] {
      let read = try StatementParser.parse(line: statement.text, file: "keys")
      #expect(read == statement)
    }
  }
}
