import Testing

@testable import TagInspection
@testable import TagRuntime

/// Texts that a pattern matches, where that is easy to tell.
struct PatternExampleTests {
  private static let simple: [(pattern: String, texts: [String])] = [
    ("openScreen", ["openScreen"]),
    ("^(openScreen|tapBuy)$", ["openScreen", "tapBuy"]),
    ("^open|close$", ["open", "close"]),
    ("tap.*", ["tap"]),
    ("tap.+", ["tapx"]),
    (".*", [""]),
    ("screen_\\d+", ["screen_1"]),
    ("screen\\.(home|cart)\\.view", ["screen.home.view", "screen.cart.view"]),
    ("(?:a|b)(c|d)", ["ac", "ad", "bc", "bd"]),
    ("[Oo]pen[A-Z]?", ["Open"]),
    ("x{3}y{2,}z{0,5}", ["xxxyy"]),
    ("\\bword\\b", ["word"]),
    ("a*?b+?", ["b"]),
    ("^(?!home)cart", ["cart"]),
    ("(a|b)x\\1", ["axa", "bxb"]),
    ("((a|b)c)\\1\\2", ["acaca", "bcbcb"]),
  ]

  @Test(arguments: simple)
  func examplesAreFound(_ pattern: String, _ texts: [String]) throws {
    #expect(PatternExample.texts(of: pattern) == texts)
    let compiled = try Pattern(pattern, ignoreCase: false)
    #expect(texts.allSatisfy(compiled.isFound))
  }

  /// What is looked for is tried in its place, and left out: one of them fits.
  @Test(arguments: [
    ("^(?=.*buy)(?=.*now).*$", "buynow"), ("(?<=/)buy", "/buy"), ("(?=a)abc", "aabc"),
    ("x(?=y)", "xy"), ("^(?!.*home).+$", "x"),
  ])
  func oneExampleIsFound(_ pattern: String, _ text: String) throws {
    let compiled = try Pattern(pattern, ignoreCase: false)
    #expect(PatternExample.texts(of: pattern).first(where: compiled.isFound) == text)
  }

  private static let hard = [
    "[^a]", "(?i)open", "(?<name>x)", "(?>x)", "\u{E001}", "(?P<name>x)", "a{1000}", "\\pL",
    "[[:alpha:]]",
    String(repeating: "(", count: 30) + "x" + String(repeating: ")", count: 30),
    "*", "a)", "(a", "[a", "x\\",
  ]

  @Test(arguments: hard)
  func whatIsNotSimpleHasNone(_ pattern: String) {
    #expect(PatternExample.texts(of: pattern).isEmpty)
  }

  @Test func examplesAreFewAndShort() {
    let many = String(repeating: "(a|b|c)", count: 300)
    #expect(PatternExample.texts(of: many).count <= PatternExample.limit)
    let long = (1...50).map { "event\($0)" }.joined(separator: "|")
    #expect(PatternExample.texts(of: long).count == PatternExample.limit)
  }
}
