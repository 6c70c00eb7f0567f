import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import ContainerFormats

@Suite struct BinaryWriterTests {
  private func read(_ bytes: [UInt8]) throws -> ContainerVersion {
    try ContainerReader.read(bytes, name: "test")
  }

  /// A container with one macro of one parameter.
  private static func holding(_ value: Expression) -> ContainerVersion {
    ContainerVersion(macros: [
      FunctionCall(function: "_c", name: "x", parameters: ["value": value])
    ])
  }

  /// Everything that the binary holds comes back, down to the bytes of the texts.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func readsBackWhatItWrites(seed: UInt64) throws {
    var random = RandomVersion(seed: seed)
    let version = random.make()
    let written = try BinaryWriter.write(version)
    #expect(written.remarks.isEmpty)
    let back = try read(written.bytes)
    #expect(back == version)
    #expect(Array("\(back)".utf8) == Array("\(version)".utf8))
    #expect(try BinaryWriter.write(back) == written)
  }

  @Test(arguments: DemoShopTests.exports.map(\.0) + ["GTM-AB12.plist"])
  func compilesTheDemoShop(file: String) throws {
    let version = try ContainerReader.read(DemoShop.bytes(file), name: file)
    let back = try read(BinaryWriter.write(version).bytes)
    var expected = version
    expected.format = .binary
    expected.containerID = nil
    expected.authoring = nil
    #expect(back == expected)
  }

  @Test func sharesEqualValuesAndSortsKeys() throws {
    let call = FunctionCall(
      function: "_v", name: "tier",
      parameters: ["name": "user.tier", "default_value": "tier", "again": .macro("tier")])
    let bytes = try BinaryWriter.write(ContainerVersion(version: "4", macros: [call, call])).bytes
    var expected = ContainerBuilder(version: "4")
    expected.resource.usageContext = []
    expected.resource.templateVersionSet = "0"
    expected.resource.key = ["again", "default_value", "function", "instance_name", "name"]
    let function = expected.function("_v")
    let tier = expected.text("tier")
    let path = expected.text("user.tier")
    let again = expected.add(.macroReference) {
      $0.containsReferences = true
      $0.ext = .with {
        $0.macroReference = 0
        $0.macroNameReference = tier
      }
    }
    let properties = [
      ("function", function), ("instance_name", tier), ("name", path), ("default_value", tier),
      ("again", again),
    ].map { expected.property($0, $1) }
    let shared = ProtoFunctionCall.with {
      $0.function = function
      $0.name = tier
      $0.property = properties
    }
    expected.resource.macro = [shared, shared]
    #expect(bytes == expected.bytes())
  }

  /// A first key whose length is that of a brace or of white space looks like text.
  @Test(arguments: ["k" + String(repeating: "k", count: 122), "<plist>..", "{\"a\": 1}\n"])
  func isNeverTakenForText(key: String) throws {
    var version = ContainerVersion(macros: [FunctionCall(function: "", parameters: [key: "x"])])
    #expect(try read(BinaryWriter.write(version).bytes) == version)
    version.macros[0].function = "_c"
    #expect(try read(BinaryWriter.write(version).bytes) == version)
  }

  // MARK: What the binary cannot hold

  @Test func leavesOutWhatTheEnvelopeCarries() throws {
    var version = Self.holding("x")
    let kept = version
    version.containerID = "GTM-AB12"
    version.fingerprint = "MTIz"
    version.remarks = ["Something."]
    version.format = .export
    version.experiments = [Experiment(name: "gaExperiment:GTM-AB12_1")]
    let written = try BinaryWriter.write(version)
    #expect(try read(written.bytes) == kept)
    #expect(
      written.remarks == [
        "Experiment 'gaExperiment:GTM-AB12_1' is left out: it belongs in an answer of the tag "
          + "server, not in a binary."
      ])
  }

  /// These come back in another form that means the same.
  @Test(
    arguments: [
      (.constant(["a", 1]), .list(["a", 1])),
      (.constant(["k": true]), .map([Expression.Entry(key: "k", value: true)])),
      (.escaped("a", []), "a"),
      (.escaped(.escaped("a", [12]), [7, 8]), .escaped("a", [12, 7, 8])),
    ] as [(Expression, Expression)])
  func writesInAnotherForm(value: Expression, form: Expression) throws {
    let back = try read(BinaryWriter.write(Self.holding(value)).bytes)
    #expect(back == Self.holding(form))
  }

  private static func nested(_ levels: Int) -> Expression {
    (1..<levels).reduce("end") { inner, _ in .list([inner]) }
  }

  @Test(
    arguments: [
      (.constant(.null), .value(kind: "null", place: "macro 'x', parameter 'value'")),
      (.constant(1.5), .value(kind: "double", place: "macro 'x', parameter 'value'")),
      (
        .list([.constant(.absent)]),
        .value(kind: "absent", place: "macro 'x', parameter 'value'")
      ),
      (.escaped("a", [18]), .escaping(number: 18, place: "macro 'x', parameter 'value'")),
      (
        .escaped("a", Array(repeating: 12, count: 101)),
        .tooMany(what: "macro 'x', parameter 'value', escapings", count: 101, limit: 100)
      ),
      (nested(65), .tooDeep(place: "macro 'x', parameter 'value'", limit: 64)),
      (
        .list(Array(repeating: "x", count: 50_000)),
        .tooComplex(place: "macro 'x', parameter 'value'", limit: 50_000)
      ),
    ].map { Refused<Expression>(written: $0, code: $1) })
  func refusesValues(value: Refused<Expression>) throws {
    let error = try #require(throws: UnwritableContainer.self) {
      try BinaryWriter.write(Self.holding(value.written))
    }
    #expect(error.code == value.code)
  }

  @Test func writesUpToTheLimits() throws {
    for value in [Self.nested(64), .list(Array(repeating: "x", count: 49_999))] {
      let version = Self.holding(value)
      let back = try read(BinaryWriter.write(version).bytes)
      // Not compared inside the macro, which would describe both.
      let isSame = back == version
      #expect(isSame)
    }
  }

  private static func rule(_ fill: (inout ContainerRule) -> Void) -> ContainerRule {
    var rule = ContainerRule()
    fill(&rule)
    return rule
  }

  private static func call(_ parameters: OrderedDictionary<String, Expression>) -> FunctionCall {
    FunctionCall(function: "_e", parameters: parameters)
  }

  @Test(
    arguments: [
      (
        ContainerVersion(format: .firebase, generation: .firebase), .firebase
      ),
      (
        ContainerVersion(tags: [call(["function": "_e"])]),
        .reservedKey(key: "function", place: "tag 1")
      ),
      (
        ContainerVersion(predicates: [call(["instance_name": "n"])]),
        .reservedKey(key: "instance_name", place: "condition 1")
      ),
      (
        ContainerVersion(macros: [call(["push_after_evaluate": "n"])]),
        .reservedKey(key: "push_after_evaluate", place: "macro 1")
      ),
      (
        ContainerVersion(rules: [rule { $0.addTags = [0] }]),
        .rule(fault: "rule 1 points at tag 1 of 0")
      ),
      (
        ContainerVersion(
          predicates: [call([:])],
          rules: [rule { $0.negativePredicates = Array(repeating: 0, count: 101) }]),
        .tooMany(what: "a rule, conditions", count: 101, limit: 100)
      ),
      (
        ContainerVersion(macros: Array(repeating: call([:]), count: 5_001)),
        .tooMany(what: "macros", count: 5_001, limit: 5_000)
      ),
      (
        ContainerVersion(rules: Array(repeating: ContainerRule(), count: 5_001)),
        .tooMany(what: "rules", count: 5_001, limit: 5_000)
      ),
      (
        ContainerVersion(tags: [
          call(OrderedDictionary(uniqueKeysWithValues: (0..<1_000).map { ("k\($0)", "v") }))
        ]),
        .tooMany(what: "tag 1, parameters", count: 1_001, limit: 1_000)
      ),
      (
        ContainerVersion(version: String(repeating: "x", count: 10_000_000)),
        .tooLarge(bytes: 10_000_008 + 3, limit: 10_000_000)
      ),
    ].map { Refused<ContainerVersion>(written: $0, code: $1) })
  func refusesContainers(container: Refused<ContainerVersion>) throws {
    let error = try #require(throws: UnwritableContainer.self) {
      try BinaryWriter.write(container.written)
    }
    #expect(error.code == container.code)
  }
}

/// What cannot be written, listed by its reason: it may be megabytes.
struct Refused<Written: Sendable>: Sendable, CustomTestStringConvertible {
  var written: Written
  var code: UnwritableContainer.Code

  var testDescription: String { "\(code)" }
}
