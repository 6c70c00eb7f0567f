import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// What a look for a pattern may cost.
@Suite struct PatternLimitTests {
  /// A plain text, or a list of texts, needs no engine, and never gives up.
  @Test(arguments: [
    ("open", false), ("^open$", false), ("^(a|b)$", false), ("home|^cart", false), ("a\\.b", false),
    ("^a.*", false), ("", false), ("a.b", true), ("^a.*$", true), ("[ab]", true), ("a+", true),
    ("(a)(b)", true), ("\\d", true),
  ])
  func onlyTheEngineMayGiveUp(_ pattern: String, _ mayGiveUp: Bool) throws {
    for language in [PatternLanguage.icu, .javaScript] {
      let compiled = try Pattern(pattern, ignoreCase: false, language: language)
      #expect(compiled.mayGiveUp == mayGiveUp)
    }
  }

  @Test(arguments: [
    ("(?<=a)b", true), ("(?<!a)b", true), ("(?<n>a)(?=b)", false), ("[(?<=]a(?=b)", false),
    ("\\(?<=a(?=b)", false), ("(?<n>a)", false),
  ])
  func looksBehind(_ pattern: String, _ looksBehind: Bool) throws {
    let compiled = try Pattern(pattern, ignoreCase: false, language: .javaScript)
    #expect(compiled.looksBehind == looksBehind)
  }

  // MARK: Limits

  private static let letters = String(repeating: "a", count: 8192)
  private static let endless = letters + "!b!"

  @Test(arguments: [
    ("^(a+)+$", endless), ("(a|aa)+b!c", endless), ("((a*)*)*c", endless),

    ("^(?=(a+)+c)", endless), ("a*c", endless),
  ])
  func hostilePatternsAreGivenUp(_ pattern: String, _ text: String) throws {
    for language in [PatternLanguage.icu, .javaScript] {
      let compiled = try Pattern(pattern, ignoreCase: false, language: language)
      guard case .gaveUp(let limit) = compiled.look(in: text) else {
        Issue.record("\(compiled.look(in: text))")
        continue
      }
      #expect(limit.kind == .steps)
      #expect(!compiled.isFound(in: text))
      #expect(throws: limit) { try compiled.group(0, in: text) }
    }
  }

  @Test func whatNestsDeepIsGivenUpForItsMemory() throws {
    let groups = String(repeating: "(a)?", count: 60)
    let pattern = try Pattern("^(?:\(groups)(?!z))*$", ignoreCase: false)
    guard case .gaveUp(let limit) = pattern.look(in: Self.letters + Self.letters) else {
      Issue.record("it was not given up")
      return
    }
    #expect(limit.kind == .memory)
  }

  /// What one look takes is not there for the next one of the same event.
  @Test func looksOfAnEventShareTheirSteps() throws {
    let hostile = try Pattern("^(a+)+$", ignoreCase: false)
    let plain = try Pattern("b!", ignoreCase: false)
    var steps = Pattern.stepLimit
    #expect(
      try Pattern("[b]", ignoreCase: false).look(in: Self.endless, spending: &steps) == .found)
    #expect(steps < Pattern.stepLimit && steps > Pattern.stepLimit / 2)
    _ = hostile.look(in: Self.endless, spending: &steps)
    #expect(steps == 0)
    #expect(try Pattern("[a]", ignoreCase: false).look(in: "a", spending: &steps) != .found)
    #expect(plain.look(in: Self.endless, spending: &steps) == .found)
  }

  @Test(arguments: [
    ("^(?!.*home).*$", letters), ("^(?:(?!x).)*$", letters), ("(\\w)\\1", letters),
    ("(?<![a-z])checkout(?!s)", letters + " checkout"),
    ("^(?=.*[a-z])(?=.*b)[ab!]{1,1000}", endless),
  ])
  func honestPatternsAreMatchedInLongTexts(_ pattern: String, _ text: String) throws {
    #expect(try Pattern(pattern, ignoreCase: false).look(in: text) == .found)
  }

  @Test func aLimitIsSaidInWords() throws {
    let pattern = try Pattern("^(?=(a+)+c)", ignoreCase: false)
    guard case .gaveUp(var limit) = pattern.look(in: Self.endless) else {
      Issue.record("it was not given up")
      return
    }
    let begin = "pattern '^(?=(a+)+c)': matching stopped in a text of 8,195 bytes, where "
    #expect(
      limit.description == begin + "the patterns of the event need more than 5,000,000 steps")
    limit = PatternLimit(kind: .memory, pattern: limit.pattern, text: Self.endless)
    #expect(limit.description == begin + "it needs more than 8,000,000 bytes")
  }

  // MARK: In containers

  private static let thousand = String(repeating: "a", count: 999) + "!"
  private static let sentence =
    "pattern '^(?=(a+)+$)': matching stopped in a text of 1,000 bytes, where the patterns "
    + "of the event need more than 5,000,000 steps"

  @Test(arguments: [true, false])
  func aConditionThatIsGivenUpIsFalseAndSaysSo(_ isTracing: Bool) throws {
    var harness = RuntimeHarness(
      ContainerBuilder { container in
        container.variable("v")
        container.functionTag("T")
        container.rule(when: [Condition("_re", .macro("v"), "^(?=(a+)+$)")], fires: ["T"])
      })
    harness.runtime.isTracing = isTracing
    let step = harness.push(["event": "e", "v": .string(Self.thousand)])
    #expect(step.firedTags == [])
    let said = step.logs.filter { $0.code == .limitReached }.map(\.text)
    #expect(
      said == [
        "limit reached: 'v matches ^(?=(a+)+$)' counts as false: \(Self.sentence); "
          + "anything beyond it has no value or is false"
      ])
    guard isTracing else { return }
    let tag = try #require(step.updates.first?.explanations.first?.tags.first)
    #expect(tag.lines.contains("      counts as false: \(Self.sentence)"))
  }

  @Test func aGroupThatIsGivenUpHasNoValue() {
    let text = Expression.constant(.string(Self.thousand))
    let reading = RuntimeHarness(
      ContainerBuilder { $0.macro("m", "_reg", ["arg0": text, "arg1": "^(?=(a+)+$)"]) }
    ).read("m")
    #expect(reading.origin == .noKey)
    #expect(
      reading.logs.map(\.text) == [
        "limit reached: m (_reg) has no value: \(Self.sentence); anything beyond it has no value "
          + "or is false"
      ])
  }

  @Test func nothingIsClaimedOfWhatIsGivenUp() {
    let container = ContainerBuilder { container in
      container.variable("v")
      container.rule(when: [Condition("_re", .macro("v"), "^(?=(a+)+$)")], fires: [])
    }.compiled
    #expect(container.holds(0, for: .string(Self.thousand)) == nil)
    #expect(container.holds(0, for: "aa") == true)
    #expect(container.holds(0, for: "c") == false)
  }
}
