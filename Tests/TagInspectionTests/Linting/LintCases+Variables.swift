import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  static let variables: [LintCase] = references + definitions + functions

  private static let references: [LintCase] = [
    .found(.undefinedVariable, "in a tag") {
      $0.analyticsTag("t", ["&el": .template(["a ", .macro("gone")])])
    },
    .found(.undefinedVariable, "in a macro") { $0.constant("c", .macro("gone")) },
    .absent(.undefinedVariable, "defined") { $0.constant("c", .macro("event")) },
    .found(.unusedVariable, "a variable") { $0.variable("v") },
    .found(.unusedVariable, "a constant that the app does not read", facts: .shop) {
      $0.constant("c", "x")
    },
    .absent(.unusedVariable, "a constant for an app that is not known") { $0.constant("c", "x") },
    .absent(.unusedVariable, "the app reads it", facts: .app { $0.reads = ["v"] }) {
      $0.variable("v")
    },
    .absent(.unusedVariable, "a scenario looks at it", facts: .app { $0.looks = ["v"] }) {
      $0.variable("v")
    },
    .absent(.unusedVariable, "built in, or made by the compiler") {
      $0.macro("Language", "_l")
      $0.macro("_platform", "_p")
      $0.macro("_random", "_r")
    },
    .absent(.unusedVariable, "used by a rule") {
      $0.variable("v")
      $0.rule(when: [.equals("v", "x")], fires: ["t"])
    },
    .absent(.unusedVariable, "a value of a collection") { _ = $0.ruledConstant("title", "x") },
    .found(.macroCycle, "itself") { $0.constant("a", .macro("a")) },
    .found(.macroCycle, "a circle of three") {
      $0.constant("a", .macro("b"))
      $0.constant("b", .template(["x", .macro("c")]))
      $0.constant("c", .macro("a"))
    },
    .absent(.macroCycle, "two ways to one") {
      $0.constant("a", .template([.macro("b"), .macro("c")]))
      $0.constant("b", .macro("d"))
      $0.constant("c", .macro("d"))
      $0.constant("d", "x")
    },
    .absent(.macroCycle, "a long chain") {
      for number in 0..<2_000 { $0.constant("m\(number)", .macro("m\(number + 1)")) }
      $0.constant("m2000", "x")
    },
  ]

  private static let definitions: [LintCase] = [
    .found(.severalDefaults, "two macros of one name") {
      $0.constant("a", "x")
      $0.constant("a", "y")
    },
    .absent(.severalDefaults, "rules choose, as the compiler writes it") {
      $0.macro("tracking", "_ate")
      let yes = $0.constant("tracking", true)
      let no = $0.constant("tracking", false)
      $0.rule(when: [.event("a")], applies: [yes])
      $0.rule(when: [.event("b")], applies: [no])
    },
    .found(.valueNeverApplies, "no rule") { _ = $0.ruledConstant("title", "x") },
    .absent(.valueNeverApplies, "a rule") {
      let title = $0.ruledConstant("title", "x")
      $0.rule(applies: [title])
    },
    .found(.severalApply, "two collections") {
      let one = $0.ruledConstant("title", "x")
      let other = $0.ruledConstant("title", "y")
      $0.rule(applies: [one])
      $0.rule(applies: [other])
    },
    .absent(.severalApply, "an experiment removes one") {
      let one = $0.ruledConstant("title", "x")
      let other = $0.ruledConstant("title", "y")
      $0.rule(applies: [one, other])
      $0.rule(when: [.event("a")], switchesOff: [one])
      $0.rule(when: [.event("b")], switchesOff: [other])
    },
    .absent(.severalApply, "rules that depend") {
      let one = $0.ruledConstant("title", "x")
      let other = $0.ruledConstant("title", "y")
      $0.rule(applies: [one])
      $0.rule(when: [.event("b")], applies: [other])
    },
    .found(.duplicateTag, "equal tags at equal events") {
      $0.analyticsTag("t", ["&t": "event"])
      $0.analyticsTag("u", ["&t": "event"])
      $0.rule(when: [.event("e")], fires: ["t", "u"])
    },
    .absent(.duplicateTag, "equal tags at other events") {
      $0.analyticsTag("t", ["&t": "event"])
      $0.analyticsTag("u", ["&t": "event"])
      $0.rule(when: [.event("e")], fires: ["t"])
      $0.rule(when: [.event("f")], fires: ["u"])
    },
    .found(.duplicateTagName, "one name") {
      $0.tag("t", "_img")
      $0.tag("t", "_ua")
    },
    .absent(.duplicateTagName, "no names") {
      $0.tag("", "_img")
      $0.tag("", "_ua")
    },
  ]

  private static let functions: [LintCase] = [
    .found(.unknownFunction, "a tag of web pages") { $0.tag("t", "_html") },
    .found(.unknownFunction, "a macro that is used") {
      $0.macro("m", "_k")
      $0.constant("c", .macro("m"))
    },
    .found(.unknownFunction, "a condition") {
      $0.rule(when: [Condition("_css", .macro("event"), "x")], fires: ["t"])
    },
    .found(.unknownFunction, "the runtime of v5 lacks it") {
      $0.isFirebase()
      $0.tag("t", "__img")
    },
    .found(.unknownFunction, "v5 has no runtime") {
      $0.isFirebase()
      $0.version.runtime = nil
    },
    .absent(.unknownFunction, "an export of v5 gets its runtime later") {
      $0.isFirebase()
      $0.version.format = .export
      $0.version.runtime = nil
      $0.tag("t", "__img")
    },
    .absent(.unknownFunction, "the runtime of v5 has it") {
      $0.isFirebase()
      $0.tag("t", "__fm")
    },
    .absent(.unknownFunction, "a macro that nothing uses") { $0.macro("m", "_k") },
    .absent(.unknownFunction, "an Android one in a container that says so") {
      $0.version.usageContexts = ["android"]
      $0.macro("id", "_did")
      $0.constant("c", .macro("id"))
    },
    .found(.unknownFunction, "an Android one in an app for iOS", facts: .app { $0.platform = .ios })
    {
      $0.macro("id", "_did")
      $0.constant("c", .macro("id"))
    },
    .absent(
      .unknownFunction, "an Android one in an app for Android",
      facts: .app { $0.platform = .android }
    ) {
      $0.macro("id", "_did")
      $0.constant("c", .macro("id"))
    },
    .absent(.unknownFunction, "one of which iOS has a class") {
      $0.macro("id", "_awid")
      $0.constant("c", .macro("id"))
    },
    .found(.missingParameter, "a variable without a path") { $0.macro("v", "_v") },
    .found(.missingParameter, "a pixel without a URL") { $0.tag("t", "_img") },
    .absent(.missingParameter, "a pixel") { $0.tag("t", "_img", ["url": "https://x.example"]) },
  ]
}
