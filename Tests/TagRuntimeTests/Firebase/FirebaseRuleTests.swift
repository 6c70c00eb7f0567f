import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Triggers of v5 containers: their order, and what becomes of one that could not be decided.
@Suite struct FirebaseRuleTests {
  private static let broken = Condition.equals("broken", "x")

  private func fires(
    when wanted: [Condition] = [], unless unwanted: [Condition] = [],
    blockedWhen: [Condition]? = nil
  ) -> [String] {
    FirebaseTrial { container in
      container.macro("broken", "__gone")
      container.tag("T", "__fm", ["action": "block"])
      container.tag("U", "__fm", ["action": "block"])
      container.rule(when: wanted, unless: unwanted, fires: ["T"])
      container.rule(fires: ["U"])
      if let blockedWhen { container.rule(when: blockedWhen, blocks: ["U"]) }
    }.firedNames
  }

  @Test(
    arguments: [
      ([.isTrue], [], ["T", "U"]), ([.isFalse], [], ["U"]), ([.isTrue], [.isTrue], ["U"]),
      ([.isTrue], [.isFalse], ["T", "U"]),
      // A condition that fails on either side adds nothing.
      ([broken], [], ["U"]), ([], [broken], ["U"]), ([.isTrue], [broken], ["U"]),
    ] as [([Condition], [Condition], [String])])
  func aRuleFiresWhereAllIsDecidedAndFits(
    _ wanted: [Condition], _ unwanted: [Condition], _ fired: [String]
  ) {
    #expect(fires(when: wanted, unless: unwanted) == fired)
  }

  @Test(
    arguments: [
      ([.isTrue], false), ([.isFalse], true), ([broken], false), ([broken, .isFalse], false),
      ([.isFalse, broken], true), ([.isTrue, broken], false),
    ] as [([Condition], Bool)])
  func aRuleThatCouldNotBeDecidedStillBlocks(_ conditions: [Condition], _ fires: Bool) {
    #expect(self.fires(blockedWhen: conditions).contains("U") == fires)
  }

  @Test func wantedConditionsComeFirst() {
    let trial = FirebaseTrial { container in
      for name in ["wanted", "unwanted"] {
        container.macro(name, "__funct", ["classPath": .constant(.string(name))])
      }
      container.rule(
        when: [.equals("wanted", "true")], unless: [.equals("unwanted", "true")], fires: [])
    }
    trial.host.macros["wanted"] = { _ in .value("true") }
    trial.host.macros["unwanted"] = { _ in .value("false") }
    _ = trial.fired()
    #expect(trial.host.asked.map(\.name) == ["wanted", "unwanted"])
  }

  @Test func aConditionIsTestedOnceForAnEventEvenWhereItsValueMayVary() {
    let trial = FirebaseTrial { container in
      container.macro("asked", "__funct", ["classPath": "C"])
      container.tag("T", "__fm", ["action": "block"])
      for _ in 1...3 { container.rule(when: [.equals("asked", "x")], fires: ["T"]) }
    }
    trial.host.macros["C"] = { _ in .value("x") }
    #expect(trial.firedNames == ["T"])
    #expect(trial.host.askedCount("C") == 1)
  }

  @Test func tagsFireInContainerOrderAndOneThatFailsDoesNotStopTheOthers() {
    let trial = FirebaseTrial { container in
      container.tag("first", "__fm", ["action": "measure", "eventName": 5])
      container.tag("second", "__gone")
      container.tag("third", "__fm", ["action": "block"])
      container.rule(fires: ["third", "second"])
      container.rule(fires: ["first"])
    }
    let (tags, logs) = trial.fired()
    #expect(tags.map(\.name) == ["first", "second", "third"])
    #expect(tags.map(\.didFire) == [false, false, true])
    #expect(logs.map(\.code) == [.functionFailed, .unknownFunction])
  }

  @Test(
    arguments: [
      ("_vs", "screen_view", true), ("_vs", "_vs", false), ("play", "play", true),
      ("play", "screen_view", false), ("_x", "_x", true),
    ])
  func rulesAskForTheLongNameOfAnEvent(_ event: String, _ wanted: String, _ fires: Bool) {
    let trial = FirebaseTrial { container in
      container.tag("T", "__fm", ["action": "block"])
      container.rule(when: [.event(wanted)], unless: [.isFalse], fires: ["T"])
    }.at(event)
    #expect(trial.firedNames == (fires ? ["T"] : []))
  }

  @Test func theNameOfTheEventIsLookedAtFirstWhateverIsUnwanted() {
    let trial = FirebaseTrial { container in
      container.macro("asked", "__funct", ["classPath": "C"])
      container.rule(when: [.event("play")], unless: [.equals("asked", "x")], fires: [])
    }
    _ = trial.at("stop").fired()
    #expect(trial.host.asked == [])
  }

  @Test func nothingIsAnEventBetweenEvents() {
    var trial = FirebaseTrial { container in
      container.tag("T", "__fm", ["action": "block"])
      container.rule(when: [.event("undefined")], fires: ["T"])
    }
    trial.event = nil
    #expect(trial.firedNames == ["T"])
  }

  @Test(
    arguments: [(true, true), ("true", true), (1, true), (false, false), (nil, false)]
      as [(Expression?, Bool)])
  func aTagMayAskToDispatchAtOnce(_ setting: Expression?, _ asks: Bool) {
    var parameters: OrderedDictionary<String, Expression> = ["url": "https://p.example/"]
    if let setting { parameters["dispatch_on_fire"] = setting }
    var evaluator = FirebaseTrial(tag: "__img", parameters).evaluator()
    _ = evaluator.evaluateTags()
    #expect(evaluator.asksForDispatch == asks)
  }
}
