import TagInspection
import TagRuntime
import TestSupport
import Testing

/// Every code with containers in which it is found, and with such in which it is not.
struct LinterTests {
  private static let cases = files + app + rules + variables + hits + web

  @Test(arguments: cases)
  func finding(_ example: LintCase) {
    let codes = example.findings.map(\.code)
    #expect(codes.contains(example.code) == example.isFound, "found: \(codes.map(\.id))")
  }

  @Test(arguments: LintCode.allCases)
  func isFoundAndNotFound(_ code: LintCode) {
    let examples = Self.cases.filter { $0.code == code }
    #expect(examples.contains { $0.isFound } && examples.contains { !$0.isFound })
  }

  /// What compilers write for themselves is nobody's mistake.
  @Test func compiledByGoogle() {
    let container = ContainerBuilder {
      $0.macro("_platform", "_p")
      $0.macro("_runtime_version", "_rv")
      $0.macro("_event", "_e")
      $0.macro("tracking", "_ate")
      let yes = $0.constant("tracking", true)
      let no = $0.constant("tracking", false)
      $0.macro("tracking_original", "_ate")
      let title = $0.ruledConstant("title", "Hello")
      $0.rule(unless: [.equals("_platform", "Android")], applies: [yes])
      $0.rule(when: [Condition("_gt", .macro("_runtime_version"), "62676326")], applies: [no])
      $0.rule(when: [.equals("tracking_original", "false")], switchesOff: [yes])
      $0.rule(when: [Condition("_eq", 0, 0)], applies: [title])
    }
    #expect(Linter(container.version).findings == [])
  }

  private static let sentences: [(code: LintCode, example: LintCase, words: String)] = [
    (
      .ruleNeverTrue,
      .found(.ruleNeverTrue, "") {
        $0.rule(when: [.event("a"), .event("b")], fires: ["t"], named: "Both")
      },
      "rule 1 'Both': it can never be true: event cannot equal both 'a' and 'b', so tag 't' never "
        + "fires; correct one of its conditions"
    ),
    (
      .undefinedVariable,
      .found(.undefinedVariable, "") { $0.constant("c", .macro("Event")) },
      "macro 2 'c': it uses '{{Event}}', which nothing defines (there is '{{event}}'), so it has "
        + "no value: add the macro, or correct the name"
    ),
    (
      .valueNeverPushed,
      .found(.valueNeverPushed, "", facts: .shop) {
        $0.variable("screen name", path: "screenName", default: "unset")
        $0.rule(when: [.equals("screen name", "ConfirmationScreen")], fires: ["t"])
      },
      "rule 1: 'screen name equals ConfirmationScreen' is never true: shop.app pushes 'screenName' "
        + "as 'Confirmation', of which 'Confirmation' is closest; correct the value on one side"
    ),
    (
      .unknownFunction,
      .found(.unknownFunction, "") {
        $0.isFirebase()
        $0.tag("", "__img")
      },
      "tag 1 '__img': it calls '__img', which the runtime of the container does not define: "
        + "download the container again"
    ),
    (
      .unknownFunction,
      .found(.unknownFunction, "", facts: .app { $0.platform = .ios }) {
        $0.macro("version", "_avn")
        $0.constant("text", .template(["v", .macro("version")]))
        $0.analyticsTag("Screen", ["&av": .macro("text")])
        $0.rule(when: [.event("a")], fires: ["Screen"])
        $0.rule(when: [.event("a"), .equals("version", "1.0")], fires: ["t"], named: "First")
      },
      "macro 2 'version': the iOS SDK has no function App Version Name (_avn), so it has no value, "
        + "tags 'Screen', 't' never run, rule 'First' never holds and 'text' has no value "
        + "either: use another variable, or write 'platform android' in an Android app"
    ),
    (
      .macroCycle,
      .found(.macroCycle, "") {
        $0.constant("a", .macro("b"))
        $0.constant("b", .macro("a"))
      },
      "macro 2 'a': it needs itself ('a' → 'b' → 'a'), so none of them has a value: break the "
        + "circle"
    ),
  ]

  @Test func whatIsLeftOutSaysWhy() {
    let container = ContainerBuilder {
      $0.version.leftOut = [
        LeftOutPart(kind: .tag, name: "Pixel", type: "html", reason: .webOnly),
        LeftOutPart(kind: .client, name: "GA4", type: "", reason: .serverOnly),
      ]
    }
    #expect(
      Linter(container.version).findings.map { "\($0.place.words): \($0.sentence)" } == [
        "tag 'Pixel': it is left out ('html'): it only works in web pages; remove it or use one "
          + "for apps",
        "part 'GA4': it is left out: it only works in server containers; remove it",
      ])
  }

  @Test(arguments: sentences)
  func sentence(_ code: LintCode, _ example: LintCase, _ words: String) throws {
    let finding = try #require(example.findings.first { $0.code == code })
    #expect("\(finding.place.words): \(finding.sentence)" == words)
  }

  /// Names may be of any size and hold anything; a sentence stays readable.
  @Test func sentencesAreBounded() {
    let name = String(repeating: "x", count: 100_000)
    let example = LintCase.found(.undefinedVariable, "") {
      $0.constant(name, .macro(name + "y"))
      $0.tag(name, name)
      $0.rule(when: [.equals(name, name), .equals(name, name + "z")], fires: [name], named: name)
    }
    #expect(example.findings.count >= 3)
    #expect(example.findings.allSatisfy { $0.sentence.count < 2_000 && $0.place.words.count < 200 })
  }

  @Test func findingsAreBounded() {
    let example = LintCase.found(.undefinedVariable, "") {
      for number in 0..<1_500 { $0.constant("c\(number)", .macro("gone")) }
    }
    #expect(example.findings.count == Linter.limit)
  }

  @Test func errorsComeFirst() {
    let example = LintCase.found(.undefinedVariable, "") {
      $0.functionTag("t")
      $0.analyticsTag("u", ["&el": .macro("gone")])
    }
    let order = LintSeverity.allCases
    let ranks = example.findings.compactMap { order.firstIndex(of: $0.severity) }
    #expect(ranks == ranks.sorted() && Set(ranks).count > 1)
  }
}
