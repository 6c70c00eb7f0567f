import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  static let rules: [LintCase] = neverTrue + possible + firing + texts

  private static func v(_ function: String, _ right: Expression, ignoreCase: Bool? = nil)
    -> Condition
  {
    Condition(function, .macro("v"), right, ignoreCase: ignoreCase)
  }

  private static func rule(
    when positive: [Condition] = [], unless negative: [Condition] = []
  ) -> @Sendable (inout ContainerBuilder) -> Void {
    { container in
      container.variable("v")
      container.rule(when: positive, unless: negative, fires: ["t"])
    }
  }

  private static let impossible:
    [(situation: String, positive: [Condition], negative: [Condition])] = [
      ("two texts", [v("_eq", "a"), v("_eq", "b")], []),
      ("two texts in another case", [v("_eq", "a"), v("_eq", "A")], []),
      ("one condition and its opposite", [v("_eq", "a")], [v("_eq", "a")]),
      ("equals and does not contain", [v("_eq", "abc")], [v("_cn", "b")]),
      ("equals and contains another", [v("_eq", "abc"), v("_cn", "x")], []),
      ("equals and begins otherwise", [v("_sw", "x"), v("_eq", "abc")], []),
      ("equals and ends otherwise", [v("_eq", "abc"), v("_ew", "x")], []),
      ("equals and a pattern", [v("_eq", "abc"), v("_re", "^x")], []),
      ("equals and a number", [v("_eq", "5"), v("_gt", "5")], []),
      ("equals no number", [v("_eq", "abc"), v("_gt", "5")], []),
      ("two beginnings", [v("_sw", "ab"), v("_sw", "ac")], []),
      ("two endings", [v("_ew", "ab"), v("_ew", "bb")], []),
      ("contains less and not", [v("_cn", "abc")], [v("_cn", "b")]),
      ("greater and less", [v("_gt", "5"), v("_lt", "3")], []),
      ("between neighbours", [v("_gt", "5"), v("_le", "5")], []),
      ("greater and not greater than less", [v("_ge", "5")], [v("_gt", "3")]),
      ("constants that differ", [.isFalse], []),
      ("constants that agree", [], [.isTrue]),
      ("any value and not", [v("_eq", "a")], [v("_re", ".*")]),
    ]

  private static let neverTrue: [LintCase] =
    impossible.map { situation, positive, negative in
      .found(.ruleNeverTrue, situation, rule(when: positive, unless: negative))
    } + [
      .found(.ruleNeverTrue, "two macros that read the same") {
        $0.macro("Event", "_e")
        $0.rule(when: [.event("a"), .equals("Event", "b")], fires: ["t"])
      },
      .found(.ruleNeverTrue, "a constant that has a name") {
        $0.constant("mode", "live")
        $0.rule(when: [.equals("mode", "test")], fires: ["t"])
      },
    ]

  private static let possible: [LintCase] =
    [
      ("equals and contains", [v("_eq", "abc"), v("_cn", "b")], []),
      ("one beginning in another", [v("_sw", "ab"), v("_sw", "abc")], []),
      ("a beginning and an ending", [v("_sw", "ab"), v("_ew", "x")], []),
      ("at most and at least", [v("_ge", "5"), v("_le", "5")], []),
      ("a range", [v("_gt", "3"), v("_lt", "5")], []),
      ("greater and not much greater", [v("_gt", "3")], [v("_gt", "5")]),
      ("unwanted twice", [], [v("_eq", "a"), v("_eq", "b")]),
      ("a pattern in any case", [v("_eq", "ABC"), v("_re", "abc", ignoreCase: true)], []),
      ("two macros", [v("_eq", "a"), .event("b")], []),
      ("constants that agree", [Condition("_eq", 0, 0)], []),
    ].map { situation, positive, negative in
      LintCase.absent(.ruleNeverTrue, situation, rule(when: positive, unless: negative))
    } + [
      .absent(.ruleNeverTrue, "an empty text is the number 0 in v5") {
        $0.isFirebase()
        $0.macro("v", "__md", ["key": "v"])
        $0.rule(when: [v("_eq", ""), v("_lt", "5")], fires: ["t"])
      },
      .found(.ruleNeverTrue, "a pattern that JavaScript refuses, in v5") {
        $0.isFirebase()
        $0.macro("v", "__md", ["key": "v"])
        $0.rule(when: [v("_eq", "ab"), v("_re", "a(?>b)")], fires: ["t"])
      },
      .absent(.ruleNeverTrue, "a pattern that looks ahead, and fits") {
        $0.rule(when: [.event("ab"), Condition("_re", .macro("event"), "a(?=b)")], fires: ["t"])
      },
      .found(.ruleNeverTrue, "a pattern that looks ahead, and does not fit") {
        $0.rule(when: [.event("ac"), Condition("_re", .macro("event"), "a(?=b)")], fires: ["t"])
      },
      .found(.ruleNeverTrue, "two events in v5") {
        $0.isFirebase()
        $0.rule(when: [.event("a"), .event("b")], fires: ["t"])
      },
      .absent(.ruleNeverTrue, "a random number is another each time") {
        $0.macro("r", "_r")
        $0.rule(when: [.equals("r", "1"), .equals("r", "2")], fires: ["t"])
      },
    ]

  private static let firing: [LintCase] = [
    .found(.ruleAlwaysTrue, "no condition") { $0.rule(fires: ["t"]) },
    .found(.ruleAlwaysTrue, "any event") {
      $0.rule(when: [Condition("_re", .macro("event"), ".*")], fires: ["t"])
    },
    .absent(.ruleAlwaysTrue, "an event") { $0.rule(when: [.event("e")], fires: ["t"]) },
    .absent(.ruleAlwaysTrue, "it enables values only") {
      let value = $0.ruledConstant("title", "x")
      $0.rule(applies: [value])
    },
    .found(.tagNeverFired, "no rule") { $0.functionTag("t") },
    .found(.tagNeverFired, "a rule that blocks it") {
      $0.rule(when: [.event("e")], blocks: ["t"])
    },
    .absent(.tagNeverFired, "a rule") { $0.rule(when: [.event("e")], fires: ["t"]) },
    .found(.tagAlwaysBlocked, "by the rule that fires it") {
      $0.rule(when: [.event("e")], fires: ["t"], blocks: ["t"])
    },
    .found(.tagAlwaysBlocked, "by a wider rule") {
      $0.rule(when: [.event("tapBuy")], fires: ["t"])
      $0.rule(when: [Condition("_sw", .macro("event"), "tap")], blocks: ["t"])
    },
    .found(.tagAlwaysBlocked, "always") {
      $0.rule(when: [.event("e")], fires: ["t"])
      $0.rule(blocks: ["t"])
    },
    .absent(.tagAlwaysBlocked, "sometimes") {
      $0.variable("v")
      $0.rule(when: [.event("e")], fires: ["t"])
      $0.rule(when: [.event("e"), .equals("v", "staff")], blocks: ["t"])
    },
    .absent(.tagAlwaysBlocked, "one of two firing rules is left") {
      $0.rule(when: [.event("e")], fires: ["t"])
      $0.rule(when: [.event("f")], fires: ["t"])
      $0.rule(when: [.event("e")], blocks: ["t"])
    },
    .found(.undefinedInCondition, "nothing defines it") {
      $0.rule(when: [.equals("gone", "x")], fires: ["t"])
    },
    .absent(.undefinedInCondition, "defined") {
      $0.variable("v")
      $0.rule(when: [.equals("v", "x")], fires: ["t"])
    },
  ]

  private static func matching(_ pattern: String) -> @Sendable (inout ContainerBuilder) -> Void {
    rule(when: [v("_re", .constant(.string(pattern)))])
  }

  private static func inV5(_ pattern: String) -> @Sendable (inout ContainerBuilder) -> Void {
    {
      $0.isFirebase()
      $0.macro("v", "__md", ["key": "v"])
      $0.rule(when: [v("_re", .constant(.string(pattern)))], fires: ["t"])
    }
  }

  private static let texts: [LintCase] =
    ["(a", "[a", "*a", "a\\", "{{Event}}", "a{2", "(?<=a+)b", "(?P<n>a)"].map {
      .found(.brokenPattern, $0, matching($0))
    }
    + ["a(?=b)", "(a)\\1", "a++", "(?>a)", "(?i)a", "\\p{Alphabetic}", "[a-z&&[^b]]"].map {
      .absent(.brokenPattern, $0, matching($0))
    }
    + ["^(?=(a+)+x)", "(b|bb)+(?!b)$c", "^(a+)+$", "\\y"].map {
      .found(.foreignPattern, $0, matching($0))
    }
    + ["(a", "^a.*b$", "a(?=b)", "a(?!b)", "(?<=a)b", "(a)\\1", "(?<n>a)", "a++", "(?>a)"].map {
      .absent(.foreignPattern, $0, matching($0))
    }
    + [
      .found(.foreignPattern, "a look-behind in v5") {
        $0.isFirebase()
        $0.macro("v", "__md", ["key": "v"])
        $0.rule(when: [v("_re", "(?<=a)b")], fires: ["t"])
      }
    ]
    + ["a(?=b)", "^checkout", "[^\\d]"].map { .absent(.foreignPattern, $0 + " in v5", inV5($0)) }
    + ["(?i)^checkout", "(?m)^a", "(?s).", "(?P<n>a)", "(?>a)", "a++"].map {
      .found(.brokenPattern, $0 + " in v5", inV5($0))
    }
    // Such as mean only their letter, and such as Android refuses.
    + ["\\Aa", "a\\z", "\\p{L}", "[^]", "{{Event}}", "a{2"].map {
      .found(.foreignPattern, $0 + " in v5", inV5($0))
    }
    + ["(?=a)(?R)", "a(?=b", "(a)\\1\\2"].map { .found(.brokenPattern, $0, matching($0)) }
    + [("(a", .brokenPattern), ("^(?=(a+)+x)", .foreignPattern)].map {
      (pattern: String, code: LintCode) in
      .found(code, "a group of \(pattern)") {
        let text = Expression.constant(.string(pattern))
        $0.macro("m", "_reg", ["arg0": .macro("event"), "arg1": text])
      }
    }
    + ["a*", "x|", "^", "a^", "a$b", "(?!home)", "(?=)"].map {
      .found(.uselessPattern, $0, matching($0))
    }
    + [
      ".*", "^.*$", "^a", "a$", "(^a)", "a\\$b", "[a^b]", "^$", "a$?", "(?=a)", "(?<!.)(?!y)",
      "(?!a^)b",
    ].map {
      .absent(.uselessPattern, $0, matching($0))
    } + [
      .found(.brokenPattern, "an empty one, which an iPhone refuses", matching("")),
      .found(.lookalikeConditions, "another case") {
        $0.rule(when: [.event("openScreen")], fires: ["t"])
        $0.rule(when: [.event("openscreen")], fires: ["u"])
      },
      .absent(.lookalikeConditions, "the same text") {
        $0.rule(when: [.event("openScreen")], fires: ["t"])
        $0.rule(when: [.event("openScreen"), .isTrue], fires: ["u"])
      },
      .absent(.lookalikeConditions, "another macro") {
        $0.variable("v")
        $0.rule(when: [.event("Home"), .equals("v", "home")], fires: ["t"])
      },
    ]
    + ["Home ", " Home", "Ho\u{A0}me", "Ho\u{200B}me", "\"Home\"", "\u{201C}Home\u{201D}"].map {
      .found(.oddText, $0, rule(when: [v("_eq", .constant(.string($0)))]))
    }
    + ["Home Screen", "What\u{2019}s new", "\"", "", "👩\u{200D}🚀"].map {
      .absent(.oddText, $0, rule(when: [v("_eq", .constant(.string($0)))]))
    } + [
      .found(.oddText, "a key") { $0.variable("v", path: "screenName ") },
      .absent(.oddText, "a key") { $0.variable("v", path: "screenName") },
    ]
}
