import ContainerFormats
import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct FirebaseWriterTests {
  private func read(_ bytes: [UInt8]) throws -> ContainerVersion {
    try ContainerReader.read(bytes, name: "test")
  }

  private static func version(
    _ value: Expression = "", _ change: (inout ContainerVersion) -> Void = { _ in }
  ) -> ContainerVersion {
    var version = ContainerVersion(
      version: "12", format: .firebase, generation: .firebase,
      macros: [FunctionCall(function: "__c", name: "x", parameters: ["value": value])])
    change(&version)
    return version
  }

  /// Everything that a v5 file holds comes back, down to the bytes of the texts.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func readsBackWhatItWrites(seed: UInt64) throws {
    var random = RandomVersion(seed: seed)
    let version = random.makeFirebase()
    let written = try FirebaseWriter.write(version)
    var back = try read(written.bytes)
    #expect(try FirebaseWriter.write(back) == written)
    // Functions that the runtime does not define are remarked on.
    back.remarks = []
    #expect(back == version)
    #expect(Array("\(back)".utf8) == Array("\(version)".utf8))
  }

  @Test func writesEveryKindOfValueAndClause() throws {
    let version = try read(FirebaseSample.bytes)
    var back = try read(FirebaseWriter.write(version).bytes)
    // What has been renamed keeps its new name.
    #expect(back.remarks == Array(version.remarks.dropFirst()))
    back.remarks = version.remarks
    #expect(back == version)
  }

  @Test func writesOneLineForEachPart() throws {
    let version = Self.version(.members(["a": .macro("x")])) {
      $0.tags = [
        FunctionCall(
          function: "__fm", name: "T",
          parameters: ["once_per_event": true, "action": "block", "tag_id": 4])
      ]
      $0.predicates = [FunctionCall(function: "_eq", parameters: ["arg0": .macro("x"), "arg1": 1])]
      var rule = ContainerRule()
      rule.positivePredicates = [0]
      rule.addTags = [0]
      rule.addTagRuleNames = ["Now"]
      $0.rules = [rule]
      $0.format = .export
    }
    let written = try FirebaseWriter.write(version)
    #expect(
      String(decoding: written.bytes, as: UTF8.self) == """
        {
          "fingerprint": "MTI$0",
          "resource": {
            "version": "12",
            "macros": [
              {"function": "__c", "instance_name": "x", "vtp_value": ["map", "a", ["macro", 0]]}
            ],
            "tags": [
              {"function": "__fm", "once_per_event": true, "vtp_action": "block", "tag_id": 4}
            ],
            "predicates": [
              {"function": "_eq", "arg0": ["macro", 0], "arg1": 1}
            ],
            "rules": [
              [["if", 0], ["add", 0]]
            ]
          },
          "runtime": []
        }

        """)
  }

  /// Without the code of its functions a container is not for apps: that is said once, when it is
  /// written and when it is read, and not once for each function.
  @Test func saysThatTheRuntimeIsMissing() throws {
    let sentence =
      "The container has no runtime (Google's code that defines its functions): tagsim reads "
      + "and compares it, but an app needs the container that the web interface downloads."
    let written = try FirebaseWriter.write(Self.version())
    #expect(written.remarks == [sentence])
    #expect(try read(written.bytes).remarks == [sentence])
    let whole = Self.version { $0.runtime = [[50, "__c"]] }
    #expect(try FirebaseWriter.write(whole).remarks.isEmpty)
  }

  @Test(arguments: [("31", "MzE$0"), ("6", "Ng$0"), ("100", "MTAw$0"), ("", "$0")])
  func makesFingerprints(version: String, fingerprint: String) throws {
    let own = Self.version { $0.version = version }
    #expect(try read(FirebaseWriter.write(own).bytes).fingerprint == fingerprint)
    let known = Self.version { $0.fingerprint = "known" }
    #expect(try read(FirebaseWriter.write(known).bytes).fingerprint == "known")
  }

  /// Constant lists and maps are the lists and maps of the format.
  @Test func writesConstantLists() throws {
    let list: Value = ["list", ["a": true]]
    let back = try read(FirebaseWriter.write(Self.version(.constant(list))).bytes)
    #expect(
      back.macros.first?.parameters["value"] == .list(["list", .members(["a": true])]))
  }

  private static func nested(_ levels: Int) -> Expression {
    (0..<levels).reduce("") { inner, _ in .list([inner]) }
  }

  private static let parameter = "macro 'x', parameter 'value'"

  private static let refusals: [(ContainerVersion, UnwritableContainer.Code)] = [
    (ContainerVersion(), .legacy),
    (version(.macro("gone")), .missingMacro(name: "gone", place: parameter)),
    (version(.constant(.null)), .valueWithoutForm(kind: "null", place: parameter)),
    (version(.constant(.double(.nan))), .valueWithoutForm(kind: "nan", place: parameter)),
    (version(.constant([.null])), .valueWithoutForm(kind: "null", place: parameter)),
    (
      version(.escaped("", Array(repeating: 1, count: 101))),
      .tooMany(what: parameter + ", escapings", count: 101, limit: 100)
    ),
    (version(nested(61)), .tooDeep(place: parameter, limit: 64)),
    (version(nested(100_000)), .tooDeep(place: parameter, limit: 64)),
    (
      version { $0.runtime = [nestedValue(63)] }, .tooDeep(place: "the runtime", limit: 64)
    ),
    (
      version { $0.runtime = "code" },
      .valueWithoutForm(kind: Value.string("").kindName, place: "the runtime")
    ),
    (
      version { $0.macros[0].pushAfterEvaluate = "" },
      .legacyPart(what: "macro 'x' pushes after its evaluation")
    ),
    (version { $0.supplementals = ["a"] }, .legacyPart(what: "it has content experiments")),
    (
      version {
        var rule = ContainerRule()
        rule.removeMacros = [0]
        $0.rules = [rule]
      }, .legacyPart(what: "rule 1 switches macros")
    ),
    (
      version {
        var rule = ContainerRule()
        rule.addTags = [0]
        $0.rules = [rule]
      }, .rule(fault: "rule 1 points at tag 1 of 0")
    ),
    (
      version { $0.tags = Array(repeating: FunctionCall(function: "__fm"), count: 5_001) },
      .tooMany(what: "tags", count: 5_001, limit: 5_000)
    ),
    (
      version {
        $0.macros[0].parameters["value"] = .constant(
          .string(String(repeating: "x", count: 10_000_000)))
      },
      .tooLarge(bytes: 10_000_230, limit: 10_000_000)
    ),
  ]

  private static func nestedValue(_ levels: Int) -> Value {
    (0..<levels).reduce("") { inner, _ in [inner] }
  }

  @Test(arguments: refusals.indices)
  func refuses(number: Int) throws {
    let (version, code) = Self.refusals[number]
    let error = try #require(throws: UnwritableContainer.self) {
      try FirebaseWriter.write(version)
    }
    #expect(error.code == code)
  }

  /// What is as deep as can be is read back.
  @Test func writesAsDeepAsReadersRead() throws {
    let version = Self.version(Self.nested(60)) { $0.runtime = [Self.nestedValue(62)] }
    let back = try read(FirebaseWriter.write(version).bytes)
    #expect(back.macros == version.macros)
    #expect(back.runtime == version.runtime)
  }
}
