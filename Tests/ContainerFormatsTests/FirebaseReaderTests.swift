import ContainerFormats
import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct FirebaseReaderTests {
  private func read(_ bytes: [UInt8]) throws -> ContainerVersion {
    try ContainerReader.read(bytes, name: "test")
  }

  @Test func readsFunctionCalls() throws {
    let version = try read(FirebaseSample.bytes)
    #expect(version.format == .firebase)
    #expect(version.version == "4")
    #expect(version.fingerprint == "NA$0")
    #expect(version.containerID == nil)
    #expect(
      version.macros == [
        FunctionCall(function: "__e", name: "_event"),
        FunctionCall(
          function: "__md", name: "price",
          parameters: [
            "eventType": "CUSTOM", "key": "price", "setDefaultValue": false,
            "defaultValue": .constant(1.5),
          ]),
        FunctionCall(
          function: "__c", name: "macro 2", parameters: ["value": .functionID("__e")]),
        FunctionCall(
          function: "__smm", name: "price (macro 3)",
          parameters: ["map": .list([.members(["key": 1, "value": .macro("macro 2")])])]),
      ])
    #expect(
      version.tags == [
        FunctionCall(
          function: "__fm",
          parameters: [
            "once_per_event": true, "action": "measure",
            "eventName": .template(["seen_", .escaped(.macro("price (macro 3)"), [12, 7])]),
            "tag_id": 8,
          ]),
        FunctionCall(function: "__img", name: "Pixel", parameters: ["url": .macro("price")]),
      ])
    #expect(
      version.predicates == [
        FunctionCall(
          function: "_re",
          parameters: ["arg0": .macro("_event"), "arg1": ".*", "ignore_case": true]),
        FunctionCall(function: "_eq", parameters: ["arg0": .macro("price"), "arg1": "x"]),
      ])
    #expect(
      version.remarks == [
        "Several macros are named 'price'; one of them is read as 'price (macro 3)'.",
        "Function '__img' is called, but the runtime does not define it.",
      ])
  }

  @Test func readsRules() throws {
    var fires = ContainerRule()
    fires.positivePredicates = [0]
    fires.negativePredicates = [1]
    fires.addTags = [0, 1]
    var blocks = ContainerRule()
    blocks.positivePredicates = [0, 1]
    blocks.removeTags = [1]
    #expect(try read(FirebaseSample.bytes).rules == [fires, blocks])
  }

  /// A rule may have a word several times: its clauses add up.
  @Test func clausesOfOneWordAddUp() throws {
    let condition = #"{"function": "_eq", "arg0": 1, "arg1": 1}"#
    let version = try read(
      FirebaseSample.resource(
        #""tags": [{"function": "__fm"}, {"function": "__fm"}], "predicates": ["#
          + Array(repeating: condition, count: 4).joined(separator: ", ")
          + #"], "rules": [[["if", 0], ["unless", 1], ["block", 0], ["if", 3], ["add", 1], "#
          + #"["unless", 2], ["block", 1], ["add", 0]]]"#))
    var rule = ContainerRule()
    (rule.positivePredicates, rule.negativePredicates) = ([0, 3], [1, 2])
    (rule.addTags, rule.removeTags) = ([1, 0], [0, 1])
    #expect(version.rules == [rule])
  }

  @Test func keepsTheRuntime() throws {
    let version = try read(FirebaseSample.bytes)
    #expect(version.runtimeFunctions == ["__e", "__md", "__c", "__smm", "__fm"])
    let document = try JSONReader.read(FirebaseSample.text)
    #expect(version.runtime == document.members?["runtime"])
  }

  /// Names stay apart, even where one looks like what another would be called.
  @Test func macrosHaveNamesOfTheirOwn() throws {
    let names = ["\"macro 1\"", nil, "\"a\"", "\"a\"", "\"a (macro 3)\""]
    let macros = names.map { name in
      "{\"function\": \"__c\"" + (name.map { ", \"instance_name\": \($0)" } ?? "") + "}"
    }
    let version = try read(
      FirebaseSample.resource("\"macros\": [\(macros.joined(separator: ", "))]"))
    #expect(
      version.macros.map(\.name) == ["macro 1", "macro 1'", "a", "a (macro 3)'", "a (macro 3)"])
  }

  // MARK: Recognition

  @Test(
    arguments: [
      ("{\"resource\": {}, \"runtime\": []}", .firebase),
      ("{\"fingerprint\": \"MQ$0\", \"resource\": {\"tags\": []}}", .firebase),
      ("{\"resource\": {\"a\": 1}, \"runtime\": \"x\"}", .simpleJSON),
      ("{\"fingerprint\": \"x\", \"resource\": {\"version\": \"1\"}}", .simpleJSON),
      ("{\"resource\": \"x\", \"fingerprint\": \"y\"}", .simpleJSON),
    ] as [(String, ContainerVersion.Format)])
  func isToldByItsMembers(text: String, format: ContainerVersion.Format) throws {
    #expect(try read(Array(text.utf8)).format == format)
  }

  @Test func saysWhatIsMissingOrTooMuch() throws {
    let version = try read(
      Array("{\"resource\": {\"tags\": [{\"function\": \"__fm\"}]}, \"more\": 1}".utf8))
    #expect(version.runtime == nil)
    #expect(
      version.remarks == [
        "'more' is left out: it is not a known part of a v5 container.",
        "The container has no runtime (Google's code that defines its functions): tagsim reads and "
          + "compares it, but an app needs the container that the web interface downloads.",
      ])
  }

  // MARK: Mistakes

  private static let value =
    "a value, or a list that starts with 'list', 'map', 'macro', 'template', 'escape' or "
    + "'function_id'"

  @Test(
    arguments: [
      ("\"version\": 4", "resource.version", "a string"),
      ("\"tags\": {}", "resource.tags", "a list"),
      ("\"tags\": [1]", "resource.tags[0]", "a map"),
      ("\"tags\": [{}]", "resource.tags[0].function", "a string"),
      (
        "\"macros\": [{\"function\": \"__c\", \"instance_name\": 1}]",
        "resource.macros[0].instance_name", "a string"
      ),
      (
        "\"tags\": [{\"function\": \"__c\", \"vtp_a\": 1, \"a\": 2}]", "resource.tags[0].a",
        "no second member of the same meaning"
      ),
      (tag("null"), "resource.tags[0].vtp_v", value), (tag("{}"), "resource.tags[0].vtp_v", value),
      (tag("[]"), "resource.tags[0].vtp_v", value),
      (tag("[\"tag\", 0]"), "resource.tags[0].vtp_v", value),
      (tag("[\"list\", 1, null]"), "resource.tags[0].vtp_v[2]", value),
      (tag("[\"map\", 1]"), "resource.tags[0].vtp_v", "a map of keys and values in turn"),
      (
        tag("[\"template\", [\"macro\", 0]]"), "resource.tags[0].vtp_v[1][1]",
        "the number of a macro, but there are none"
      ),
      (
        "\"macros\": [{\"function\": \"__c\", \"vtp_v\": [\"macro\", 1]}]",
        "resource.macros[0].vtp_v[1]", "the number of a macro, 0 to 0"
      ),
      (tag("[\"escape\"]"), "resource.tags[0].vtp_v[1]", value),
      (tag("[\"escape\", 1, \"x\"]"), "resource.tags[0].vtp_v[2]", "the number of an escaping"),
      (tag("[\"function_id\", 1]"), "resource.tags[0].vtp_v[1]", "the id of a function"),
      ("\"rules\": [1]", "resource.rules[0]", "a list of clauses"),
      (
        "\"rules\": [[[\"when\", 0]]]", "resource.rules[0][0]",
        "a list that starts with 'if', 'unless', 'add' or 'block'"
      ),
      (
        "\"rules\": [[[\"add\", 0]]]", "resource.rules[0][0][1]",
        "the number of a tag, but there are none"
      ),
      (
        "\"predicates\": [{\"function\": \"_eq\"}], \"rules\": [[[\"if\", 0, -1]]]",
        "resource.rules[0][0][2]", "the number of a condition, 0 to 0"
      ),
    ] as [(String, String, String)])
  func tellsThePlaceOfAMistake(members: String, place: String, expected: String) throws {
    #expect(
      try ContainerReader.refusal(of: FirebaseSample.resource(members))
        == .firebaseMember(place: place, expected: expected))
  }

  private static func tag(_ value: String) -> String {
    "\"tags\": [{\"function\": \"__c\", \"vtp_v\": \(value)}]"
  }

  @Test(
    arguments: [
      ("[1]", "runtime[0]", "an instruction, which is a list"),
      ("[[41], []]", "runtime[1]", "an instruction, which is a list"),
      ("[[50, 1]]", "runtime[0][1]", "the name of a function"),
    ])
  func tellsThePlaceOfAMistakeInTheRuntime(runtime: String, place: String, expected: String) throws
  {
    #expect(
      try ContainerReader.refusal(of: Array("{\"resource\": {}, \"runtime\": \(runtime)}".utf8))
        == .firebaseMember(place: place, expected: expected))
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  private static let manyMembers = (0..<1_000).map { "\"vtp_\($0)\": 1" }.joined(separator: ",")

  private static let tooMuch: [(members: String, code: ContainerError.Code)] = [
    (
      "\"macros\": [" + repeated("{\"function\":\"__c\"}", 5_001) + "]",
      .tooMany(what: "resource.macros", count: 5_001, limit: 5_000)
    ),
    (
      "\"rules\": [" + repeated("[]", 5_001) + "]",
      .tooMany(what: "resource.rules", count: 5_001, limit: 5_000)
    ),
    (
      "\"predicates\": [{\"function\": \"_eq\"}], \"rules\": [[[\"if\", " + repeated("0", 60)
        + "], [\"if\", " + repeated("0", 41) + "]]]",
      .tooMany(what: "resource.rules[0]", count: 101, limit: 100)
    ),
    (
      tag("[\"escape\", \"x\", " + repeated("12", 101) + "]"),
      .tooMany(what: "resource.tags[0].vtp_v", count: 101, limit: 100)
    ),
    (
      "\"tags\": [{\"function\": \"__c\", " + manyMembers + "}]",
      .tooMany(what: "resource.tags[0]", count: 1_001, limit: 1_000)
    ),
  ]

  @Test(arguments: tooMuch)
  func isBounded(members: String, code: ContainerError.Code) throws {
    #expect(try ContainerReader.refusal(of: FirebaseSample.resource(members)) == code)
  }

  @Test func theRuntimeIsBounded() throws {
    let runtime = "{\"resource\": {}, \"runtime\": [\(Self.repeated("[41]", 10_001))]}"
    #expect(
      try ContainerReader.refusal(of: Array(runtime.utf8))
        == .tooMany(what: "runtime", count: 10_001, limit: 10_000))
  }

  @Test func theDepthIsBounded() throws {
    let deep = Self.tag(
      Array(repeating: "[\"list\",", count: 61).joined() + "1"
        + String(repeating: "]", count: 61))
    guard
      case .invalidJSON(let mistake) = try ContainerReader.refusal(
        of: FirebaseSample.resource(deep))
    else {
      Issue.record("another error")
      return
    }
    #expect(mistake.code == .tooDeep(limit: 64))
  }
}
