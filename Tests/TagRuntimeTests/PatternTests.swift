import TagRuntime
import Testing

@Suite struct PatternTests {
  @Test(arguments: [
    ("open", "reopened", false, true),
    ("^open$", "reopened", false, false),
    ("OPEN", "reopened", false, false),
    ("OPEN", "reopened", true, true),
    ("", "", false, true),
    (".*", "", false, true),
    ("^$", "x", false, false),
    ("^.$", "é", false, true),
    ("ÄÖ", "äöü", true, true),
    ("\\p{Greek}+", "abc λόγος", false, true),
    ("^(a+)+$", "aaaa", false, true),
  ])
  func finds(pattern: String, text: String, ignoreCase: Bool, isFound: Bool) throws {
    let pattern = try Pattern(pattern, ignoreCase: ignoreCase)
    #expect(pattern.isFound(in: text) == isFound)
  }

  @Test func aHostilePatternStaysLinear() throws {
    let pattern = try Pattern("^(a+)+$", ignoreCase: false)
    #expect(pattern.isFound(in: String(repeating: "a", count: 100_000)))
    #expect(!pattern.isFound(in: String(repeating: "a", count: 100_000) + "!"))
  }

  @Test(arguments: [
    ("(\\d+)-(\\d+)", 0, "from 12-345 on", "12-345"),
    ("(\\d+)-(\\d+)", 2, "from 12-345 on", "345"),
    ("(\\d+)-(\\d+)", 3, "from 12-345 on", nil),
    ("(\\d+)-(\\d+)", -1, "from 12-345 on", nil),
    ("(\\d+)-(\\d+)", 1, "nothing", nil),
    ("(a)|(b)", 1, "b", nil),
    ("(a*)b", 1, "b", ""),
    ("ü(.)", 1, "grüß dich", "ß"),
    ("^(.*)$", 1, "", ""),
  ])
  func givesGroups(pattern: String, number: Int, text: String, group: String?) throws {
    let pattern = try Pattern(pattern, ignoreCase: false)
    #expect(try pattern.group(number, in: text) == group)
  }

  @Test func countsGroups() throws {
    #expect(try Pattern("(a)(?:b)(c)", ignoreCase: false).groupCount == 2)
  }

  @Test(arguments: [
    ("(?>a)", "'(?>' is a kind of group that is not supported; use '(…)' or '(?:…)'"),
    ("a\\y", "'\\y' is no escape; write '\\\\' for a backslash"),
    ("[z-a]", "'z-a' is no valid character class; expected such as '[a-z]'"),
    ("[ab", "'[ab' has no closing ']'; add it, or write '\\['"),
    ("(ab", "a parenthesis of '(ab' has no partner; add it, or write '\\(' or '\\)'"),
    ("ab)", "a parenthesis of 'ab)' has no partner; add it, or write '\\(' or '\\)'"),
    ("ab\\", "it ends in '\\'; write '\\\\' for a backslash"),
    ("*a", "'*' has nothing to repeat; write '\\' before it to mean the character"),
    ("a{1001}", "'{1001}' repeats too often; at most 1000 times are allowed"),
    ("\\pL{1000}", "it needs more than 1048576 bytes once compiled; use smaller repetitions"),
  ])
  func saysWhyAPatternIsRefused(pattern: String, sentence: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false)
    }
    #expect(error.description == "pattern '\(pattern)': " + sentence)
  }

  @Test func refusesLongPatterns() throws {
    let allowed = String(repeating: "a", count: Pattern.lengthLimit)
    _ = try Pattern(allowed, ignoreCase: false)
    let error = try #require(throws: PatternError.self) {
      try Pattern(allowed + "a", ignoreCase: false)
    }
    #expect(error.reason == .tooLong(bytes: 1_001, limit: 1_000))
    let sentence = "it has 1001 bytes and at most 1000 are allowed; shorten it"
    let shown = String(repeating: "a", count: 60) + "…"
    #expect(error.description == "pattern '\(shown)': " + sentence)
  }

  @Test func namesWhatHasNoCaseOfItsOwn() {
    let error = PatternError(reason: .other(part: "x"), pattern: "x")
    #expect(
      error.description
        == "pattern 'x': it is no regular expression near 'x'; check its syntax")
  }
}
