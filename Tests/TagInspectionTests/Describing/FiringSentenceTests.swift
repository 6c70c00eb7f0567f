import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// When tags fire, in words.
struct FiringSentenceTests {
  private struct Rule {
    var when: [Condition] = []
    var unless: [Condition] = []
    var name: String?
    var isBlocking = false
  }

  private static func firing(_ rules: [Rule]) -> String {
    ContainerBuilder { builder in
      builder.variable("screenName")
      builder.variable("user tier", path: "user.tier")
      builder.constant("true", "true")
      builder.functionTag("Tag")
      for rule in rules {
        builder.rule(
          when: rule.when, unless: rule.unless, fires: rule.isBlocking ? [] : ["Tag"],
          blocks: rule.isBlocking ? ["Tag"] : [], named: rule.name)
      }
    }.described.firstFiring
  }

  private static let screen = Condition.event("openScreen")
  private static let confirmation = Condition.equals("screenName", "Confirmation")
  private static let staff = Condition.equals("user tier", "staff")

  private static let sentences: [(rules: [Rule], sentence: String)] = [
    ([], "never: no rule fires it"),
    ([Rule()], "fires always"),
    ([Rule(name: "Always")], "fires always"),
    ([Rule(name: "All Pages")], "fires always (All Pages)"),
    ([Rule(when: [screen])], "fires when event equals openScreen"),
    ([Rule(when: [screen], name: "Opened")], "fires when event equals openScreen (Opened)"),
    (
      [Rule(when: [screen, confirmation]), Rule(when: [staff], isBlocking: true)],
      "fires when event equals openScreen and screenName equals Confirmation, "
        + "unless user tier equals staff"
    ),
    (
      [
        Rule(when: [screen]), Rule(when: [staff], isBlocking: true),
        Rule(when: [confirmation], name: "Paid", isBlocking: true),
      ],
      "fires when event equals openScreen, unless user tier equals staff, "
        + "or screenName equals Confirmation (Paid)"
    ),
    (
      [Rule(when: [screen], unless: [staff])],
      "fires when event equals openScreen and user tier does not equal staff"
    ),
    (
      [Rule(when: [screen]), Rule(when: [.event("closeScreen")])],
      "fires when event equals openScreen, or when event equals closeScreen"
    ),
    ([Rule(when: [.isTrue])], "fires always"),
    ([Rule(when: [.equals("true", "true")])], "fires always"),
    ([Rule(when: [screen, .isTrue])], "fires when event equals openScreen"),
    ([Rule(unless: [.isTrue])], "never: 1 always equals 1"),
    (
      [Rule(when: [screen, .event("closeScreen")])],
      "never: event cannot equal both openScreen and closeScreen"
    ),
    (
      [Rule(when: [screen], unless: [screen])],
      "never: the same condition on event must be both true and false"
    ),
    (
      [Rule(when: [screen, .event("closeScreen")]), Rule(when: [staff])],
      "fires when user tier equals staff"
    ),
    ([Rule(when: [screen]), Rule(name: "Off", isBlocking: true)], "never: Off always blocks it"),
    ([Rule(when: [screen]), Rule(isBlocking: true)], "never: rule 2 always blocks it"),
    (
      [Rule(when: [Condition("_re", .macro("event"), "^open", ignoreCase: true)])],
      "fires when event matches (any case) ^open"
    ),
    (
      [Rule(when: [Condition("_re", .macro("event"), "(")])],
      "never: bad pattern, always false: pattern '(': a parenthesis of '(' is unmatched; "
        + "add the other one, or write '\\(' or '\\)'"
    ),
    (
      [Rule(when: [Condition("_um", .macro("event"), "x")])],
      "never: SDK 3.17 has no such condition: always false"
    ),
    ([Rule(when: [.equals("gone", "x")])], "fires when gone (unknown) equals x"),
    ([Rule(when: [.equals("screenName", "")])], "fires when screenName equals \"\""),
    (
      [Rule(when: [Condition("_ge", .macro("screenName"), 3)])],
      "fires when screenName is at least 3"
    ),
  ]

  @Test(arguments: sentences.indices)
  func sentence(_ index: Int) {
    #expect(Self.firing(Self.sentences[index].rules) == Self.sentences[index].sentence)
  }

  /// The words of a condition are those of the explanation of why a tag did not fire.
  @Test(arguments: PredicateFunction.all.map(\.id))
  func wordsAreThoseOfTheExplanation(_ function: String) {
    let condition = Condition(function, .macro("event"), "1")
    let builder = ContainerBuilder { $0.rule(when: [condition], unless: [condition]) }
    let (container, rule) = (builder.compiled, builder.compiled.rules[0])
    let explained =
      rule.negative.map { container.sentence($0, true) }
      + rule.positive.map { container.sentence($0, false) }
    let parts = builder.described.rules[0].sentence.split(separator: " and ").map(String.init)
    #expect(Set(parts) == Set(explained))
  }

  @Test func manyRulesAreCounted() {
    let rules = (0..<25).map { Rule(when: [.event("event\($0)")]) }
    let sentence = Self.firing(rules)
    #expect(sentence.contains("or when event equals event19, and 5 more rules"))
    #expect(!sentence.contains("event20"))
  }
}
