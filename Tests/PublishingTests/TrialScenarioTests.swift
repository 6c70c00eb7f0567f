import OrderedCollections
import Publishing
import ScenarioEngine
import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// The scenario that is made for a container is read like any other, and does what it says.
struct TrialScenarioTests {
  private static func played(_ container: CompiledContainer) throws -> ScenarioRun {
    let trial = TrialScenario(of: container, path: "container")
    let scenario = try ScenarioParser.parse(trial.text, file: "trial.scenario")
    let inputs = RunInputs(
      app: try #require(scenario.apps.first), containers: ["container": container])
    #expect(scenario.check(app: nil).isEmpty)
    return ScenarioRun(scenario, inputs: inputs)
  }

  private static let hostile: [(name: String, text: String)] = [
    ("escape", "\u{1B}[2J\u{1B}]0;owned\u{7}"), ("quotes", "say \"hello\" \\ 'world'"),
    ("lines", "one\r\ntwo\nthree\u{2028}four\u{85}"), ("braces", "{a} ${b} ${c=1} }{ [x] #no"),
    ("bidi", "abc\u{202E}fed\u{2066}"), ("wide", "환영합니다 🏳️‍🌈"), ("signs", "a=b<c>d!=e"),
    ("words", "end"), ("spaces", "  x  "), ("dots", "a..b."), ("digits", "1st.2nd"),
    ("long", String(repeating: "long ", count: 39)),
  ]

  @Test(arguments: hostile)
  func anyNameIsPushedAsItIs(_ hostile: (name: String, text: String)) throws {
    let text = hostile.text
    var run = try Self.played(
      ContainerBuilder {
        $0.variable("key", path: text)
        $0.functionMacro(text)
        $0.functionTag(text)
        let value = $0.ruledConstant(text + "!", .constant(.string(text)))
        $0.rule(when: [.event(text), .equals("key", text)], fires: [text], applies: [value])
      }.compiled)
    let button = try #require(run.timeline.live.screen?.buttons.first)
    let line = "tap " + JSONWriter.write(.string(button.title))
    let statement = try #require(try StatementParser.parse(line: line))
    run.execute(statement)
    let row = try #require(run.timeline.lastRow)
    #expect(row.event.update?.event == text)
    #expect(row.event.firedCount == 1, "\(run.results.last?.outcome as Any)")
    #expect(run.timeline.live.world.app.containers[0].reads.map(\.key) == [text + "!"])
  }

  @Test func namesThatLookAlikeStayApart() throws {
    let run = try Self.played(
      ContainerBuilder {
        for key in ["user.id", "user_id", "user-id", "event_", "9", "é"] { $0.variable(key) }
        let long = String(repeating: "x", count: 100)
        for event in [long + "1", long + "2", "other event"] {
          $0.rule(when: [.event(event)], fires: ["tag"])
        }
      }.compiled)
    let buttons = run.timeline.live.screen?.buttons ?? []
    #expect(
      buttons.map(\.title) == [
        String(repeating: "x", count: 60) + "…", String(repeating: "x", count: 60) + "… 2",
        "other event", "other event 2",
      ])
    #expect(
      buttons.last?.parameterNames == [
        "event", "user_id", "user_id_2", "user_id_3", "event_", "_9", "__",
      ])
  }

  @Test func boundsAreSaidOnTheScreen() throws {
    let run = try Self.played(
      ContainerBuilder { builder in
        for number in 1...5000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
        builder.rule(
          when: [Condition("_re", .macro("event"), "[^a]b{2}c")], fires: ["tag"])
        for number in 1...21 { builder.variable("key\(number)") }
        for number in 1...201 { _ = builder.ruledConstant("value\(number)", "x") }
      }.compiled)
    let screen = try #require(run.timeline.live.screen)
    #expect(
      screen.texts.flatMap { $0 } == [
        "40 of 5000 events have a button: other event pushes any",
        "1 rule for events that could not be guessed: try names with other event",
        "not every key has a field: at most 20 of an event", "1 more values are not read",
      ])
    #expect(screen.buttons.count == 41)
  }

  @Test func theContainerIsOpenAndItsFunctionsAnswer() throws {
    var run = try Self.played(
      ContainerBuilder(version: "7") {
        $0.functionMacro("discount", parameters: .members(["language": "es", "limit": 5]))
        $0.functionTag("report")
        $0.rule(
          when: [.event("buy"), .equals("discount", "discount(language=es, limit=5)")],
          fires: ["report"])
      }.compiled)
    #expect(run.timeline.live.container?.version == "7")
    #expect(run.timeline.live.container?.source == .network)
    run.execute(try #require(try StatementParser.parse(line: "tap \"buy\"")))
    #expect(run.timeline.lastRow?.event.firedCount == 1)
    let tags = run.timeline.lastRow.flatMap { run.timeline.traced(row: $0) }
    #expect(
      tags?.explanations.first?.tags.first.map { TagFate($0).action.contains("no handler") }
        == false)
  }

  @Test func theSameContainerGivesTheSameText() {
    let container = ContainerBuilder {
      for key in ["a", "b", "c", "d"] { $0.variable(key) }
      $0.rule(when: [.event("x"), .equals("a", "1"), .equals("b", "2")], fires: ["tag"])
    }.compiled
    let texts = (1...5).map { _ in TrialScenario(of: container, path: "c").text }
    #expect(Set(texts).count == 1)
  }

  private static let ids: [(path: String, id: String)] = [
    ("GTM-AB12", "GTM-AB12"), ("a/b/GTM-AB12-v7.json", "GTM-AB12"),
    ("app__GTM-XY_1.plist", "GTM-XY"), ("default", "GTM-TRIAL"), ("GTM-", "GTM-TRIAL"),
    ("GTM-FoodMobileApp", "GTM-FoodMobileApp"), ("GTM-AB12v7.json", "GTM-AB12"),
    ("GTM-AB12/other", "GTM-TRIAL"), ("x__GTM-iOS-Demo__GTM-N5FR", "GTM-N5FR"),
  ]

  @Test(arguments: ids)
  func theNameOfTheFileTellsTheID(_ path: String, _ id: String) {
    let text = TrialScenario(of: ContainerBuilder().compiled, path: path).text
    #expect(text.contains("\n  container \(id)\n"))
  }

  @Test func pausedTagsAreTold() {
    let container = ContainerBuilder {
      $0.version.leftOut = [
        LeftOutPart(kind: .tag, name: "Old \"pixel\"", type: "img", reason: .paused)
      ]
    }.compiled
    let text = TrialScenario(of: container, path: "c").text
    #expect(text.contains("1 tag is paused, so no phone gets it: "))
    #expect(throws: Never.self) { try ScenarioParser.parse(text, file: "c.scenario") }
  }

  @Test func anAbsentArgumentIsNotPushed() throws {
    let template = PushTemplate(parts: [
      .init(path: ["event"], value: .constant("buy")),
      .init(path: ["user", "tier"], value: .parameter(name: "tier", default: .absent)),
      .init(path: ["sku"], value: .parameter(name: "sku", default: "S-77")),
    ])
    #expect(try template.update() == ["event": "buy", "sku": "S-77"])
    #expect(
      try template.update(with: ["tier": "gold", "sku": .absent])
        == ["event": "buy", "user": ["tier": "gold"]])
    let line = try StatementParser.parse(line: "tap \"Buy\" sku=absent tier=\"absent\"")
    #expect(line?.command == .act(.tap("Buy", arguments: ["sku": .absent, "tier": "absent"])))
  }
}
