import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport
import Testing

/// Every code with containers in which it is found, and with such in which it is not.
struct LinterTests {
  private static let cases = files + app + dropped + rules + variables + hits + web

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

  /// What no golden of a page shows.
  private static let sentences: [(example: LintCase, words: String)] = [
    (
      .found(.undefinedVariable, "") { $0.constant("c", .macro("Event")) },
      "macro 2 'c': it uses '{{Event}}', which nothing defines (there is '{{event}}')"
    ),
    (
      .found(.unknownFunction, "", facts: .app { $0.platform = .ios }) {
        $0.macro("version", "_avn")
        $0.constant("text", .template(["v", .macro("version")]))
        $0.analyticsTag("Screen", ["&av": .macro("text")])
        $0.rule(when: [.event("a")], fires: ["Screen"])
        $0.rule(when: [.event("a"), .equals("version", "1.0")], fires: ["t"], named: "First")
      },
      "tags 'Screen', 't' never run, rule 'First' never holds and 'text' has no value either"
    ),
    (
      .found(.macroCycle, "") {
        $0.constant("a", .macro("b"))
        $0.constant("b", .macro("a"))
      }, "macro 2 'a': it needs itself ('a' → 'b' → 'a')"
    ),
    (
      .found(.webOnly, "", leaving(.tag, "Pixel", .webOnly)), "tag 'Pixel': it is left out ('html')"
    ),
    (
      .found(.droppedName, "") {
        $0.isFirebase()
        $0.macro("version", "__md", ["key": "app version"])
      },
      "variable 2 'version': Firebase drops what it reads: 'app version' has a space, but only "
        + "letters, digits and _ are allowed: name it app_version, or use the built-in variable "
        + "'App Version Code'"
    ),
    (
      .found(.undefinedVariable, "") { $0.constant("c", .macro("app version")) },
      "nothing defines (the built-in one is '{{App Version Code}}')"
    ),
    (.found(.serverOnly, "", leaving(.client, "GA4", .serverOnly)), "part 'GA4': it is left out"),
  ]

  private static func leaving(
    _ kind: LeftOutPart.Kind, _ name: String, _ reason: LeftOutPart.Reason
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    {
      $0.version.leftOut = [LeftOutPart(kind: kind, name: name, type: "html", reason: reason)]
    }
  }

  @Test(arguments: sentences)
  func sentence(_ example: LintCase, _ words: String) throws {
    let finding = try #require(example.findings.first { $0.code == example.code })
    #expect("\(finding.place.words): \(finding.sentence)".contains(words))
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
