import ContainerFormats
import OrderedCollections
import TestSupport
import Testing

@testable import TagInspection
@testable import TagRuntime

/// What becomes of a container that is altered by hand: in memory, in words, and once written.
struct ContainerEditTests {
  /// A shop of either generation whose two rules share their first condition.
  private static func shop(_ generation: SDKGeneration) -> ContainerVersion {
    func build(_ builder: inout ContainerBuilder) {
      if generation == .legacy {
        builder.variable("screen", path: "screenName")
      } else {
        builder.macro("screen", "__md", ["key": "screenName"])
        for name in ["Ads", "View", "Log"] { builder.tag(name, "__fm", ["action": "block"]) }
      }
      builder.constant("color", "red")
      builder.rule(
        when: [.event("openScreen"), .equals("screen", "Paid")], fires: ["Ads"], named: "Done")
      builder.rule(when: [.event("openScreen")], fires: ["View", "Log"], named: "Opened")
    }
    var version: ContainerVersion
    if generation == .legacy {
      version = ContainerBuilder { build(&$0) }.version
    } else {
      version = ContainerBuilder.firebase { build(&$0) }
      version.macros[2].function = "__c"
      for index in version.tags.indices { version.tags[index].name = nil }
      for index in version.rules.indices { version.rules[index].addTagRuleNames = [] }
    }
    // One condition for both rules, as compilers write them.
    version.rules[1].positivePredicates = [version.rules[0].positivePredicates[0]]
    return version
  }

  private static let place = ConditionPlace(rule: 0, isNegative: false, index: 1)

  /// The shop with the edit that a change to the form of a condition comes to.
  private static func altering(
    _ generation: SDKGeneration = .legacy, _ place: ConditionPlace = place,
    _ change: (inout AlterableContainer.ConditionForm) -> Void
  ) throws -> (shop: AlterableContainer, edit: ContainerEdit) {
    let shop = AlterableContainer(Self.shop(generation))
    var form = try shop.form(of: place)
    change(&form)
    return (shop, try shop.edit(form))
  }

  private static func written(_ version: ContainerVersion) throws -> ContainerVersion {
    let bytes =
      version.generation == .legacy
      ? try BinaryWriter.write(version).bytes : try FirebaseWriter.write(version).bytes
    return try ContainerReader.read(bytes, name: "edited")
  }

  // MARK: Conditions

  @Test(arguments: ConditionOperator.all, SDKGeneration.allCases)
  func everyOperatorIsWrittenAndReadAgain(
    _ comparison: ConditionOperator, _ generation: SDKGeneration
  ) throws {
    let (shop, edit) = try Self.altering(generation) {
      ($0.comparison, $0.argument) = (comparison, "4.5")
    }
    let altered = try shop.version.applying([edit])
    let read = AlterableContainer(try Self.written(altered))
    let place = try #require(
      read.conditions(ofRule: 0).first { read.sentence(of: $0).hasPrefix("screen") })
    #expect(place.isNegative == comparison.isNegative)
    let kind = try #require(PredicateFunction.named(comparison.function))
    let verb = comparison.isNegative ? kind.negatedWords : kind.words
    let ending = comparison.ignoresCase ? " (any case)" : ""
    #expect(read.sentence(of: place) == "screen \(verb) 4.5" + ending)
    let again = try read.form(of: place)
    #expect(again.comparison == comparison && again.argument == "4.5")
    #expect(read.conditions(ofRule: 0).count == 2)
    #expect(ContainerComparison(altered.described, read.version.described).isSame)
  }

  @Test func bothGenerationsHaveTheNineConditionsAndPatternsThatIgnoreCase() {
    #expect(ConditionOperator.all.count == 2 * (9 + 1))
    #expect(Set(ConditionOperator.all.map(\.words)).count == ConditionOperator.all.count)
  }

  /// In the web interface every trigger has conditions of its own.
  @Test(arguments: SDKGeneration.allCases)
  func aSharedConditionStaysAsItIsElsewhere(_ generation: SDKGeneration) throws {
    let first = ConditionPlace(rule: 0, isNegative: false, index: 0)
    let (shop, edit) = try Self.altering(generation, first) { $0.argument = "paid" }
    let altered = AlterableContainer(try shop.version.applying([edit]))
    let sentences = [0, 1].map { altered.conditions(ofRule: $0).map(altered.sentence) }
    #expect(
      sentences == [["event equals paid", "screen equals Paid"], ["event equals openScreen"]])
    #expect(altered.version.predicates.count == shop.version.predicates.count + 1)
  }

  @Test func anOwnConditionIsReplaced() throws {
    let (shop, edit) = try Self.altering {
      $0.comparison = ConditionOperator("_cn", isNegative: true)
    }
    let altered = try shop.version.applying([edit])
    #expect(altered.predicates.count == shop.version.predicates.count)
    #expect(altered.rules[0].positivePredicates.count == 1)
    #expect(altered.rules[0].negativePredicates.count == 1)
  }

  @Test(arguments: SDKGeneration.allCases)
  func aComparisonTellsTheSameChange(_ generation: SDKGeneration) throws {
    let (shop, edit) = try Self.altering(generation) {
      ($0.comparison, $0.argument) = (ConditionOperator("_cn"), "Pai")
    }
    let altered = try shop.version.applying([edit])
    let comparison = ContainerComparison(shop.version.described, altered.described)
    let told = comparison.changes.flatMap { [$0.name] + $0.details }.joined(separator: "\n")
    #expect(told.contains("screen equals Paid") && told.contains("screen contains Pai"))
  }

  // MARK: Words

  @Test func wordsAreThoseOfTheWebInterface() throws {
    let (shop, edit) = try Self.altering {
      ($0.comparison, $0.argument) = (ConditionOperator("_re", ignoresCase: true), "^pai")
    }
    #expect(
      try edit.words(in: shop.version)
        == #"In rule "Done": change "screen equals Paid" to "screen matches ^pai (any case)""#)
    let trigger = AlterableContainer(Self.shop(.firebase))
    #expect(trigger.quotedTitle(ofRule: 0) == "trigger 1 (of tag 1)")
    let value = ContainerEdit.value(ValuePlace(definition: 2, role: .constant), "blue")
    #expect(
      try value.words(in: shop.version)
        == #"Variable "color": change its value from "red" to "blue""#)
  }

  /// The web interface lists the collection, and no variable of the key's name.
  @Test func aKeyOfAValueCollectionIsToldWithIt() throws {
    var version = Self.shop(.legacy)
    version.macros[2].parameters["instance_label"] = "Spanish texts"
    let edit = ContainerEdit.value(ValuePlace(definition: 2, role: .constant), "rojo")
    #expect(
      try edit.words(in: version)
        == #"Value collection "Spanish texts", key "color": change its value from "red" to "rojo""#)
  }

  @Test func aPatternThatIsNoneIsTold() throws {
    let (shop, edit) = try Self.altering {
      ($0.comparison, $0.argument) = (ConditionOperator("_re"), "(Paid")
    }
    #expect(try edit.parts(in: shop.version).trouble != nil)
  }

  // MARK: Arguments

  private static let arguments: [(typed: String, expression: Expression)] = [
    ("Paid", "Paid"), ("", ""), ("42", "42"), ("{{color}}", .macro("color")),
    ("a {{color}} b", .template(["a ", .macro("color"), " b"])), ("{{", "{{"), ("}} {{", "}} {{"),
  ]

  @Test(arguments: arguments)
  func anArgumentIsATextWithVariables(_ argument: (typed: String, expression: Expression)) throws {
    let edit = try Self.altering { $0.argument = argument.typed }.edit
    guard case .condition(_, _, let made) = edit else {
      Issue.record("a form of a condition comes to a condition")
      return
    }
    #expect(made == argument.expression)
  }

  @Test func whatIsNotTouchedKeepsItsType() throws {
    var version = Self.shop(.legacy)
    version.predicates[1].parameters["arg1"] = .constant(.int(42))
    let shop = AlterableContainer(version)
    let form = try shop.form(of: Self.place)
    #expect(form.argument == "42")
    #expect(try version.applying([try shop.edit(form)]).predicates == version.predicates)
  }

  @Test func aVariableThatIsNotThereIsRefused() throws {
    let error = #expect(throws: UnalterablePart.self) {
      try Self.altering { $0.argument = "{{colour}}" }
    }
    #expect(error?.description.hasSuffix("did you mean {{color}}?") == true)
  }

  // MARK: Values

  private static let values: [(typed: Value, legacy: Value, firebase: Value)] = [
    ("blue", "blue", "blue"), (42, 42, 42), (true, true, true), (4.5, "4.5", 4.5),
    (.absent, "", ""),
  ]

  @Test(arguments: values)
  func aValueIsWrittenAndReadAgain(_ value: (typed: Value, legacy: Value, firebase: Value)) throws {
    for generation in SDKGeneration.allCases {
      let shop = AlterableContainer(Self.shop(generation))
      var form = try shop.form(ofDefinition: 2)
      #expect(form.value == "red")
      form.value = value.typed
      let altered = try Self.written(try shop.version.applying([shop.edit(form)]))
      let macro = try #require(altered.macros.first { $0.name == "color" })
      let held = macro.parameters["value"]?.constantValue
      #expect(held == (generation == .legacy ? value.legacy : value.firebase))
    }
  }

  @Test(arguments: SDKGeneration.allCases)
  func aDefaultValueIsSet(_ generation: SDKGeneration) throws {
    let shop = AlterableContainer(Self.shop(generation))
    var form = try shop.form(ofDefinition: 1)
    #expect(form.value == .absent)
    form.value = "none"
    let edit = shop.edit(form)
    #expect(
      try edit.words(in: shop.version)
        == #"Variable "screen": set its default value to "none""#)
    let altered = CompiledContainer(try Self.written(try shop.version.applying([edit])))
    #expect(try AlterableContainer(altered).form(ofDefinition: 1).value == "none")
  }

  private static let unalterable: [(function: String, words: String)] = [
    ("_func", "it is returned by the function price of the app"),
    ("_l", "it is not in the container; it is the language"),
  ]

  @Test(arguments: unalterable)
  func whatDoesNotStandInTheContainerSaysWhatDoes(_ macro: (function: String, words: String)) throws
  {
    let builder = ContainerBuilder {
      $0.macro("it", macro.function, ["function_call_macro_name": "price"])
    }
    let error = #expect(throws: UnalterablePart.self) {
      try AlterableContainer(builder.version).form(ofDefinition: 1)
    }
    #expect(error?.description.hasPrefix(macro.words) == true)
  }

  @Test func aListHasNoPlaceInAContainer() throws {
    let shop = Self.shop(.legacy)
    let edit = ContainerEdit.value(ValuePlace(definition: 2, role: .constant), .list([]))
    #expect(throws: UnalterablePart.kind("list")) { try shop.applying([edit]) }
  }
}
