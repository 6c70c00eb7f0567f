import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Patterns that RE2 refuses because they look around or refer back: PCRE2 has them, within limits.
@Suite struct BacktrackingTests {
  private static let found: [(pattern: String, text: String, isFound: Bool)] = [
    ("a(?=b)", "cab", true), ("a(?=b)", "cac", false),
    ("^(?!.*home).*$", "cart", true), ("^(?!.*home).*$", "my home page", false),
    ("(?<=/)buy", "/buy", true), ("(?<=/)buy", "rebuy", false),
    ("(?<!re)buy", "buy", true), ("(?<!re)buy", "rebuy", false),
    ("(?<=a|bcd)e", "bcde", true), (#"(\w)\1"#, "book", true), (#"(\w)\1"#, "bok", false),
    (#"(?<x>\w)\k<x>"#, "book", true), (#"^(a|b)?\1c"#, "c", false),
    // What a look-around has beside it.
    (#"(?=a)a++b"#, "aab", true), (#"(?>a|ab)(?!c)"#, "abx", true), (#"(?=.)\h"#, "\t", true),
    ("(?i)(?=ÄB)äb", "ÄB", true), (#"\Qa(?=b)\E(?=c)"#, "a(?=b)c", true),
    ("[(?=]a(?!x)", "=a", true), ("(?-i)(?#(?<=a+)a(?=b)", "ab", true),
    // Unicode's letters, digits and ends of lines, as ICU has them.
    (#"^\w+(?!.)"#, "größe", true), (#"^\d(?!.)"#, "٣", true), (#"a\b(?!é)"#, "aé", false),
    ("(?=a)a.b", "a\u{2028}b", false), ("(?!x)a$", "a\r\n", true),
    // The whole text, whatever is in it.
    ("a(?=\u{0})", "a\u{0}", true), ("a(?=b)", "a\u{0}ab", true), ("a(?=b)", "", false),
    ("", "", true), ("(?!)", "a", false), ("(?=)", "", true), ("(?<=ü)b", "üb", true),
  ]

  @Test(arguments: found.indices)
  func finds(_ index: Int) throws {
    let (pattern, text, isFound) = Self.found[index]
    let compiled = try Pattern(pattern, ignoreCase: false)
    #expect(compiled.look(in: text) == (isFound ? .found : .notFound))
  }

  @Test(arguments: [("(Ä)b(?=c)", "äBC", true), ("(ſ)\\1", "Ss", true), ("(a)\\1", "aB", false)])
  func mayIgnoreCase(_ pattern: String, _ text: String, _ isFound: Bool) throws {
    #expect(try Pattern(pattern, ignoreCase: true).isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("(\\w+)(?=@)", 1, "mail an@x.de", "an"), ("(\\w+)(?=@)", 0, "mail an@x.de", "an"),
    ("(a)|(?=b)(b)", 1, "b", nil), ("(a)|(?=b)(b)", 2, "b", "b"), ("(a)(?=b)", 1, "ac", nil),
    ("(a)(?=b)", 2, "ab", nil), ("(a)(?=b)", -1, "ab", nil), ("(?<=ü)(.)", 1, "grüß dich", "ß"),
    ("(x*)(?=b)", 1, "b", ""),
  ])
  func givesGroups(_ pattern: String, _ number: Int, _ text: String, _ group: String?) throws {
    #expect(try Pattern(pattern, ignoreCase: false).group(number, in: text) == group)
  }

  /// Who matches a pattern is no matter of taste: RE2 never gives up.
  @Test(arguments: [
    ("a.*b", false), ("^(a+)+$", false), ("(?<name>a+)b", false), ("(?P<name>a+)b", false),
    ("a\\(?=b", false), ("[(?=]", false), ("a(?=b)", true),
    ("(?<name>a)(?!b)", true), ("(a)\\1", true), ("(?<n>a)\\k<n>", true), ("\\h(?=b)", true),
  ])
  func onlyWhatNeedsToGoBackMayGiveUp(_ pattern: String, _ mayGiveUp: Bool) throws {
    #expect(try Pattern(pattern, ignoreCase: false).mayGiveUp == mayGiveUp)
  }

  @Test(arguments: [
    ("(?<=a)b", true), ("(?<!a)b", true), ("(?<n>a)(?=b)", false), ("[(?<=]a(?=b)", false),
    ("\\(?<=a(?=b)", false), ("(?<n>a)", false),
  ])
  func looksBehind(_ pattern: String, _ looksBehind: Bool) throws {
    #expect(try Pattern(pattern, ignoreCase: false).looksBehind == looksBehind)
  }

  @Test func namesOfGroupsAreReadInEveryRelease() throws {
    let pattern = try Pattern("(?<year>\\d+)-(?<month>\\d+)", ignoreCase: false)
    #expect(try pattern.group(2, in: "on 2015-07") == "07")
  }

  // MARK: Limits

  private static let letters = String(repeating: "a", count: 8192)
  private static let endless = letters + "!b!"
  private static let broken = String(letters.prefix(4000) + "b" + letters.prefix(4190)) + "c"

  /// Those that PCRE2's own limits do not stop are among them: many short ways, and few steps that
  /// run over everything.
  @Test(arguments: [
    ("^(?=(a+)+b)", endless), ("(a|aa)+(?=b)", endless), ("((a*)*)*(?=b)", endless),
    ("(?=(a*?)*?b)", endless), ("(?=a*b)", endless), ("(?!.+)(?<=b)", endless),
    ("(?<!b)(?:a?){50}a{50}b", endless), ("(?=x?)(?:a{999}|a{999})c", broken),
    ("(?i)^(a*)b.*?(?:\\1|\\1|\\1|\\1|\\1|\\1|\\1|\\1)z", broken + "z"),
    ("(?<=$a{999}a{999})", letters), ("(.*)(.*)(.*)(.*)\\1\\2x(?=y)", broken + "x"),
  ])
  func hostilePatternsAreGivenUp(_ pattern: String, _ text: String) throws {
    let compiled = try Pattern(pattern, ignoreCase: false)
    guard case .gaveUp(let limit) = compiled.look(in: text) else {
      Issue.record("\(compiled.look(in: text))")
      return
    }
    #expect(limit.kind == .steps)
    #expect(!compiled.isFound(in: text))
    #expect(throws: limit) { try compiled.group(0, in: text) }
  }

  @Test func whatNestsDeepIsGivenUpForItsMemory() throws {
    let pattern = try Pattern("^(?:(?:(a)|(b)|(c)|(d)|(e)|(f)|(g)|(h))(?!z))*$", ignoreCase: false)
    guard case .gaveUp(let limit) = pattern.look(in: Self.letters) else {
      Issue.record("it was not given up")
      return
    }
    #expect(limit.kind == .memory)
  }

  @Test(arguments: [
    ("^(?!.*home).*$", letters), ("^(?:(?!x).)*$", letters), ("(\\w)\\1", letters),
    ("(?<![a-z])checkout(?!s)", letters + " checkout"),
    ("^(?=.*[a-z])(?=.*b)[abc]{1,1000}", broken),
  ])
  func honestPatternsAreMatchedInLongTexts(_ pattern: String, _ text: String) throws {
    #expect(try Pattern(pattern, ignoreCase: false).look(in: text) == .found)
  }

  @Test func aLimitIsSaidInWords() throws {
    let pattern = try Pattern("^(?=(a+)+b)", ignoreCase: false)
    guard case .gaveUp(var limit) = pattern.look(in: Self.endless) else {
      Issue.record("it was not given up")
      return
    }
    let begin =
      "pattern '^(?=(a+)+b)': it was given up in a text of 8,195 bytes, where it needs more "
    #expect(limit.description == begin + "than 200,000 steps")
    limit = PatternLimit(kind: .depth, pattern: limit.pattern, text: Self.endless)
    #expect(limit.description == begin + "than 50,000 decisions in each other")
    limit = PatternLimit(kind: .memory, pattern: limit.pattern, text: Self.endless)
    #expect(limit.description == begin + "than 4,096 KiB")
  }

  // MARK: Languages

  @Test(arguments: [
    ("(?=a)(?R)", "phones do not know '(?R'; write the pattern without it"),
    ("(a)(?=b)(?1)", "phones do not know '(?1'; write the pattern without it"),
    ("(a)(?(1)b|c)\\1", "phones do not know '(?('; write the pattern without it"),
    ("(*UTF)(?=a)", "phones do not know '(*'; write the pattern without it"),
    ("(?=a)(?C1)", "phones do not know '(?C'; write the pattern without it"),
    ("(?|(a)|(b))\\1", "phones do not know '(?|'; write the pattern without it"),
    ("a\\K(?=b)", "phones do not know '\\K'; write the pattern without it"),
    ("\\C(?=b)", "phones do not know '\\C'; write the pattern without it"),
    ("(a)\\g1\\1", "phones do not know '\\g'; write the pattern without it"),
    ("(?'n'a)\\k'n'", "'(?'' is a kind of group that is not supported; use '(…)' or '(?:…)'"),
    ("(?P<n>a)(?=b)", "phones do not know '(?P'; write the pattern without it"),
    ("a(?=b){1001}", "'{1001}' repeats too often; at most 1000 times are allowed"),
  ])
  func whatOnlyPCRE2KnowsIsRefused(_ pattern: String, _ sentence: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false)
    }
    #expect(error.description == "pattern '\(pattern)': " + sentence)
  }

  @Test(arguments: [
    ("a(?=b", "a parenthesis of 'a(?=b' has no partner; add it, or write '\\(' or '\\)'"),
    ("(?=a)[b", "'[b' has no closing ']'; add it, or write '\\['"),
    ("(?=a)[z-a]", "'[z-a]' is no valid character class; expected such as '[a-z]'"),
    ("(?=a)\\", "it ends in '\\'; write '\\\\' for a backslash"),
    ("(?=a)\\y", "'\\y' is no escape; write '\\\\' for a backslash"),
    ("(?=a)|*b", "'*' has nothing to repeat; write '\\' before it to mean the character"),
    ("(a)\\2", "'\\2' refers to a group that the pattern does not have; count its parentheses"),
    (
      "(?<n>a)(?<n>b)\\1",
      "'(?<n>' is a kind of group that is not supported; use '(…)' or '(?:…)'"
    ),
    (
      "b(?<=a+)c",
      "'(?<=a+)' may look behind over several lengths, which is not known here; "
        + "write an alternative for each length"
    ),
    (
      "(?=a)(?:abcdefgh){1000}",
      "it needs more than 65536 bytes once compiled; use smaller repetitions"
    ),
  ])
  func saysWhyAPatternIsRefused(_ pattern: String, _ sentence: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false)
    }
    #expect(error.description == "pattern '\(pattern)': " + sentence)
  }

  /// Classes in classes are ICU's own, and names of classes are unknown to JavaScript.
  @Test(arguments: [
    ("(?!x)[a-z&&[^q]]", PatternLanguage.icu), ("(?!x)[[a-c][0-9]]", .icu), ("(?!x)[a--b]", .icu),
    ("(?!x)[[:digit:]]", .javaScript),
  ])
  func classesThatPCRE2ReadsOtherwiseAreRefused(_ text: String, _ language: PatternLanguage) {
    #expect(throws: PatternError.self) {
      try Pattern(text, ignoreCase: false, language: language)
    }
  }

  @Test(arguments: [
    ("(?!x)[[:digit:]]", PatternLanguage.icu), ("(?!x)[&-]", .icu), ("(?!x)[a[b]", .javaScript),
  ])
  func otherClassesAreRead(_ text: String, _ language: PatternLanguage) {
    #expect(throws: Never.self) { try Pattern(text, ignoreCase: false, language: language) }
  }

  @Test(arguments: [
    // The end is the very end, and a group that took no part is empty.
    ("(?!x)a$", "a\n", Pattern.Look.notFound), ("^(a|b)?\\1c", "c", .found),
    // Letters and digits are those of ASCII.
    ("^\\w+(?!.)", "größe", .notFound), ("^\\d(?!.)", "٣", .notFound),
    ("(?=\\u0041)A", "A", .found), ("(?=[])", "a", .notFound), ("(?=[^])a", "a", .found),
    ("(?<=a)b", "ab", .found), ("(?<n>a)\\k<n>", "aa", .found),
  ])
  func patternsOfJavaScript(_ pattern: String, _ text: String, _ look: Pattern.Look) throws {
    let compiled = try Pattern(pattern, ignoreCase: false, language: .javaScript)
    #expect(compiled.look(in: text) == look)
  }

  @Test(arguments: [
    ("(?=a)a++", "'+'"), ("(?=a)a{2}+", "'+'"), ("(?>a)(?=b)", "'(?>'"), ("(?i)a(?=b)", "'(?i'"),
    ("(?#x)a(?=b)", "'(?#'"),
  ])
  func whatJavaScriptDoesNotKnowIsRefused(_ pattern: String, _ part: String) throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern(pattern, ignoreCase: false, language: .javaScript)
    }
    let sentence =
      "JavaScript, in which v5 matches, does not know \(part); write the pattern without it"
    #expect(error.description == "pattern '\(pattern)': " + sentence)
  }

  @Test func aLetterThatIsNoEscapeOfJavaScript() throws {
    let error = try #require(throws: PatternError.self) {
      try Pattern("\\Aa(?=b)", ignoreCase: false, language: .javaScript)
    }
    #expect(error.reason == .badEscape(part: "\\A"))
  }

  // MARK: In containers

  private static let thousand = String(repeating: "a", count: 999) + "!"
  private static let sentence =
    "pattern '^(?=(a+)+$)': it was given up in a text of 1,000 bytes, where it needs more than "
    + "200,000 steps"

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
          + "what needed more came to nothing"
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
        "limit reached: m (_reg) has no value: \(Self.sentence); what needed more came to nothing"
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
