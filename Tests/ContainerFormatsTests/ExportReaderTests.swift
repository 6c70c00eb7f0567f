import ContainerFormats
import OrderedCollections
import TagRuntime
import Testing

@Suite struct ExportReaderTests {
  typealias Make = ExportBuilder

  private static func read(
    _ members: String..., container: String = "", format: String = "2"
  ) throws -> ContainerVersion {
    let bytes = Make.bytes(
      members.joined(separator: ", "), format: format, container: container)
    return try ContainerReader.read(bytes, name: "test")
  }

  @Test(arguments: [
    ("EQUALS", "_eq"), ("CONTAINS", "_cn"), ("STARTS_WITH", "_sw"), ("ENDS_WITH", "_ew"),
    ("MATCH_REGEX", "_re"), ("GREATER", "_gt"), ("GREATER_OR_EQUALS", "_ge"), ("LESS", "_lt"),
    ("LESS_OR_EQUALS", "_le"),
  ])
  func readsConditions(type: String, function: String) throws {
    let arguments = [Make.text("arg0", "{{Event}} x"), Make.text("arg1", "5")]
    let container = try Self.read(
      Make.list("builtInVariable", "{\"type\": \"EVENT\", \"name\": \"Event\"}"),
      Make.list("tag", Make.tag(1, "T", "img", [], ", \"firingTriggerId\": [\"1\", \"2\"]")),
      Make.list(
        "trigger", Make.trigger(1, "Is", [(type, arguments + [Make.flag("ignore_case", true)])]),
        Make.trigger(
          2, "Is not",
          [(type, arguments + [Make.flag("negate", true), Make.flag("ignore_case", false)])])))
    #expect(container.remarks.isEmpty)
    let plain: OrderedDictionary<String, Expression> = [
      "arg0": .template([.macro("Event"), .constant(" x")]), "arg1": .constant("5"),
    ]
    #expect(
      container.predicates == [
        FunctionCall(
          function: function,
          parameters: plain.merging(["ignore_case": .constant(true)]) { $1 }),
        FunctionCall(function: function, parameters: plain),
      ])
    #expect(container.rules.map(\.positivePredicates) == [[0], []])
    #expect(container.rules.map(\.negativePredicates) == [[], [1]])
    #expect(container.rules.map(\.addTagRuleNames) == [["Is"], ["Is not"]])
    #expect(container.rules.map(\.addTagTriggerIDs) == [["4711_1"], ["4711_2"]])
  }

  @Test func knowsBuiltInTriggers() throws {
    let container = try Self.read(
      Make.list(
        "tag", Make.tag(1, "T", "img", [], ", \"firingTriggerId\": [\"2147479554\"]"),
        Make.tag(2, "U", "img", [], ", \"firingTriggerId\": [\"2147479555\"]")))
    #expect(container.remarks.isEmpty)
    #expect(container.macros == [FunctionCall(function: "_e", name: "_event")])
    #expect(
      container.predicates == [
        FunctionCall(
          function: "_re", parameters: ["arg0": .macro("_event"), "arg1": .constant(".*")])
      ])
    #expect(container.rules.map(\.name) == ["Any Event", "Always"])
    #expect(container.rules.map(\.positivePredicates) == [[0], []])
    #expect(container.rules.map(\.addTags) == [[0], [1]])
  }

  @Test func readsVersion13() throws {
    let container = try Self.read(
      container: ", \"enabledBuiltInVariable\": [\"EVENT\", \"APP_VERSION_NAME\"]", format: "1.3")
    #expect(
      container.macros == [
        FunctionCall(function: "_e", name: "Event"),
        FunctionCall(function: "_avn", name: "App Version Name"),
      ])
  }

  @Test func switchesCollections() throws {
    let collection =
      "{'text': 'It\\'s \"{{v}}\"', \"n\": -5, 'rate': 0.5, 'on': true, 'm': {'k': 'x'}}"
    let container = try Self.read(
      Make.list(
        "variable",
        Make.variable(
          2, "Texts", "vc", [Make.text("collection", collection)],
          ", \"enablingTriggerId\": [\"2147479555\"], \"disablingTriggerId\": [\"1\"]"),
        Make.variable(
          1, "v", "v",
          [
            Make.text("name", "a.b"), Make.text("defaultValue", "x"),
            Make.flag("setDefaultValue", false),
          ])),
      Make.list("trigger", Make.trigger(1, "Off", [])))
    #expect(container.remarks.isEmpty)
    #expect(container.macros.map(\.name) == ["v", "text", "n", "rate", "on", "m"])
    #expect(container.macros[0].parameters == ["name": .constant("a.b")])
    #expect(
      container.macros.dropFirst().map { $0.parameters["value"] } == [
        .template([.constant("It's \""), .macro("v"), .constant("\"")]), .constant(-5),
        .constant("0.5"), .constant(true),
        .map([Expression.Entry(key: .constant("k"), value: .constant("x"))]),
      ])
    #expect(container.rules.map(\.addMacros) == [[], [1, 2, 3, 4, 5]])
    #expect(container.rules.map(\.removeMacros) == [[1, 2, 3, 4, 5], []])
    #expect(container.rules[0].removeMacroRuleNames == Array(repeating: "Off", count: 5))
  }

  @Test(arguments: [
    (
      Make.list("tag", Make.tag(1, "T", "img", [], ", \"firingTriggerId\": [\"9\"]")),
      "Tag 'T' names trigger 9, which the export does not have."
    ),
    (
      Make.list("variable", Make.variable(1, "Texts", "vc", [Make.text("collection", "{}")])),
      "Value collection 'Texts' has no enabling trigger, so its values are never used."
    ),
    (
      Make.list("variable", Make.variable(1, "C", "c", [Make.text("value", "{{D}}")])),
      "'{{D}}' is used by variable 'C', but the export has no variable of that name."
    ),
  ])
  func remarksOnMistakes(members: String, remark: String) throws {
    let container = try Self.read(members)
    #expect(container.remarks == [remark])
    #expect(container.leftOut.isEmpty)
  }

  @Test(
    arguments: [
      (Make.bytes("", usage: "[\"WEB\"]"), .foreignExport(containerID: "GTM-AB12", usage: "WEB")),
      (Make.bytes("", usage: "[]"), .foreignExport(containerID: "GTM-AB12", usage: "")),
      (
        Make.bytes("", usage: "\"IOS\""),
        .exportMember(
          place: "containerVersion.container.usageContext", expected: "a list of strings")
      ),
      (Make.bytes("", format: "3"), .exportVersion(found: "3")),
      (
        Make.bytes("\"tag\": {}"),
        .exportMember(place: "containerVersion.tag", expected: "a list of maps")
      ),
      (
        Make.bytes("\"tag\": [{\"tagId\": \"1\"}]"),
        .exportMember(place: "containerVersion.tag[0].name", expected: "a string")
      ),
      (
        Make.bytes("\"tag\": [3]"),
        .exportMember(place: "containerVersion.tag[0]", expected: "a map")
      ),
      (
        Make.bytes(
          Make.list("trigger", Make.trigger(1, "Big", Array(repeating: ("EQUALS", []), count: 101)))
        ),
        .tooMany(what: "containerVersion.trigger[0].filter", count: 101, limit: 100)
      ),
    ] as [([UInt8], ContainerError.Code)])
  func refuses(bytes: [UInt8], code: ContainerError.Code) throws {
    #expect(try ContainerReader.refusal(of: bytes) == code)
  }

  @Test func boundsCollectionsAndTheirTriggers() throws {
    let keys = (0...5_000).map { "'k\($0)': 1" }.joined(separator: ",")
    let ids = (0...100).map { "\"\($0)\"" }.joined(separator: ",")
    let many = Make.variable(1, "Many", "vc", [Make.text("collection", "{\(keys)}")])
    let wide = Make.tag(1, "Wide", "img", [], ", \"firingTriggerId\": [\(ids)]")
    let table: [(String, ContainerError.Code)] = [
      (Make.list("variable", many), .tooMany(what: "macros", count: 5_001, limit: 5_000)),
      (
        "\"zone\": [\(Array(repeating: "1", count: 5_001).joined(separator: ","))]",
        .tooMany(what: "zone", count: 5_001, limit: 5_000)
      ),
      (
        Make.list("tag", wide),
        .tooMany(what: "containerVersion.tag[0].firingTriggerId", count: 101, limit: 100)
      ),
    ]
    for (members, code) in table {
      #expect(try ContainerReader.refusal(of: Make.bytes(members)) == code)
    }
  }

  /// Analytics settings are repeated in every tag that names them, up to what a container may hold.
  @Test func boundsRepeatedSettings() throws {
    // Cells that no tag has are counted, too.
    let row = (0..<20).map { Make.text($0 == 0 ? "fieldName" : "cell\($0)", "page") }
    let rows = Array(repeating: row, count: 1_000)
    let settings = Make.variable(1, "GA", "gas", [Make.table("fieldsToSet", rows)])
    let tags = (1...97).map {
      Make.tag($0, "T\($0)", "ua", [Make.text("gaSettings", "{{GA}}")])
    }
    let members = Make.list("variable", settings) + ", \"tag\": [\(tags.joined(separator: ", "))]"
    let code = ContainerError.Code.tooMany(
      what: "analytics settings in tags", count: 96 * 21_001, limit: 2_000_000)
    #expect(try ContainerReader.refusal(of: Make.bytes(members)) == code)
  }

  /// A checkbox is a word in exports that people wrote by hand; other lists of conditions count
  /// like the first.
  @Test func readsHandMadeConditions() throws {
    let trigger = """
      {"triggerId": "1", "name": "Odd", "type": "CUSTOM_EVENT",
        "customEventFilter": [{"type": "EQUALS", "parameter": [
          \(Make.text("arg0", "{{_event}}")), \(Make.text("arg1", "tap"))]}],
        "filter": [{"type": "MATCH_REGEX", "parameter": [
          \(Make.text("arg0", "{{_event}}")), \(Make.text("arg1", "x")),
          \(Make.text("negate", "true")), \(Make.text("ignore_case", "true"))]}]}
      """
    let container = try Self.read(
      Make.list("tag", Make.tag(1, "T", "img", [], ", \"firingTriggerId\": [\"1\"]")),
      Make.list("trigger", trigger))
    #expect(container.remarks.isEmpty)
    #expect(container.macros == [FunctionCall(function: "_e", name: "_event")])
    #expect(
      container.predicates == [
        FunctionCall(
          function: "_eq", parameters: ["arg0": .macro("_event"), "arg1": .constant("tap")]),
        FunctionCall(
          function: "_re",
          parameters: [
            "arg0": .macro("_event"), "arg1": .constant("x"), "ignore_case": .constant(true),
          ]),
      ])
    #expect(container.rules.map(\.positivePredicates) == [[0]])
    #expect(container.rules.map(\.negativePredicates) == [[1]])
  }

  @Test func refusesBrokenCollections() throws {
    let texts = Make.variable(1, "Texts", "vc", [Make.text("collection", "{'a': 'x' 'b'}")])
    let code = try ContainerReader.refusal(of: Make.bytes(Make.list("variable", texts)))
    guard case .valueCollection("Texts", let mistake) = code else {
      Issue.record("\(code)")
      return
    }
    #expect(mistake.position.line == 1)
    #expect(mistake.position.column == 11)
  }
}
