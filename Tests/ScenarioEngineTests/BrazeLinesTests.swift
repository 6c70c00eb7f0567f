import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

/// Lines about Braze and about classes: what they mean, and what is said of mistakes.
struct BrazeLinesTests {
  typealias State = ScenarioEngine.Expectation.BrazeState

  private static let good: [(String, State)] = [
    ("event \"played song\"", .event(name: "played song", properties: nil, times: nil)),
    ("event \"e\" 2x", .event(name: "e", properties: nil, times: 2)),
    (
      "event \"e\" {\"genre\": \"pop\", \"times\": 42} 0x",
      .event(name: "e", properties: ["genre": "pop", "times": 42], times: 0)
    ),
    ("attribute \"vip\" == 1.0", .attribute(key: "vip", Comparison(.equal, 1.0), nil)),
    (
      "attribute \"vip\" == 1.0 as double",
      .attribute(key: "vip", Comparison(.equal, 1.0), .double)
    ),
    (
      "attribute \"l\" != [\"a\"] as strings",
      .attribute(key: "l", Comparison(.notEqual, ["a"]), .strings)
    ),
    ("user \"u7\"", .user(id: "u7")), ("user anonymous", .user(id: nil)),
    ("user \"anonymous\"", .user(id: "anonymous")), ("events 3", .events(Comparison(.equal, 3))),
    ("events > 0", .events(Comparison(.greater, 0))),
  ]

  @Test(arguments: good)
  func expectation(_ text: String, _ state: State) throws {
    try expectExpectation("braze " + text, .braze(state))
  }

  private static let bad: [(String, String)] = [
    ("", "13: the line ends where event, attribute, user or events was expected"),
    ("evnt \"e\"", "14: unknown part of Braze 'evnt': did you mean 'event'?"),
    ("event played song", "20: found 'played', expected the … did you mean '\"played song\"'?"),
    ("event \"e\" 2", "24: found '2', expected a number of times such as 2x: did you mean '2x'?"),
    ("event \"e\" [1]", "24: found '[1]', expected a map in braces"),
    ("attribute \"vip\" = 1", "30: found '=', expected ==, !="),
    ("attribute \"vip\" == 1 as bool", "38: unknown type 'bool'"),
    ("user u7", "19: found 'u7', expected anonymous or an id in quotes: did you mean '\"u7\"'?"),
    ("events many", "21: found 'many', expected a number of events"),
  ]

  @Test(arguments: bad)
  func mistake(_ text: String, _ sentence: String) {
    expectMistake("expect braze " + text, sentence + " …")
  }

  // MARK: The app

  @Test func classesOfAnApp() throws {
    let app = try parse(
      """
      class "BrazeGTMTagManager" braze swift
      class Shop.Both logs "receipt" total=${total} kind="x" then braze objective-c then fails "no"
      class Note notes
      class "Price List"
        returns 19.9 when sku="S-1" and language="es"
        fails "no price" when sku="bad"
        echoes
      end
      tag-function braze braze swift
      """)
    #expect(app.usesBraze)
    #expect(
      app.classes == [
        AppClass(path: "BrazeGTMTagManager", .acts([.braze(.swift)])),
        AppClass(
          path: "Shop.Both",
          .acts([
            .pushes(
              PushTemplate(parts: [
                .init(path: ["event"], value: .constant("receipt")),
                .init(path: ["total"], value: .parameter(name: "total", default: nil)),
                .init(path: ["kind"], value: .constant("x")),
              ])), .braze(.objectiveC), .fails("no"),
          ])), AppClass(path: "Note", .acts([])),
        AppClass(
          path: "Price List",
          .gives([
            .init(
              conditions: [.init(name: "sku", value: "S-1"), .init(name: "language", value: "es")],
              outcome: .value(19.9)),
            .init(conditions: [.init(name: "sku", value: "bad")], outcome: .fails("no price")),
            .init(outcome: .echo),
          ])),
      ])
    #expect(app.containers[0].tagFunctions == [AppTag(name: "braze", actions: [.braze(.swift)])])
  }

  @Test func aProviderWithAMapping() throws {
    let app = try parse(
      """
      class Shop.Tags braze objective-c mapping
        action-key kind
        action "track" log-event name
        action trait custom-attribute trait value
        action login change-user user
        action start initialize
      end
      class Note notes
      """)
    let mapping = BrazeMapping(
      actionKey: "kind",
      actions: [
        .init("track", .logEvent, keys: ["name"]),
        .init("trait", .customAttribute, keys: ["trait", "value"]),
        .init("login", .changeUser, keys: ["user"]), .init("start", .initialize),
      ])
    #expect(
      app.classes == [
        AppClass(path: "Shop.Tags", .acts([.braze(.objectiveC, mapping)])),
        AppClass(path: "Note", .acts([])),
      ])
  }

  @Test func anAppWithoutBraze() throws {
    #expect(try !app(of: "class Note notes\nclass V\nreturns 1\nend").usesBraze)
  }

  @Test(arguments: [
    ("class", "a:4:6: error: the line ends where the path of a class was expected"),
    ("class {} notes", "a:4:7: error: found '{}', expected the path of a class"),
    ("class A bra swift", "a:4:9: error: unknown class action 'bra': did you mean 'braze'?"),
    ("class A braze swft", "a:4:15: error: unknown provider 'swft': did you mean 'swift'?"),
    ("class A braze", "a:4:14: error: the line ends where swift or objective-c was expected"),
    ("class A logs e", "a:4:14: error: found 'e', expected the name of an event in quotes"),
    ("class A logs \"e\" event=\"f\"", "a:4:18: error: found 'event', expected parameters other …"),
    ("class A braze swift mapping\naction a log-evnt n\nend", "a:5:10: error … 'log-event'?"),
    ("class A braze swift mapping\naction a custom-attribute k\nend", "a:5:28: error: the line …"),
    (
      "class A braze swift mapping\naction a initialize\naction a initialize\nend",
      "a:6:8: error: the action 'a' is given twice"
    ),
    ("class A notes mapping", "a:4:15: error: found 'mapping', expected"),
    ("class A notes\nclass A notes", "a:5:7: error: the class 'A' is given twice"),
    ("class A\nreturn 1\nend", "a:5:1: error: unknown class line … did you mean 'returns'?"),
    ("class A\nscreen \"B\"\nend", "a:4:1: error: the class of line 4 is not closed: expected …"),
  ])
  func mistakes(_ lines: String, _ expected: String) { expectAppMistake(lines, expected + " …") }

  private func parse(_ lines: String) throws -> App { try app(of: lines) }
}
