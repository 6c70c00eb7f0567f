import TestSupport
import Testing

@testable import TagRuntime

/// Why a call could not be made, also where the log spoke of it at another one.
struct CallFailureTests {
  private static let container = ContainerBuilder { container in
    container.macro("name", "_avn")
    container.constant("text", .template(["v", .macro("name")]))
    container.macro("map", "_smm")
    container.analyticsTag("First", ["&av": .macro("name")])
    container.analyticsTag("Second", ["&av": .macro("text")])
    container.analyticsTag("Third", ["&av": .macro("map")])
    container.functionTag("Asked")
    container.rule(when: [.event("a")], fires: ["First", "Second", "Third"])
    container.rule(when: [.event("a"), .equals("name", "1.0")], fires: ["Asked"])
  }

  private static let words =
    "_avn has no backing implementation. In words: the iOS SDK has no function App Version Name "
    + "(_avn)"

  private func explanation(
    of name: String, _ settings: Settings = Settings()
  ) throws -> TagExplanation {
    var harness = RuntimeHarness(Self.container, settings: settings)
    harness.runtime.isTracing = true
    let update = try #require(harness.event("a").updates.first)
    return try #require(update.explanations.first?.tags.first { $0.name == name })
  }

  @Test(arguments: ["First", "Second"])
  func aTagWhoseMacroFailedSaysWhy(_ name: String) throws {
    let tag = try explanation(of: name)
    #expect(tag.refusal == Self.words + ", the tag is not run")
    #expect(tag.lines.first == "not run: " + Self.words + ", the tag is not run")
  }

  @Test func whatNoSDKHasIsSaidSo() throws {
    #expect(
      try explanation(of: "Third").refusal
        == "_smm has no backing implementation. In words: no SDK is known to have the function "
        + "Lookup (_smm), the tag is not run")
  }

  @Test func aConditionSaysWhyItHasNothingToCompare() throws {
    let condition = try #require(
      try explanation(of: "Asked").rules.first?.conditions.first { !$0.holds })
    #expect(condition.trouble == "its left side could not be resolved: " + Self.words)
  }

  /// No change of what is pushed would help, so none is named.
  @Test func aTagThatNeedsItsConditionNeverFires() throws {
    let tag = try explanation(of: "Asked")
    #expect(tag.nearestMiss == nil)
    #expect(tag.neverReason == "the iOS SDK has no function App Version Name (_avn)")
    #expect(
      try explanation(of: "Asked", Settings(platform: .android)).neverReason == nil)
  }

  /// How often each macro of a chain names the next one, and what the last one names.
  private static let fans: [(width: Int, last: String)] = [
    (2, "m0"), (3, "m0"), (2, "nobody"), (3, "nobody"),
  ]

  /// A macro is looked at once, however many ways lead to it: with 60 macros that name the next one
  /// twice there are more ways than anybody can wait for.
  @Test(arguments: fans)
  func aFanOfMacrosIsLookedAtOnce(_ width: Int, _ last: String) throws {
    let length = 60
    var harness = RuntimeHarness(settings: Settings()) { container in
      for number in 0..<length {
        let next: Expression = number + 1 < length ? .macro("m\(number + 1)") : .macro(last)
        container.constant("m\(number)", .template(Array(repeating: next, count: width)))
      }
      container.analyticsTag("Fan", ["&av": .macro("m0")])
      container.rule(when: [.event("a")], fires: ["Fan"])
      container.functionTag("Asked")
      container.rule(when: [.event("a"), .equals("m0", "x")], fires: ["Asked"])
    }
    harness.runtime.isTracing = true
    let update = try #require(harness.event("a").updates.first)
    let tags = try #require(update.explanations.first?.tags)
    #expect(tags.map(\.name) == ["Fan", "Asked"])
    #expect(!tags[1].didFire)
  }

  @Test func onAndroidItRuns() throws {
    let tag = try explanation(of: "First", Settings(platform: .android))
    #expect(tag.didFire && tag.refusal == nil)
  }
}
