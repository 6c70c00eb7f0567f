import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// Conditions and expressions of v5 containers, where sides are converted as JavaScript does.
@Suite struct FirebasePredicateTests {
  private static let event: OrderedDictionary<String, Value> = [
    "text": "Song", "one": 1, "half": 0.5, "flag": true, "null": .null, "list": [1, 2],
    "map": ["a": 1], "number": "10", "empty": "",
  ]

  /// A trial with a variable for each parameter of the event, and one for a parameter it lacks.
  private static func trial(_ build: (inout ContainerBuilder) -> Void) -> FirebaseTrial {
    FirebaseTrial { container in
      for name in event.keys + ["none"] {
        container.macro(name, "__md", ["eventType": "CUSTOM", "key": .constant(.string(name))])
      }
      container.macro("broken", "__gone")
      build(&container)
    }.at("play", event)
  }

  private static let comparisons:
    [(function: String, left: Expression, right: Expression, truth: Bool)] = [
      ("_eq", .macro("text"), "Song", true), ("_eq", .macro("text"), "song", false),
      ("_eq", .macro("one"), "1", true), ("_eq", .macro("one"), 1, true),
      ("_eq", .macro("one"), .constant(1.0), true), ("_eq", .macro("half"), "0.5", true),
      ("_eq", .macro("flag"), "true", true), ("_eq", .macro("flag"), true, true),
      ("_eq", .macro("null"), "null", true), ("_eq", .macro("null"), "", false),
      ("_eq", .macro("none"), "undefined", true), ("_eq", .macro("none"), "", false),
      ("_eq", .macro("none"), .macro("none"), true), ("_eq", .macro("list"), "1,2", true),
      ("_eq", .macro("map"), "[object Object]", true), ("_eq", .macro("empty"), "", true),
      ("_cn", .macro("text"), "on", true), ("_cn", .macro("text"), "", true),
      ("_cn", .macro("none"), "defined", true), ("_cn", .macro("one"), 1, true),
      ("_sw", .macro("text"), "So", true), ("_sw", .macro("text"), "so", false),
      ("_sw", .macro("null"), "nul", true), ("_ew", .macro("text"), "ng", true),
      ("_ew", .macro("flag"), "ue", true),
      ("_lt", .macro("one"), "2", true), ("_lt", .macro("number"), "9", false),
      ("_gt", .macro("number"), "9", true), ("_ge", .macro("one"), 1, true),
      ("_le", .macro("half"), "0x1", true), ("_gt", .macro("one"), "", true),
      ("_ge", .macro("null"), 0, true), ("_le", .macro("null"), 0, true),
      ("_gt", .macro("flag"), "0", true), ("_lt", .macro("text"), 5, false),
      ("_ge", .macro("text"), 5, false), ("_ge", .macro("none"), .macro("none"), false),
      ("_le", .macro("list"), 5, false),
      ("_re", .macro("text"), "^So.g$", true), ("_re", .macro("text"), "on", true),
      ("_re", .macro("text"), "^s", false), ("_re", .macro("none"), "^undefined$", true),
      ("_re", .macro("none"), ".*", true), ("_re", .macro("one"), 1, true),
      ("_re", .macro("text"), .macro("none"), true), ("_re", .macro("text"), "(", false),
      ("_re", .macro("text"), "^So(?=ng)", true), ("_re", .macro("text"), "(?!S)S", false),
      ("_re", .macro("text"), "^(x)?\\1S", true), ("_re", .macro("text"), "(?=S)(?>S)", false),
      ("_re", .macro("text"), .template(["^", .macro("text"), "$"]), true),
    ]

  @Test(arguments: comparisons.indices)
  func comparison(_ index: Int) {
    let (function, left, right, truth) = Self.comparisons[index]
    let trial = Self.trial { $0.rule(when: [Condition(function, left, right)], fires: ["T"]) }
    var evaluator = trial.evaluator()
    #expect(evaluator.truth(ofRule: 0) == (truth ? .holds : .doesNotHold))
  }

  @Test(arguments: [(true, true), (false, false), (nil, false)])
  func aPatternMayIgnoreCase(_ ignoresCase: Bool?, _ fits: Bool) {
    let trial = Self.trial {
      $0.rule(
        when: [Condition("_re", .macro("text"), "^song$", ignoreCase: ignoresCase)], fires: ["T"])
    }
    var evaluator = trial.evaluator()
    #expect(evaluator.isTrue(rule: 0) == fits)
  }

  @Test(
    arguments: [
      ("_eq", ["arg1": "undefined"], .holds), ("_eq", [:], .holds),
      ("_gt", ["arg0": 1], .doesNotHold), ("_css", ["arg0": "a", "arg1": "a"], .undecided),
      ("_eq", ["arg0": .macro("broken"), "arg1": "x"], .undecided),
      ("_eq", ["arg0": "x", "arg1": .macro("nobody")], .undecided),
      ("_re", ["arg0": .macro("broken"), "arg1": "x"], .undecided),
    ] as [(String, OrderedDictionary<String, Expression>, Truth)])
  func whatIsMissingOrFails(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>, _ truth: Truth
  ) {
    var condition = Condition(function, "", "")
    condition.call.parameters = parameters
    var evaluator = Self.trial { $0.rule(when: [condition], fires: ["T"]) }.evaluator()
    #expect(evaluator.truth(ofRule: 0) == truth)
  }

  @Test func aVariableThatNeedsItselfFails() {
    let trial = Self.trial { container in
      container.macro("v", "__c", ["value": .macro("w")])
      container.macro("w", "__c", ["value": .macro("v")])
    }
    let (resolved, logs) = trial.value()
    #expect(resolved == .failed)
    #expect(logs == [.macroCycle])
  }

  // MARK: Expressions

  private static let expressions: [(expression: Expression, value: Resolved)] = [
    (.template(["a ", .macro("one"), .macro("none"), .macro("null")]), .value("a 1undefinednull")),
    (.template([.macro("list"), .constant(1.0), true]), .value("1,21true")),
    (.template(["a", .macro("broken")]), .failed),
    (.list([.macro("none"), .macro("null"), 1]), .value([.absent, .null, 1])),
    (.list([.macro("broken")]), .failed),
    (.members(["a": .macro("none")]), .value(["a": .absent])),
    (.members(["a": 1, "b": .macro("null")]), .value(.null)),
    (.map([.init(key: .macro("null"), value: 1)]), .value(.null)),
    (.map([.init(key: .macro("none"), value: 1)]), .value(["undefined": 1])),
    (.map([.init(key: .macro("one"), value: 1)]), .value(["1": 1])),
    (.list([.members(["a": .macro("null")])]), .value([.null])),
    (.escaped(.macro("none"), [12]), .value("undefined")),
    (.escaped("a b/ü?c=d", [12]), .value("a%20b/%C3%BC?c=d")),
    (.escaped(.macro("one"), [12]), .value("1")),
    (.escaped("a b", [7]), .value("a b")), (.escaped(.macro("none"), []), .value(.absent)),
    (.functionID("__e"), .value("__e")), (.macro("nobody"), .failed),
  ]

  @Test(arguments: expressions.indices)
  func expression(_ index: Int) {
    let (expression, value) = Self.expressions[index]
    let found = Self.trial { $0.macro("v", "__c", ["value": expression]) }.value().resolved
    // A value that is undefined is undefined, wherever it came from.
    #expect(found == (value == .value(.absent) ? .undefined : value))
  }
}
