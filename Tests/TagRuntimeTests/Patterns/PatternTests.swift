import TagRuntime
import Testing

@Suite struct PatternTests {
  @Test(arguments: [
    ("open", "reopened", false, true),
    ("^open$", "reopened", false, false),
    ("OPEN", "reopened", false, false),
    ("OPEN", "reopened", true, true),
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

  @Test(
    arguments: [
      (.icu, "(?R)", .groupSyntax(part: "(?R")), (.icu, "(a)(?(1)b)", .groupSyntax(part: "(?(")),
      (.icu, "(?P<n>a)", .groupSyntax(part: "(?P")), (.icu, "(*UTF)a", .groupSyntax(part: "(*")),
      (.icu, "(?<n>a)(?<n>b)", .groupName(part: "<n>")),
      (.icu, "(a)\\2", .missingGroup(part: "\\2")),
      (.icu, "b(?<=a+)c", .lookBehindLength(part: "(?<=a+)")),
      (.icu, "a\\xZ", .badEscape(part: "\\x")),
      (.icu, "[z-a]", .badCharacterClass(part: "[z-a")),
      (.icu, "[[:foo:]]", .badCharacterClass(part: "[:foo:]")),
      (.icu, "\\p{Foo}", .badCharacterClass(part: "\\p{Foo}")),
      (.icu, "[ab", .missingBracket(part: "[ab")), (.icu, "(ab", .missingParenthesis(part: "(ab")),
      (.icu, "ab)", .missingParenthesis(part: "ab)")), (.icu, "ab\\", .trailingBackslash),
      (.icu, "*a", .badRepetition(part: "*")), (.icu, "{{Event}}", .badRepetition(part: "{")),
      (.icu, "a{2", .badInterval(part: "{2")), (.icu, "a{3,2}", .intervalOrder(part: "{3,2}")),
      (.icu, "a{99999999999}", .repetitionTooLarge(part: "{9999999999")),
      (.javaScript, "(?i)^checkout", .groupSyntax(part: "(?i")),
      (.javaScript, "(?P<n>a)", .groupSyntax(part: "(?P")),
      (.javaScript, "(?>a)", .groupSyntax(part: "(?>")),
      (.javaScript, "a++", .badRepetition(part: "+")),
      (.javaScript, "a{2}{3}", .badRepetition(part: "{3}")),
      (.javaScript, "{2}", .badRepetition(part: "{2}")),
      (.javaScript, "a{3,2}", .intervalOrder(part: "{3,2}")),
      (.javaScript, "[z-a]", .badCharacterClass(part: "z-a")),
      (.javaScript, "[ab", .missingBracket(part: "[ab")),
      (.javaScript, "(?<1>a)", .groupName(part: "(?<1>a)")),
    ] as [(PatternLanguage, String, PatternError.Reason)])
  func saysWhyAPatternIsRefused(
    language: PatternLanguage, pattern: String, reason: PatternError.Reason
  ) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false, language: language)
    }
    #expect(error.reason == reason)
    #expect(error.description.hasPrefix("pattern '\(pattern)': "))
    #expect(error.engineWords != nil)
  }

  @Test(
    arguments: [
      (.icu, .groupSyntax(part: "(?P"), ["ICU", "'(?P'", "'(?<name>…)'"]),
      (.javaScript, .groupSyntax(part: "(?i"), ["JavaScript", "'(?i'", "'ignore case'"]),
      (.icu, .other(part: "x"), ["'x'"]),
    ] as [(PatternLanguage, PatternError.Reason, [String])])
  func namesThePartAndWhatToWrite(
    language: PatternLanguage, reason: PatternError.Reason, facts: [String]
  ) {
    let error = PatternError(reason: reason, pattern: "…", language: language)
    for fact in facts { #expect(error.description.contains(fact)) }
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
    let shown = String(repeating: "a", count: 60) + "…"
    #expect(error.description.hasPrefix("pattern '\(shown)': it has 32,769 bytes"))
  }

  // MARK: JavaScript

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
