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
    ("(?R)", "ICU does not have '(?R'; write the pattern without it"),
    ("(a)(?(1)b)", "ICU does not have '(?('; write the pattern without it"),
    ("(?P<n>a)", "ICU does not have '(?P'; write '(?<name>…)'"),
    ("(*UTF)a", "ICU does not have '(*'; write the pattern without it"),
    (
      "(?<n>a)(?<n>b)",
      "'<n>' is not the name of one group; use letters and digits, and each name once"
    ),
    ("(a)\\2", "'\\2' refers to a group that the pattern does not have; count its parentheses"),
    (
      "b(?<=a+)c",
      "'(?<=a+)' has look-behind of unlimited length; use a count such as '{1,100}' instead of '+' "
        + "or '*'"
    ),
    ("a\\xZ", "'\\x' is not an escape; write '\\\\' for a backslash"),
    ("[z-a]", "'[z-a' is not a valid character class; expected such as '[a-z]'"),
    ("[[:foo:]]", "'[:foo:]' is not a valid character class; expected such as '[a-z]'"),
    ("\\p{Foo}", "'\\p{Foo}' is not a valid character class; expected such as '[a-z]'"),
    ("[ab", "'[ab' has no closing ']'; add it, or write '\\['"),
    ("(ab", "a parenthesis of '(ab' is unmatched; add the other one, or write '\\(' or '\\)'"),
    ("ab)", "a parenthesis of 'ab)' is unmatched; add the other one, or write '\\(' or '\\)'"),
    ("ab\\", "it ends in '\\'; write '\\\\' for a backslash"),
    ("*a", "'*' has nothing to repeat; write '\\' before it to mean the character"),
    ("{{Event}}", "'{' has nothing to repeat; write '\\' before it to mean the character"),
    (
      "a{2",
      "'{2' is not a repetition such as '{2}' or '{2,4}'; write '\\{' to mean the character"
    ),
    ("a{3,2}", "'{3,2}' has a minimum count above its maximum; swap them"),
    ("a{99999999999}", "'{9999999999' repeats too often; use a smaller count"),
  ])
  func saysWhyAPatternIsRefused(pattern: String, sentence: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false)
    }
    #expect(error.description == "pattern '\(pattern)': " + sentence)
  }

  /// The name is ICU's own, and not told by the kind of the mistake.
  @Test(arguments: [
    ("[z-a]", "U_REGEX_INVALID_RANGE"), ("[[:foo:]]", "U_REGEX_PROPERTY_SYNTAX"),
    ("(a)(?(1)b)", "U_REGEX_UNIMPLEMENTED"), ("(?R)", "U_REGEX_RULE_SYNTAX"),
    ("a{2", "U_REGEX_BAD_INTERVAL"),
  ])
  func saysWhatTheEngineSays(pattern: String, name: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false)
    }
    #expect(error.engineWords == name)
  }

  @Test func refusesLongPatterns() throws {
    let allowed = String(repeating: "a", count: Pattern.lengthLimit)
    _ = try Pattern(allowed, ignoreCase: false)
    let error = try #require(throws: PatternError.self) {
      try Pattern(allowed + "a", ignoreCase: false)
    }
    #expect(error.reason == .tooLong(bytes: 32_769, limit: 32_768))
    let sentence = "it has 32,769 bytes, but at most 32,768 are allowed; shorten it"
    let shown = String(repeating: "a", count: 60) + "…"
    #expect(error.description == "pattern '\(shown)': " + sentence)
  }

  @Test func namesWhatHasNoCaseOfItsOwn() {
    let error = PatternError(reason: .other(part: "x"), pattern: "x")
    #expect(
      error.description
        == "pattern 'x': it is not a regular expression near 'x'; check its syntax")
  }

  // MARK: JavaScript

  @Test(arguments: [
    (
      "(?i)^checkout",
      "JavaScript does not have '(?i'; choose 'ignore case' for the condition instead"
    ),
    ("(?P<n>a)", "JavaScript does not have '(?P'; write '(?<name>…)'"),
    ("(?>a)", "JavaScript does not have '(?>'; write the pattern without it"),
    ("a++", "'+' has nothing to repeat; write '\\' before it to mean the character"),
    ("a{2}{3}", "'{3}' has nothing to repeat; write '\\' before it to mean the character"),
    ("{2}", "'{2}' has nothing to repeat; write '\\' before it to mean the character"),
    ("a{3,2}", "'{3,2}' has a minimum count above its maximum; swap them"),
    ("[z-a]", "'z-a' is not a valid character class; expected such as '[a-z]'"),
    ("[ab", "'[ab' has no closing ']'; add it, or write '\\['"),
    (
      "(?<1>a)",
      "'(?<1>a)' is not the name of one group; use letters and digits, and each name once"
    ),
  ])
  func saysWhyJavaScriptRefusesAPattern(pattern: String, sentence: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false, language: .javaScript)
    }
    #expect(error.description == "pattern '\(pattern)': " + sentence)
    #expect(error.engineWords != nil)
  }

  @Test func groupsMayOnlyBeNestedSoDeep() throws {
    let pattern = { (depth: Int) in
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    let deepest = try Pattern(pattern(47), ignoreCase: false, language: .javaScript)
    #expect(deepest.isFound(in: "a"))
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern(48), ignoreCase: false, language: .javaScript)
    }
    #expect(error.reason == .tooDeep(limit: 48))
  }

  @Test(arguments: [
    ("(\\w+)@", 1, "mail an@x.de", "an"), ("(a)?(b)\\2", 2, "abb", "b"), ("(a)?b", 1, "b", nil),
    ("(?<n>😀)x", 1, "a😀x", "😀"), ("(.)x", 1, "😀x", "\u{FFFD}"), ("(a)\\1(é)", 2, "aaé", "é"),
  ])
  func givesGroupsOfJavaScript(
    pattern: String, number: Int, text: String, group: String?
  ) throws {
    let pattern = try Pattern(pattern, ignoreCase: false, language: .javaScript)
    #expect(try pattern.group(number, in: text) == group)
  }

  @Test(arguments: [
    ("\\Aa", ["\\A"]), ("\\p{L}\\z", ["\\p", "\\z"]), ("\\d\\.", []), ("\\x4", ["\\x"]),
  ])
  func namesEscapesThatMeanTheirLetter(pattern: String, escapes: [String]) throws {
    let compiled = try Pattern(pattern, ignoreCase: false, language: .javaScript)
    #expect(compiled.plainEscapes == escapes)
  }

  @Test(arguments: [("\\y", ["\\y"]), ("\\Aa\\z\\p{L}", []), ("\\Q\\y\\E\\i", ["\\i"])])
  func namesEscapesOfICUThatMeanTheirLetter(pattern: String, escapes: [String]) throws {
    #expect(try Pattern(pattern, ignoreCase: false).plainEscapes == escapes)
  }
}
